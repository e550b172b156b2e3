import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Runs the screens from the first read of the accounts to the exit code.
/// - Parameters:
///   - form: the only form to show; nil for all screens.
///   - account: its account.
///   - accounts: the list to begin with.
func runScreens(
  _ invocation: Invocation, _ effects: ScreenEffects, onlyFor form: Form? = nil,
  of account: SeenAccount? = nil, from accounts: AccountsState? = nil
) async throws {
  let capabilities = invocation.capabilities
  let themes = ThemeChoice { invocation.context.environment[$0] }
  var state = ScreenState(
    colors: capabilities.colors, themes: themes, language: invocation.language)
  if let form {
    state.screen = .form(form)
    state.account = account
    state.isOneForm = true
  } else if let accounts {
    state.screen = .accounts(accounts)
  } else {
    // Read before the first frame, so that it shows the accounts at once.
    state.show(await effects.opening())
  }
  let program = ScreenProgram(
    state: state,
    update: { $0.update($1) },
    interrupt: { $0.interrupt() },
    view: { ScreenView($0, size: $1).frame },
    asked: { $0.toBeAnswered },
    fate: { $0.fate(of: $1) },
    dropped: { $0.complain([KitText.keysDropped]) },
    perform: { effects.perform($0, $1) },
    handOver: { effect in
      guard case .editFile(let line) = effect else {
        return .cameBack(AlbumsCompanion.open(from: invocation))
      }
      return MainThread.run { await Commands.editFromScreens(invocation, at: line) }
    },
    tickInterval: { $0.tickInterval })
  try end(as: runScreens(program, capabilities: themes.asking(capabilities)))
}
