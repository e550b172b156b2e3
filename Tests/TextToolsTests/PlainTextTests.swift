import TestSupport
import Testing
import TextTools

@Suite("Plain text") struct PlainTextTests {
  /// Every scalar of two bytes and fewer, and some beyond.
  private static let scalars: [Unicode.Scalar] =
    (0...0x7FF).compactMap { Unicode.Scalar($0 as UInt32) }
    + ["\u{800}", "\u{1E9E}", "\u{200B}", "\u{202E}", "\u{2028}", "漢", "\u{FEFF}", "😀"]

  @Test("is printable ASCII and the letters of Latin, Greek and Cyrillic")
  func scalars() {
    for scalar in Self.scalars {
      let isPlain =
        (0x20...0x7E).contains(scalar.value) || (0xC0...0x2FF).contains(scalar.value)
        || (0x380...0x47F).contains(scalar.value)
      #expect(String(scalar).isPlain == isPlain, "U+\(String(scalar.value, radix: 16))")
      #expect(String(scalar).isPrintableASCII == (0x20...0x7E).contains(scalar.value))
    }
  }

  @Test("hides nothing, and each of its scalars is a character")
  func characters() {
    let plain = Self.scalars.filter { String($0).isPlain }
    for scalar in plain {
      #expect(!scalar.misleads)
      #expect(!scalar.properties.isDefaultIgnorableCodePoint)
      #expect(!scalar.properties.isWhitespace || scalar == " ")
    }
    var dice = Dice(1)
    for _ in 0..<2_000 {
      let text = String(
        String.UnicodeScalarView((0..<dice.below(40)).map { _ in dice.pick(plain) }))
      #expect(text.isPlain)
      #expect(text.scalarCount == text.count)
    }
  }

  @Test("is told from other text wherever that stands")
  func places() {
    for count in 0..<70 {
      for place in 0...count {
        let before = String(repeating: "a", count: place)
        let after = String(repeating: "я", count: count - place)
        #expect((before + after).isPlain)
        #expect(!(before + "\u{301}" + after).isPlain)
        #expect((before + "\\" + after).hasBackslash)
        #expect(!(before + after).hasBackslash)
        #expect((before + "Z" + after).hasCapitals)
        #expect(!(before + "[@`{" + after).hasCapitals)
      }
    }
  }
}

// A span cannot be expected of: it does not outlive its text.
extension String {
  fileprivate var isPlain: Bool { utf8.span.isPlain }
  fileprivate var isPrintableASCII: Bool { utf8.span.isPrintableASCII }
  fileprivate var scalarCount: Int { utf8.span.scalarCount }
  fileprivate var hasCapitals: Bool { utf8.span.hasCapitals }
  fileprivate var hasBackslash: Bool { utf8.span.contains(UInt8(ascii: "\\")) }
}
