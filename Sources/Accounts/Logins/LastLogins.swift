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

  /// What is kept of the account of some names. Under another rulebook another one was recorded.
  package func login(under names: [AccountName]) -> LastLogin {
    names.lazy.compactMap(find).max { $0.success ?? 0 < $1.success ?? 0 } ?? LastLogin()
  }
}
