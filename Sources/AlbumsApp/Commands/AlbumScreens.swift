import Albums
import CommandKit
import Product
import ScreenKit
import Terminal

extension Commands {
  /// The default without a command: the screens.
  static let screens = Command(
    name: "albums",
    summary: "open the screens; only at a terminal", ru: "открыть экраны; только в терминале",
    options: [.plain] + OptionSpec.catalogue,
    examples: ["regapp albums"],
    run: open)

  private static func open(_ invocation: Invocation) async throws {
    let person = try invocation.loggedIn()
    let console = invocation.console
    guard console.inputIsTerminal, console.outputIsTerminal, invocation.mayAsk, !invocation.isJSON
    else {
      throw Report.usage(
        "regapp albums needs a command if there is no terminal",
        ru: "без терминала regapp albums нужна команда",
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
      person: { invocation.person }, setting, country: country, covers: covers.ways)
    let themes = ThemeChoice { invocation.context.environment[$0] }
    let state = AlbumsState(
      person: person, colors: covers.capabilities.colors, themes: themes,
      language: invocation.language,
      coverWays: covers.ways, lacksDecoder: covers.lacksDecoder)
    let program = ScreenProgram(
      state: state,
      update: { $0.update($1) },
      view: { state, _ in AlbumsView(state).frame },
      perform: { effects.perform($0, $1) },
      tickInterval: { $0.tickInterval })
    try end(as: runScreens(program, capabilities: themes.asking(covers.capabilities)))
    // If the user is no longer logged in, that is why the screens ended, and it is reported.
    try invocation.needLogin()
  }
}
