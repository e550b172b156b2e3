import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The history of an account, that of all accounts, and undo.
extension ScreenState {
  /// - Parameter name: the account; nil for all of them.
  func readHistory(of name: String?) -> Action {
    .perform(.readHistory(name, limit: HistoryState.limit))
  }

  /// Looks at what undo would do.
  /// - Parameter oldest: the number of the change up to which it goes; nil for the newest alone, or for
  ///   what is being looked at.
  func lookAtUndo(until oldest: Int? = nil) -> Action {
    guard case .undo(let undo) = screen else { return .perform(.lookAtUndo(until: oldest)) }
    return .perform(.lookAtUndo(until: undo.until))
  }

  // MARK: Keys

  mutating func scroll(by key: Key) {
    guard busy == nil else { return }
    note = nil
    guard let body = ScreenLayout(self, size: size).changes?.body else { return }
    switch screen {
    case .history(var history):
      history.top = body.top(after: key, from: history.top)
      screen = .history(history)
    case .undo(var undo):
      undo.top = body.top(after: key, from: undo.top)
      screen = .undo(undo)
    default: break
    }
  }

  // MARK: Results

  /// Shows a history; if it was read again, at the same lines, and at the same change if that is still
  /// there.
  mutating func show(_ history: HistoryState) {
    guard let old = screen.history, old.name == history.name else {
      return go(on: .history(history))
    }
    var history = history
    (history.top, history.focus) = (old.top, old.focus)
    screen = .history(history)
    guard let number = old.chosen?.number,
      let row = history.changes.firstIndex(where: { $0.number == number })
    else { return }
    let layout = ScreenLayout(self, size: size)
    screen.history?.focus.put(row, layout.listRows, room: layout.list.room)
  }

  mutating func show(_ undo: UndoState) {
    if case .undo = screen { screen = .undo(undo) } else { go(on: .undo(undo)) }
  }

  /// After the accounts were read, reads again what is shown if the profile has changed.
  mutating func lookAgain(ifChanged new: ProfileState) -> [Action] {
    guard new != profile else { return [] }
    let index = behind.lastIndex { if case .profile = $0 { true } else { false } }
    if let index { behind[index] = .profile(new) }
    if case .undo = screen { return [lookAtUndo()] }
    return [readHistory(of: new.name)]
  }

  /// Handles an error of undo or of a look at it; nil for any other.
  mutating func handle(_ error: AccountsError, of work: Operation.Busy?) -> [Action]? {
    guard case .undo = screen else { return nil }
    switch (work, error) {
    case (.undoing, .historyMovedOn):
      say(Report(error).lines.map(\.sentence))
      return [lookAtUndo()]
    case (.undoing, .partlyDone):
      let actions = goToPlace()
      complain(ScreenText.lines(of: error))
      return actions
    case (_, .nothingToUndo), (_, .valuesGone), (_, .unknownChange):
      // The history has moved on since the change was shown.
      let actions = goBehind()
      complain(ScreenText.lines(of: error))
      return actions
    default: return nil
    }
  }

  /// Goes back to the profile or the list from which one came.
  private mutating func goToPlace() -> [Action] {
    while case .history? = behind.last { behind.removeLast() }
    return goBehind()
  }
}
