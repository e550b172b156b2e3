import CommandKit
import Product
import ScreenKit
import Terminal

extension Commands {
  /// The default without a command: the screens.
  static let screens = Command(
    name: "albums",
    summary: "open the screens; only at a terminal",
    options: OptionSpec.catalogue,
    examples: ["regapp albums"],
    run: open)

  private static func open(_ invocation: Invocation) async throws {
    let person = try invocation.loggedIn()
    let console = invocation.console
    let capabilities = invocation.capabilities
    guard console.inputIsTerminal, console.outputIsTerminal, invocation.mayAsk, !invocation.isJSON,
      !capabilities.prefersPlain
    else {
      throw Report.usage(
        "regapp albums cannot open its screens here",
        hint: Phrase(same: "regapp albums search TERM"))
    }
    let effects = AlbumsEffects(
      person: { invocation.person }, try CatalogueSetting(invocation))
    let themes = ThemeChoice { invocation.context.environment[$0] }
    let state = AlbumsState(
      person: person, colors: capabilities.colors, themes: themes, language: invocation.language,
      coverSupport: Covers(capabilities.colors))
    try end(
      as: runScreens(
        state, capabilities: capabilities,
        perform: { effects.perform($1, $2) }))
  }
}
