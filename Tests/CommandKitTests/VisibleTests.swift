import Testing

@testable import CommandKit

@Suite("A text from a file or an argument") struct VisibleTests {
  @Test(
    "is printed with misleading characters escaped",
    arguments: [
      ("", ""), ("Ada", "Ada"), ("Иван 李 é 👩‍🚀", "Иван 李 é 👩‍🚀"), ("a\u{A0}b", "a\u{A0}b"),
      ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\nb", "a\\u{A}b"), ("a\r\nb", "a\\u{D}\\u{A}b"),
      ("a\tb", "a\\u{9}b"), ("\u{0}", "\\u{0}"), ("\u{7F}", "\\u{7F}"), ("\u{9B}1m", "\\u{9B}1m"),
      ("\u{85}", "\\u{85}"), ("\u{2028}", "\\u{2028}"), ("\u{2029}", "\\u{2029}"),
      ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"), ("\u{200F}", "\\u{200F}"),
      ("\u{2066}a\u{2069}", "\\u{2066}a\\u{2069}"), ("\u{61C}", "\\u{61C}"),
      ("e\u{301}\u{1B}", "e\u{301}\\u{1B}"), ("\\n", "\\n"),
    ])
  func isVisible(text: String, shown: String) { #expect(visible(text) == shown) }

  @Test("contains nothing misleading")
  func everyScalar() {
    for value in 0...0x3000 as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(!visible("a\(scalar)b").unicodeScalars.contains { $0.misleads })
    }
  }
}
