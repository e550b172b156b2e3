package import Accounts

/// A name that an account lost, got or changed.
package struct NameChange: Sendable {
  /// The name before; nil for a new one.
  package let old: AccountName?
  /// The name after; nil for a removed one.
  package let new: AccountName?
}

extension ChangeRecording {
  /// True if an account lost, got or changed a name.
  package var changesNames: Bool { accounts.contains { !nameChanges(of: $0).isEmpty } }

  /// The changes of names: those of all accounts, of which there may be a million.
  package var nameChanges: [NameChange] { accounts.flatMap(nameChanges) }

  /// The changes of names without those of added accounts.
  package var nameChangesOfOld: [NameChange] {
    accounts.flatMap { item -> [NameChange] in
      if case .added = item { [] } else { nameChanges(of: item) }
    }
  }

  private func nameChanges(of item: HistoryItem) -> [NameChange] {
    switch item {
    case .added(let change):
      guard case .add(let new, _) = changes[change] else { return [] }
      return new.names.map { NameChange(old: nil, new: $0.name) }
    case .account(let account, _):
      return (account.changes ?? []).compactMap { change in
        guard change.isOfName else { return nil }
        let (old, new) = (change.oldValue?.text, change.newValue?.text)
        let names = NameChange(old: old.map { AccountName($0) }, new: new.map { AccountName($0) })
        return names.old == names.new ? nil : names
      }
    }
  }
}
