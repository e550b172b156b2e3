import AccountsFile
import CommandKit
import Exchange
import ScreenKit
import Terminal

/// A file to import, how, and what that would do.
struct ImportState: Equatable, Sendable {
  enum Row: Int, CaseIterable, Sendable {
    case path, format, conflict, invalid, list
  }

  private(set) var input = TextInput(limit: 4096)
  private(set) var request = ImportRequest()
  private(set) var focus = Row.path
  var list = TableFocus()
  /// What the request would do; nil before one looked at it.
  var preview: ImportPreview?

  /// Changes the path, and drops the preview of the old one.
  mutating func changePath(_ change: (inout TextInput) -> Void) {
    change(&input)
    guard input.text != request.path else { return }
    request.path = input.text
    preview = nil
  }

  /// Goes on to the next row or back; the list is one of them if there is one.
  mutating func moveFocus(by step: Int) {
    let last: Row = preview?.rows.isEmpty == false ? .list : .invalid
    let new = min(max(0, focus.rawValue + step), last.rawValue)
    focus = Row(rawValue: new) ?? .path
  }

  mutating func focus(on row: Row) { focus = row }

  /// Takes the next choice of the row in focus, or the one before it.
  mutating func choose(by step: Int) {
    func next<Value: Equatable>(_ value: Value, of all: [Value]) -> Value {
      let index = all.firstIndex(of: value) ?? 0
      return all[(index + step + all.count) % all.count]
    }
    switch focus {
    case .format: request.format = next(request.format, of: [nil] + ExchangeFormat.readable)
    case .conflict: request.onConflict = next(request.onConflict, of: [.fail, .skip, .replace])
    case .invalid: request.skipsInvalid.toggle()
    case .path, .list: return
    }
    preview = nil
  }

  mutating func show(_ preview: ImportPreview) {
    self.preview = preview
    list = TableFocus()
  }
}
