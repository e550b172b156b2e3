#if Postgres
  import Accounts
  import AccountsFile

  extension PostgresStore: RowsStore {
    func rows(
      named names: [(field: Field, key: String)]
    ) async throws(AccountsError) -> AccountRows { try await table(named: names).accounts }

    func write<Result: Sendable>(
      _ options: WriteOptions, over names: [(field: Field, key: String)],
      _ plan: @Sendable (AccountRows) throws(AccountsError) -> (AccountRows.Plan, Result)
    ) async throws(AccountsError) -> Done<Result> {
      try await writing(options) { () async throws(AccountsError) in
        let table = try await self.table(named: names)
        let (planned, result) = try plan(table.accounts)
        return (table, planned, Done(result), nil)
      }
    }
  }
#endif
