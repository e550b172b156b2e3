import Accounts

extension Write {
  /// The plan over rows of which no two have one UUID, as a table keeps them, and the UUIDs of the
  /// rows that come. A row in which a UUID stands that another account gets, and that does not count
  /// there, goes on without it; and an account comes without one that does not count and that another
  /// row has. The index refuses all else.
  static func withoutSharedIDs(
    _ plan: RowSet.Plan, over table: RowSnapshot
  ) -> (plan: RowSet.Plan, ids: Set<AccountID>) {
    guard !table.versions.isEmpty else { return (plan, []) }
    var (plan, ids) = (plan, plan.ids)
    guard !ids.isEmpty else { return (plan, ids) }
    let replaced = Set(plan.replaced)
    for (index, version) in table.versions.enumerated() where !replaced.contains(index) {
      guard let id = version.id, ids.contains(id), !table.accounts.isContradicted(index),
        let row = table.accounts.row(index)
      else { continue }
      if row.claimsID {
        plan.leaveOut(id)
      } else {
        plan.takeID(of: index, row)
      }
    }
    return (plan, ids)
  }
}

extension AccountRow {
  /// Whether its id was given to one of its names.
  var claimsID: Bool { id?.isOf { $0 == .email ? email : username } == true }
}
