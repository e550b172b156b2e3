import Accounts
import AccountsFile

extension PostgresStore {
  func listed(_ passwords: [PasswordText]) async throws(AccountsError) -> Set<PasswordText> {
    try await TableBlocklist().listed(passwords, under: table(.onlyAccount).accounts.file)
  }
}
