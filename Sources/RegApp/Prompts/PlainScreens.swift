import AccountsFile
import CommandKit

/// The screens as plain lines: the current state, a question what to do, and the forms.
struct PlainScreens: Sendable {
  private let invocation: Invocation
  private let effects: ScreenEffects
  private let show: @Sendable (Invocation) async throws -> Void

  /// - Parameter show: the command, for accounts that cannot be used at all.
  init(
    _ invocation: Invocation, _ effects: ScreenEffects,
    show: @escaping @Sendable (Invocation) async throws -> Void = { _ in }
  ) {
    self.invocation = invocation
    self.show = show
    self.effects = effects
  }

  private var console: Console { invocation.console }

  /// Runs until the user quits or the input ends.
  func run() async throws {
    var opening = await effects.opening()
    while true {
      for note in opening.notes { invocation.say(note) }
      let message: ScreenMessage?
      switch opening.place {
      case .broken:
        // Reported as a command would, with its exit code.
        try await show(invocation)
        return
      case .profile(let profile): message = try await look(at: profile)
      case .none(let lines):
        for line in lines { invocation.complain(line) }
        return
      case .login(let rulebook, let today, let reason):
        message = try await begin(rulebook, today, reason)
      }
      switch message {
      case nil: return
      case .done(let next)?, .opened(_, let next)?: opening = next
      case .failed(let error)?:
        tell(error)
        opening = await effects.opening()
      case .isNew?: opening = await effects.opening()
      case .cameBack(let words)?:
        if let words { invocation.complain(words) }
        opening = await effects.opening()
      // What no menu of these asks for.
      case .history?, .undoLook?, .listed?, .notListed?, .changed?, .checked?, .notChecked?,
        .status?, .progress?, .sealed?, .edited?, .importLook?, .importFailed?, .imported?:
        opening = await effects.opening()
      }
    }
  }

  /// A profile and its actions; nil to quit.
  private func look(at profile: ProfileState) async throws -> ScreenMessage? {
    let text = ProfileText(profile.account, openEdit: profile.openEdit, today: profile.today)
    try console.write(text.words(invocation.language, .plain))
    let albums: [Letter] = profile.hasAlbums ? [.albums] : []
    let question = profile.hasAlbums ? PlainText.albumsMenu : PlainText.profileMenu
    while true {
      let letters = [.edit] + albums + [.history, .undo, .logOut, .quit]
      switch try await choose(question, among: letters) {
      case .edit: return try await edit(profile)
      case .albums: return .cameBack(AlbumsCompanion.open(from: invocation))
      case .history:
        let message = await effects.outcome(
          of: .readHistory(profile.account.name.text, limit: HistoryState.plainLimit))
        guard case .history(let history) = message else { return message }
        try console.write(history.text(invocation.language))
      case .undo: return try await undo()
      case .logOut: return await effects.outcome(of: .logOut)
      default: return nil
      }
    }
  }

  /// Takes the newest change back, after a look at it; nil to quit.
  private func undo() async throws -> ScreenMessage? {
    var message = await effects.outcome(of: .lookAtUndo)
    while case .undoLook(let look) = message {
      try console.write(look.text(invocation.language))
      switch try await choose(PlainText.undoMenu, among: [.yes, .no]) {
      case .yes: message = await effects.outcome(of: .undo(look.number, of: nil))
      case .no: return .opened(0, await effects.opening())
      default: return nil
      }
      if case .failed(.historyMovedOn) = message {
        invocation.complain(ScreenText.movedOn)
        message = await effects.outcome(of: .lookAtUndo)
      }
    }
    return message
  }

  func edit(_ profile: ProfileState) async throws -> ScreenMessage {
    var plain = PlainForm(profile.editForm, invocation)
    guard try await plain.fill() else { return .opened(0, await effects.opening()) }
    return try await send(&plain)
  }

  /// Logging in or registering; nil to quit.
  private func begin(
    _ rulebook: Rulebook, _ today: CalendarDay, _ reason: [Phrase]
  ) async throws -> ScreenMessage? {
    for line in reason { invocation.complain(line) }
    var registers = false
    if !rulebook.registersAtLogin {
      switch try await choose(PlainText.loginMenu, among: [.logIn, .register, .quit]) {
      case .logIn: break
      case .register: registers = true
      default: return nil
      }
    }
    var plain = PlainForm(
      registers
        ? .register(under: rulebook, today: today) : .logIn(under: rulebook, today: today),
      invocation)
    guard try await plain.fill() else {
      return rulebook.registersAtLogin ? nil : .opened(0, await effects.opening())
    }
    return try await send(&plain)
  }

  /// Submits a form. If only one field is rejected, only that one is asked for again; if the same
  /// form could succeed later, it can be submitted again as it is.
  private func send(_ plain: inout PlainForm) async throws -> ScreenMessage {
    while let effect = plain.effect {
      let form = plain
      let message: ScreenMessage
      do {
        message = try await effects.result(
          of: .submit(effect), confirm: { try await form.confirmPassword() })
      } catch is PlainForm.PasswordsDiffer {
        invocation.complain(PlainText.passwordsDiffer)
        return .opened(0, await effects.opening())
      }
      switch message {
      case .failed(.taken(let field)):
        tell(.taken(field))
        try await plain.askAgain(for: field)
      case .failed(.severalFit):
        tell(.severalFit)
        try await plain.askAgain(for: plain.form.rulebook.key)
      case .failed(.conflict):
        guard case .profile(let profile) = await effects.opening().place,
          try await plain.settle(with: profile.account)
        else { return message }
      case .failed(let error) where error.mayPass:
        tell(error)
        let answer = try await invocation.choose(
          PlainText.tryAgain, among: [.tryAgain, .discard])
        if answer == .discard { return .opened(0, await effects.opening()) }
      default: return message
      }
    }
    return .opened(0, await effects.opening())
  }

  private func tell(_ error: AccountsError) {
    for line in ScreenText.lines(of: error) { invocation.complain(line) }
  }

  /// Asks for one of a few letters; the end of input quits.
  private func choose(_ question: Phrase, among letters: [Letter]) async throws -> Letter {
    do {
      return try await invocation.choose(question, among: letters)
    } catch ConsoleError.interrupted {
      return .quit
    }
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

extension ChangeWords {
  fileprivate func text(_ language: Language) -> String {
    headline[language] + "\n" + lines.map { "    \($0[language])\n" }.joined()
  }
}

extension HistoryState {
  fileprivate func text(_ language: Language) -> String {
    let end =
      changes.isEmpty ? ScreenText.noChanges : hasMore ? ScreenText.olderChanges : nil
    return changes.map { $0.text(language) }.joined() + (end.map { $0[language] + "\n" } ?? "")
  }
}

extension UndoState {
  fileprivate func text(_ language: Language) -> String {
    "\(ScreenText.newestChange[language])\n\(change.headline[language])\n"
      + "\(ScreenText.wouldBecome[language])\n"
      + outcome.map { $0.text(language) }.joined()
      + notes.map { "! \($0[language])\n" }.joined()
  }
}

extension Letter {
  fileprivate static let tryAgain = Letter("t", ru: "п")
  fileprivate static let edit = Letter("e", ru: "и")
  fileprivate static let albums = Letter("a", ru: "а")
  fileprivate static let history = Letter("h", ru: "с")
  fileprivate static let undo = Letter("u", ru: "о")
  fileprivate static let yes = Letter("y", ru: "д")
  fileprivate static let no = Letter("n", ru: "н")
  fileprivate static let logIn = Letter("l", ru: "в")
  fileprivate static let logOut = Letter("l", ru: "в")
  fileprivate static let register = Letter("r", ru: "р")
  fileprivate static let quit = Letter("q", ru: "з")
}
