import Testing

@testable import Terminal

/// Text that gets into a line, and the place of the caret.
@Suite struct TextInputTests {
  @Test(
    "A line accepts printable text, one line of it",
    arguments: [
      ("one\ntwo", "one"), ("one\rtwo", "one"), ("one\r\ntwo", "one"), ("\r\none", "one"),
      ("a\u{1B}[1mb", "a[1mb"), ("a\tb\u{7F}\u{9B}c", "a bc"), ("\u{202E}a\u{2028}b", "ab"),
      ("❤\u{FE0F} 👍🏽", "❤\u{FE0F} 👍🏽"), ("漢 ё e\u{301}", "漢 ё e\u{301}"),
    ])
  func oneLine(_ given: String, _ kept: String) {
    var input = TextInput(given)
    #expect(input.text == kept)
    #expect(input.caret == kept.count)
    input.replace(with: "x")
    input.insert(given)
    #expect(input.text == "x" + kept)
  }

  @Test("A secret is kept as it is, and shown escaped")
  func verbatim() {
    let secret = " a\tb\r\nc\0\u{1B}\u{202E}é "
    var input = TextInput(isVerbatim: true)
    let isWhole = input.insert(secret)
    #expect(isWhole)
    #expect(Array(input.text.utf8) == Array(secret.utf8))
    let window = input.window(columns: 80)
    #expect(window.text == " a\\u{9}b\\u{D}\\u{A}c\\u{0}\\u{1B}\\u{202E}é ")
    #expect(window.caretColumn == window.text.count)
  }

  @Test("What there is no room for is reported")
  func room() {
    var input = TextInput("ab", limit: 3)
    let isWhole = ["cd", "d", "\u{301}"].map { input.insert($0) }
    #expect(isWhole == [false, false, true])
    #expect(input.text == "abc\u{301}")
  }

  @Test("Text goes in at the caret, and the caret after it")
  func inserted() {
    var input = TextInput("ad")
    input.moveCaret(to: 1)
    input.insert("bc")
    #expect((input.text, input.caret) == ("abcd", 3))
    input.replace(with: "xyz")
    #expect((input.text, input.caret) == ("xyz", 3))
  }

  @Test("A combining mark joins the letter before the caret, and the caret stays behind both")
  func marks() {
    var input = TextInput("ex")
    input.moveCaret(to: 1)
    input.insert("\u{301}")
    #expect((input.text, input.caret) == ("e\u{301}x", 1))
    input.insert("y")
    #expect((input.text, input.caret) == ("e\u{301}yx", 2))
    input = TextInput()
    input.insert("\u{301}")
    #expect((input.text, input.caret) == ("\u{301}", 1))
    // Two halves make a flag, wherever the second one is inserted.
    input = TextInput("🇺")
    input.moveCaret(to: 0)
    input.insert("🇷")
    #expect((input.text, input.caret) == ("🇷🇺", 1))
  }

  @Test("The neighbours of removed text may join")
  func joined() {
    var input = TextInput("🇷x🇺")
    input.moveCaret(to: 2)
    _ = input.apply(.backspace)
    #expect((input.text, input.caret) == ("🇷🇺", 1))
  }

  @Test("No more graphemes than the limit are kept")
  func limit() {
    var input = TextInput("abcdef", limit: 4)
    #expect((input.text, input.caret) == ("abcd", 4))
    input.moveCaret(to: 2)
    input.insert("xyz")
    #expect((input.text, input.caret) == ("abcd", 2))
    input.insert("\u{301}")
    #expect((input.text, input.caret) == ("ab\u{301}cd", 2))
    _ = input.apply(.delete)
    input.insert("👩‍👧👩‍👧")
    #expect((input.text, input.caret) == ("ab\u{301}👩‍👧d", 3))
    #expect(TextInput("a", limit: -1).text == "")
  }

  @Test("No more than 4 KiB are kept, cut between graphemes")
  func greatestSize() {
    let family = "👩‍👧‍👦"
    let input = TextInput(String(repeating: family, count: 1000))
    #expect(input.text == String(repeating: family, count: 4096 / family.utf8.count))
    var marked = TextInput("e")
    for _ in 0..<3000 { marked.insert("\u{301}") }
    #expect(marked.text.utf8.count == 4095)
    #expect(marked.caret == 1)
    #expect(TextInput(String(repeating: "a", count: 100_000)).text.count == 1024)
  }
}
