import LosslessJSON
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite struct SourceLinesTests {
  private func quote(
    _ text: String, _ line: Int, _ column: Int, columns: Int = 40
  ) -> QuotedLine? {
    SourceLines(Array(text.utf8)).quotes(
      at: [JSONPlace(line: line, column: column)], columns: columns)[0]
  }

  @Test(
    "the caret is below the character that is meant, as wide as the ones before it are",
    arguments: [
      ("[1,\n[12, 3]]", 2, 6, "[12, 3]]", 5),
      ("[\"漢字\", 1]", 1, 8, "[\"漢字\", 1]", 9),
      ("[\"e\u{301}\", 1]", 1, 7, "[\"e\u{301}\", 1]", 6),
      ("[\"👩‍👧\", 1]", 1, 7, "[\"👩‍👧\", 1]", 7),
      ("\u{FEFF}[1]", 1, 2, "[1]", 1),
      ("[\t1]", 1, 3, "[  1]", 3),
      ("[1,\r\n[2]\r\n]", 2, 2, "[2]", 1),
      ("[1,\r[2]\r]", 2, 2, "[2]", 1),
      ("{\"a\": 1", 1, 8, "{\"a\": ********", 14),
      (
        "{\"a\": \"\u{202E}\u{7F}\", \"b\": 1}", 1, 18, "{\"a\": \"\\u{202E}\\u{7F}\", \"b\": 1}",
        29
      ),
    ])
  func caret(text: String, line: Int, column: Int, shown: String, caret: Int) {
    #expect(quote(text, line, column) == QuotedLine(shown, caret: caret))
  }

  @Test("a mask is as wide as every other, and a place in it is where it begins")
  func masks() {
    let text = #"{"password": "a\u0062漢", "n": 1}"#
    let shown = #"{"password": "********", "n": 1}"#
    #expect(quote(text, 1, 14) == QuotedLine(shown, caret: 13))
    #expect(quote(text, 1, 18) == QuotedLine(shown, caret: 14))
    #expect(quote(text, 1, 31) == QuotedLine(shown, caret: 30))
  }

  @Test("controls are shown by their numbers")
  func bytes() throws {
    let bytes = Array("{ \"n\u{7F}\u{9B}2J\": 1, }".utf8)
    let lines = SourceLines(bytes).quotes(at: [JSONPlace(line: 1, column: 3)], columns: 80)
    #expect(lines == [QuotedLine(#"{ "n\u{7F}\u{9B}2J": ********, "#, caret: 2)])
  }

  @Test("a text that is not JSON is shown up to the place of the error")
  func broken() {
    let text = "{\n  \"a\": 1, \"pass: \"hunter2\", \"b\": 1\n  hunter3\n"
    #expect(quote(text, 2, 19) == QuotedLine(#"  "a": ********, "********""#, caret: 27))
    #expect(quote(text, 2, 4) == QuotedLine(#"  "a": ********, "********""#, caret: 3))
    for (line, column) in [(2, 20), (3, 1), (3, 5), (4, 1)] {
      #expect(quote(text, line, column) == nil)
    }
  }

  @Test("a wide line is cut around the place", arguments: [20, 40, 80])
  func wide(columns: Int) throws {
    let text = "[" + String(repeating: "12345678, ", count: 2_000) + "7]"
    for column in [1, 2, 10_000, 20_002] {
      let quote = try #require(self.quote(text, 1, column, columns: columns))
      #expect(quote.text.count <= columns - 3 && quote.text.count >= columns - 6)
      let here = Array(text.utf8)[column - 1]
      #expect(Array(quote.text)[quote.caret] == Character(Unicode.Scalar(here)))
      #expect(quote.text.hasPrefix("…") == (column > 100))
      #expect(quote.text.hasSuffix("…") == (column < 20_000))
    }
    #expect(quote(text, 1, 20_003, columns: columns)?.text.hasSuffix("7]") == true)
  }

  @Test("wide characters are not cut in two, nor is a line wider than the terminal")
  func wideCharacters() throws {
    let text = "[\"" + String(repeating: "漢", count: 10_000) + "\", 1]"
    let quote = try #require(self.quote(text, 1, 5_000, columns: 30))
    let wide = quote.text.filter { $0 == "漢" }.count
    #expect(quote.text == "…" + String(repeating: "漢", count: wide) + "…")
    #expect(2 * wide + 2 <= 28 && wide >= 11 && quote.caret % 2 == 1)
  }

  @Test("only the first twenty lines are shown, in the order asked for, and no blank one")
  func first() {
    let text = "[\n" + (1...30).map { "\($0)" }.joined(separator: ",\n") + "\n]\n\n"
    let places = (2...31).reversed().map { JSONPlace(line: $0, column: 1) }
    let quotes = SourceLines(Array(text.utf8)).quotes(at: places, columns: 80)
    let expected = (11...30).reversed().map { $0 == 30 ? "30" : "\($0)," }
    #expect(quotes.compactMap { $0?.text } == expected)
    #expect(quote(text, 33, 1) == nil)
    #expect(quote("", 1, 1) == nil)
  }
}
