/// An alphabet, and the letters that belong to it.
enum Script {
  static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61...0x7A, 0x41...0x5A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2AF,
      0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF, 0xFB00...0xFB06:
      true
    default: false
    }
  }

  static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x370...0x3FF, 0x1F00...0x1FFF: true
    default: false
    }
  }

  static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: true
    default: false
    }
  }
}
