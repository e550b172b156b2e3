/// What slows the guessing of passwords: it counts the failed logins under each name, in all and from
/// each address, and the attempts in flight, whose password is still being checked.
public protocol LoginThrottle: Sendable {
  /// Counts an attempt as in flight. While too many are, waits for them, for as long as they end. Throws
  /// `throttled` if the caller must try again later, `cancelled` if the task is cancelled before the
  /// attempt is counted, and another error if it could not be counted: then no password is checked.
  func begin(_ attempt: LoginAttempt) async throws(AccountsError)

  /// Ends an attempt that was begun. One that never ends, as its process was killed, counts as
  /// failed. It is called in a task that is not cancelled, and so is `clear`.
  func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) async throws(AccountsError)

  /// Ends an attempt, and records what it came to if this throttle also keeps the record of logins. Throws
  /// if it could not be recorded.
  ///
  /// - Returns: whether it is recorded; false leaves that to the store of the accounts.
  func end(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result, recording outcome: LoginOutcome
  ) async throws(AccountsError) -> Bool

  /// Forgets the failures under names, from every address: their accounts have new passwords, or are to
  /// be let in again. Returns the names that had any.
  @discardableResult
  func clear(_ names: [String]) async throws(AccountsError) -> Set<String>
}

extension LoginThrottle {
  /// Ends the attempt alone. If that fails, it will count as failed.
  public func end(
    _ attempt: LoginAttempt, _ result: LoginAttempt.Result, recording outcome: LoginOutcome
  ) async throws(AccountsError) -> Bool {
    try? await end(attempt, result)
    return false
  }
}

/// One attempt to log in.
public struct LoginAttempt: Sendable, Hashable {
  /// The name under which it is counted.
  public let name: String
  /// The address that it comes from, of IPv6 its first half: who has one, has the others with it. Nil if
  /// it is not known.
  public let network: String?
  /// Tells it from the other attempts under its name.
  public let id: UInt64

  /// A new attempt under a name.
  public init(_ name: String, from network: String? = nil) {
    self.name = name
    self.network = network
    id = .random(in: .min ... .max)
  }

  /// How an attempt ended.
  public enum Result: Sendable, Hashable {
    /// The password was wrong.
    case failed
    /// The password was right: the failures under the name from this address are forgotten.
    case succeeded
    /// Neither: nothing is counted.
    case uncounted
  }
}
