import AccountsFile
import CommandKit
import Terminal

extension Commands {
  /// Runs without a command: opens the screens at a terminal. Where there are none, it prints what
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
      return try await runScreens(invocation, ScreenEffects(invocation))
    }
    do {
      try await show.run(invocation)
    } catch AccountsError.notLoggedIn(let reason) {
      let rulebook = try await invocation.registry.rulebook()
      guard reason != .nobodyRegistered || rulebook.registersAtLogin else {
        throw AccountsError.notLoggedIn(reason)
      }
      for line in ScreenText.reason(reason, rulebook) { invocation.object(line) }
      try await login.run(invocation)
    }
    invocation.tell(PlainText.commands)
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
  }
}
