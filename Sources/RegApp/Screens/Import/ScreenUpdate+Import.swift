import CommandKit
import ScreenKit
import Terminal

/// An import: its file is asked for in a prompt, then comes a look at what it would do.
extension ScreenState {
  mutating func lookAtImport(of path: String) -> [Action] {
    busy = .readingImport
    return [.perform(.lookAtImport(path))]
  }

  mutating func runImport(_ preview: ImportPreview) -> [Action] {
    busy = .importing
    return [.perform(.runImport(preview))]
  }

  // MARK: Results

  /// - Parameter isRefused: whether the import was tried, and is not what it was.
  mutating func show(_ preview: ImportPreview, isRefused: Bool) {
    stopWaiting()
    (sentPrompt, note) = (nil, nil)
    let state = ImportState(preview: preview)
    if case .importing = screen { screen = .importing(state) } else { go(on: .importing(state)) }
    if isRefused { complain([ScreenText.importMovedOn]) }
  }

  /// Asks for the file again, unless it was looked at before.
  mutating func importFailed(_ lines: [Phrase]) {
    stopWaiting()
    (prompt, sentPrompt) = (sentPrompt, nil)
    complain(lines)
  }

  /// Goes on with a path as far as only one name fits, and shows those that do.
  mutating func show(_ completion: PathCompletion) {
    stopWaiting()
    prompt?.take(completion)
    if completion.names.isEmpty { forgetsKeys = true }
  }
}
