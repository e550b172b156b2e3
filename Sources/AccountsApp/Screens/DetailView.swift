import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The right part of a wide window: the account under the bar of the list, or the newest changes of
/// a profile.
struct DetailView {
  let screen: Canvas
  /// The account's detail; nil until it is read.
  let detail: AccountDetail?
  let rows: Int
  let start: Int
  let width: Int

  static let gap = 4
  /// The smallest width at which a detail says enough.
  static let narrowest = 28
  /// The columns beyond which it does not read better.
  static let widest = 64
  /// The columns beside the content, if that does not need them.
  static func width(on screen: Canvas) -> Int { screen.contentWidth / 3 }
  /// The columns that the content has if a detail may be beside it.
  static func contentWidth(on screen: Canvas) -> Int {
    screen.contentWidth - (screen.isSplit ? width(on: screen) + gap : 0)
  }

  private var theme: Theme { screen.theme }
  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  /// Draws the account of a row: what the list has of it at once, the rest as soon as it was read.
  /// - Parameter disabledReason: why nothing more can be read.
  func draw(row: Int, of list: AccountListing, disabledReason: Phrase?, in frame: inout Frame) {
    let state = list.state(of: row)
    let key = list.text(.key, of: row)
    let name = list.text(.name, of: row)
    var lines = text(name.isEmpty ? key : name, theme.title)
    if !name.isEmpty { lines += text(key, theme.text) }
    lines += text("\(state.mark(on: screen)) \(list.text(.state, of: row))", state.style(theme))
    let groups = list.text(.groups, of: row).split(separator: ", ").map(String.init)
    if !groups.isEmpty { lines += [Self.none, chips(groups)] }
    if let disabledReason {
      lines += [Self.none] + text(words(disabledReason), theme.text)
    } else if let detail {
      let shown: [Field] = [list.rulebook.key, .password, .firstName, .lastName, .groups]
      let rows = detail.profile?.text.rows.filter { row in
        row.field.map { !shown.contains($0) } ?? (row.state == nil)
      }
      if let rows, !rows.isEmpty { lines += [Self.none] + rows.flatMap(self.lines) }
      if detail.logins > 0 {
        lines +=
          [Self.none] + text(words(Phrase("\(detail.logins, "login") in browsers")), theme.text)
      }
      lines += changes(of: detail)
    } else {
      lines += [Self.none] + text(words(ScreenText.readingDetail), theme.faint)
    }
    draw(lines, in: &frame)
  }

  /// Draws the newest changes of a profile.
  func drawChanges(in frame: inout Frame) {
    let lines =
      detail.map { Array(changes(of: $0).dropFirst()) }
      ?? text(words(ScreenText.readingDetail), theme.faint)
    draw(lines, in: &frame)
  }

  // MARK: Lines

  /// A line in parts, one after the other.
  private typealias Line = [Panel.Line]
  private static let none: Line = []

  private func draw(_ lines: [Line], in frame: inout Frame) {
    for row in 2..<max(2, rows) {
      frame.write("│", at: Position(column: start - 2, row: row), style: theme.border)
    }
    for (index, line) in lines.prefix(max(0, rows - 2)).enumerated() {
      var column = start
      for part in line {
        column += frame.write(
          part.text, at: Position(column: column, row: 2 + index), style: part.style,
          limit: max(0, start + width - column))
      }
    }
  }

  private func text(_ text: String, _ style: Style, indent: Int = 0) -> [Line] {
    text.wrapped(columns: width - indent).map {
      [Panel.Line(String(repeating: " ", count: indent) + $0, style)]
    }
  }

  private func chips(_ texts: [String]) -> Line {
    texts.flatMap { [Panel.Line(" \($0) ", theme.field), Panel.Line(" ", .plain)] }
  }

  private func lines(_ row: ProfileText.Row) -> [Line] {
    let label = words(row.label) + " "
    let indent = DisplayWidth.of(label)
    let value = text(words(row.value), theme.text, indent: indent)
    return value.enumerated().map { index, line in
      guard index == 0, let part = line.first else { return line }
      return [
        Panel.Line(label, theme.label), Panel.Line(String(part.text.dropFirst(indent)), part.style),
      ]
    }
  }

  private func changes(of detail: AccountDetail) -> [Line] {
    let none = detail.changes.isEmpty && detail.faults.isEmpty
    let title = none ? ScreenText.noChanges : Phrase("Last changes")
    return [Self.none] + text(words(title), none ? theme.faint : theme.label)
      + detail.changes.flatMap { change in
        text(words(change.headline), theme.faint)
          + change.lines.flatMap { text(words($0), theme.text, indent: 2) }
      } + detail.faults.flatMap { text("! \(words($0))", theme.problem) }
  }
}

/// The state of an account as a mark and a colour. Words are always beside it: nobody has to see
/// either.
extension AccountState {
  func mark(on screen: Canvas) -> String {
    switch self {
    case .open: screen.hasSigns ? "●" : "+"
    case .disabled: screen.hasSigns ? "○" : "-"
    case .closed, .locked: screen.hasSigns ? "▲" : "!"
    case .expired: screen.hasSigns ? "◷" : "x"
    case .notYetValid: screen.hasSigns ? "◌" : "."
    case .invited: screen.hasSigns ? "◇" : "~"
    }
  }

  func style(_ theme: Theme) -> Style {
    switch self {
    case .open: theme.good
    case .disabled: theme.label
    case .closed, .locked: theme.problem
    case .expired: theme.warning
    case .notYetValid, .invited: theme.upcoming
    }
  }
}
