/// Slows password guessing: counts the failed logins under each name, in all and by address, and
/// the attempts whose password is still being checked.
public protocol LoginThrottle: Sendable {
  /// Counts an attempt as in flight, waiting while too many are. Throws `throttled` if the caller
  /// must try again later, `cancelled` if the task is cancelled before the attempt is counted, and
  /// another error if it could not be counted: then no password is checked.
  func begin(_ attempt: LoginAttempt) async throws(AccountsError)

  /// How many seconds the failures from the attempt's own address make it wait, apart from all
  /// others; 0 for none. Counts nothing, and waits for nobody.
  func secondsToWait(for attempt: LoginAttempt) async throws(AccountsError) -> Int

  /// Ends an attempt that was begun. An attempt that never ends, because its process was killed,
  /// counts as failed. Called in a task that is not cancelled, as is `clear`.
  func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) async throws(AccountsError)

  /// Ends an attempt, and records its outcome if this throttle also keeps the record of logins.
  /// Throws if recording failed.
  ///
  /// - Returns: true if the outcome is recorded; false leaves that to the store of the accounts.
  func end(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result, recording outcome: LoginOutcome
  ) async throws(AccountsError) -> Bool

  /// Forgets the failures under names, from every address, after a new password or when an account
  /// is enabled. Returns the names that had any.
  @discardableResult
  func clear(_ names: [String]) async throws(AccountsError) -> Set<String>
}

extension LoginThrottle {
  /// Only ends the attempt. If that fails, it will count as failed.
  public func end(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result, recording outcome: LoginOutcome
  ) async throws(AccountsError) -> Bool {
    try? await end(attempt, result)
    return false
  }
}

/// A login attempt.
public struct LoginAttempt: Sendable, Hashable {
  /// The name under which it is counted.
  public let name: String
  /// The address of the attempt, or the first half of an IPv6 address, since one person usually has
  /// the whole half. Nil if unknown.
  public let network: String?
  /// Distinguishes attempts under one name.
  public let id: UInt64

  /// A new attempt under a name.
  public init(_ name: String, from network: String? = nil) {
    self.name = name
    self.network = network
    id = .random(in: .min ... .max)
  }

  /// The end of an attempt.
  public enum Result: String, Sendable, Hashable {
    /// The password was wrong.
    case failed
    /// The password was right: the failures under the name from this address are forgotten.
    case succeeded
    /// Neither: counts nothing.
    case uncounted
  }
}
