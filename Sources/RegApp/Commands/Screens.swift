import AccountsFile
import CommandKit
import Terminal

extension Commands {
  /// Runs without a command: opens the screens at a terminal, otherwise prints what `show` prints.
  static let screens = Command(
    name: "show", summary: "open the screens; without a terminal, show the profile",
    ru: "открыть экраны; без терминала — показать профиль",
    options: show.spec.options + [.plain],
    examples: show.spec.examples,
    run: screens)

  private static func screens(_ invocation: Invocation) async throws {
    guard invocation.canShowScreens, !invocation.arguments.has("--email") else {
      return try await show.run(invocation)
    }
    try await runScreens(invocation, ScreenEffects(invocation))
  }
}

extension Invocation {
  /// Whether forms can be opened, as screens or line by line.
  var canShowScreens: Bool { mayAsk && console.outputIsTerminal && !isJSON }
  /// Whether forms are line by line.
  var prefersPlain: Bool { capabilities.prefersPlain || arguments.has("--plain") }
}

extension ScreenEffects {
  init(_ invocation: Invocation) {
    self.init(
      personal: invocation.personal, today: invocation.world.clock,
      localTime: invocation.world.localTime, language: invocation.language,
      hasher: invocation.world.hasher,
      home: DocumentsDirectory(invocation.context).home)
  }
}
