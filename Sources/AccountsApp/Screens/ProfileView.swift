import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The profile, read-only.
struct ProfileView {
  let screen: Canvas
  let profile: ProfileState
  /// The columns before a value, which is where it is in the form that edits it.
  private let labelWidth: Int

  init(screen: Canvas, profile: ProfileState) {
    (self.screen, self.profile) = (screen, profile)
    labelWidth = FormView.labelWidth(screen.language) - 1
  }

  func draw(rows: Int, in frame: inout Frame) {
    let text = profile.text
    // A value is beside its label, or below it if that is too narrow.
    let isTooLong = text.rows.contains { DisplayWidth.of(words($0.value)) > room }
    let isStacked = !screen.isWide && isTooLong && rows - 1 >= height(of: text.rows, true)
    let isWhole = isStacked || rows - 1 >= height(of: text.rows, false)
    let fields = text.rows.map { row in
      isWhole ? lines(of: row, isStacked: isStacked) : [line(of: row)]
    }
    let count = fields.joined().count
    let isLoose = rows - 2 >= count + fields.count
    var row = rows - 2 >= count ? 2 : 1
    for line in fields.joined(separator: isLoose ? [Line()] : []) where row < rows {
      let position = Position(column: screen.left, row: row)
      frame.write(line.label, at: position, style: screen.theme.label)
      let value = Position(column: screen.left + line.column, row: row)
      frame.write(
        line.value, at: value, style: line.state?.style(screen.theme) ?? screen.theme.strong)
      row += 1
    }
    screen.drawMore(below: count > rows - 1, end: screen.left + width, row: rows - 1, in: &frame)
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  // MARK: Columns

  private var width: Int { DetailView.contentWidth(on: screen) }
  private var room: Int { width - labelWidth }

  // MARK: Fields

  private struct Line {
    var label = ""
    var value = ""
    var column = 0
    var state: AccountState?
  }

  private func height(of rows: [ProfileText.Row], _ isStacked: Bool) -> Int {
    rows.reduce(0) { $0 + lines(of: $1, isStacked: isStacked).count }
  }

  /// A field in one line, for a window that is too low for all of them.
  private func line(of row: ProfileText.Row) -> Line {
    Line(
      label: words(row.label), value: value(of: row).fitted(columns: room), column: labelWidth,
      state: row.state)
  }

  private func lines(of row: ProfileText.Row, isStacked: Bool) -> [Line] {
    let (label, value) = (words(row.label), value(of: row))
    if isStacked {
      return [Line(label: label)]
        + value.wrapped(columns: width - 2).map { Line(value: $0, column: 2, state: row.state) }
    }
    let lines = value.wrapped(columns: room)
    return lines.enumerated().map { index, part in
      Line(label: index == 0 ? label : "", value: part, column: labelWidth, state: row.state)
    }
  }

  private func value(of row: ProfileText.Row) -> String {
    let words = words(row.value)
    return row.state.map { "\($0.mark(on: screen)) \(words)" } ?? words
  }
}
