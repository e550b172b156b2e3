import LosslessJSON

/// What a hand has changed in one account, for who is about to install it. No value is told, and so
/// no password.
public struct AccountsChange: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case added
    case removed
    /// These fields, and perhaps keys that are not ours.
    case changed([Field], otherKeys: Bool)
  }

  /// The account's email; empty where it has none.
  public let email: String
  public let kind: Kind
}

extension AccountTable {
  /// What another text makes of the accounts of this one.
  func changes(to new: AccountTable) -> [AccountsChange] {
    var changes: [AccountsChange] = []
    for key in keys where !says(key, asIn: new) {
      changes.append(AccountsChange(email: key.email, kind: kind(of: key, in: new)))
    }
    for key in new.keys where index(of: key) == nil {
      changes.append(AccountsChange(email: key.email, kind: .added))
    }
    return changes
  }

  private func kind(of key: Key, in new: AccountTable) -> AccountsChange.Kind {
    guard let old = values(of: key), let now = new.values(of: key) else { return .removed }
    let fields = Field.allCases.filter { !sameText(old[$0], now[$0]) }
    return .changed(fields, otherKeys: fields.isEmpty)
  }
}
