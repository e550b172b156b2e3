import AccountsFile
import CommandKit

/// Tells what is in progress, what was done, and what went wrong.
extension ScreenText {
  static let changedElsewhere = Phrase(
    "The account was changed elsewhere; this is what is saved now.")
  static let otherAccount = Phrase("Another account is logged in now.")
  static let loggedOut = Phrase("You were logged out elsewhere.")
  static func isGone(_ name: String) -> Phrase {
    Phrase("\(visible(name)) was renamed or removed elsewhere.")
  }
  static func notSaved(_ email: String) -> Phrase {
    Phrase("What you typed for \(visible(email)) is not saved yet.")
  }
  static let rulesChanged = Phrase("The rules have changed; check what you typed.")
  static func isNew(_ email: String) -> Phrase {
    Phrase("There is no account \(visible(email)) yet: to create it, type the password again.")
  }
  static let thenQuit = Phrase("; then quit (^C: now)")
  static let dropped = Phrase("Discarded the open edit.")
  static let nothingChanged = Phrase("Nothing to change.")
  static let chosen = Phrase("Chosen; save when you are ready.")
  static func severalFit(_ key: Field) -> Phrase {
    Phrase("Several accounts share this name and password: enter the \(key.name) too.")
  }
  static func isNow(_ state: AccountState) -> Phrase {
    Phrase("The account is now \(state.name).")
  }
  private static let askAdministrator = Phrase("An administrator can change that.")
  static let nobodyRegistered = Phrase("There are no accounts yet: register the first one.")

  static func saved(_ edit: Edit) -> Phrase {
    let names = edit.fields.map(\.name).joined(separator: ", ")
    return Phrase("Saved: \(names).")
  }

  static func words(of notices: [Notice]) -> [Phrase] { notices.map(\.message.sentence) }

  static func editUnknown(_ error: AccountsError) -> Phrase {
    Phrase("Cannot tell whether an edit is open: \(reason(error))")
  }

  private static func reason(_ error: AccountsError) -> Phrase {
    lines(of: error).first ?? Phrase(same: "")
  }

  /// A problem, with the account of several that it is of.
  static func words(of problem: Problem) -> Phrase {
    guard let account = problem.account else { return problem.message }
    return Phrase(same: "\(visible(account)): ") + problem.message
  }

  /// An error as the screens show it: its lines, each problem of a file with its place.
  static func lines(of error: AccountsError) -> [Phrase] {
    let report = Report(error)
    switch error {
    // Their hints lead to no command, which nobody could run here.
    case .store, .busy, .keepsChanging, .outOfMemory:
      return report.lines + (report.hint.map { [$0] } ?? [])
    case .cannotUndo: return [cannotUndo] + report.placedLines
    case .refused, .notLoggedIn(.refused): return report.lines + [askAdministrator]
    default: return report.placedLines
    }
  }

  /// Why no user is logged in; empty if that is to be expected.
  static func reason(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook) -> [Phrase] {
    switch reason {
    case .nobodyRegistered: rulebook.registersAtLogin ? [] : [nobodyRegistered]
    case .neverLoggedIn, .loggedOut: []
    case .accountGone, .refused, .sessionBroken: lines(of: .notLoggedIn(reason))
    }
  }
}
