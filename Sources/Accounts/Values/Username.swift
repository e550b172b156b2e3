import TextTools

/// A user name: what services and their files name people by.
public struct Username: Sendable, Hashable {
  /// At most as many characters.
  public static let maximumCharacters = 64

  /// The user name as it was written. It is compared without case, see ``AccountName``.
  public let text: String

  /// Reads 1 to 64 ASCII letters, digits, dots, underscores and hyphens, which do not begin with a
  /// dot or a hyphen.
  public init(_ text: String) throws(Rule) {
    let isInside = { (byte: UInt8) in
      byte.isASCIILetter || byte.isASCIIDigit || "._-".utf8.contains(byte)
    }
    guard let first = text.utf8.first, !".-".utf8.contains(first),
      text.utf8.count <= Self.maximumCharacters, text.utf8.allSatisfy(isInside)
    else { throw .usernameForm }
    self.text = text
  }
}
