package import Accounts
import LosslessJSON

extension AccountsDocument {
  /// What another text makes of the accounts, and whether it changes anything outside them, such as the
  /// rulebook.
  package func changes(
    to new: AccountsDocument
  ) -> (accounts: [AccountRecord], besideAccounts: Bool) {
    let key = rulebook.key
    return (
      AccountTable(self, by: key).changes(to: AccountTable(new, by: key)).map(\.account),
      KeyedMembers(around: self) != KeyedMembers(around: new)
    )
  }
}

extension HistoryDraft {
  /// The changes that an edit of the text made to accounts, and around them.
  package init(from old: AccountsDocument?, to new: AccountsDocument) {
    self.init(rulebook: new.rulebook)
    guard let old else { return }
    let key = old.rulebook.key
    let (before, after) = (AccountTable(old, by: key), AccountTable(new, by: key))
    document = DocumentRecord(from: old, before, to: new, after)
    // Another order of the keys is no change of the account.
    let changes = before.changes(to: after).filter { $0.account.changes?.isEmpty != true }
    accounts = changes.map { .account($0.account, row: $0.removed) }
    accounts.place(Set(changes.compactMap(\.removed)), in: old)
  }
}

extension AccountTable {
  /// What became of an account, and where it stood if it is gone.
  typealias Change = (account: AccountRecord, removed: Int?)

  /// What another text makes of these accounts, in the order of this text, then of the new ones.
  func changes(to new: AccountTable) -> [Change] {
    (names + new.names.filter { positions($0).isEmpty })
      .filter { !isEqualIgnoringSpacing($0, asIn: new) }
      .map { change(of: $0, from: positions($0), to: new.positions($0), in: new) }
  }

  /// What another text makes of the accounts of a name. If several share it, or have none, nobody can say
  /// which became which: no values are kept.
  func change(
    of name: String, from here: [Int], to there: [Int], in new: AccountTable
  ) -> Change {
    let isOne = here.count <= 1 && there.count <= 1 && !name.isEmpty
    let (old, now) = (
      here.first.map { AccountsDocument.Row(file, $0) },
      there.first.map { AccountsDocument.Row(new.file, $0) }
    )
    switch (old, now) {
    case (let old?, nil) where isOne: return (file.recorded(old, as: .removed), here.first)
    case (nil, let now?) where isOne: return (new.file.recorded(now, as: .added), nil)
    case (let old?, let now?) where isOne: return (file.recorded(old, to: now, in: new.file), nil)
    default: return (AccountRecord(name: name.isEmpty ? nil : name, nil), nil)
    }
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
