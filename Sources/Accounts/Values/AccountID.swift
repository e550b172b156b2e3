import TextTools

/// A UUID that tells an account from all others, whatever its names are.
///
/// Its text is 36 signs in lower case, so two texts are the same one only if their bytes are the
/// same. No user name has that form, nor the part of an email before the `@`: a reader of either
/// takes no name for somebody's id.
public struct AccountID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the 36 signs of a UUID in lower case, of any version; nil for anything else, and for the
  /// one of zeros alone.
  public init?(_ text: String) { self.init(text.utf8.span) }

  package init?(_ utf8: Span<UInt8>) {
    guard utf8.count == Self.length else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for index in utf8.indices {
      let byte = utf8[index]
      if Self.isPlaceOfHyphen(index) {
        guard byte == Self.hyphen else { return nil }
      } else {
        guard let digit = Self.digit(byte) else { return nil }
        // The third hyphen stands between the halves.
        if index < 18 { high = high << 4 | digit } else { low = low << 4 | digit }
      }
    }
    // Programs write zeros for an id that they do not have.
    guard high | low != 0 else { return nil }
    self.init(high: high, low: low)
  }

  /// The UUID that a text was meant to be: in capitals, in braces, or without hyphens.
  package init?(meantBy text: String) {
    let signs = text.utf8.filter { $0 != Self.hyphen }.map(\.lowercasedASCII)
    let digits = signs.compactMap(Self.digit)
    guard signs.count <= 34, digits.count == 32, signs.count - digits.count != 1 else { return nil }
    let high = digits[..<16].reduce(0) { $0 << 4 | $1 }
    let low = digits[16...].reduce(0) { $0 << 4 | $1 }
    guard high | low != 0 else { return nil }
    self.init(high: high, low: low)
  }

  /// A new one of version 4, from the system's random numbers.
  public static func random() -> AccountID {
    var random = SystemRandomNumberGenerator()
    return AccountID(
      high: random.next() & ~0xf000 | 0x4000, low: random.next() & ~(0b11 << 62) | 0b10 << 62)
  }

  /// Whether UTF-8 has the form of a UUID, in any case of letters: no name may.
  package static func hasForm(_ utf8: Span<UInt8>) -> Bool {
    guard utf8.count == length else { return false }
    for index in utf8.indices {
      let byte = utf8[index]
      let fits = isPlaceOfHyphen(index) ? byte == hyphen : digit(byte.lowercasedASCII) != nil
      guard fits else { return false }
    }
    return true
  }

  /// The number of signs of its text.
  package static let length = 36

  private static let hyphen = UInt8(ascii: "-")

  private static func isPlaceOfHyphen(_ index: Int) -> Bool {
    index == 8 || index == 13 || index == 18 || index == 23
  }

  /// The value of a hexadecimal digit in lower case.
  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}

extension AccountID: CustomStringConvertible {
  /// Its 36 signs, in lower case.
  public var description: String {
    var text = ""
    for digit in (high.hexadecimal + low.hexadecimal) {
      if Self.isPlaceOfHyphen(text.utf8.count) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}
