package import Accounts
import LosslessJSON

extension AccountsDocument {
  /// What another text makes of the accounts, and whether it changes anything outside them, such as the
  /// rulebook.
  package func changes(
    to new: AccountsDocument
  ) -> (accounts: [AccountsChange], besideAccounts: Bool) {
    let key = rulebook.key
    return (
      AccountTable(self, by: key).changes(to: AccountTable(new, by: key)),
      KeyedMembers(around: self) != KeyedMembers(around: new)
    )
  }
}

extension AccountTable {
  /// The changes from these accounts to those of another text. Their order does not count.
  func changes(to new: AccountTable) -> [AccountsChange] {
    names.flatMap { changes(of: $0, in: new) }
      + new.names.filter { positions($0).isEmpty }.flatMap { changes(of: $0, in: new) }
  }

  /// What another text makes of the accounts with one name.
  func changes(of name: String, in new: AccountTable) -> [AccountsChange] {
    guard !isEqualIgnoringSpacing(name, asIn: new) else { return [] }
    // Of those that share a name, those that stay as they are do not count.
    var same = Dictionary(grouping: new.positions(name)) { new.meaning(at: $0) }
    let here = positions(name).filter { same[meaning(at: $0)]?.popLast() == nil }
    let there = same.values.joined().sorted()
    let changed = zip(here, there).map { kind(of: $0, to: $1, in: new) }
    let removed = here.dropFirst(there.count).map { _ in AccountsChange.Kind.removed }
    let added = there.dropFirst(here.count).map { _ in AccountsChange.Kind.added }
    return (changed + removed + added).map { AccountsChange(name: name, kind: $0) }
  }

  func kind(of position: Int, to there: Int, in new: AccountTable) -> AccountsChange.Kind {
    let (old, now) = (AccountsDocument.Row(file, position), AccountsDocument.Row(new.file, there))
    let fields = Field.allCases.filter { field in
      let before = old.fields[field].map { file.document.meaning($0) }
      return before != now.fields[field].map { new.file.document.meaning($0) }
    }
    return .changed(fields, otherKeys: rest(of: old) != new.rest(of: now))
  }

  /// An account's content apart from its fields; all of it if it is not an object.
  private func rest(of row: AccountsDocument.Row) -> [JSONLiteral] {
    guard row.value.kind == .object else { return [file.document.meaning(row.value)] }
    let fields = Field.allCases.compactMap { row.fields[$0] }
    return file.document.members(of: row.value).filter { !fields.contains($0.value) }
      .flatMap { [file.document.meaning($0.key), file.document.meaning($0.value)] }
  }
}
