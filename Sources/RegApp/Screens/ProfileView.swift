import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The profile, read-only; in a wide window, what can be done with it is beside it.
struct ProfileView {
  let screen: Canvas
  let profile: ProfileState
  /// What can be done, with its keys.
  let actions: [Hint]

  func draw(rows: Int, in frame: inout Frame) {
    screen.bar(
      left: ("< \(words(ScreenText.toBack))", true), title: words(ScreenText.userInfo),
      right: (words(ScreenText.toEdit), profile.obstacles.off(.edit) == nil), in: &frame)
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
      let position = Position(column: screen.left + 2, row: row)
      frame.write(line.label, at: position, style: screen.theme.label)
      let value = Position(column: screen.left + line.column, row: row)
      frame.write(line.value, at: value, style: screen.theme.strong)
      row += 1
    }
    if count > rows - 1 {
      let more = " ↓ \(words(ScreenText.more))"
      let column = screen.left + width - DisplayWidth.of(more)
      frame.write(more, at: Position(column: column, row: rows - 1), style: screen.theme.faint)
    }
    if screen.isSplit { drawActions(rows: rows, in: &frame) }
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  // MARK: Columns

  private static let actionsWidth = 50
  private var width: Int { screen.contentWidth - (screen.isSplit ? Self.actionsWidth + 4 : 0) }
  private var labelWidth: Int { FormView.labelWidth(screen.language) }
  private var room: Int { width - labelWidth }

  // MARK: Fields

  private struct Line {
    var label = ""
    var value = ""
    var column = 0
  }

  private func height(of rows: [ProfileText.Row], _ isStacked: Bool) -> Int {
    rows.reduce(0) { $0 + lines(of: $1, isStacked: isStacked).count }
  }

  /// A field in one line, for a window that is too low for all of them.
  private func line(of row: ProfileText.Row) -> Line {
    Line(
      label: words(row.label), value: words(row.value).fitted(columns: room), column: labelWidth)
  }

  private func lines(of row: ProfileText.Row, isStacked: Bool) -> [Line] {
    let (label, value) = (words(row.label), words(row.value))
    if isStacked {
      return [Line(label: label)]
        + value.wrapped(columns: width - 4).map { Line(value: $0, column: 4) }
    }
    let lines = value.wrapped(columns: room)
    return lines.enumerated().map { index, part in
      Line(label: index == 0 ? label : "", value: part, column: labelWidth)
    }
  }

  // MARK: Actions

  private func drawActions(rows: Int, in frame: inout Frame) {
    let theme = screen.theme
    let indent = 3 + (actions.map { DisplayWidth.of(words($0.key)) }.max() ?? 0) + 2
    let lines = actions.flatMap { action in
      words(action.does).wrapped(columns: Self.actionsWidth - indent - 3).enumerated().map {
        index, part in (key: index == 0 ? words(action.key) : "", text: part)
      }
    }
    let room = rows - 2 - 4
    var box = Panel.box(
      words(ScreenText.whatNext), columns: Self.actionsWidth, rows: min(lines.count, room) + 4,
      theme)
    for (index, line) in lines.prefix(room).enumerated() {
      box.write(line.key, at: Position(column: 3, row: index + 2), style: theme.accent)
      box.write(line.text, at: Position(column: indent, row: index + 2), style: theme.text)
    }
    let column = screen.left + screen.contentWidth - Self.actionsWidth
    screen.put(box, at: Position(column: column, row: 2), in: &frame)
  }
}
