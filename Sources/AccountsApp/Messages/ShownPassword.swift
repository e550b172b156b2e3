import AccountsFile
import CommandKit

/// A password that was generated for an account. It is shown nowhere else, so it stays until it was
/// seen. No dump shows it.
struct ShownPassword: Equatable, Sendable, Redacted {
  let name: String
  let password: PasswordText
  /// The link or the code, if the password is that of an invitation; nil if it is not.
  var invitation: Invitation?

  struct Invitation: Equatable, Sendable, Redacted {
    let text: String
    let isLink: Bool
    let until: CalendarDay

    var description: String { "an invitation until \(until)" }
  }

  /// Says that the account has it.
  var sentence: Phrase {
    guard let invitation else { return Phrase("\(visible(name)) has a new password.") }
    let (name, day) = (visible(name), invitation.until.description)
    return invitation.isLink
      ? Phrase("\(name) sets a password with this link, until \(day).")
      : Phrase("\(name) sets a password with this code, until \(day).")
  }
}
