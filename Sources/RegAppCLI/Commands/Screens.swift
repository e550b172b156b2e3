import Accounts
import Terminal

extension CommandSpec {
  /// What runs without a command: the screens at a terminal, else what `show` prints.
  static let screens = CommandSpec(
    name: "show",
    summary: Phrase(
      "open the screens; where there is no terminal, show the profile",
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
      "questions line by line instead of screens, for screen readers",
      ru: "вопросы построчно вместо экранов, для программ чтения с экрана"))
}

extension Invocation {
  /// What the terminal can do, `--color` considered.
  package var capabilities: Capabilities {
    Capabilities.decide(
      color: ColorChoice(option: arguments["--color"]), inputIsTerminal: console.inputIsTerminal,
      outputIsTerminal: console.outputIsTerminal
    ) { context.environment[$0] }
  }
}
