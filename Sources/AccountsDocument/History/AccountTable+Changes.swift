package import Accounts
import LosslessJSON

extension AccountsDocument {
  /// The changes of accounts up to another text, and whether anything else changed, such as the
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

extension ChangeRecording {
  /// The changes of an edited text. Accounts that share a name, or have none, cannot be matched:
  /// one record without values stands for all of them.
  ///
  /// - Parameters:
  ///   - identified: the accounts whose ids the write gives, which are no changes of their own.
  ///   - newID: makes the ids of removed accounts that had none.
  package init(
    from old: AccountsDocument?, to new: AccountsDocument, identified: Set<Int> = [],
    _ newID: (() -> AccountID)? = nil
  ) {
    self.init(rulebook: new.rulebook)
    guard let old else { return }
    let key = old.rulebook.key
    let (before, after) = (AccountTable(old, by: key), AccountTable(new, by: key))
    document = DocumentRecord(from: old, to: new)
    var removed: Set<Int> = []
    for name in before.namesOfDifferent(in: after) {
      let changes = before.changes(
        of: name, from: before.positions(name), to: after.positions(name), in: after, identified)
      if changes.contains(where: \.isShared) {
        accounts.append(.account(AccountRecord(name: name.isEmpty ? nil : name, nil)))
      } else {
        // Another order of the keys is not a change of the account.
        for change in changes where change.account.changes != [] || !change.account.isWhole {
          let isWithoutID =
            change.removed.map { AccountsDocument.Row(old, $0).fields[.id] == nil } == true
          let account =
            isWithoutID ? newID.map(change.account.givenID) ?? change.account : change.account
          accounts.append(.account(account, row: change.removed))
          if let row = change.removed { removed.insert(row) }
        }
      }
    }
    accounts.place(removed, in: old)
  }
}

extension AccountTable {
  typealias Change = (account: AccountRecord, removed: Int?, isShared: Bool)

  /// The changes up to another text, in the order of this text, then of new accounts.
  func changes(to new: AccountTable) -> [Change] {
    namesOfDifferent(in: new).flatMap {
      changes(of: $0, from: positions($0), to: new.positions($0), in: new)
    }
  }

  fileprivate func namesOfDifferent(in new: AccountTable) -> [String] {
    (names + new.names.filter { positions($0).isEmpty })
      .filter { !isEqualIgnoringSpacing($0, asIn: new) }
  }

  /// The changes of the accounts with a name. Of accounts that share it, unchanged ones are
  /// dropped, and the others are compared in order.
  func changes(
    of name: String, from here: [Int], to there: [Int], in new: AccountTable,
    _ identified: Set<Int> = []
  ) -> [Change] {
    let isShared = here.count > 1 || there.count > 1 || name.isEmpty
    var same = Dictionary(grouping: there) { new.comparable(at: $0) }
    let here = here.filter { same[comparable(at: $0)]?.popLast() == nil }.map {
      AccountsDocument.Row(file, $0)
    }
    let there = same.values.joined().sorted().map { AccountsDocument.Row(new.file, $0) }
    let changed = zip(here, there).map { old, now in
      let isIdentified = identified.contains(now.index)
      let account = recorded(old, to: now, in: new, isIdentified: isIdentified)
      return (account: account, removed: Int?.none, isShared: isShared)
    }
    let removed = here.dropFirst(there.count).map { old in
      (account: recorded(old, as: .removed), removed: Int?.some(old.index), isShared: isShared)
    }
    let added = there.dropFirst(here.count).map { now in
      (account: new.recorded(now, as: .added), removed: Int?.none, isShared: isShared)
    }
    return changed + removed + added
  }
}

extension AccountTable {
  private func recorded(
    _ row: AccountsDocument.Row, as kind: AccountRecord.Kind
  ) -> AccountRecord {
    var account = file.recorded(row, as: kind)
    account.id = id(of: row)
    return account
  }

  /// The change from an account to the same account in another text.
  private func recorded(
    _ row: AccountsDocument.Row, to new: AccountsDocument.Row, in other: AccountTable,
    isIdentified: Bool
  ) -> AccountRecord {
    let mine = KeyedMembers(of: row.value, in: file.document)
    let theirs = KeyedMembers(of: new.value, in: other.file.document)
    let (id, newID) = (id(of: row), other.id(of: new))
    // The name in an id follows the account's.
    let isSameID = isIdentified || newID != nil && id == newID
    let keys = (mine.keys + theirs.keys.filter { !mine.contains($0) })
      .filter { !isSameID || Field($0) != .id }
    var account: AccountRecord
    if mine.isUnambiguous, theirs.isUnambiguous {
      let changes = keys.map { AccountRecord.Change($0, from: nil, to: theirs[$0]) }
      account = file.recorded(changes, in: row, [:], isByHand: true)
    } else {
      // No value can be put back if a key comes twice, or something cannot be decoded.
      account = AccountRecord(
        name: row.anyName(in: file),
        keys.filter { mine.meanings(of: $0) != theirs.meanings(of: $0) }
          .map { .init($0, from: nil, to: nil) })
      account.isWhole = false
    }
    (account.id, account.hasOtherID) = (newID, id != newID && !isIdentified)
    return account
  }
}
