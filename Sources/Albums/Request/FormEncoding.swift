extension String {
  /// Form encoding: UTF-8, a space as `+`, and everything but ASCII letters, digits and `. - _ *`
  /// as `%XX`. (URLComponents leaves `+` alone, which the server reads as a space.)
  var formEncoded: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "*"):
        bytes.append(byte)
      case 0x20: bytes.append(UInt8(ascii: "+"))
      default: bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
