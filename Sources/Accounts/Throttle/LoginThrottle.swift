/// What slows the guessing of passwords: it counts the failed logins under each name, and the
/// attempts in flight, whose password is still being checked.
public protocol LoginThrottle: Sendable {
  /// Counts an attempt as in flight. While too many are, waits for them, 10 seconds at most. Throws
  /// `throttled` if the caller must try again later, `cancelled` if the task is cancelled before the
  /// attempt is counted, and another error if it could not be counted.
  func begin(_ attempt: LoginAttempt) async throws(AccountsError)

  /// Ends an attempt that was begun. One that never ends, as its process was killed, counts as
  /// failed. It is called in a task that is not cancelled, and so is `clear`.
  func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) async throws(AccountsError)

  /// Ends an attempt, and records what it came to if this throttle also keeps the record of logins.
  ///
  /// - Returns: whether it is recorded; false leaves that to the store of the accounts.
  func end(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result, recording outcome: LoginOutcome
  ) async throws(AccountsError) -> Bool

  /// Forgets the failures under names: their accounts have new passwords.
  func clear(_ names: [String]) async throws(AccountsError)
}

extension LoginThrottle {
  /// Ends the attempt alone.
  public func end(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result, recording outcome: LoginOutcome
  ) async throws(AccountsError) -> Bool {
    try await end(attempt, result)
    return false
  }
}

/// One attempt to log in.
public struct LoginAttempt: Sendable, Hashable {
  /// The name under which it is counted.
  public let name: String
  /// Tells it from the other attempts under its name.
  public let id: UInt64

  /// A new attempt under a name.
  public init(_ name: String) { self.init(name, id: .random(in: .min ... .max)) }

  package init(_ name: String, id: UInt64) {
    self.name = name
    self.id = id
  }

  /// How an attempt ended.
  public enum Result: Sendable, Hashable {
    /// The password was wrong.
    case failed
    /// The password was right: the failures under the name are forgotten.
    case succeeded
    /// Neither: nothing is counted.
    case uncounted
  }
}
