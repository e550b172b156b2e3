/// A store that keeps a record of logins: each attempt for some months, and for each account its last
/// success and the failures since.
///
/// The record serves the accounts: whatever is wrong with it, people can log in. It follows what the
/// store does to accounts: of a removed account nothing is kept, and what is kept of one that gets
/// another name is found under that. Nothing comes back with an account that was removed.
public protocol LoginRecordStore: AccountStore {
  /// Adds what became of an attempt, with the time. Throws if that cannot be done; what fails for the
  /// same reason again is not thrown again.
  func add(_ outcome: LoginOutcome) async throws(AccountsError)

  /// What is kept of the logins of accounts; nil where there is no record.
  ///
  /// - Parameter names: the accounts' names, by which an answer can be asked; nil for all.
  func lastLogins(of names: [AccountName]?) async throws(AccountsError) -> LastLogins?

  /// Removes what the record keeps of the accounts of some names; returns whether there was anything.
  func forgetLogins(of names: [AccountName]) async throws(AccountsError) -> Bool
}

/// What is kept of one account's logins.
public struct LastLogin: Sendable, Hashable {
  /// When the last login succeeded, in seconds since 1970; nil if none has.
  public var success: Int?
  /// How many attempts have failed since.
  public var failures: Int

  /// What is kept of an account.
  public init(success: Int? = nil, failures: Int = 0) {
    self.success = success
    self.failures = failures
  }
}

/// What is kept of the logins of many accounts.
public struct LastLogins: Sendable {
  /// When the record begins, in seconds since 1970.
  public let begin: Int
  private let find: @Sendable (AccountName) -> LastLogin?

  /// - Parameters:
  ///   - begin: when the record begins, in seconds since 1970.
  ///   - find: returns what is kept under a name; nil if it is nothing.
  public init(since begin: Int, _ find: @escaping @Sendable (AccountName) -> LastLogin?) {
    self.begin = begin
    self.find = find
  }

  /// What is kept of an account; no logins, if that is nothing.
  public subscript(account: StoredAccount) -> LastLogin { login(under: account.recordNames) }

  /// What is kept of the account of some names. Under another rulebook another one was recorded.
  package func login(under names: [AccountName]) -> LastLogin {
    names.lazy.compactMap(find).max { $0.success ?? 0 < $1.success ?? 0 } ?? LastLogin()
  }
}
