/// The recorded logins of one account.
public struct LastLogin: Sendable, Hashable {
  /// The last successful login, in seconds since 1970; nil if there was none.
  public var success: Int?
  /// The number of failed attempts since.
  public var failures: Int

  /// A login at a time, and failures since.
  public init(success: Int? = nil, failures: Int = 0) {
    self.success = success
    self.failures = failures
  }
}

/// The recorded logins of many accounts.
public struct LastLogins: Sendable {
  /// When the record begins, in seconds since 1970.
  public let begin: Int
  private let find: @Sendable (AccountName) -> LastLogin?

  /// - Parameters:
  ///   - begin: when the record begins, in seconds since 1970.
  ///   - find: returns the record under a name; nil if there is none.
  public init(since begin: Int, _ find: @escaping @Sendable (AccountName) -> LastLogin?) {
    self.begin = begin
    self.find = find
  }

  /// The record under any of an account's names: under another rulebook, another name was recorded.
  package func login(under names: [AccountName]) -> LastLogin {
    names.lazy.compactMap(find).max { $0.success ?? 0 < $1.success ?? 0 } ?? LastLogin()
  }
}
