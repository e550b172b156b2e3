import AccountsFile
import ScreenKit
import Terminal

/// The state of an account as a mark and a colour. Words are always beside it, so that neither has to
/// be seen.
extension AccountState {
  func mark(on screen: Canvas) -> String {
    switch self {
    case .open: screen.hasSigns ? "●" : "+"
    case .disabled: screen.hasSigns ? "○" : "-"
    case .closed, .locked: screen.hasSigns ? "▲" : "!"
    case .expired: screen.hasSigns ? "◷" : "x"
    case .notYetValid: screen.hasSigns ? "◌" : "."
    }
  }

  func style(_ theme: Theme) -> Style {
    switch self {
    case .open: theme.good
    case .disabled: theme.label
    case .closed, .locked: theme.problem
    case .expired: theme.warning
    case .notYetValid: theme.upcoming
    }
  }
}
