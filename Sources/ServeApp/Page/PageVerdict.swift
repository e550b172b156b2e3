import Accounts
import AccountsApp
import CommandKit

/// What became of a posted form, before it is an answer of HTTP.
enum PageVerdict: Sendable {
  /// The password is set; with the day from which one can log in, if that is later.
  /// Whoever logs in by it is kept logged in, if that was asked for before.
  case done(Account, CalendarDay?, keeps: Bool, LoginsOfProof)
  /// The code that stood for the old password is used up or over, or the account is another now.
  case proofOver
  /// Something typed must be mended. A code then stands for the old password, if one did before.
  case wrong([PageProblem], proved: String?)
  /// Nothing was changed, for this reason.
  case refused(Phrase)
  /// As at the door: to be tried later.
  case failed(DoorVerdict)
  /// The password is right, but nothing can be written.
  case notWritten

  /// One sentence for whoever does not know the password.
  static let unproved = PageVerdict.refused(
    Phrase("The name or the old password is wrong, or the account is locked."))

  init(_ error: AccountsError, of form: PageForm) {
    switch error {
    case .invalid(let problems) where problems.allSatisfy { $0.place == nil }:
      self = .wrong(form.placed(problems), proved: nil)
    case .taken(let field):
      self = .wrong(form.placed([Problem(.field(field), .field(.unique))]), proved: nil)
    case .invalid, .accountClosed: self = Self.state(.closed)
    case .refused(let state): self = Self.state(state)
    case .invitationOver:
      self = .refused(Self.invitationOver)
    case .severalFit: self = .refused(Self.severalFit)
    case let error:
      let verdict = DoorVerdict(error)
      if case .denied = verdict { self = Self.unproved } else { self = .failed(verdict) }
    }
  }

  static let proofOverWords = Phrase("That took too long. Give your old password once more.")
  static let invitationOver = Phrase(
    "Your invitation is over. Ask your administrator for another one.")
  static let severalFit = Phrase(
    "This name does not say who you are. Give your email or your user name.")

  /// Whoever knows the password may hear the state, and no more.
  private static func state(_ state: AccountState) -> PageVerdict {
    .refused(
      Phrase(
        "Your account is \(state.name), so its password cannot be changed. Ask your administrator.")
    )
  }
}
