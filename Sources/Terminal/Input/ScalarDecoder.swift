/// Decodes UTF-8 byte by byte.
struct ScalarDecoder: Sendable {
  private var value: UInt32 = 0
  private var lowest: UInt32 = 0
  private var missing = 0

  /// Whether a scalar is incomplete.
  var isPending: Bool { missing > 0 }

  mutating func reset() { missing = 0 }

  /// The scalar that this byte completes; nil if none, because it is incomplete or invalid.
  mutating func next(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 == 0x80 {
      guard missing > 0 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      return missing == 0 && value >= lowest ? Unicode.Scalar(value) : nil
    }
    missing = 0
    switch byte {
    case 0x00...0x7F: return Unicode.Scalar(byte)
    case 0xC2...0xDF: (value, lowest, missing) = (UInt32(byte & 0x1F), 0x80, 1)
    case 0xE0...0xEF: (value, lowest, missing) = (UInt32(byte & 0x0F), 0x800, 2)
    case 0xF0...0xF4: (value, lowest, missing) = (UInt32(byte & 0x07), 0x10000, 3)
    default: break
    }
    return nil
  }
}
