import Accounts
import LosslessJSON

extension HistoryDraft {
  /// The changes that an edit of the text made to accounts, and around them. If accounts share a
  /// name, or have none, nobody can say which became which: no values are kept.
  package init(from old: AccountsDocument?, to new: AccountsDocument) {
    self.init(rulebook: new.rulebook)
    guard let old else { return }
    let key = old.rulebook.key
    let (before, after) = (AccountTable(old, by: key), AccountTable(new, by: key))
    document = DocumentRecord(from: old, before, to: new, after)
    var removed: Set<Int> = []
    for name in before.names + after.names.filter({ before.positions($0).isEmpty })
    where !before.isEqualIgnoringSpacing(name, asIn: after) {
      let (here, there) = (before.positions(name), after.positions(name))
      let isOne = here.count <= 1 && there.count <= 1 && !name.isEmpty
      guard isOne else {
        accounts.append(.account(AccountRecord(name: name.isEmpty ? nil : name, nil)))
        continue
      }
      switch (here.first, there.first) {
      case (let here?, nil):
        removed.insert(here)
        let row = AccountsDocument.Row(old, here)
        accounts.append(.account(old.recorded(row, as: .removed), row: here))
      case (nil, let there?):
        let row = AccountsDocument.Row(new, there)
        accounts.append(.account(new.recorded(row, as: .added)))
      case (let here?, let there?):
        let account = old.recorded(
          AccountsDocument.Row(old, here), to: AccountsDocument.Row(new, there), in: new)
        // Another order of the keys is no change of the account.
        if account.changes?.isEmpty != true { accounts.append(.account(account)) }
      case (nil, nil): break
      }
    }
    accounts.place(removed, in: old)
  }
}

extension AccountsDocument {
  /// The record of the change from an account in this text to the same account in another text.
  fileprivate func recorded(
    _ row: Row, to new: Row, in other: AccountsDocument
  ) -> AccountRecord {
    let mine = KeyedMembers(of: row.value, in: document)
    let theirs = KeyedMembers(of: new.value, in: other.document)
    guard mine.isUnambiguous, theirs.isUnambiguous else {
      return AccountRecord(name: row.anyName(in: self), nil)
    }
    let keys = mine.keys + theirs.keys.filter { !mine.contains($0) }
    return recorded(keys.map { ($0, theirs[$0]) }, in: row, [:])
  }
}
