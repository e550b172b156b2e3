import Accounts
import Albums
import RegAppCLI
import Terminal

extension CommandSpec {
  /// Runs without a command: opens the screens.
  static let albumScreens = CommandSpec(
    name: "albums",
    summary: Phrase(
      "open the screens; only at a terminal", ru: "открыть экраны; только в терминале"),
    options: [.plain] + OptionSpec.catalogue,
    examples: ["regapp albums"],
    run: open)

  private static func open(_ invocation: Invocation) async throws {
    let person = try await invocation.loggedIn()
    let console = invocation.console
    guard console.inputIsTerminal, console.outputIsTerminal, invocation.mayAsk, !invocation.isJSON
    else {
      throw UsageError(
        Phrase(
          "regapp albums needs a command if there is no terminal",
          ru: "без терминала regapp albums нужна команда"),
        hint: Phrase(same: "regapp albums search TERM"))
    }
    let setting = try CatalogueSetting(invocation)
    let country = try invocation.arguments.country()
    let capabilities = invocation.capabilities
    if capabilities.prefersPlain || invocation.arguments.has(OptionSpec.plain.name) {
      return try await PlainAlbums(invocation, setting, country: country).run()
    }
    let covers = try CoverSetting(invocation)
    let effects = AlbumsEffects(
      invocation.registry, setting, country: country, covers: covers.ways)
    let state = AlbumsState(
      person: person, today: invocation.context.today, colors: capabilities.colors,
      language: invocation.language, coverWays: covers.ways)
    let program = ScreenProgram(
      state: state,
      update: { $0.update($1) },
      view: { state, _ in AlbumsView(state).frame },
      perform: { effects.perform($0, $1) },
      tickInterval: { $0.tickInterval })
    try end(as: runScreens(program, capabilities: covers.capabilities))
    // If the user has logged out, that is why the screens ended: report it.
    _ = try await invocation.loggedIn()
  }
}
