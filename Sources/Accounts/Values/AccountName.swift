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

extension AccountName {
  /// Combines a name in UTF-8, in any case: all spellings of one name hash alike.
  package static func combine(_ utf8: Span<UInt8>, into hasher: inout Hasher) {
    let before = hasher
    // The first bit of a word shows how many bytes it has.
    var word: UInt64 = 1
    for index in utf8.indices {
      let byte = utf8[index].lowercasedASCII
      // To `==`, a letter and its accent are the letter that has one, and these two of ASCII equal
      // characters beyond it.
      guard byte < 0x80, byte != UInt8(ascii: "`"), byte != UInt8(ascii: ";") else {
        hasher = before
        return hasher.combine(AccountName(String(utf8)))
      }
      word = word << 8 | UInt64(byte)
      guard index & 7 == 7 else { continue }
      hasher.combine(word)
      word = 1
    }
    hasher.combine(word)
  }
}
