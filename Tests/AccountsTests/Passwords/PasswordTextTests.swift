import AccountsSupport
import Testing

@testable import Accounts

@Suite("A password") struct PasswordTextTests {
  @Test("has at most 511 bytes; longer ones are rejected, never cut")
  func length() throws {
    let longest = String(repeating: "a", count: 511)
    #expect(try PasswordText(longest).bytes.count == 511)
    #expect(
      broken { () throws(FieldRule) in try PasswordText(longest + "a") } == .maximumBytes(511))
  }

  @Test("counts its length in bytes, not in characters")
  func lengthInBytes() throws {
    #expect(try PasswordText(String(repeating: "é", count: 255)).bytes.count == 510)
    let tooLong = String(repeating: "é", count: 256)
    #expect(broken { () throws(FieldRule) in try PasswordText(tooLong) } == .maximumBytes(511))
  }

  @Test("contains no NUL", arguments: ["\u{0}", "a\u{0}b", "secret\u{0}"])
  func refusesNUL(text: String) {
    #expect(broken { () throws(FieldRule) in try PasswordText(text) } == .noNUL)
  }

  @Test("is never trimmed", arguments: ["", " ", " secret ", "secret\n", "\tsecret", "\u{FEFF}a"])
  func keepsSpace(text: String) throws {
    #expect(try PasswordText(text).bytes == Array(text.utf8))
  }

  @Test("compares as bytes: one letter in two encodings is two passwords")
  func comparesBytes() throws {
    let composed = try PasswordText("caf\u{E9}")
    let decomposed = try PasswordText("cafe\u{301}")
    #expect("caf\u{E9}" == "cafe\u{301}")
    #expect(composed != decomposed)
    #expect(composed == (try PasswordText(bytes: [0x63, 0x61, 0x66, 0xC3, 0xA9])))
  }

  @Test("may be bytes that are not text")
  func bytesThatAreNoText() throws {
    let password = try PasswordText(bytes: [0xFF, 0xFE])
    #expect(password.bytes == [0xFF, 0xFE])
    #expect(password.text == nil)
    #expect(try PasswordText("é").text == "é")
  }

  @Test(
    "equals another only if every byte does",
    arguments: [
      ([], [], true), ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2, 4], false),
      ([1, 2, 3], [0, 2, 3], false), ([1, 2, 3], [1, 2], false), ([1], [], false),
      ([1, 2], [2, 1], false),
    ] as [([UInt8], [UInt8], Bool)])
  func constantTime(left: [UInt8], right: [UInt8], same: Bool) {
    #expect(PasswordText.sameInConstantTime(left, right) == same)
    #expect(PasswordText.sameInConstantTime(right, left) == same)
  }
}
