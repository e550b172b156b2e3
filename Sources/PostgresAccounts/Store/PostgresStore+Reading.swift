import Accounts
import AccountsDocument

extension PostgresStore: AccountStore {
  func rulebook() async throws(AccountsError) -> Rulebook {
    try await table(.onlyAccount).readRulebook
  }

  /// No account opens here without a login: a database is not one person's.
  func find(_ lookup: Lookup) async throws(AccountsError) -> LookupResult {
    let table = try await table(lookup)
    let accounts = table.accounts.accounts
    return LookupResult(
      rulebook: table.readRulebook,
      accounts: table.accounts.positions(lookup).map { accounts[$0] },
      storeIsEmpty: table.isEmpty)
  }
}

extension RowSnapshot {
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
