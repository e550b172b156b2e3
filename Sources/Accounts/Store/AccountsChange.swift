/// A change to one account, to show before installing. It contains no values, and so no password.
public struct AccountsChange: Sendable, Hashable {
  /// What was done to the account.
  public enum Kind: Sendable, Hashable {
    /// It was not there before.
    case added
    /// It was removed.
    case removed
    /// These fields; and whether keys that are not ours. Where neither, the order of the keys.
    case changed([Field], otherKeys: Bool)
  }

  /// The account's name in its comparison form; empty if it has none.
  public let name: String
  /// What was done to it.
  public let kind: Kind

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}
