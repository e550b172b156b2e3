import AccountsFile
import CommandKit
import Exchange
import ScreenKit
import Terminal

/// A file to import, or one that says how accounts are to be; how, and what that would do.
struct ImportState: Equatable, Sendable {
  enum Row: Int, CaseIterable, Sendable {
    case path, format, conflict, invalid, passwords, without, columns, unknown, domain
    case others, setPasswords, list

    /// What of a request is typed in the row; nil where something is chosen.
    var text: WritableKeyPath<ImportRequest, String>? {
      switch self {
      case .path: \.path
      case .without: \.without
      case .columns: \.columns
      case .domain: \.domain
      case .format, .conflict, .invalid, .passwords, .unknown, .others, .setPasswords, .list: nil
      }
    }
  }

  private var inputs: [Row: TextInput] = [:]
  private(set) var request: ImportRequest
  private(set) var focus = Row.path
  var list = TableFocus()
  /// What the request would do; nil before one looked at it.
  var preview: ImportPreview?

  init(_ purpose: ImportRequest.Purpose = .importing) { request = ImportRequest(purpose) }

  /// What is chosen or typed, without the list.
  var choices: [Row] {
    switch request.purpose {
    case .importing:
      [.path, .format, .conflict, .invalid, .passwords, .without, .columns, .unknown, .domain]
    case .applying: [.path, .others, .setPasswords]
    }
  }

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
    let rows = choices + (hasList ? [.list] : [])
    let new = (rows.firstIndex(of: focus) ?? 0) + step
    focus = rows[min(max(0, new), rows.count - 1)]
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
    case .others: request.pruning = next(request.pruning, of: [.none, .limited, .all])
    case .setPasswords: request.setsPasswords.toggle()
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
