import Accounts

extension Write {
  /// The plan with the rows in which a UUID stands that another account gets, and that does not count
  /// there: they go on without it. The index refuses one that does.
  static func withoutTakenIDs(
    _ plan: RowSet.Plan, over table: RowSnapshot
  ) -> (plan: RowSet.Plan, ids: Set<AccountID>) {
    guard !table.versions.isEmpty else { return (plan, []) }
    var (plan, ids) = (plan, plan.ids)
    guard !ids.isEmpty else { return (plan, ids) }
    for (index, version) in table.versions.enumerated() {
      guard let id = version.id, ids.contains(id), !plan.replaced.contains(index),
        let row = table.accounts.row(index), table.accounts.claimedID(at: index) != id
      else { continue }
      plan.takeID(of: index, row)
    }
    return (plan, ids)
  }
}

extension AccountChange {
  /// The UUID that an account gets, as far as the change says so itself.
  var newID: AccountID? {
    switch self {
    case .add(let new, _): new.text(of: .id).flatMap(Self.id)
    case .edit(_, let edits, _, _):
      edits.first { $0.field == .id }?.newValue?.text.flatMap(Self.id)
    case .restore(let account, _, _, _):
      account.changes?.first { $0.field == .id }?.oldValue?.text.flatMap(Self.id)
    case .remove: nil
    }
  }

  private static func id(_ text: String) -> AccountID? { GivenID(text)?.id ?? AccountID(text) }
}
