#if Postgres
  import Accounts
  import AccountsText

  extension PostgresStore: HandEditableStore {
    nonisolated func edited(
      _ names: [String], inCopy path: String, _ hasher: PasswordHasher
    ) -> any HandEdited { EditedRows(self, names, copy: path, hasher) }

    /// Plans over the rows that have any of some names, and writes that as one change.
    func write<Result: Sendable>(
      _ options: WriteOptions, over ids: [AccountID],
      _ plan: @Sendable (RowSet) throws(AccountsError) -> (RowSet.Plan, Result)
    ) async throws(AccountsError) -> Outcome<Result> {
      try await writing(options) { () async throws(AccountsError) in
        let table = try await self.table(of: ids)
        let (planned, result) = try plan(table.accounts)
        return (table, planned, Outcome(result), nil)
      }
    }
  }
#endif
