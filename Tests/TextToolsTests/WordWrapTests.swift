import Testing
import TextTools

@Suite("Wrapped words") struct WordWrapTests {
  @Test(
    "fill each line as far as they fit",
    arguments: [
      ("", [""]), ("a", ["a"]), ("ab cd", ["ab cd"]), ("ab cd e", ["ab cd", "e"]),
      ("abcdefg h", ["abcdefg", "h"]), ("h abcdefg", ["h", "abcdefg"]),
      ("a b c d", ["a b c", "d"]),
    ])
  func lines(text: String, lines: [String]) {
    #expect(text.split(separator: " ").wrapped(columns: 5) == lines)
  }

  @Test("use the caller's widths")
  func width() {
    #expect(["a", "b", "c"].wrapped(columns: 5) { _ in 2 } == ["a b", "c"])
  }

  @Test("keep the spaces around empty words")
  func emptyWords() {
    let words = "a  b".split(separator: " ", omittingEmptySubsequences: false)
    #expect(words.wrapped(columns: 5) == ["a  b"])
  }
}

@Suite("Padding") struct PaddingTests {
  @Test("never cuts")
  func padding() {
    #expect("ab".padded(to: 4) == "ab  " && "abc".padded(to: 2) == "abc")
    #expect("7".zeroPadded(to: 3) == "007" && "1234".zeroPadded(to: 3) == "1234")
  }
}

@Suite("ASCII") struct ASCIITests {
  @Test("letters and digits agree with String for each byte")
  func bytes() {
    for byte in UInt8.min...0x7F {
      let character = Character(Unicode.Scalar(byte))
      #expect(byte.isASCIIDigit == character.isNumber)
      #expect(byte.isASCIILetter == character.isLetter)
      #expect(String(Unicode.Scalar(byte.lowercasedASCII)) == character.lowercased())
    }
    for byte in UInt8(0x80)...UInt8.max { #expect(!byte.isASCIIDigit && !byte.isASCIILetter) }
  }
}
