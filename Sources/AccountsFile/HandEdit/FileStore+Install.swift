import Accounts
import LosslessJSON

extension FileStore {
  /// Replaces the file with a hand-edited version of `base`, merged with concurrent changes. An
  /// unusable base has no accounts to merge: if the file has changed since, all of it is a
  /// conflict. A file that others made unusable is not written.
  func install(
    _ mine: [UInt8], from base: [UInt8], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<HandEdit.Installed> {
    let hand = try AccountsDocument(path: path, bytes: mine).usable()
    return try await replacing(attribution) { file, _ throws(AccountsError) in
      let text = try onDisk { () throws(DiskFault) in try disk.read(file) }
      let theirs = text?.bytes ?? AccountsDocument.emptyText
      guard theirs != base else {
        let before = try? AccountsDocument(path: path, bytes: theirs).usable()
        return PendingWrite(
          stamp: text?.stamp, text: TextPieces([mine[...]]),
          result: (.installed(merged: false), nil), recording: HistoryDraft(from: before, to: hand))
      }
      guard let old = try? AccountsDocument(path: path, bytes: base).usable() else {
        let conflict = HandEdit.Conflict(accounts: [], besideAccounts: false, isWhole: true)
        return PendingWrite(text: nil, result: (.conflict(conflict), (mine, theirs)))
      }
      let others = try AccountsDocument(path: path, bytes: theirs).usable()
      let merge = try AccountsMerge(base: old, mine: hand, theirs: others)
      guard merge.conflicts.isEmpty, !merge.conflictsBesideAccounts else {
        let conflict = HandEdit.Conflict(
          accounts: merge.conflicts, besideAccounts: merge.conflictsBesideAccounts, isWhole: false)
        return PendingWrite(
          text: nil, result: (.conflict(conflict), (merge.document.bytes, theirs)))
      }
      let merged = try AccountsDocument(path: path, bytes: merge.document.bytes)
      return PendingWrite(
        stamp: text?.stamp, text: TextPieces([merge.document.bytes[...]]),
        result: (.installed(merged: true), nil), recording: HistoryDraft(from: others, to: merged))
    }
  }
}

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
    let (mine, theirs) = (members(of: row), other.members(of: new))
    let name = rulebook.anyName(of: row.values)?.text
    guard let mine, let theirs else { return AccountRecord(name: name, nil) }
    let keys = mine + theirs.filter { member in !mine.contains { $0.key == member.key } }
    return recorded(
      keys.map { member in (member.key, theirs.first { $0.key == member.key }?.value) }, in: row,
      [:])
  }

  /// What an account consists of; nil if not all of it can be decoded, or a key comes twice.
  private func members(of row: Row) -> [JSONLiteral.Member]? {
    guard case .object(let members)? = document.literal(row.value) else { return nil }
    return Set(members.map(\.key)).count == members.count ? members : nil
  }
}
