import Testing

@testable import Terminal

/// The part of a line that a field shows.
@Suite struct TextInputWindowTests {
  @Test(
    "The caret is always inside the field",
    arguments: [
      ("|", 5, "", 0, false, false), ("abc|", 5, "abc", 3, false, false),
      ("abcd|", 5, "abcd", 4, false, false), ("abcde|", 5, "bcde", 4, true, false),
      ("abc|de", 5, "abcde", 3, false, false), ("|abcdefgh", 5, "abcde", 0, false, true),
      ("abc|defgh", 6, "abcdef", 3, false, true), ("abcd|efgh", 6, "bcdefg", 3, true, true),
      ("abcdefg|h", 6, "defgh", 4, true, false), ("abcdefgh|", 6, "defgh", 5, true, false),
      ("漢字漢字|", 6, "漢字", 4, true, false), ("漢字|漢字", 6, "字漢字", 2, true, false),
      ("e\u{301}e\u{301}|", 5, "e\u{301}e\u{301}", 2, false, false), ("ab|", 1, "", 0, true, false),
      ("|ab", 1, "a", 0, false, true), ("a|b", 0, "", 0, true, true),
      ("a|", -3, "", 0, true, false),
    ] as [(String, Int, String, Int, Bool, Bool)])
  func window(
    _ text: String, _ columns: Int, _ shown: String, _ caret: Int, _ left: Bool, _ right: Bool
  ) throws {
    let window = try TextInputKeysTests.input(text).window(columns: columns)
    #expect(
      window
        == TextInput.Window(text: shown, caretColumn: caret, hidesLeft: left, hidesRight: right))
  }

  @Test("Left from the end of a long text moves the caret, and not the text under it")
  func still() throws {
    var input = try TextInputKeysTests.input("abcdefghijkl|")
    var windows: [TextInput.Window] = []
    for _ in 0..<3 {
      windows.append(input.window(columns: 9))
      _ = input.apply(.left)
    }
    #expect(windows.map(\.text) == ["efghijkl", "efghijkl", "efghijkl"])
    #expect(windows.map(\.caretColumn) == [8, 7, 6])
  }

  @Test("A mask replaces each grapheme, and reveals only their number")
  func mask() throws {
    let input = try TextInputKeysTests.input("пароль漢e\u{301}|👩‍👧")
    let window = input.window(columns: 20, mask: "•")
    #expect(window.text == "•••••••••")
    #expect(window.caretColumn == 8)
    #expect(input.window(columns: 4, mask: "•").text == "•••")
    #expect(input.window(columns: 20, mask: "漢").caretColumn == 16)
  }
}
