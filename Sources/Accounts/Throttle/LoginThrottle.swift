/// What slows the guessing of passwords: it counts the failed logins under each name.
public protocol LoginThrottle: Sendable {
  /// Counts an attempt as a failure, before anybody looks at the password; so attempts that are
  /// made at once count too. Throws `throttled` where one has to wait, and another error where it
  /// could not be counted.
  func begin(_ name: String) async throws(AccountsError)

  /// Takes back what was counted under a name: the password fits.
  func succeed(_ name: String) async throws(AccountsError)
}
