import Accounts
import LosslessJSON

extension ChangePlan {
  /// Takes an account back, if it still is as the recorded change left it.
  mutating func restore(
    _ account: AccountRecord, _ passwordMayDiffer: Bool, mayShareNames: Bool, under name: String?,
    _ index: Int
  ) -> Applied.Effect {
    guard let changes = account.changes else { return refuse(index, .missing) }
    func claim(for row: Int?) {
      if !mayShareNames {
        claims += changes.nameKeys(\.oldValue).map { (id: $0, row: row, index: index) }
      }
    }
    if account.kind == .removed {
      let account = withID(account)
      var values = FieldValues()
      values.set(account.changes ?? [], to: \.oldValue)
      claim(for: nil)
      if let id = values.claimedID {
        idsBack.insert(id)
        if !mayShareNames { claims.append((NameKey(id), nil, index)) }
      }
      restored.append(account)
      var back = account.reversed
      back.id = values.claimedID.flatMap { claimers(of: $0).isEmpty ? $0 : nil }
      recorded.append(.account(back))
      note(values, ownKeys: account.oldMembers.filter { Field($0.key) == nil })
      return .added
    }
    let found = (name ?? account.newName).map { names.find(AccountName($0)).rows } ?? []
    guard let first = found.first else { return refuse(index, .missing) }
    guard found.count == 1 else { return refuse(index, .closed([])) }
    // An earlier change took this account back under another name.
    if let earlier = touched.updateValue(index, forKey: first) {
      return refuse(index, .repeats(earlier: earlier))
    }
    let row = AccountsDocument.Row(document, first)
    guard isEditable(row, index) else { return .refused }
    if let removal = document.obviousRemoval(of: account, in: row, hashesOfTyped) {
      return remove(row, removal)
    }
    let changed = document.changed(since: account, in: row, passwordMayDiffer)
    guard changed.isEmpty else { return refuse(index, .changedSince(changed)) }
    if account.kind == .added {
      return remove(row, document.recorded(row, as: .removed, hashesOfTyped))
    }
    claim(for: first)
    // No undo changes an id: the name in it follows the account's.
    let back = (account.reversed.changes ?? []).filter { $0.field != .id }
    var values = row.values(in: document)
    values.set(back, to: \.newValue)
    edit(row, back, index)
    note(values, of: row, after: back)
    return .changed
  }
}
