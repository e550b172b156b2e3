import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The profile, read-only.
struct ProfileView {
  let screen: Canvas
  let profile: ProfileState

  func draw(rows: Int, in frame: inout Frame) {
    screen.bar(
      left: ("< \(words(ScreenText.toBack))", true), title: words(ScreenText.userInfo),
      right: (words(ScreenText.toEdit), true), in: &frame)
    let text = ProfileText(profile.account, openEdit: profile.openEdit, today: profile.today)
    let (labels, values) = (text.rows.map { words($0.label) }, text.rows.map { words($0.value) })
    // A value is beside its label, or below it if that is too narrow.
    let room = screen.contentWidth - FormView.labelWidth(screen.language)
    let isStacked =
      values.contains { DisplayWidth.of($0) > room }
      && rows - 2 >= values.reduce(0) { $0 + 1 + below($1).count }
    let height = values.reduce(0) { $0 + (isStacked ? 1 + below($1).count : 1) }
    let isLoose = rows - 2 >= height + values.count
    var row = rows - 2 >= height ? 2 : 1
    let isWhole = rows - row >= height
    for (label, value) in zip(labels, values) where row < rows {
      row += draw(label, value, isStacked: isStacked, row: row, in: &frame)
      if isLoose {
        screen.rule(row: row, in: &frame)
        row += 1
      }
    }
    if !isWhole {
      let more = " ↓ \(words(ScreenText.more))"
      let column = screen.left + screen.contentWidth - DisplayWidth.of(more)
      frame.write(more, at: Position(column: column, row: rows - 1), style: screen.theme.faint)
    }
    if profile.hasAlbums, row + 1 < rows {
      frame.write(
        words(ScreenText.toAlbums), at: Position(column: screen.left + 2, row: row + 1),
        style: screen.theme.link)
    }
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  private func below(_ value: String) -> [String] {
    value.wrapped(columns: screen.contentWidth - 4)
  }

  /// Draws a field; returns how many rows it takes.
  private func draw(
    _ label: String, _ value: String, isStacked: Bool, row: Int, in frame: inout Frame
  ) -> Int {
    // As in a form, where the focus mark precedes the label.
    let left = screen.left + 2
    frame.write(label, at: Position(column: left, row: row), style: screen.theme.label)
    let room = screen.contentWidth - FormView.labelWidth(screen.language)
    guard isStacked else {
      frame.write(
        value.fitted(columns: room),
        at: Position(column: screen.left + FormView.labelWidth(screen.language), row: row),
        style: screen.theme.readOnly)
      return 1
    }
    let lines = below(value)
    for (index, line) in lines.enumerated() {
      frame.write(
        line, at: Position(column: left + 2, row: row + 1 + index), style: screen.theme.readOnly)
    }
    return 1 + lines.count
  }
}
