package import Accounts
import LosslessJSON

extension ChangeRecording {
  /// The names of the accounts whose logins in browsers end with the change, of those that have
  /// some: the accounts that are added or removed, and those with another password, state, days,
  /// name or id, or with another key that closes them.
  ///
  /// - Parameter known: the accounts with logins; nil if they are not known.
  package func namesWithoutLogins(of known: Set<AccountName>?) -> Set<AccountName> {
    var names: Set<AccountName> = []
    guard known?.isEmpty != true else { return names }
    for item in accounts {
      for name in endedNames(of: item) where known?.contains(name) ?? true { names.insert(name) }
    }
    return names
  }

  private func endedNames(of item: HistoryItem) -> [AccountName] {
    switch item {
    case .added(let change):
      guard case .add(let new, _) = changes[change] else { return [] }
      return new.names.map(\.name)
    case .account(let account, _):
      return account.endsLogins ? account.allNames.map { AccountName($0) } : []
    }
  }
}

extension AccountRecord {
  /// True if the change ends the account's logins in browsers. Without values, as after a seal, it
  /// may have any.
  var endsLogins: Bool {
    guard kind == .changed, let changes, !hasOtherID else { return true }
    return changes.contains { change in
      change.field.map(Self.fieldsThatEndLogins.contains)
        ?? (KeyMeaning(change.key, nil) != nil)
    }
  }

  /// It is so in a file and in a database.
  private static let fieldsThatEndLogins: Set<Field> = [
    .email, .username, .password, .disabled, .validFrom, .validUntil, .invitedUntil,
  ]
}
