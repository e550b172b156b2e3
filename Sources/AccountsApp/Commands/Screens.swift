import AccountsFile
import CommandKit
import LosslessJSON
import ScreenKit
import Terminal

extension Commands {
  /// Runs without a command: opens the screens at a terminal. If there are none, it prints what
  /// `show` prints, after a login if somebody can be asked.
  static let screens = Command(
    name: "show", summary: "open the screens; where there are none, show the profile",
    options: show.spec.options + [.plain],
    examples: show.spec.examples,
    run: screens)

  private static func screens(_ invocation: Invocation) async throws {
    guard invocation.showsForms, !invocation.arguments.has("--email") else {
      return try await show.run(invocation)
    }
    guard !invocation.showsScreens else {
      return try await invocation.openScreens(ScreenEffects(invocation))
    }
    do {
      try await show.run(invocation)
    } catch AccountsError.notLoggedIn(let reason) {
      let rulebook = try await invocation.registry.rulebook()
      guard reason != .nobodyRegistered || rulebook.registersAtLogin else {
        throw AccountsError.notLoggedIn(reason)
      }
      for line in await LoginText.reason(reason, rulebook, in: invocation.registry) {
        invocation.object(line)
      }
      try await login.run(invocation)
    }
    invocation.sayWrapped(
      Phrase(
        "Go on with regapp edit, history, undo, list or logout; regapp help lists all commands."))
  }
}

extension Commands {
  /// Edits the accounts by hand, called from the screens with the terminal as the shell left it.
  ///
  /// - Parameter line: where the editor opens the copy; nil for the first problem.
  fileprivate static func editFromScreens(
    _ invocation: Invocation, at line: Int?
  ) async -> ScreenMessage {
    do {
      var line = line
      if line == nil {
        line = try? await invocation.registry.findings().errors.first?.place?.position?.line
      }
      return .edited([try await editByHand(invocation, at: line)], isDone: true)
    } catch is ProgramEnd {
      return .edited([HandEditing.discarded], isDone: true)
    } catch {
      let report = Report(error)
      return .edited(report.placedLines + (report.hint.map { [$0] } ?? []), isDone: false)
    }
  }
}

extension Invocation {
  /// Whether a form can be opened unasked, as a screen or line by line.
  var showsForms: Bool { mayAsk && console.outputIsTerminal && !isJSON }
  /// Whether there are screens; else forms are line by line.
  var showsScreens: Bool {
    showsForms && !capabilities.prefersPlain && !arguments.has(OptionSpec.plain.name)
  }
}

extension ScreenEffects {
  init(_ invocation: Invocation) {
    self.init(
      personal: invocation.personal, today: invocation.world.clock, now: invocation.world.now,
      localTime: invocation.world.localTime, language: invocation.language,
      home: DocumentsDirectory(invocation.context).home)
    // A wrong one is told by the command that needs it.
    address = invocation.context.environment[InvitationText.variable].flatMap {
      ServeAddress($0)
    }
  }
}

extension Invocation {
  /// Runs the screens from the first read of the accounts to the exit code.
  /// - Parameters:
  ///   - form: the only form to show; nil for all screens.
  ///   - account: its account.
  ///   - accounts: the list to begin with.
  func openScreens(
    _ effects: ScreenEffects, onlyFor form: Form? = nil, of account: AccountRef? = nil,
    from accounts: AccountListState? = nil
  ) async throws {
    let themes = ThemeChoice { context.environment[$0] }
    var state = ScreenState(colors: capabilities.colors, themes: themes, language: language)
    state.size.columns = console.columns()
    // The status is read before the first frame, and later readings are compared with it.
    state.status = await effects.registry.status()
    if let form {
      state.screen = .form(form)
      state.account = account
      state.isOneForm = true
    } else if let accounts {
      // Unreadable accounts end the command here. The first frame does not wait for the rows.
      _ = try await effects.registry.rulebook()
      if state.status?.isThere == false, let path = try await registry.list(limit: 1).missingStore {
        throw AccountsError.storeMissing(subject: path)
      }
      (state.screen, state.wasThere) = (.accounts(accounts), true)
    } else {
      state.show(await effects.opening())
    }
    let outcome = try runScreens(
      state, capabilities: capabilities,
      perform: effects.perform,
      handOver: { effect in
        guard case .editFile(let line) = effect else {
          return .cameBack(AlbumsCompanion.open(from: self))
        }
        return MainThread.run { await Commands.editFromScreens(self, at: line) }
      })
    try end(as: outcome)
  }
}
