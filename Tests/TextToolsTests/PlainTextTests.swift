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
      #expect(String(scalar).utf8.span.isPlain == isPlain, "U+\(String(scalar.value, radix: 16))")
      #expect(String(scalar).utf8.span.isPrintableASCII == (0x20...0x7E).contains(scalar.value))
    }
  }

  @Test("hides nothing, and each of its scalars is a character")
  func characters() {
    let plain = Self.scalars.filter { String($0).utf8.span.isPlain }
    for scalar in plain {
      #expect(!scalar.misleads)
      #expect(!scalar.properties.isDefaultIgnorableCodePoint)
      #expect(!scalar.properties.isWhitespace || scalar == " ")
    }
    var dice = Dice(1)
    for _ in 0..<2_000 {
      let text = String(
        String.UnicodeScalarView((0..<dice.below(40)).map { _ in dice.pick(plain) }))
      #expect(text.utf8.span.isPlain)
      #expect(text.utf8.span.scalarCount == text.count)
    }
  }

  @Test("is told from other text wherever that stands")
  func places() {
    for count in 0..<70 {
      for place in 0...count {
        let before = String(repeating: "a", count: place)
        let after = String(repeating: "я", count: count - place)
        #expect((before + after).utf8.span.isPlain)
        #expect(!(before + "\u{301}" + after).utf8.span.isPlain)
        #expect((before + "\\" + after).utf8.span.contains(UInt8(ascii: "\\")))
        #expect(!(before + after).utf8.span.contains(UInt8(ascii: "\\")))
        #expect((before + "Z" + after).utf8.span.hasCapitals)
        #expect(!(before + "[@`{" + after).utf8.span.hasCapitals)
      }
    }
  }
}
