import AccountsFile
import CommandKit

/// The history, and undo, line by line.
extension PlainScreens {
  /// Prints what was done to an account; returns what kept it from being read.
  func history(of name: String) async throws -> ScreenMessage? {
    let message = await effects.outcome(of: .readHistory(name, limit: HistoryState.plainLimit))
    guard case .history(let history) = message else { return message }
    try console.write(history.text(invocation.language))
    return nil
  }

  /// Takes the newest change back, after a look at it.
  /// - Parameter account: the name of the account that is shown afterwards; nil for the session's.
  func undo(of account: String?) async throws -> Next {
    var message = await effects.outcome(of: .lookAtUndo)
    while case .undoLook(let look) = message {
      try console.write(look.text(invocation.language))
      guard let agrees = try await invocation.agrees(to: PlainText.undoIt) else { return .quit }
      guard agrees else { return await again(account) }
      message = await effects.outcome(of: .undo(look.number, of: account))
      if case .failed(.historyMovedOn) = message {
        invocation.complain(ScreenText.movedOn)
        message = await effects.outcome(of: .lookAtUndo)
      }
    }
    return await next(message, of: account)
  }
}

extension ChangeWords {
  fileprivate func text(_ language: Language) -> String {
    headline[language] + "\n" + lines.map { "    \($0[language])\n" }.joined()
  }
}

extension HistoryState {
  fileprivate func text(_ language: Language) -> String {
    let end =
      changes.isEmpty ? ScreenText.noChanges : hasMore ? ScreenText.olderChanges : nil
    return changes.map { $0.text(language) }.joined() + (end.map { $0[language] + "\n" } ?? "")
  }
}

extension UndoState {
  fileprivate func text(_ language: Language) -> String {
    "\(ScreenText.newestChange[language])\n\(change.headline[language])\n"
      + "\(ScreenText.wouldBecome[language])\n"
      + outcome.map { $0.text(language) }.joined()
      + notes.map { "! \($0[language])\n" }.joined()
  }
}
