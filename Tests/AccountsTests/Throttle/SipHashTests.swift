import Testing

@testable import Accounts

@Suite("SipHash-2-4") struct SipHashTests {
  /// The authors' test vectors: the key is 00 01 … 0f, the message 00 01 … of some length, and the
  /// hash is given as eight bytes, lowest first.
  @Test(
    "equals the published vectors",
    arguments: [
      (0, "310e0edd47db6f72"), (1, "fd67dc93c539f874"), (2, "5a4fa9d909806c0d"),
      (3, "2d7efbd796666785"), (4, "b7877127e09427cf"), (5, "8da699cd64557618"),
      (6, "cee3fe586e46c9cb"), (7, "37d1018bf50002ab"), (8, "6224939a79f5f593"),
      (15, "e545be4961ca29a1"),
    ])
  func vectors(length: Int, expected: String) {
    let hash = SipHash(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
    let number = hash.hash((0..<length).map { UInt8($0) })
    #expect(UInt64(expected, radix: 16) == number.byteSwapped)
  }
}
