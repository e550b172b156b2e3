import TestSupport
import Testing

@testable import Terminal

/// Text cut to a width.
@Suite struct FittedTests {
  @Test(
    "Text that is too long is cut and marked",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 7, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"),
      ("abcdef", 0, ""), ("abcdef", -1, ""), ("", 0, ""), ("Съешь ещё", 6, "Съешь…"),
      ("漢字漢", 6, "漢字漢"), ("漢字漢", 5, "漢字…"), ("漢字漢", 4, "漢…"), ("漢字漢", 2, "…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👍🏽👍🏽", 3, "👍🏽…"), ("abc", Int.max, "abc"),
      ("abc", Int.min, ""),
    ])
  func fitted(_ text: String, _ columns: Int, _ fitted: String) {
    #expect(text.fitted(columns: columns) == fitted)
  }

  @Test("Fitted text is never too wide, and never cut if it would fit")
  func widths() {
    var dice = Dice(10)
    for _ in 0..<1_000 {
      let text = dice.text()
      let columns = dice.below(12)
      let fitted = text.fitted(columns: columns)
      #expect(DisplayWidth.of(fitted) <= columns)
      #expect((fitted == text) == (DisplayWidth.of(text) <= columns), "\(text.debugDescription)")
    }
  }
}
