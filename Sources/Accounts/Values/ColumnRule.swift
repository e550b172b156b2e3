/// What is wrong with a column of a list, or with a key of its accounts, that no field is; and with
/// leaving out what a list has.
public enum ColumnRule: Sendable, Hashable {
  /// No field is called so; the key that was most likely meant, if any.
  case knownKey(near: String?)
  /// It may say who cannot log in: write a field instead, or name the values that are meant.
  case meantValues(ListedValues, instead: Field, inTable: Bool)
  /// It is left out where it has some values, and here it has another one.
  case meantValue(String)
  /// It is to be left out, and is not there; what was most likely meant, if anything.
  case present(near: String?)
  /// Two headings of a table are one field; the other heading.
  case oneHeading(of: Field, beside: String)
  /// Two headings of a table are one key of people's own, but for space; the other heading.
  case oneKey(beside: String)
  /// A field has this name, and the format has no such key; what the format calls it, if anything.
  case notInFormat(near: String?)
  /// The field is to be left out, and keeps somebody from logging in.
  case keptOut
  /// The id of an entry is none, or not the account's.
  case id(ListedIDFault)
}

/// What is wrong with the id of an entry of a list.
public enum ListedIDFault: Sendable, Hashable {
  /// It has to be a UUID alone; the one that was most likely meant, if that is known.
  case form(AccountID?)
  /// It is in the form of the accounts file, and was given to another name than the entry's.
  case ofOtherName(String)
  /// The account with the name has another id.
  case differs(String)
  /// The account with the name has an id that does not count.
  case countsNot(String)
  /// It is the id of another account, or of an earlier entry.
  case ofOther(String, not: String)
}

/// The values that a list has in a column or under a key. Those that may be secrets are masked.
public struct ListedValues: Sendable, Hashable {
  /// A value, and how often it comes.
  public struct Value: Sendable, Hashable {
    /// The value as a text.
    public let text: String
    /// The number of accounts that have it.
    public let count: Int
  }

  /// The most frequent ones, first those that come most often.
  public let first: [Value]
  /// The number of further ones.
  public let more: Int

  package init(_ counts: [String: Int]) {
    let values = counts.map { Value(text: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    (first, more) = (Array(values.prefix(Self.most)), max(0, values.count - Self.most))
  }

  private static let most = 5
}
