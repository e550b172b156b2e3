import Accounts
import AccountsDocument

extension PostgresStore {
  /// A listing finds the accounts that have one of the keys. They are read again for the write,
  /// which names their versions. Of what is around all accounts nothing keeps it from that.
  func drop(
    _ keys: [String], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied>? {
    let ids = try await ids(having: keys)
    return try await writing(options, about: ids.count) { () async throws(AccountsError) in
      let table = try await self.table(of: ids, isUsable: false)
      let plan = try table.accounts.dropping(keys, options.ofRows)
      return (table, plan, Outcome(plan.applied), nil)
    }
  }

  private func ids(having keys: [String]) async throws(AccountsError) -> [NameKey] {
    var ids: [NameKey] = []
    try await forEachPart(isUsable: false) { rows throws(AccountsError) in
      ids += rows.file.ids(having: keys)
    }
    return ids
  }
}
