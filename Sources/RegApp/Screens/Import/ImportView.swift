import AccountsFile
import CommandKit
import Exchange
import ScreenKit
import Terminal

/// Where the parts of an import are in a window.
struct ImportLayout {
  /// The rows above the message and the keys.
  let rows: Int
  /// What is chosen or typed.
  private let all: [ImportState.Row]

  init(_ state: ImportState, rows: Int) { (self.rows, all) = (rows, state.choices) }

  /// In a low window there is no row between the parts.
  private var isLoose: Bool { rows >= 16 }
  /// The first row of the choices.
  var first: Int { isLoose ? 2 : 1 }
  /// How many of the choices there is room for, beside some of the list.
  var choices: Int { min(all.count, max(4, rows - first - below - 6)) }
  /// The first choice that is shown, so that the one in focus is.
  func firstChoice(_ focus: ImportState.Row) -> Int {
    focus == .list ? 0 : max(0, (all.firstIndex(of: focus) ?? 0) - choices + 1)
  }
  /// The row that sums the list up.
  var sum: Int { first + choices + (isLoose ? 1 : 0) }
  var head: Int { sum + 1 }

  /// The rows below the list, for the whole of the row in focus.
  var below: Int { isLoose ? 3 : 0 }

  /// How many rows of the list there is room for.
  var room: Int { max(1, rows - head - below) }
}

/// The file to import and the choices, and below them what that would do.
struct ImportView {
  private let screen: Canvas
  private let state: ImportState
  private let layout: ImportLayout

  init(_ state: ImportState, screen: Canvas, rows: Int) {
    (self.state, self.screen, layout) = (state, screen, ImportLayout(state, rows: rows))
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  func draw(in frame: inout Frame) {
    let choices = ScreenText.choices(of: state)
    let width = choices.map { DisplayWidth.of(words($0.label)) }.max() ?? 0
    let top = layout.firstChoice(state.focus)
    for (index, choice) in choices[top...].prefix(layout.choices).enumerated() {
      let row = layout.first + index
      let isFocused = state.focus == choice.row
      if isFocused {
        let mark = Position(column: screen.left - 2, row: row)
        frame.write(">", at: mark, style: screen.theme.accent)
      }
      frame.write(
        words(choice.label), at: Position(column: screen.left, row: row),
        style: isFocused ? screen.theme.strong : screen.theme.label)
      let column = screen.left + width + 2
      let room = screen.right - column
      if choice.row.text != nil {
        let input = state.input(of: choice.row)
        let window = input.window(columns: room)
        let style = isFocused ? screen.theme.focusedField : screen.theme.field
        frame.fill(Area(column: column - 1, row: row, columns: room + 1, rows: 1), style: style)
        frame.write(window.text, at: Position(column: column, row: row), style: style)
        if input.text.isEmpty,
          let example = ScreenText.example(choice.row, state.request.purpose)
        {
          frame.write(
            words(ScreenText.suchAs(example)), at: Position(column: column, row: row),
            style: isFocused ? screen.theme.focusedPlaceholder : screen.theme.placeholder,
            limit: room)
        }
        if isFocused { frame.cursor = Position(column: column + window.caretColumn, row: row) }
      } else {
        let value = words(choice.value)
        let text = isFocused ? "< \(value) >" : value
        frame.write(
          text.fitted(columns: room), at: Position(column: column, row: row),
          style: isFocused ? screen.theme.strong : screen.theme.label)
      }
    }
    screen.scrollBar(
      column: screen.right, row: layout.first, top: top, room: layout.choices,
      count: choices.count, in: &frame)
    drawList(in: &frame)
  }

  private func drawList(in frame: inout Frame) {
    let width = screen.contentWidth
    let (rows, room, sum) = (layout.rows, layout.room, layout.sum)
    let place = Position(column: screen.left, row: sum)
    guard let preview = state.preview else {
      for (index, line) in words(ScreenText.importHelp(state.request.purpose))
        .wrapped(columns: width).enumerated()
      where sum + index < rows {
        frame.write(
          line, at: Position(column: screen.left, row: sum + index), style: screen.theme.faint)
      }
      return
    }
    frame.write(
      words(ScreenText.sum(of: preview)).fitted(columns: width), at: place,
      style: screen.theme.strong)
    let top = state.list.visibleTop(count: preview.rows.count, room: room)
    let shown = preview.rows[min(top, preview.rows.count)...].prefix(room)
    let kinds = ImportPreview.Kind.allCases.map { DisplayWidth.of(words(ScreenText.name($0))) }
    let kindWidth = kinds.max() ?? 0
    let lineWidth = preview.rows.last?.line.map { "\($0)".count } ?? 0
    for (index, row) in shown.enumerated() {
      let line = layout.head + index
      let isFocused = state.focus == .list && top + index == state.list.row
      let style: Style = isFocused ? screen.theme.selection : .plain
      if isFocused {
        let start = screen.left - screen.gutter
        frame.fill(
          Area(column: start, row: line, columns: screen.right - start, rows: 1), style: style)
        frame.write(">", at: Position(column: start, row: line), style: style)
      }
      frame.write(
        words(ScreenText.name(row.kind)), at: Position(column: screen.left, row: line),
        style: isFocused ? style : row.kind == .refused ? screen.theme.problem : screen.theme.label)
      let number = row.line.map { "\($0)" } ?? ""
      var column = screen.left + kindWidth + 2
      frame.write(
        number, at: Position(column: column + max(0, lineWidth - number.count), row: line),
        style: isFocused ? style : screen.theme.faint)
      column += lineWidth > 0 ? lineWidth + 2 : 0
      frame.write(
        words(preview.words(row)).fitted(columns: screen.right - column),
        at: Position(column: column, row: line), style: style)
    }
    if state.focus == .list, preview.rows.indices.contains(state.list.row) {
      let whole = words(preview.words(preview.rows[state.list.row])).wrapped(columns: width)
      for (index, line) in whole.prefix(max(0, layout.below - 1)).enumerated() {
        let place = Position(column: screen.left, row: rows - layout.below + 1 + index)
        frame.write(line, at: place, style: .plain)
      }
    }
    screen.scrollBar(
      column: screen.right, row: layout.head, top: top, room: room,
      count: preview.rows.count, in: &frame)
  }
}
