import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// An import: first a look at what it would do, then the import.
extension ScreenState {
  private mutating func changeImport(_ change: (inout ImportState) -> Void) {
    guard case .importing(var state) = screen else { return }
    change(&state)
    screen = .importing(state)
  }

  // MARK: Keys

  mutating func move(in state: ImportState, _ key: Key) -> [Action] {
    guard busy == nil else { return [] }
    note = nil
    let (count, room) = (state.preview?.rows.count ?? 0, room)
    switch key {
    case .tab where state.focus == .path && !state.request.path.isEmpty:
      busy = .completing
      return [.perform(.completePath(state.request.path))]
    case .tab: changeImport { $0.moveFocus(by: 1) }
    case .backTab: changeImport { $0.moveFocus(by: -1) }
    case .up where state.focus != .list || state.list.row == 0:
      changeImport { $0.moveFocus(by: -1) }
    case .down where state.focus != .list: changeImport { $0.moveFocus(by: 1) }
    case _ where state.focus == .list:
      changeImport { _ = $0.list.move(by: key, count: count, room: room) }
    case .pageDown where state.hasList: changeImport { $0.focus(on: .list) }
    case _ where state.focus.text != nil:
      changeImport { $0.change(state.focus) { _ = $0.apply(key) } }
    case .left: return chooseForImport(by: -1)
    case .right, .character(" "): return chooseForImport(by: 1)
    default: break
    }
    return []
  }

  /// Takes another choice, and looks again at what that does.
  private mutating func chooseForImport(by step: Int) -> [Action] {
    guard case .importing(let before) = screen else { return [] }
    changeImport { $0.choose(by: step) }
    return before.preview == nil ? [] : lookAtImport()
  }

  mutating func chooseForImport(_ row: ImportState.Row) -> [Action] {
    changeImport { $0.focus(on: row) }
    return chooseForImport(by: 1)
  }

  /// Puts a text into a row, and looks at what the import would do.
  mutating func chooseForImport(_ row: ImportState.Row, _ text: String) -> [Action] {
    changeImport { $0.change(row) { $0.replace(with: text) } }
    return lookAtImport()
  }

  mutating func pasteForImport(_ text: String) {
    guard case .importing(let state) = screen, state.focus.text != nil, busy == nil else { return }
    note = nil
    changeImport { $0.change(state.focus) { _ = $0.insert(text) } }
  }

  mutating func lookAtImport() -> [Action] {
    guard case .importing(let state) = screen else { return [] }
    guard !state.request.path.isEmpty else {
      complain([ScreenText.nameFile])
      return []
    }
    busy = .readingImport
    return [.perform(.lookAtImport(state.request))]
  }

  mutating func runImport() -> [Action] {
    guard case .importing(let state) = screen, let preview = state.preview else { return [] }
    busy = state.request.purpose == .applying ? .applying : .importing
    return [.perform(.runImport(state.request, preview))]
  }

  // MARK: Results

  /// - Parameter isRefused: whether the import was tried, and is not what it was.
  mutating func show(_ preview: ImportPreview, of request: ImportRequest, isRefused: Bool) {
    stopWaiting()
    guard case .importing(let state) = screen, state.request == request else { return }
    changeImport { $0.show(preview) }
    if isRefused { complain([ScreenText.importMovedOn(request.purpose)]) }
  }

  /// Goes on with a path as far as only one name fits, and shows those that do. A path that is whole
  /// leads to the next row.
  mutating func show(_ completion: PathCompletion) {
    stopWaiting()
    guard case .importing(let state) = screen, state.request.path == completion.typed else {
      return
    }
    guard !completion.names.isEmpty else { return complain([ScreenText.nothingBeginsSo]) }
    if completion.path != completion.typed {
      changeImport { $0.change(.path) { $0.replace(with: completion.path) } }
    } else if completion.names.count == 1 {
      changeImport { $0.moveFocus(by: 1) }
    }
    if completion.names.count > 1 { say(ScreenText.mayBe(completion.names)) }
  }

  mutating func importFailed(_ lines: [Phrase]) {
    stopWaiting()
    complain(lines)
  }
}
