import Testing

@testable import Terminal

/// Removed text comes back: by Ctrl+Y where the caret is, by Ctrl+_ where it was.
@Suite struct TextInputUndoTests {
  private func typed(_ text: String, _ keys: Key...) -> TextInput {
    var input = TextInput()
    for character in text { _ = input.apply(.character(character)) }
    for key in keys { _ = input.apply(key) }
    return input
  }

  @Test(
    "Ctrl+Y inserts what the last key that removes a word or more removed",
    arguments: [
      ([.control("w"), .control("y")], "one two"),
      ([.control("w"), .control("a"), .control("y")], "twoone "),
      ([.control("u"), .control("y"), .control("y")], "one twoone two"),
      ([.control("a"), .control("k"), .control("y")], "one two"),
      ([.home, .alt("d"), .end, .control("y")], " twoone"),
      ([Key(.backspace, .alt), .control("y")], "one two"),
      // A key that removes a single character, or nothing, does not replace it.
      ([.control("w"), .backspace, .control("k"), .control("y")], "onetwo"),
      ([.control("y")], "one two"),
    ] as [([Key], String)])
  func yank(keys: [Key], text: String) {
    var input = typed("one two")
    for key in keys { _ = input.apply(key) }
    #expect(input.text == text)
  }

  @Test(
    "Ctrl+_ and Alt+Z undo a word of typing, a removal, a paste",
    arguments: [Key.control("_"), .alt("z")])
  func undo(key: Key) {
    var input = typed("one two")
    var texts: [String] = []
    for _ in 0..<4 {
      let isMeant = input.apply(key)
      #expect(isMeant)
      texts.append(input.text)
    }
    #expect(texts == ["one ", "one", "", ""])
    input = typed("one two", .control("u"), key)
    #expect(input.text == "one two" && input.caret == 7)
    input = typed("one", .home, .delete, .delete, key)
    #expect(input.text == "ne" && input.caret == 0)
    input = typed("ab", .left)
    input.insert("pasted")
    _ = input.apply(key)
    #expect(input.text == "ab" && input.caret == 1)
  }

  @Test("Typing goes on in another step after the caret was moved")
  func moved() {
    var input = typed("ab", .left)
    _ = input.apply(.character("x"))
    #expect(input.text == "axb")
    _ = input.apply(.control("_"))
    #expect(input.text == "ab")
  }

  @Test("Another text has nothing to undo and nothing to insert")
  func replaced() {
    var input = typed("secret", .control("u"))
    input.replace(with: "other")
    _ = input.apply(.control("_"))
    _ = input.apply(.control("y"))
    #expect(input.text == "other")
  }

  @Test("What was typed, removed or undone is in no description and no dump")
  func redacted() {
    let input = typed("Zq7 marker", .control("w"), .control("_"), .control("w"))
    var dumped = ""
    dump(input, to: &dumped)
    dump([input], to: &dumped)
    for text in [dumped, "\(input)", String(reflecting: input), "\([input])"] {
      #expect(!text.contains("Zq7") && !text.contains("marker"), "\(text)")
    }
  }
}
