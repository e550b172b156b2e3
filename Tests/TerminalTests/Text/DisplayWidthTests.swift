import Testing

@testable import Terminal

/// How wide text is.
@Suite struct DisplayWidthTests {
  @Test(
    "A grapheme takes the sum of its scalars, and an emoji two columns at most",
    arguments: [
      ("a", 1), (" ", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("ё", 1), ("и\u{306}", 1), ("…", 1),
      ("─", 1), ("█", 1), ("•", 1), ("漢", 2), ("カ", 2), ("ｶ", 1), ("Ａ", 2), ("、", 2), ("한", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{1161}", 0), ("𠮷", 2), ("😀", 2), ("⌚", 2), ("❤", 1),
      ("❤\u{FE0F}", 1), ("1\u{FE0F}\u{20E3}", 1), ("👍🏽", 2), ("👩‍👧‍👦", 2), ("🇷🇺", 2), ("🇷", 1),
      ("\u{1FAE8}", 2), ("\u{1F6DC}", 2), ("\u{1FAF8}", 2), ("ש\u{5B0}", 1), ("ก็", 1), ("का", 2),
      ("हि", 2), ("☰", 2), ("䷀", 2), ("\u{1D300}", 2),
      ("क्ष", 2), ("न्दी", 3), ("स्त्री", 4), ("র্ক্য", 3), ("ਜਾ", 2), ("क्ष्म", 3), ("\u{301}", 0),
      ("\u{600}", 1), ("\u{6DD}", 1), ("👨‍👩‍👧", 2),
      ("\u{20DD}", 0),
      ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{AD}", 0), ("\u{302A}", 0), ("🏽", 0),
      ("\n", 1), ("\u{1B}", 1), ("\u{202E}", 1), ("\u{2028}", 1), ("\u{FFFD}", 1),
      ("\u{10FFFF}", 1),
    ])
  func graphemes(_ text: String, _ width: Int) throws {
    #expect(DisplayWidth.of(text) == width)
    let character = try #require(text.first)
    #expect(text.count == 1)
    #expect(DisplayWidth.of(character) == width)
  }

  @Test(
    "A text takes what its graphemes take",
    arguments: [
      ("", 0), ("abc", 3), ("Съешь ещё", 9), ("漢字 kana", 9), ("한국어", 6), ("e\u{301}e\u{301}", 2),
      ("a\r\nb", 4), ("👍🏽!", 3), ("हिन्दी", 5), ("বাংলা", 5), ("தமிழ்", 4), ("മലയാളം", 6),
    ])
  func texts(_ text: String, _ width: Int) {
    #expect(DisplayWidth.of(text) == width)
    #expect(DisplayWidth.of(text[...]) == width)
  }

  @Test(
    "A simple scalar is its own grapheme next to any other, and needs no cleaning")
  func simple() {
    let all = (UInt32(0)...0x1_FFFF).compactMap(Unicode.Scalar.init).filter(\.isSimple)
    let samples = all.enumerated().filter { $0.offset % 997 == 0 || $0.element.value < 0x530 }
    #expect(all.count > 30_000)
    let wrong = all.filter { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control: true
      default: DisplayWidth.of(scalar) == 0 || scalar.isUnprintable
      }
    }
    #expect(wrong == [])
    for (_, left) in samples.filter({ $0.offset % 7 == 0 }) {
      var scalars = String.UnicodeScalarView()
      for (_, right) in samples { scalars.append(contentsOf: [left, right]) }
      #expect(String(scalars).count == scalars.count, "\(left.value)")
    }
  }

  @Test("The table of wide ranges is searched correctly from its first to its last scalar")
  func ranges() {
    for (value, isWide) in [
      (0x10FF, false), (0x1100, true), (0x115F, true), (0x1160, false), (0x303E, true),
      (0x303F, false), (0x1F004, true), (0x1F003, false), (0x1F005, false), (0x3FFFD, true),
      (0x3FFFE, false), (0x10FFFF, false), (0, false),
    ] as [(UInt32, Bool)] {
      #expect(WideRanges.contains(value) == isWide, "\(value)")
    }
  }
}
