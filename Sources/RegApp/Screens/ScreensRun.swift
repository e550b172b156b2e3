import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Runs the screens from the first read of the accounts to the exit code.
func runScreens(_ invocation: Invocation, _ capabilities: Capabilities) async throws {
  let effects = ScreenEffects(registry: invocation.registry, today: invocation.world.clock)
  var state = ScreenState(colors: capabilities.colors, language: invocation.language)
  // Read before the first frame, so that it shows the accounts at once.
  state.show(await effects.opening())
  let program = ScreenProgram(
    state: state,
    update: { $0.update($1) },
    view: { ScreenView($0, size: $1).frame },
    perform: { effects.perform($0, $1) },
    handOver: { _ in .cameBack(AlbumsCompanion.open(from: invocation)) },
    tickInterval: { $0.tickInterval })
  try end(as: runScreens(program, capabilities: capabilities))
}
