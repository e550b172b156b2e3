import AccountsFile
import Terminal

/// The history of the profile's account, and undo.
extension ScreenState {
  mutating func readHistory(of profile: ProfileState) -> Action {
    busy = .readingHistory
    return .perform(.readHistory(profile.account.name.text, limit: HistoryState.limit))
  }

  mutating func lookAtUndo() -> Action {
    busy = .readingHistory
    return .perform(.lookAtUndo)
  }

  // MARK: Keys

  mutating func look(at history: HistoryState, _ key: Key) -> [Action] {
    guard busy == nil else { return [] }
    note = nil
    switch key.command {
    case .escape, .left, .character("b"): return [backToProfile()]
    case .character("u"): return [lookAtUndo()]
    case .character("r"): return profile.map { [readHistory(of: $0)] } ?? []
    case .character("q"): return quit()
    case .character("?"): helpPage = 0
    default:
      var history = history
      history.top = scrolled(from: history.top, by: key)
      screen = .history(history)
    }
    return []
  }

  mutating func look(at undo: UndoState, from history: HistoryState?, _ key: Key) -> [Action] {
    guard busy == nil else { return [] }
    note = nil
    switch key.command {
    case .escape, .left, .character("b"): return leaveUndo(to: history)
    case .enter:
      busy = .undoing
      return [.perform(.undo(undo.number))]
    case .character("r"): return [lookAtUndo()]
    case .character("q"): return quit()
    case .character("?"): helpPage = 0
    default:
      var undo = undo
      undo.top = scrolled(from: undo.top, by: key)
      screen = .undo(undo, from: history)
    }
    return []
  }

  private mutating func leaveUndo(to history: HistoryState?) -> [Action] {
    guard let history else { return [backToProfile()] }
    screen = .history(history)
    return []
  }

  /// The first line of the window after a key.
  private func scrolled(from top: Int, by key: Key) -> Int {
    guard let view = ScreenView(self, size: size).changes else { return top }
    let moved =
      switch key {
      case .up: top - 1
      case .down: top + 1
      case .pageUp: top - view.room
      case .pageDown, .character(" "): top + view.room
      case .home: 0
      case .end: view.lastTop
      default: top
      }
    return min(max(0, moved), view.lastTop)
  }

  // MARK: Results

  /// Shows a history, at the same lines if it was read again.
  mutating func show(_ history: HistoryState) {
    var history = history
    if case .history(let old) = screen { history.top = old.top }
    screen = .history(history)
  }

  mutating func show(_ undo: UndoState) {
    switch screen {
    case .history(let history): screen = .undo(undo, from: history)
    case .undo(_, let history): screen = .undo(undo, from: history)
    default: screen = .undo(undo, from: nil)
    }
  }

  /// After the accounts were read, reads again what is shown if the profile has changed.
  mutating func lookAgain(ifChanged new: ProfileState) -> [Action] {
    guard new != profile else { return [] }
    profile = new
    if case .undo = screen { return [lookAtUndo()] }
    return [readHistory(of: new)]
  }

  /// Handles an error of undo or of a look at it; nil for any other.
  mutating func take(_ error: AccountsError, of work: Busy?) -> [Action]? {
    guard case .undo(_, let history) = screen else { return nil }
    switch (work, error) {
    case (.undoing, .historyMovedOn):
      say(ScreenText.movedOn)
      return [lookAtUndo()]
    case (.undoing, .partlyDone):
      let reading = backToProfile()
      complain(ScreenText.lines(of: error))
      return [reading]
    case (.readingHistory, _), (_, .nothingToUndo), (_, .valuesGone):
      // What was shown is no longer so.
      let actions = leaveUndo(to: history)
      complain(ScreenText.lines(of: error))
      return actions
    default: return nil
    }
  }
}

extension ScreenState.Screen {
  var isOfChanges: Bool {
    switch self {
    case .history, .undo: true
    case .opening, .form, .profile, .conflict: false
    }
  }

  /// Whether the profile, or changes beside it, are shown.
  var isOfProfile: Bool {
    if case .profile = self { return true }
    return isOfChanges
  }
}
