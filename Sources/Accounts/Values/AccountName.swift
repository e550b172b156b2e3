import TextTools

/// The name of an account, an email or a user name, compared without case.
public struct AccountName: Sendable {
  /// The name as it was given.
  public let text: String
  /// The name with its ASCII letters in lower case, equal for all spellings of one name.
  public let key: String

  /// A name as it is spelt somewhere.
  public init(_ text: String) {
    self.text = text
    key =
      text.utf8.span.hasCapitals
      ? String(decoding: text.utf8.map { $0.lowercasedASCII }, as: UTF8.self) : text
  }
}

extension AccountName: Hashable {
  public static func == (left: AccountName, right: AccountName) -> Bool { left.key == right.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
