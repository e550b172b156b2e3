import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The history of an account, that of all accounts, and undo.
extension ScreenState {
  /// - Parameter account: whose it is; nil for all of them.
  mutating func readHistory(of account: AccountRef?) -> [Action] {
    start(.readHistory(account, limit: HistoryState.limit))
  }

  /// The target of an undo here: the chosen change, or the newest one of the account; nil if there
  /// is none.
  func undoTarget(of action: ScreenAction) -> UndoTarget? {
    if let history = screen.history, history.isOfAll {
      let number = history.chosen?.number
      return number.map { action == .undoTo ? .downTo($0) : .change($0) }
    }
    return concerned.first.map { .newest(of: $0) }
  }

  var isOfUndo: Bool { if case .undo = screen { true } else { false } }

  // MARK: Keys

  /// Chooses the answer of a look at an undo, or scrolls it.
  mutating func choose(_ undo: UndoState, _ key: Key) {
    guard UndoState.choosing.contains(key) else { return scroll(by: key) }
    var undo = undo
    undo.choosesYes.toggle()
    screen = .undo(undo)
  }

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

  /// Shows a history. If it was read again, the same lines stay in the window, and the bar stays on
  /// its change if that is still there.
  mutating func show(_ history: HistoryState) {
    // The account may have got another name.
    guard let old = screen.history, old.isOfAll == history.isOfAll else {
      return go(on: .history(history))
    }
    var history = history
    history.take(old.search)
    (history.top, history.focus) = (old.top, old.focus)
    screen = .history(history)
    guard let number = old.chosen?.number,
      let row = history.changes.firstIndex(where: { $0.number == number })
    else { return }
    let layout = ScreenLayout(self, size: size)
    screen.history?.focus.put(row, layout.listRows, room: layout.list.room)
  }

  /// Shows a look at an undo. A look that was taken again and asks nothing new keeps the marked
  /// answer and the lines in the window.
  mutating func show(_ undo: UndoState) {
    guard case .undo(let old) = screen else { return go(on: .undo(undo)) }
    guard !undo.isFirst else { return }
    var undo = undo
    let isSame = !old.isFirst && undo.wording == old.wording
    if isSame { (undo.top, undo.choosesYes) = (old.top, old.choosesYes) }
    screen = .undo(undo)
    if !old.isFirst, !isSame, note == nil { sayItMovedOn() }
  }

  private mutating func sayItMovedOn() {
    say(Report(AccountsError.historyMovedOn).lines.map(\.sentence))
  }

  /// After the accounts were read, reads again what is shown if the profile has changed.
  mutating func lookAgain(ifChanged new: ProfileState) -> [Action] {
    guard new != profile else { return [] }
    putBehind(new)
    if account != nil { account = new.ref }
    if case .undo(let undo) = screen { return start(.lookAtUndo(undo.target)) }
    return readHistory(of: new.ref)
  }

  /// Has a profile in the place of the one to which going back leads, if there is one. Behind a list
  /// is another's.
  mutating func putBehind(_ new: ProfileState) {
    for index in behind.indices.reversed() {
      if behind[index].accounts != nil { return }
      guard case .profile = behind[index] else { continue }
      behind[index] = .profile(new)
      return
    }
  }

  /// Handles an error of undo or of a look at it; nil for any other.
  mutating func handle(_ error: AccountsError, of work: Operation.Busy?) -> [Action]? {
    if case .notMeant = error, screen.history != nil, profile == nil {
      let actions = goBehind()
      complain(error.screenLines)
      return actions
    }
    guard case .undo(let undo) = screen else { return nil }
    if undo.isFirst, let last = behind.popLast() {
      screen = last
      return nil
    }
    switch (work, error) {
    case (.undoing, .historyMovedOn), (.undoing, .ownersChanges):
      sayItMovedOn()
      return start(.lookAtUndo(undo.target))
    case (.undoing, .partlyDone(let step, _)) where step.isChange:
      let actions = goToPlace()
      complain(error.screenLines)
      return actions
    case (_, .nothingToUndo), (_, .valuesGone), (_, .unknownChange), (_, .noSuchChange),
      (_, .nothingToRestore), (_, .takenBackAlready), (_, .historyLacks):
      // The history has moved on since the change was shown.
      let actions = goBehind()
      complain(error.screenLines)
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

extension UndoState {
  /// The keys that mark the other answer.
  static let choosing: [Key] = [.left, .right, .tab, .backTab]
}
