import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Draws a form: its title, its rows with their problems, its buttons. If the window has room, the
/// layout is loose, with a rule below each row; if it is too small, the form scrolls to keep the
/// focused row visible.
struct FormView {
  let screen: Canvas
  let form: Form

  /// The columns of the labels, including the focus mark before them.
  static func labelWidth(_ language: Language) -> Int {
    (Field.allCases.map { DisplayWidth.of($0.label[language]) }.max() ?? 0) + 3
  }

  func draw(rows: Int, in frame: inout Frame) {
    var top = 0
    if form.isEdit {
      drawBar(in: &frame)
      top = 1
    }
    let room = rows - top
    let layout = FormLayout(self, isLoose: looseHeight <= room)
    let content = layout.frame
    if content.size.rows <= room {
      // Slightly above the middle looks centred.
      let gap = form.isEdit ? min(1, room - content.size.rows) : (room - content.size.rows) * 2 / 5
      frame.place(content, at: Position(column: screen.left, row: top + gap))
    } else {
      scroll(content, to: layout.focusRows, top: top, room: room, in: &frame)
    }
  }

  /// How high the loose layout is while nothing is wrong with the form. The layout is chosen by
  /// this, so that it stays the same while one types.
  private var looseHeight: Int {
    let rows = form.rows.count * (screen.isWide ? 2 : 3)
    let fields = rows + passwordHelp.height(columns: inputWidth)
    return form.isEdit ? fields : fields + form.buttons.count * 2 + 3
  }

  /// The first column of a row's input; the column on either side shows that there is more text.
  var inputColumn: Int {
    guard screen.isWide else { return 2 }
    let own = form.rows.map { DisplayWidth.of(label(of: $0)) }.max() ?? 0
    return max(Self.labelWidth(screen.language), own + 3)
  }
  var inputWidth: Int { screen.contentWidth - inputColumn - 1 }

  func label(of row: FormRow) -> String {
    let label = row.isRepeat ? ScreenText.again : form.name(of: row.field).label
    return label[screen.language]
  }

  var passwordHelp: PasswordHelp { PasswordHelp(form: form, language: screen.language) }

  private func scroll(
    _ content: Frame, to focus: Range<Int>, top: Int, room: Int, in frame: inout Frame
  ) {
    let height = content.size.rows
    var first = min(max(0, focus.upperBound - room + 1), max(0, height - room))
    // The field itself has priority over its messages.
    if focus.lowerBound < first + (first > 0 ? 1 : 0) { first = max(0, focus.lowerBound - 1) }
    var window = Frame(size: Size(columns: content.size.columns, rows: room))
    window.place(content, at: Position(column: 0, row: -first))
    frame.place(window, at: Position(column: screen.left, row: top))
    let more = ScreenText.more[screen.language]
    let column = screen.left + screen.contentWidth - DisplayWidth.of(more) - 2
    if first > 0 {
      frame.write(
        "↑ \(more)", at: Position(column: column, row: top), style: screen.theme.faint)
    }
    if first + room < height {
      frame.write(
        "↓ \(more)", at: Position(column: column, row: top + room - 1),
        style: screen.theme.faint)
    }
  }

  /// Cancel and Save are in the bar, as Back and Edit are on the profile.
  private func drawBar(in frame: inout Frame) {
    func text(_ button: Form.Button, _ key: String, isOn: Bool) -> String {
      let name = ScreenText.name(button, of: form)[screen.language]
      let marked = isOn ? "[\(key)] \(name)" : "(\(key)) \(name)"
      return form.focusedButton == button ? "> \(marked) <" : marked
    }
    screen.bar(
      left: (text(.cancel, "Esc", isOn: true), true),
      title: ScreenText.title(form)[screen.language],
      right: (text(.submit, "^S", isOn: form.isReady), form.isReady), in: &frame)
  }
}
