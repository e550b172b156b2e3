import AccountsFile
import CommandKit

/// The texts about a login: why it asks for a new password, and why nobody is logged in.
enum LoginText {
  /// Why a login asks for a new password.
  static let mustChange = Phrase("The password must be changed: choose a new one.")
  static let invited = Phrase("You are invited: choose a password.")

  /// Says from when on an account with a new password can be logged in to; nil if that is now.
  static func waits(_ account: Account, on today: CalendarDay) -> Phrase? {
    guard account.state(on: today) != .open, let day = account.validFrom else { return nil }
    return Phrase("The password is set. You can log in from \(day.description) on.")
  }

  static let otherAccount = Phrase("Another account is logged in now.")
  static let loggedOut = Phrase("You were logged out elsewhere.")
  static let nobodyRegistered = Phrase("There are no accounts yet: register the first one.")

  /// Why no user is logged in; empty if that is to be expected.
  static func reason(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook) -> [Phrase] {
    switch reason {
    case .nobodyRegistered: rulebook.registersAtLogin ? [] : [nobodyRegistered]
    case .neverLoggedIn, .loggedOut: []
    case .accountGone, .refused, .sessionBroken:
      AccountsError.notLoggedIn(reason).screenLines
    }
  }

  /// The same; where there is nothing to say, the keys of a file that close accounts, with their
  /// places: whoever may read the file is to see them before a login, too.
  static func reason(
    _ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook, in registry: Registry
  ) async -> [Phrase] {
    let lines = Self.reason(reason, rulebook)
    guard lines.isEmpty else { return lines }
    let keys = await registry.unknownKeys()
    guard !keys.isEmpty else { return [] }
    let shown = AccountsError.accountClosed(Array(keys.prefix(mostKeys))).screenLines
    return shown + (keys.count > mostKeys ? [Phrase("regapp check names all of these keys")] : [])
  }

  private static let mostKeys = 3
}
