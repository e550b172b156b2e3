import Accounts
import Terminal

extension CommandSpec {
  /// Runs without a command: opens the screens at a terminal, otherwise prints what `show` prints.
  static let screens = CommandSpec(
    name: "show",
    summary: Phrase(
      "open the screens; without a terminal, show the profile",
      ru: "открыть экраны; без терминала — показать профиль"),
    options: CommandSpec.show.options + [.plain],
    examples: CommandSpec.show.examples,
    run: screens)

  private static func screens(_ invocation: Invocation) async throws {
    let console = invocation.console
    let isInteractive =
      console.inputIsTerminal && console.outputIsTerminal && !invocation.isJSON
      && !invocation.arguments.has("--no-input") && !invocation.arguments.has("--email")
    guard isInteractive else { return try await CommandSpec.show.run(invocation) }
    let capabilities = invocation.capabilities
    if capabilities.prefersPlain || invocation.arguments.has("--plain") {
      return try await PlainScreens(invocation).run()
    }
    try await runScreens(invocation, capabilities)
  }
}

extension OptionSpec {
  package static let plain = OptionSpec(
    "--plain",
    help: Phrase(
      "ask line by line instead of opening screens, for screen readers",
      ru: "вопросы построчно вместо экранов, для программ чтения с экрана"))
}

extension Invocation {
  /// What the terminal can do, taking `--color` into account.
  package var capabilities: Capabilities {
    Capabilities.decide(
      color: ColorChoice(option: arguments["--color"]), inputIsTerminal: console.inputIsTerminal,
      outputIsTerminal: console.outputIsTerminal
    ) { context.environment[$0] }
  }
}
