/// A colour, with its substitute for terminals that have only sixteen.
package enum Color: Hashable, Sendable {
  /// The terminal's default colour.
  case standard
  /// One of the sixteen that users configure: 0...7, and their bright variants 8...15. Only the
  /// lowest four bits count.
  case palette(UInt8)
  /// An exact colour, and its substitute among the sixteen.
  case shade(red: UInt8, green: UInt8, blue: UInt8, palette: UInt8)
}

extension Color {
  /// How many bits a colour takes: the case, a palette index, and the three parts of a shade.
  static let width: UInt64 = 30
  static let mask: UInt64 = 1 << width - 1

  var bits: UInt64 {
    switch self {
    case .standard: return 0
    case .palette(let index): return 1 | UInt64(index & 15) << 2
    case .shade(let red, let green, let blue, let palette):
      let parts = UInt64(red) << 6 | UInt64(green) << 14 | UInt64(blue) << 22
      return 2 | UInt64(palette & 15) << 2 | parts
    }
  }

  init(bits: UInt64) {
    func part(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
    let palette = part(2) & 15
    switch bits & 3 {
    case 0: self = .standard
    case 1: self = .palette(palette)
    default: self = .shade(red: part(6), green: part(14), blue: part(22), palette: palette)
    }
  }
}

/// An exact colour.
package struct RGB: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Whether it is a dark background: white text is easier to read on it than black.
  package var isDark: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) < 128_000 }
}
