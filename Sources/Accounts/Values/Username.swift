import TextTools

/// A user name, as services and their files use it.
public struct Username: Sendable, Hashable {
  /// The greatest number of characters.
  public static let maximumCharacters = 64

  /// The user name as it was written. It is compared without case, see ``AccountName``.
  public let text: String

  init(checked text: String) { self.text = text }

  /// Reads 1 to 64 ASCII letters, digits, dots, underscores and hyphens; the first one is neither a
  /// dot nor a hyphen, and they are no UUID.
  public init(_ text: String) throws(FieldRule) {
    if let rule = Self.brokenRule(text.utf8.span) { throw rule }
    self.text = text
  }

  /// The rule that UTF-8 breaks; nil if it is a user name.
  static func brokenRule(_ utf8: Span<UInt8>) -> FieldRule? {
    if AccountID.hasForm(utf8) { return .uuidForm }
    return hasForm(utf8) ? nil : .usernameForm
  }

  private static func hasForm(_ utf8: Span<UInt8>) -> Bool {
    let (dot, hyphen) = (UInt8(ascii: "."), UInt8(ascii: "-"))
    guard (1...maximumCharacters).contains(utf8.count), utf8[0] != dot, utf8[0] != hyphen else {
      return false
    }
    for index in utf8.indices {
      let byte = utf8[index]
      guard
        byte.isASCIILetter || byte.isASCIIDigit || byte == dot || byte == hyphen
          || byte == UInt8(ascii: "_")
      else { return false }
    }
    return true
  }
}
