/// An invitation: the code that sets a first password, until a day.
public struct Invitation: Sendable {
  /// The account's name.
  public let account: String
  /// The account's email; nil if it has none.
  public let email: String?
  /// The first name of its owner; nil if it has none.
  public let firstName: String?
  /// The last name of its owner; nil if it has none.
  public let lastName: String?
  /// The code, a password that only sets another one. It is kept nowhere but as a hash.
  public let code: PasswordText
  /// The last day on which the code is good.
  public let until: CalendarDay

  /// The most days for which an invitation may be good, after today.
  public static let mostDays = 90

  /// - Parameter value: the account's own values.
  init(
    account: String, code: PasswordText, until day: CalendarDay, _ value: (Field) -> String?
  ) {
    (self.account, self.code, until) = (account, code, day)
    (email, firstName, lastName) = (value(.email), value(.firstName), value(.lastName))
  }
}
