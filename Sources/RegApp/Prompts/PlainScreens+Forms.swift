import AccountsFile
import CommandKit
import ScreenKit

/// Forms, line by line.
extension PlainScreens {
  func edit(_ profile: ProfileState) async throws -> ScreenMessage {
    try await fill(profile.editForm, of: profile.isOfOther ? profile.name : nil)
  }

  /// Fills in a form about an account, and submits it.
  private func fill(_ form: Form, of account: String?) async throws -> ScreenMessage {
    var plain = PlainForm(form, invocation)
    guard try await plain.fill() == .completed else {
      return .opened(0, await effects.opening(of: account))
    }
    return try await send(&plain, of: account)
  }

  /// Adds an account for somebody else; false to quit.
  func add(under rulebook: Rulebook, on today: CalendarDay) async throws -> Bool {
    let message = try await fill(.add(under: rulebook, today: today), of: nil)
    guard case .to(let opening) = await next(message, of: nil) else { return false }
    for note in opening.notes { invocation.say(note) }
    return true
  }

  /// A new password for another's account, typed or generated.
  func setPassword(of profile: ProfileState) async throws -> Next {
    let name = profile.name
    let menu = await offers(on: .profile(profile), of: name).filter {
      [.back, .quit].contains($0.action)
    }
    let ways = [
      ScreenOffer(.password, "t", PlainText.typeIt),
      ScreenOffer(.generate, "g", PlainText.generate),
    ]
    switch try await choose(ways + menu) {
    case .password:
      return await next(try await fill(profile.passwordForm, of: name), of: name)
    case .generate:
      _ = try await make(.password, [name])
      return await again(name)
    case .back: return await again(name)
    default: return .quit
    }
  }

  /// Submits a form. If only one field is rejected, only that one is asked for again; if the same
  /// form could succeed later, it can be submitted again as it is.
  func send(
    _ plain: inout PlainForm, of account: String?
  ) async throws -> ScreenMessage {
    while let effect = plain.effect {
      var message = await effects.outcome(of: .submit(effect, of: account))
      if case .isNew = message {
        do {
          try await plain.confirmPassword()
        } catch is PlainForm.PasswordsDiffer {
          invocation.complain(PlainText.passwordsDiffer)
          return .opened(0, await effects.opening(of: account))
        }
        message = await effects.outcome(of: .submit(effect.creating, of: account))
      }
      switch message {
      case .failed(.taken(let field)):
        tell(.taken(field))
        try await plain.askAgain(for: field)
      case .failed(.severalFit):
        tell(.severalFit)
        try await plain.askAgain(for: plain.form.rulebook.key)
      case .failed(.invalid(let problems))
      where problems.allSatisfy { $0.field == Field.password.rawValue }:
        tell(.invalid(problems))
        try await plain.askAgain(for: .password)
      case .failed(.conflict):
        guard case .profile(let profile) = await effects.opening(of: account).place,
          try await plain.settle(with: profile.account)
        else { return message }
      case .failed(let error) where error.mayPass:
        tell(error)
        let answer = try await invocation.choose(
          PlainText.tryAgain, among: [.tryAgain, .discard])
        if answer == .discard { return .opened(0, await effects.opening(of: account)) }
      default: return message
      }
    }
    return .opened(0, await effects.opening(of: account))
  }
}

extension AccountsError {
  /// Whether the same request may succeed once something else has changed.
  fileprivate var mayPass: Bool {
    switch self {
    case .busy, .keepsChanging, .outOfMemory, .throttled, .store, .otherEditOpen, .noteBroken,
      .fileInvalid, .rulebookBroken, .accountClosed, .notLoggedIn:
      true
    default: false
    }
  }
}

extension Letter {
  fileprivate static let tryAgain = Letter("t", ru: "п")
}
