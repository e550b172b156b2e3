/// What slows the guessing of passwords: it counts the failed logins under each name.
public protocol LoginThrottle: Sendable {
  /// Counts an attempt as a failure before the password is checked, so concurrent attempts count
  /// too. Throws `throttled` if the caller must wait, and another error if it could not be counted.
  func begin(_ name: String) async throws(AccountsError)

  /// Takes back what was counted under a name: the password fits.
  func succeed(_ name: String) async throws(AccountsError)
}
