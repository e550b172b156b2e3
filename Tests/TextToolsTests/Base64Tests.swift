import TestSupport
import Testing
import TextTools

@Suite("Base 64") struct Base64Tests {
  @Test(
    "follows RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FFFF}~", "77+/fg=="),
    ])
  func vectors(plain: String, encoded: String) {
    #expect(Base64.text(Array(plain.utf8)) == encoded)
    #expect(Base64.bytes(Array(encoded.utf8)) == Array(plain.utf8))
  }

  @Test("reads back everything it writes")
  func roundTrip() {
    var dice = Dice(1)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8(dice.below(256)) }
      #expect(Base64.bytes(Array(Base64.text(bytes).utf8)) == bytes)
    }
  }

  @Test(
    "rejects anything else",
    arguments: [
      "Z", "Zg", "Zg=", "Zg===", "Zm9", "Zm9=v", "Zm=v", "====", "=", "Zg==Zg==", "Zm9v!", "Zh==",
      "Zm9v ", "Zm8", "Zm-_",
    ])
  func refuses(text: String) { #expect(Base64.bytes(Array(text.utf8)) == nil) }
}
