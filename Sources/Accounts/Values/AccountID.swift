/// A UUID that tells an account from all others, whatever its names are.
public struct AccountID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Reads the 36 signs of a UUID in lower case, of any version; nil for anything else, and for the
  /// one of zeros alone.
  public init?(_ text: String) { self.init(text.utf8.span) }

  package init?(_ utf8: Span<UInt8>) {
    guard let (high, low) = Self.bits(utf8, inCapitals: false), high | low != 0 else { return nil }
    (self.high, self.low) = (high, low)
  }

  private init(_ high: UInt64, _ low: UInt64) { (self.high, self.low) = (high, low) }

  /// A new one of version 4, from the system's random numbers.
  public static func random() -> AccountID {
    var generator = SystemRandomNumberGenerator()
    let (high, low) = (generator.next(), generator.next())
    return AccountID(
      high & ~0xF000 | 0x4000, low & ~(0b11 << 62) | 0b10 << 62)
  }

  /// The number of signs.
  package static let count = 36

  /// Whether UTF-8 has the form of a UUID, in any case of letters: no name may.
  package static func hasForm(_ utf8: Span<UInt8>) -> Bool {
    bits(utf8, inCapitals: true) != nil
  }

  /// The UUID that a text was meant to be: in capitals, in braces, or without hyphens.
  package init?(meantBy text: String) {
    let signs = text.utf8.filter { $0 != UInt8(ascii: "-") }.map(\.lowercasedASCII)
    let digits = signs.filter { Self.digit($0, inCapitals: false) != nil }
    guard signs.count <= 34, digits.count == 32, signs.count - digits.count != 1 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (place, sign) in digits.enumerated() {
      let digit = Self.digit(sign, inCapitals: false) ?? 0
      if place < 16 { high = high << 4 | digit } else { low = low << 4 | digit }
    }
    guard high | low != 0 else { return nil }
    self.init(high, low)
  }

  private static func bits(
    _ utf8: Span<UInt8>, inCapitals: Bool
  ) -> (high: UInt64, low: UInt64)? {
    guard utf8.count == count else { return nil }
    var (high, low, digits): (UInt64, UInt64, Int) = (0, 0, 0)
    for place in utf8.indices {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard utf8[place] == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = digit(utf8[place], inCapitals: inCapitals) else { return nil }
      if digits < 16 { high = high << 4 | digit } else { low = low << 4 | digit }
      digits += 1
    }
    return (high, low)
  }

  private static func digit(_ byte: UInt8, inCapitals: Bool) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F") where inCapitals:
      UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

extension AccountID: CustomStringConvertible {
  /// Its 36 signs, in lower case.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var signs: [UInt8] = []
    signs.reserveCapacity(Self.count)
    for place in 0..<32 {
      if place == 8 || place == 12 || place == 16 || place == 20 {
        signs.append(UInt8(ascii: "-"))
      }
      let half = place < 16 ? high : low
      signs.append(digits[Int(half >> UInt64(60 - 4 * (place % 16)) & 0xF)])
    }
    return String(decoding: signs, as: UTF8.self)
  }
}
