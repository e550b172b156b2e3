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
    let console = invocation.console
    let isInteractive =
      console.inputIsTerminal && console.outputIsTerminal && !invocation.isJSON
      && !invocation.arguments.has("--no-input") && !invocation.arguments.has("--email")
    guard isInteractive else { return try await show.run(invocation) }
    let capabilities = invocation.capabilities
    if capabilities.prefersPlain || invocation.arguments.has("--plain") {
      return try await PlainScreens(invocation, show: show.run).run()
    }
    try await runScreens(invocation, capabilities)
  }
}
