import Accounts

extension AccountsDocument {
  /// The UUID that tells an account from all others, once some of its keys have other values; nil if
  /// it has none that counts. It counts while it stands beside the name for which it was given, and
  /// no other account has the same one so.
  func id(of row: Row, after changes: [AccountRecord.Change] = []) -> AccountID? {
    claimedID(of: row, after: changes).flatMap { id in
      let isShared = indices(ids: [id]).contains { index in
        index != row.index && claimedID(of: Row(self, index)) == id
      }
      return isShared ? nil : id
    }
  }

  /// The UUID of an id that was given to one of the account's names, whether or not it counts.
  private func claimedID(of row: Row, after changes: [AccountRecord.Change] = []) -> AccountID? {
    func text(_ field: Field) -> String? {
      changes[field].map { $0.newValue?.text } ?? row[text: field, in: self]
    }
    if changes[.id] == nil {
      let isRepeated = row.problems.contains {
        $0.subject == .field(.id) && $0.rule == .field(.once)
      }
      guard row.fields[.id] != nil, !isRepeated else { return nil }
    }
    guard let given = text(.id).flatMap({ GivenID($0) }), given.isOf(text) else { return nil }
    return given.id
  }
}
