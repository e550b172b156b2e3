import Accounts
import AccountsApp
import CommandKit

/// The result of a posted form, before it becomes an answer of HTTP.
enum PageVerdict: Sendable {
  /// The password is set; with the id that the account had before, and the day from which one can
  /// log in, if that is later. The login that follows is kept, if that was asked for before.
  case done(Account, AccountID?, CalendarDay?, keeps: Bool, RepeatAllowance)
  /// The stamp that stood for the old password is used up or over, or the account is another now.
  case proofOver
  /// Something typed must be mended. A stamp then stands for the old password, if one did before.
  /// Once that was right, the fields that the account has are known: they stay.
  case wrong([PageProblem], proved: String? = nil, known: [Field: Phrase] = [:])
  /// The name or the old password is wrong; or the link.
  case unproved
  /// Nothing was changed, for this reason.
  case refused(Phrase)
  /// As at the door: to be tried later.
  case failed(DoorVerdict)
  /// The password is right, but nothing can be written.
  case notWritten

  /// One text for everybody who does not know the password.
  static let unprovedWords = Phrase(
    "The name or the old password is wrong, or the account is locked. If you have forgotten the password, "
      + "ask your administrator for a link.")

  init(_ error: AccountsError, of form: PageForm) {
    switch error {
    case .invalid(let problems) where problems.allSatisfy { $0.place == nil }:
      self = .wrong(form.placed(problems))
    case .taken(let field), .idWouldCount(let field):
      self = .wrong(form.placed([Problem(.field(field), .field(.unique))]))
    case .accountClosed(let problems) where !problems.lackedFields(under: form.rulebook).isEmpty:
      let fields = problems.lackedFields(under: form.rulebook)
      self = .refused(
        Phrase(
          "Your account lacks this: \(fields.map(\.name).joined(separator: ", ")). Your administrator adds it, and the link "
            + "or code is still good then."))
    case .invalid, .accountClosed: self = Self.state(.closed)
    case .refused(let state): self = Self.state(state)
    case .invitationOver:
      self = .refused(Self.invitationOver)
    case .severalFit where form.path.name == nil:
      self = .refused(Self.severalFit(under: form.rulebook))
    case let error:
      let verdict = DoorVerdict(error)
      if case .denied = verdict { self = .unproved } else { self = .failed(verdict) }
    }
  }

  static let proofOverWords = Phrase(
    "this form is no longer good: give your old password once more")
  static let invitationOver = Phrase(
    "Your invitation is over. Ask your administrator for another one.")

  /// Asks for a name that nobody else has.
  static func severalFit(under rulebook: Rulebook) -> Phrase {
    let names = FieldAdvice.yours(rulebook.waysToLogIn.filter { $0 != .firstName })
    return Phrase("This name does not say who you are. Give \(names).")
  }

  /// Says the state, and no more, to somebody who knows the password.
  private static func state(_ state: AccountState) -> PageVerdict {
    .refused(
      state == .expired
        ? Phrase(
          "Your account has expired, so its password cannot be changed. Ask your administrator.")
        : Phrase(
          "Your account is \(state.name), so its password cannot be changed. Ask your administrator."
        ))
  }
}

extension [Problem] {
  /// What an account lacks and its owner may not change, if nothing else is wrong.
  fileprivate func lackedFields(under rulebook: Rulebook) -> [Field] {
    let lacked = Field.allCases.filter { field in
      !rulebook.isOwn(field)
        && contains { $0.subject == .field(field) && $0.rule == .field(.required) }
    }
    return lacked.count == count ? lacked : []
  }
}
