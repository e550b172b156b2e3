import Testing
import TextTools

@Suite("Words in lines") struct WordWrapTests {
  @Test(
    "take as much of a line as fits",
    arguments: [
      ("", [""]), ("a", ["a"]), ("ab cd", ["ab cd"]), ("ab cd e", ["ab cd", "e"]),
      ("abcdefg h", ["abcdefg", "h"]), ("h abcdefg", ["h", "abcdefg"]),
      ("a b c d", ["a b c", "d"]),
    ])
  func lines(text: String, lines: [String]) {
    #expect(text.split(separator: " ").wrapped(columns: 5) == lines)
  }

  @Test("are as wide as the caller says")
  func width() {
    #expect(["a", "b", "c"].wrapped(columns: 5) { _ in 2 } == ["a b", "c"])
  }

  @Test("keep the spaces of words without characters")
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
  @Test("letters and digits are what String says of each byte")
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
