import Terminal

extension Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes[...], to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The decoded bytes; nil if the text is not base 64.
  static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var bits = 0
    var count = 0
    var padding = 0
    for byte in text {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      count += 1
      if count == 4 {
        for shift in [16, 8, 0] { result.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        (bits, count) = (0, 0)
      }
    }
    switch (count, padding) {
    case (0, 0): return result
    case (2, 2) where bits & 15 == 0:
      return result + [UInt8(truncatingIfNeeded: bits >> 4)]
    case (3, 1) where bits & 3 == 0:
      return result
        + [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default: return nil
    }
  }

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
