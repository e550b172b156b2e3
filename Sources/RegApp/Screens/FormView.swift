import Accounts
import CommandKit
import ScreenKit
import Terminal

/// Draws a form: its title, its rows with what is wrong with them, its buttons. It is laid out as
/// loosely as the window allows; where it is taller than the window, the row in focus is in sight.
struct FormView {
  let screen: Canvas
  let form: Form

  init(_ screen: Canvas, _ form: Form) {
    self.screen = screen
    self.form = form
  }

  /// How loosely the rows stand.
  struct Spacing {
    var hasBigTitle: Bool
    var hasRules: Bool
    static let tightest = Spacing(hasBigTitle: false, hasRules: false)
    static let all = [
      Spacing(hasBigTitle: true, hasRules: true), Spacing(hasBigTitle: false, hasRules: true),
      Spacing(hasBigTitle: true, hasRules: false), tightest,
    ]
  }

  /// The columns of the labels, with the mark of the focus before them.
  static func labelWidth(_ language: Language) -> Int {
    (Field.allCases.map { DisplayWidth.of($0.label[language]) }.max() ?? 0) + 3
  }

  var isEdit: Bool {
    if case .edit = form.purpose { return true }
    return false
  }

  func draw(rows: Int, in frame: inout Frame) {
    var top = 0
    if isEdit {
      drawBar(in: &frame)
      top = 1
    }
    let room = rows - top
    let spacing = Spacing.all.first { usualHeight($0) <= room } ?? Spacing.tightest
    let layout = FormLayout(self, spacing)
    let content = layout.frame
    if content.size.rows <= room {
      // A little above the middle looks like the middle.
      let gap = isEdit ? min(1, room - content.size.rows) : (room - content.size.rows) * 2 / 5
      frame.place(content, at: Position(column: screen.left, row: top + gap))
    } else {
      scroll(content, to: layout.focusRows, top: top, room: room, in: &frame)
    }
  }

  /// How high the form is while nothing is wrong with it. The spacing is chosen by this, so that it
  /// stays the same while one types.
  private func usualHeight(_ spacing: Spacing) -> Int {
    let each = (screen.isWide ? 1 : 2) + (spacing.hasRules ? 1 : 0)
    var height = form.rows.count * each + passwordHelp.height(columns: inputWidth)
    guard !isEdit else { return height }
    height += spacing.hasBigTitle ? BigLetters.height + 1 : (spacing.hasRules ? 2 : 1)
    height += spacing.hasRules ? 2 + form.buttons.count * 2 - 1 : form.buttons.count
    return height
  }

  /// Where a row's input begins, and the columns it has; one on either side tells of more.
  var inputColumn: Int { screen.isWide ? Self.labelWidth(screen.language) : 2 }
  var inputWidth: Int { screen.contentWidth - inputColumn - 1 }

  var passwordHelp: PasswordHelp { PasswordHelp(form, screen.language) }

  private func scroll(
    _ content: Frame, to focus: Range<Int>, top: Int, room: Int, in frame: inout Frame
  ) {
    let height = content.size.rows
    var first = min(max(0, focus.upperBound - room + 1), max(0, height - room))
    // The field itself is seen before all that is said of it.
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

  /// Cancel and Save stand in the bar, as on the profile Back and Edit do.
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
