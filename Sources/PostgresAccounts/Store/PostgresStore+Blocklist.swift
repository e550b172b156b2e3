import Accounts
import AccountsFile

extension PostgresStore {
  func blocklisted(_ passwords: [PasswordText]) async throws(AccountsError) -> Set<PasswordText> {
    try await TableBlocklist().blocklisted(passwords, under: table(.onlyAccount).accounts.file)
  }
}
