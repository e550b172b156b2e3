import Accounts
import Terminal

/// The profile, to be read.
struct ProfileView {
  let screen: Canvas
  let profile: ProfileState

  init(_ screen: Canvas, _ profile: ProfileState) {
    self.screen = screen
    self.profile = profile
  }

  func draw(rows: Int, in frame: inout Frame) {
    screen.bar(
      left: ("< [B]\(ScreenText.back.dropFirst())", true), title: ScreenText.userInfo,
      right: ("[E]\(ScreenText.edit.dropFirst())", true), in: &frame)
    let fields = ProfileText.fields(of: profile.account, openEdit: profile.openEdit)
    let isLoose = rows - 2 >= fields.count * 2
    var row = 2
    for field in fields where row < rows {
      draw(field, row: row, in: &frame)
      if isLoose { screen.rule(row: row + 1, in: &frame) }
      row += isLoose ? 2 : 1
    }
    if profile.hasAlbums, row + 1 < rows {
      frame.write(
        "[A]\(ScreenText.albums.dropFirst())", at: Position(column: screen.left, row: row + 1),
        style: screen.theme.link)
    }
  }

  private func draw(_ field: Field, row: Int, in frame: inout Frame) {
    let column = screen.left + FormView.labelWidth
    frame.write(
      field.label, at: Position(column: screen.left, row: row), style: screen.theme.label)
    let value = ProfileText.value(
      of: field, in: profile.account, openEdit: profile.openEdit, today: profile.today)
    let width = screen.contentWidth - FormView.labelWidth
    frame.write(
      value.fitted(columns: width), at: Position(column: column, row: row),
      style: screen.theme.readOnly)
  }
}
