import Accounts
import Glibc
import Terminal

/// Runs the screens from the first read of the accounts to the exit code.
func runScreens(_ invocation: Invocation, _ capabilities: Capabilities) async throws {
  let effects = ScreenEffects(registry: invocation.registry, today: invocation.context.clock)
  var state = ScreenState(colors: capabilities.colors, language: invocation.language)
  // Read before the first frame, so that it shows the accounts at once.
  state.show(await effects.opening())
  let program = ScreenProgram(
    state: state,
    update: { $0.update($1) },
    view: { ScreenView($0, size: $1).frame },
    perform: { effects.perform($0, $1) },
    handOver: { _ in .cameBack(Companion.albums(invocation)) },
    tickInterval: { $0.tickInterval })
  try end(as: runScreens(program, capabilities: capabilities))
}

/// Converts the outcome of the screens into a return or an error.
package func end(as outcome: LoopOutcome) throws {
  switch outcome {
  case .finished: return
  case .interrupted(let signal): throw Ending(code: ExitCode(signal: signal))
  case .inputClosed: throw Ending(code: .hungUp)
  }
}

extension ExitCode {
  /// The exit code that a shell reports for a program ended by a signal.
  init(signal: Int32) { self = ExitCode(rawValue: 128 + signal) ?? .interrupted }
}
