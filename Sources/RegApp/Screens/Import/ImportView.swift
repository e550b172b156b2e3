import CommandKit
import Exchange
import ScreenKit
import Terminal

/// Where the look at an import is in a window: the list, and below it the whole of the row in focus.
struct ImportLayout {
  /// The rows above the message and the keys.
  let rows: Int

  /// The rows above the list: the bar, what is imported, and the command that has other choices.
  static let head = 3
  /// The rows below the list.
  var below: Int { max(2, min(5, rows / 3)) }
  /// How many rows of the list there is room for.
  var room: Int { max(1, rows - Self.head - below) }
}

/// Draws the effects of an import as a list.
struct ImportView {
  private let screen: Canvas
  private let state: ImportState
  private let layout: ImportLayout
  private var preview: ImportPreview { state.preview }

  init(_ state: ImportState, screen: Canvas, rows: Int) {
    (self.state, self.screen, layout) = (state, screen, ImportLayout(rows: rows))
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  func draw(in frame: inout Frame) {
    let width = screen.contentWidth
    let sum = words(ScreenText.sum(of: preview))
    let file = "\(visible(preview.source.path)) (\(preview.source.format.rawValue))"
    let written = frame.write(
      file.fitted(columns: max(0, width - DisplayWidth.of(sum) - 2)),
      at: Position(column: screen.left, row: 1), style: screen.theme.faint)
    frame.write(
      sum.fitted(columns: width),
      at: Position(column: screen.left + (written > 0 ? written + 2 : 0), row: 1),
      style: screen.theme.strong)
    screen.line(words(ScreenText.otherChoices), row: 2, style: screen.theme.faint, in: &frame)
    drawList(in: &frame)
    drawWhole(in: &frame)
  }

  private func drawList(in frame: inout Frame) {
    let (rows, room) = (preview.rows, layout.room)
    let top = state.focus.visibleTop(count: rows.count, room: room)
    let kinds = ImportPreview.Kind.allCases.map { DisplayWidth.of(words(ScreenText.name($0))) }
    let numbers = screen.left + (kinds.max() ?? 0) + 2
    let digits = rows.last?.line.map { "\($0)".count + 2 } ?? 0
    for (index, row) in rows[min(top, rows.count)...].prefix(room).enumerated() {
      let line = ImportLayout.head + index
      let isFocused = top + index == state.focus.row
      let bar = screen.theme.selection
      if isFocused { screen.bar(row: line, width: screen.contentWidth, in: &frame) }
      frame.write(
        words(ScreenText.name(row.kind)), at: Position(column: screen.left, row: line),
        style: isFocused ? bar : style(of: row.kind))
      let number = row.line.map { "\($0)" } ?? ""
      frame.write(
        number, at: Position(column: numbers + max(0, digits - 2 - number.count), row: line),
        style: isFocused ? bar : screen.theme.faint)
      let column = numbers + digits
      frame.write(
        words(preview.words(row)).fitted(columns: screen.right - column),
        at: Position(column: column, row: line), style: isFocused ? bar : .plain)
    }
    screen.scrollBar(
      column: screen.right, row: ImportLayout.head, top: top, room: room, count: rows.count,
      in: &frame)
  }

  private func style(of kind: ImportPreview.Kind) -> Style {
    switch kind {
    case .problem: screen.theme.problem
    case .warning: screen.theme.warning
    case .hint, .added: screen.theme.label
    }
  }

  private func drawWhole(in frame: inout Frame) {
    guard preview.rows.indices.contains(state.focus.row) else { return }
    let first = layout.rows - layout.below
    screen.rule(row: first, in: &frame)
    let whole = words(preview.words(preview.rows[state.focus.row]))
    for (index, text) in whole.wrapped(columns: screen.contentWidth).prefix(layout.below - 1)
      .enumerated()
    {
      frame.write(
        text, at: Position(column: screen.left, row: first + 1 + index), style: .plain)
    }
  }
}
