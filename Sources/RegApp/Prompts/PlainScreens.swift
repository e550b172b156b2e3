import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The screens as plain lines: the current state, a question what to do, and the forms.
struct PlainScreens: Sendable {
  let invocation: Invocation
  let effects: ScreenEffects
  private let show: @Sendable (Invocation) async throws -> Void

  /// - Parameter show: the command, for accounts that cannot be used at all.
  init(
    _ invocation: Invocation, _ effects: ScreenEffects,
    show: @escaping @Sendable (Invocation) async throws -> Void = {
      _ = try await $0.personal.show()
    }
  ) {
    self.invocation = invocation
    self.show = show
    self.effects = effects
  }

  var console: Console { invocation.console }

  /// Where an answer leads.
  enum Next {
    case to(Opening)
    /// Back to where one came from.
    case back
    case quit
  }

  /// Runs until the user quits or the input ends.
  func run() async throws { _ = try await visit(nil) }

  /// Shows the session's profile or the login, or an account by its name, until the user leaves it;
  /// returns whether that leads back and not out of the program.
  func visit(_ account: String?) async throws -> Bool {
    var opening = await effects.opening(of: account)
    while true {
      for note in opening.notes { invocation.say(note) }
      let next: Next
      switch opening.place {
      case .broken(let lines): next = try await mend(lines, account)
      case .profile(let profile): next = try await look(at: profile)
      case .none(let lines):
        for line in lines { invocation.complain(line) }
        return true
      case .login(let rulebook, let today, let reason):
        next = try await begin(rulebook, today, reason)
      }
      switch next {
      case .quit: return false
      case .back: return true
      case .to(let new): opening = new
      }
    }
  }

  /// What an effect led to, after telling of it.
  func next(_ message: ScreenMessage, of account: String?) async -> Next {
    switch message {
    case .done(let next), .opened(_, let next): return .to(next)
    case .failed(let error): tell(error)
    case .cameBack(let words):
      if let words { invocation.complain(words) }
    default: break
    }
    return await again(account)
  }

  func again(_ account: String?) async -> Next {
    .to(await effects.opening(of: account))
  }

  /// A profile and its actions.
  private func look(at profile: ProfileState) async throws -> Next {
    let text = profile.text
    try console.write(text.words(invocation.language, .plain))
    let name = profile.name
    let account = profile.isOfOther ? name : nil
    while true {
      guard let action = try await choose(await offers(on: .profile(profile), of: account)) else {
        return .quit
      }
      switch action {
      case .edit: return await next(try await edit(profile), of: account)
      case .albums:
        return await next(.cameBack(AlbumsCompanion.open(from: invocation)), of: account)
      case .history:
        if let message = try await history(of: name) { return await next(message, of: account) }
      case .undo: return try await undo(of: account)
      case .discardDraft:
        guard let agrees = try await agrees(to: action) else { return .quit }
        guard agrees else { continue }
        return await next(effects.outcome(of: .dropDraft(of: account)), of: account)
      case .accounts: return try await list(then: account)
      case .readAgain: return await again(account)
      case .logOut:
        guard let agrees = try await agrees(to: action) else { return .quit }
        guard agrees else { continue }
        return await next(effects.outcome(of: .logOut), of: account)
      case .password: return try await setPassword(of: profile)
      case .disable, .enable, .groups, .remove:
        guard let isDone = try await change([name], by: action, under: profile.rulebook) else {
          return .quit
        }
        guard isDone else { continue }
        return action == .remove ? .back : await again(account)
      case .back: return .back
      case .quit: return .quit
      default: break
      }
    }
  }

  /// Logging in or registering.
  private func begin(
    _ rulebook: Rulebook, _ today: CalendarDay, _ reason: [Phrase]
  ) async throws -> Next {
    for line in reason { invocation.complain(line) }
    var form = Form.logIn(under: rulebook, today: today)
    var asks = !form.comesFirst
    while true {
      if asks {
        switch try await choose(await offers(before: form)) {
        case .submit: break
        case .toRegistration: form = .register(under: rulebook, today: today)
        case .accounts: return try await list(then: nil)
        default: return .quit
        }
      }
      var plain = PlainForm(form, invocation)
      switch try await plain.fill() {
      case .completed: return await next(try await send(&plain, of: nil), of: nil)
      case .cancelled: return form.comesFirst ? .quit : await again(nil)
      case .toMenu: asks = true
      }
    }
  }

  /// What to do about accounts that cannot be used.
  private func mend(_ lines: [Phrase], _ account: String?) async throws -> Next {
    for line in lines { invocation.complain(line) }
    switch try await choose(await offers(on: .opening, brokenBy: lines)) {
    case .editFile: await editFile(at: nil)
    case .check: return try await check() ? await again(account) : .quit
    case .readAgain: break
    default:
      // Reported as a command would, with its exit code.
      try await show(invocation)
      return .quit
    }
    return await again(account)
  }

  /// The list of accounts, and back to where one came from.
  private func list(then account: String?) async throws -> Next {
    do {
      return try await list() ? await again(account) : .quit
    } catch let error as AccountsError {
      tell(error)
      return await again(account)
    }
  }

  /// What there is to do for someone who is not logged in.
  private func offers(before form: Form) async -> [ScreenOffer] {
    let forms =
      form.comesFirst
      ? [ScreenOffer(.submit, "l", PlainText.logInOrRegister)]
      : [
        ScreenOffer(.submit, "l", PlainText.logIn),
        ScreenOffer(.toRegistration, "r", PlainText.register),
      ]
    return forms + [ScreenOffer(.accounts, "a", PlainText.accounts)] + (await offers(on: .opening))
  }

  // MARK: Questions

  /// What the screens offer where this is shown.
  func offers(
    on screen: ScreenState.Screen, of account: String? = nil, brokenBy lines: [Phrase]? = nil
  ) async -> [ScreenOffer] {
    var state = ScreenState(colors: .none, language: invocation.language)
    (state.screen, state.behind, state.account) = (screen, [.opening], account)
    state.broken = lines
    if case .status(let status) = await effects.outcome(of: .look) {
      state.writeFault = status?.writeFault.flatMap { ScreenText.lines(of: $0).first }
    }
    return state.offers
  }

  func choose(_ offers: [ScreenOffer]) async throws -> ScreenAction? {
    try await choose(from: PlainMenu(offers))
  }

  /// Asks what to do; nil at the end of input, which quits.
  func choose<Action>(from menu: PlainMenu<Action>) async throws -> Action? {
    while let answer = try await invocation.ask(menu.question) {
      guard let offer = menu.offer(named: answer) else { continue }
      guard let reason = offer.off else { return offer.action }
      invocation.complain(reason)
    }
    return nil
  }

  /// Asks what the screens ask before an action, if they ask anything; nil at the end of input.
  func agrees(to action: ScreenAction, of names: [String] = []) async throws -> Bool? {
    guard let question = ScreenState.Question(before: action, of: names) else { return true }
    return try await invocation.agrees(to: ScreenText.question(question))
  }

  func tell(_ error: AccountsError) {
    for line in ScreenText.lines(of: error) { invocation.complain(line) }
  }
}

extension Invocation {
  /// Asks for yes or no; nil at the end of input.
  func agrees(to question: Phrase) async throws -> Bool? {
    do {
      return try await choose(question + PlainText.yesNo, among: [.yes, .no]) == .yes
    } catch ConsoleError.interrupted {
      return nil
    }
  }
}

extension Letter {
  fileprivate static let yes = Letter("y", ru: "д")
  fileprivate static let no = Letter("n", ru: "н")
}
