import TextTools

/// A user name, as services and their files use it.
public struct Username: Sendable, Hashable {
  /// The greatest number of characters.
  public static let maximumCharacters = 64

  /// The user name as it was written. It is compared without case, see ``AccountName``.
  public let text: String

  init(checked text: String) { self.text = text }

  /// Reads 1 to 64 ASCII letters, digits, dots, underscores and hyphens; the first one is neither a
  /// dot nor a hyphen.
  public init(_ text: String) throws(FieldRule) {
    guard Self.hasForm(text.utf8.span) else { throw .usernameForm }
    self.text = text
  }

  package static func hasForm(_ utf8: Span<UInt8>) -> Bool {
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
