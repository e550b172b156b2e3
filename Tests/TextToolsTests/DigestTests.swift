import Testing
import TextTools

@Suite("Digests") struct DigestTests {
  @Test(
    "SHA-1 follows RFC 3174",
    arguments: [
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ])
  func sha1(message: String, digest: String) {
    #expect(hexadecimal(SHA1.digest(of: message.utf8)) == digest)
  }

  @Test("SHA-1 follows RFC 3174 on many blocks")
  func sha1OfManyBlocks() {
    let letters = repeatElement(UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      hexadecimal(SHA1.digest(of: letters)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    let digits = (0..<640).map { UInt8(ascii: "0") + UInt8($0 % 8) }
    #expect(hexadecimal(SHA1.digest(of: digits)) == "dea356a2cddd90c7a7ecedc5ebb563934f460452")
  }

  @Test(
    "SHA-256 follows RFC 6234",
    arguments: [
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ])
  func sha256(message: String, digest: String) {
    #expect(hexadecimal(SHA256.digest(of: Array(message.utf8))) == digest)
  }

  @Test(
    "HMAC-SHA-256 follows RFC 4231",
    arguments: [
      (
        [UInt8](repeating: 0x0B, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
    ])
  func authentication(key: [UInt8], message: String, digest: String) {
    #expect(
      hexadecimal(SHA256.authentication(of: Array(message.utf8), key: key)) == digest)
  }

  @Test(
    "MD5 follows RFC 1321",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"),
      ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "d174ab98d277d9f5a5611c2c9f419d9f"
      ),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func md5(message: String, digest: String) {
    #expect(hexadecimal(MD5.digest(of: Array(message.utf8))) == digest)
  }

  @Test("the length may end anywhere in a block")
  func everyLength() {
    // The digest of the digests of 0 to 129 letters, from another implementation.
    let messages = (0..<130).map { repeatElement(UInt8(ascii: "x"), count: $0) }
    #expect(
      hexadecimal(SHA1.digest(of: messages.flatMap { SHA1.digest(of: $0) }))
        == "917e149b75e688b99b568bb19d9a8970db0ffe1c")
    #expect(
      hexadecimal(MD5.digest(of: messages.flatMap { MD5.digest(of: Array($0)) }))
        == "6c93ccf027822c47aed4077bedd7e658")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
