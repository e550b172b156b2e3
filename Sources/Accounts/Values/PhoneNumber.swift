import TextTools

/// A phone number as its mask formats it, such as `+7 (912) 345-67-89`.
public struct PhoneNumber: Sendable, Hashable {
  /// The number as the mask formats it.
  public let text: String

  init(checked text: String) { self.text = text }

  /// Parses a number in any spacing; throws the mask's rule if the digits do not fill it.
  public init(_ text: some StringProtocol, mask: PhoneMask) throws(FieldRule) {
    guard let number = mask.fill(with: text) else { throw .phone(mask: mask.text) }
    self.text = number
  }
}

extension PhoneNumber: CustomStringConvertible {
  public var description: String { text }
}

/// The format of a phone number: its digits are the country's, and each `*` stands for one of the
/// subscriber's.
///
/// A number may be typed as the subscriber's digits alone, with the country's before them, with or
/// without a plus, or with the country's domestic trunk prefix.
///
/// The mask `digits` accepts 7 to 15 digits of any country, with an optional plus, and stores them
/// without spacing.
public struct PhoneMask: Sendable, Hashable {
  /// The mask as shown: `+7 (***) ***-**-**`.
  public let text: String
  /// The domestic prefix that may replace the country's digits: `8` in Russia. May be empty.
  public let trunk: String

  /// Numbers of any country.
  public static let digits = PhoneMask(checked: "digits", trunk: "")

  /// A mask, or nil if it has no `*` or if a number that fills it could not be read back.
  public init?(_ text: String, trunk: String = "") {
    self.init(checked: text, trunk: trunk)
    if self == .digits { return }
    // The country's digits must come first, to be distinguishable from the subscriber's.
    let behind = text[(text.firstIndex(of: "*") ?? text.endIndex)...]
    let sample = refill(with: (0..<places).map { String($0 % 10) }.joined())
    guard places > 0, text.utf8.count <= 64, !behind.utf8.contains(where: \.isASCIIDigit),
      trunk.utf8.allSatisfy(\.isASCIIDigit), let sample, refill(with: sample) == sample
    else { return nil }
  }

  init(checked text: String, trunk: String) {
    self.text = text
    self.trunk = trunk
  }

  /// The country's digits.
  public var country: String { String(text.filter { $0.asciiValue?.isASCIIDigit == true }) }

  /// The number of the subscriber's digits.
  public var places: Int { text.count { $0 == "*" } }

  /// The mask filled with the typed digits; nil if their number is wrong.
  public func fill(with typed: some StringProtocol) -> String? {
    let typed = String(typed)
    return isFilled(with: typed.utf8.span) ? typed : refill(with: typed)
  }

  /// True if UTF-8 fills it, in any spacing.
  func fits(_ typed: Span<UInt8>) -> Bool {
    isFilled(with: typed) || refill(with: String(typed)) != nil
  }

  private func refill(with typed: some StringProtocol) -> String? {
    guard let (digits, hasPlus) = Self.number(in: typed) else { return nil }
    guard self != .digits else {
      return (7...15).contains(digits.count) ? String((hasPlus ? ["+"] : []) + digits) : nil
    }
    let prefixes = hasPlus ? [country] : ["", country, trunk]
    for prefix in prefixes
    where digits.count == prefix.count + places && digits.starts(with: prefix) {
      var rest = digits.dropFirst(prefix.count)
      return String(text.map { $0 == "*" ? rest.popFirst() ?? "*" : $0 })
    }
    return nil
  }

  /// True if UTF-8 is the mask with digits in its places.
  func isFilled(with typed: Span<UInt8>) -> Bool {
    guard self != .digits else {
      let hasPlus = !typed.isEmpty && typed[0] == UInt8(ascii: "+")
      let digits = typed.extracting(droppingFirst: hasPlus ? 1 : 0)
      for index in digits.indices where !digits[index].isASCIIDigit { return false }
      return (7...15).contains(digits.count)
    }
    let mask = text.utf8.span
    guard typed.count == mask.count else { return false }
    for index in mask.indices {
      let isPlace = mask[index] == UInt8(ascii: "*")
      guard isPlace ? typed[index].isASCIIDigit : typed[index] == mask[index] else { return false }
    }
    return true
  }

  /// The digits of a number, and whether a plus precedes them; nil if there is anything else.
  private static func number(
    in typed: some StringProtocol
  ) -> (digits: [Character], hasPlus: Bool)? {
    var digits: [Character] = []
    var hasPlus = false
    // A number that is copied from a link.
    let isLink = typed.prefix(4).lowercased() == "tel:"
    for character in typed.dropFirst(isLink ? 4 : 0) {
      switch character {
      case "0"..."9" where character.isASCII: digits.append(character)
      case "+":
        guard digits.isEmpty, !hasPlus else { return nil }
        hasPlus = true
      case " ", "\u{A0}", "\u{2009}", "\u{202F}", "(", ")", "-", "‐", "‑", "–", "—", "−", ".":
        continue
      default: return nil
      }
    }
    return (digits, hasPlus)
  }
}
