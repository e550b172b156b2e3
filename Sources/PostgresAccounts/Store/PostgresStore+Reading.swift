import Accounts

extension PostgresStore: AccountStore {
  func rulebook() async throws(AccountsError) -> Rulebook {
    try await table(.onlyAccount).readRulebook
  }

  /// No account opens here without a login: a database is not one person's.
  func find(_ lookup: Lookup) async throws(AccountsError) -> LookupResult {
    try await table(lookup).result(of: lookup)
  }

  func find(
    _ lookup: Lookup, for attempt: LoginAttempt
  ) async throws(AccountsError) -> (found: LookupResult, wait: Int?) {
    let (table, wait) = try await table(lookup, for: attempt)
    return (table.result(of: lookup), wait)
  }
}

extension RowSnapshot {
  /// The accounts of these rows that a lookup finds.
  func result(of lookup: Lookup) -> LookupResult {
    let all = accounts.accounts
    return LookupResult(
      rulebook: readRulebook, accounts: accounts.positions(lookup).map { all[$0] },
      storeIsEmpty: isEmpty)
  }

  /// The rulebook to log in by: a user who may not write makes no accounts, and no better hashes.
  var readRulebook: Rulebook {
    var rulebook = accounts.rulebook
    if !mayWrite {
      rulebook.login.unknown = .refuse
      rulebook.login.upgradesHashes = false
    }
    return rulebook
  }
}
