import TestSupport
import Testing

@testable import Terminal

/// Characters that may be printed.
@Suite struct PrintableTests {
  @Test(
    "What could move a cursor or change the direction of a line is replaced",
    arguments: [
      ("plain", "plain"), ("", ""), ("é e\u{301} ё 漢 👩‍👧", "é e\u{301} ё 漢 👩‍👧"),
      ("\u{1B}[2J", "�[2J"), ("a\tb", "a�b"), ("a\r\nb", "a��b"), ("\u{7F}\u{80}\u{9F}", "���"),
      ("\u{202E}abc\u{202C}", "�abc�"), ("\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}", "�����"),
      ("a\u{10EEEE}\u{305}\u{30D}b", "a�\u{305}\u{30D}b"),
      ("\u{2028}\u{2029}\u{85}", "���"), ("\0", "�"), ("❤\u{FE0F}", "❤"), ("👍🏽", "👍"),
      ("👩🏽‍💻", "👩‍💻"), ("1\u{FE0F}\u{20E3}", "1\u{20E3}"), ("\u{FE0F}🏽", ""),
    ])
  func cleaned(_ text: String, _ cleaned: String) {
    #expect(Array(Printable.cleaned(text).unicodeScalars) == Array(cleaned.unicodeScalars))
  }

  @Test("Clean text stays unchanged")
  func twice() {
    var dice = Dice(9)
    for _ in 0..<500 {
      let cleaned = Printable.cleaned(dice.text())
      #expect(Printable.cleaned(cleaned) == cleaned)
      #expect(!cleaned.unicodeScalars.contains { $0.isUnprintable })
    }
  }
}
