import AccountsFile
import CommandKit
import Exchange
import ScreenKit
import Terminal

/// A file to import, how, and what that would do.
struct ImportState: Equatable, Sendable {
  enum Row: Int, CaseIterable, Sendable {
    case path, format, conflict, invalid, passwords, without, columns, unknown, domain, list

    /// What of a request is typed in the row; nil where something is chosen.
    var text: WritableKeyPath<ImportRequest, String>? {
      switch self {
      case .path: \.path
      case .without: \.without
      case .columns: \.columns
      case .domain: \.domain
      case .format, .conflict, .invalid, .passwords, .unknown, .list: nil
      }
    }
  }

  private var inputs: [Row: TextInput] = [:]
  private(set) var request = ImportRequest()
  private(set) var focus = Row.path
  var list = TableFocus()
  /// What the request would do; nil before one looked at it.
  var preview: ImportPreview?

  func input(of row: Row) -> TextInput { inputs[row] ?? TextInput(limit: 4096) }

  /// Changes a text, and drops the preview of what was asked for before.
  mutating func change(_ row: Row, _ change: (inout TextInput) -> Void) {
    guard let text = row.text else { return }
    var input = input(of: row)
    change(&input)
    inputs[row] = input
    guard input.text != request[keyPath: text] else { return }
    request[keyPath: text] = input.text
    preview = nil
  }

  /// Goes on to the next row or back; the list is one of them if there is one.
  mutating func moveFocus(by step: Int) {
    let last: Row = hasList ? .list : .domain
    let new = min(max(0, focus.rawValue + step), last.rawValue)
    focus = Row(rawValue: new) ?? .path
  }

  var hasList: Bool { preview?.rows.isEmpty == false }

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
    case .passwords: request.generates.toggle()
    case .unknown: request.ignoresUnknown.toggle()
    case .path, .without, .columns, .domain, .list: return
    }
    preview = nil
  }

  mutating func show(_ preview: ImportPreview) {
    self.preview = preview
    list = TableFocus()
  }
}
