import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The calendar over a form. Days out of range are dimmed and cannot be reached.
struct CalendarView {
  let screen: Canvas
  let picker: CalendarPicker

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  func draw(rows: Int, in frame: inout Frame) {
    let theme = screen.theme
    let isTight = rows < 12
    let weeks = picker.weeks
    var box = Panel.box(columns: 33, rows: weeks.count + (isTight ? 4 : 6), theme.rule)
    box.write(
      words(ScreenText.month(picker.day)), at: Position(column: 2, row: isTight ? 0 : 1),
      style: theme.focusedLabel)
    let top = isTight ? 1 : 2
    for (column, name) in ScreenText.weekdays.enumerated() {
      box.write(words(name), at: Position(column: 2 + column * 4, row: top), style: theme.faint)
    }
    for (row, week) in weeks.enumerated() {
      for (column, day) in week.enumerated() {
        guard let day else { continue }
        draw(day, column: 1 + column * 4, row: top + 1 + row, in: &box)
      }
    }
    let foot =
      picker.typed.isEmpty
      ? ScreenText.bounds(picker.range) : ScreenText.typed(picker.typed.text)
    box.write(
      words(foot), at: Position(column: 2, row: top + 1 + weeks.count), style: theme.faint,
      limit: 30)
    frame.cursor = nil
    screen.place(box, rows: rows, in: &frame)
  }

  private func draw(_ day: CalendarDay, column: Int, row: Int, in box: inout Frame) {
    let digits = day.day < 10 ? " \(day.day)" : "\(day.day)"
    let isChosen = day == picker.day
    let style: Style
    if isChosen {
      style = screen.theme.cursor
    } else {
      style = picker.range.contains(day) ? .plain : screen.theme.faint
    }
    // The brackets show the chosen day without colours too.
    let text = isChosen ? "[\(digits)]" : " \(digits) "
    box.write(text, at: Position(column: column, row: row), style: style)
    if isChosen { box.cursor = Position(column: column + 2, row: row) }
  }
}
