import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The calendar of a date's field. It is below the field, above it or below the form, so that both
/// can be seen; if there is room, the reasons why the form cannot be sent stay visible, too. Days
/// out of range are dimmed and cannot be reached. Weeks begin on Monday, as in ISO 8601, in every
/// language.
struct CalendarView {
  let screen: Canvas
  let picker: CalendarPicker
  let today: CalendarDay

  private static let columns = 33

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  /// The rows of a month with six weeks, by which one is placed with any: none moves it.
  private static let mostRows = 10

  /// - Parameter note: the rows of what keeps the form from being sent.
  func draw(beside input: Area, sparing note: Range<Int>, rows: Int, in frame: inout Frame) {
    let box = box
    let (above, below) = (input.row - box.size.rows, input.row + 1)
    let isLow = below + box.size.rows > rows
    let top: Int
    if !isLow, below + Self.mostRows <= note.lowerBound {
      top = below
    } else if input.row > Self.mostRows {
      top = above
    } else if note.upperBound + Self.mostRows <= rows {
      top = note.upperBound
    } else if !isLow {
      top = below
    } else {
      // Else it is too low a window for both.
      top = above >= 1 ? above : max(0, rows - box.size.rows)
    }
    let column = min(input.column - 1, screen.size.columns - Self.columns)
    frame.cursor = nil
    screen.put(box, at: Position(column: column, row: top), in: &frame)
  }

  private var box: Frame {
    let theme = screen.theme
    let weeks = picker.weeks
    var box = Panel.box(
      "‹ \(words(ScreenText.month(picker.day))) ›", columns: Self.columns, rows: weeks.count + 4,
      theme)
    for (column, name) in [
      Phrase("Mo"), Phrase("Tu"), Phrase("We"), Phrase("Th"), Phrase("Fr"), Phrase("Sa"),
      Phrase("Su"),
    ].enumerated() {
      box.write(words(name), at: Position(column: 3 + column * 4, row: 1), style: theme.faint)
    }
    for (row, week) in weeks.enumerated() {
      for (column, day) in week.enumerated() {
        if let day { draw(day, at: Position(column: 2 + column * 4, row: 2 + row), in: &box) }
      }
    }
    let foot =
      picker.typed.isEmpty
      ? Phrase("from \(picker.range.lowerBound) to \(picker.range.upperBound)")
      : Phrase("typed: \(picker.typed.text)")
    box.write(
      words(foot), at: Position(column: 2, row: 2 + weeks.count), style: theme.faint,
      limit: Self.columns - 4)
    return box
  }

  /// Brackets show the chosen day, and others today, without colours too.
  private func draw(_ day: CalendarDay, at position: Position, in box: inout Frame) {
    let theme = screen.theme
    let digits = day.day < 10 ? " \(day.day)" : "\(day.day)"
    if day == picker.day {
      box.write("[\(digits)]", at: position, style: theme.selection)
      box.cursor = Position(column: position.column + 2, row: position.row)
    } else if day == today {
      box.write("(\(digits))", at: position, style: theme.accent)
    } else {
      let style = picker.range.contains(day) ? theme.panel : theme.disabled
      box.write(" \(digits) ", at: position, style: style)
    }
  }
}
