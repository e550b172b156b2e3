import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Draws a form: its rows with their problems, its buttons, in a wide window help for the focused
/// row beside them, and the calendar. If the window is too low, the form scrolls to keep the
/// focused row visible, above what is said of it.
struct FormView {
  let screen: Canvas
  let form: Form
  let calendar: CalendarPicker?
  /// The first column of a row's input; the column on either side belongs to the field too.
  private(set) var inputColumn = 3

  init(screen: Canvas, form: Form, calendar: CalendarPicker?) {
    (self.screen, self.form, self.calendar) = (screen, form, calendar)
    guard screen.isWide else { return }
    let own = form.rows.map { DisplayWidth.of(label(of: $0)) }.max() ?? 0
    inputColumn = max(Self.labelWidth(screen.language), own + 3) + 1
  }

  /// The columns of the labels, including the focus mark before them.
  static func labelWidth(_ language: Language) -> Int {
    (Field.allCases.map { DisplayWidth.of($0.label[language]) }.max() ?? 0) + 3
  }

  func draw(rows: Int, in frame: inout Frame) {
    let layout = FormLayout(self, room: rows - 1)
    let (content, foot) = (layout.frame, layout.foot)
    let top = drawIntroduction(
      above: content.size.rows + layout.roomAtFoot, rows: rows, in: &frame)
    let room = rows - top - foot.size.rows
    let first = content.size.rows <= room ? 0 : firstRow(of: layout, room: room)
    var window = Frame(size: Size(columns: content.size.columns, rows: room))
    window.place(content, at: Position(column: 0, row: -first))
    frame.place(window, at: Position(column: origin, row: top))
    frame.place(foot, at: Position(column: origin, row: top + room))
    screen.drawMore(above: first > 0, end: origin + width, row: top, in: &frame)
    screen.drawMore(
      below: first + room < content.size.rows, end: origin + width, row: top + room - 1, in: &frame)
    if screen.isSplit {
      // Its text is in the row of the focused field.
      let help = help(columns: helpWidth)
      let row = min(top + layout.inputRow - first - 1, rows - help.size.rows)
      screen.put(help, at: Position(column: screen.right - helpWidth, row: row), in: &frame)
    }
    guard let calendar else { return }
    let input = Area(
      column: origin + inputColumn, row: top + layout.inputRow - first, columns: inputWidth,
      rows: 1)
    CalendarView(screen: screen, picker: calendar, today: form.today)
      .draw(
        beside: input, sparing: top - first + layout.noteRow..<top - first + layout.height,
        rows: rows, in: &frame)
  }

  /// Says what the form is for, if its title does not. Returns the first row of the form: in the
  /// upper third if the form is the first screen, else below the bar, if possible after an empty
  /// row.
  private func drawIntroduction(above height: Int, rows: Int, in frame: inout Frame) -> Int {
    let lines =
      form.introduction.map {
        [Panel.Line](words($0), screen.theme.text, columns: screen.contentWidth)
      } ?? []
    let introduction = lines.isEmpty ? 0 : lines.count + 1
    guard height + introduction + 2 <= rows else { return height + 1 < rows ? 2 : 1 }
    let isFirst = form.purpose == .logIn || form.purpose == .register && !form.isOfOther
    let row = isFirst ? min(10, max(2, (rows - height - introduction) / 3)) : 2
    frame.write(lines, at: Position(column: screen.left, row: row))
    return row + introduction
  }

  func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  // MARK: Columns

  private var helpWidth: Int { min(60, screen.contentWidth * 2 / 5) }
  /// The first column of the form: that of the focus mark, beside the left edge.
  private var origin: Int { screen.left - 2 }
  /// The columns of the form.
  var width: Int { screen.contentWidth + 2 - (screen.isSplit ? helpWidth + 2 : 0) }
  var inputWidth: Int { width - inputColumn - 1 }

  func label(of row: FormRow) -> String {
    words(row.isRepeat ? ScreenText.again : form.name(of: row.field).label)
  }

  // MARK: Buttons

  /// Other brackets show that a button is off.
  func text(of button: Form.Button) -> String {
    let name = words(ScreenText.name(button, of: form))
    switch button {
    case .submit: return form.isReady ? "[ \(name) ]" : "( \(name) )"
    case .toRegistration: return "[^R] \(name)"
    case .toLogin, .cancel: return "[Esc] \(name)"
    }
  }

  var firstButtonColumn: Int { screen.isWide ? inputColumn - 1 : 0 }

  /// The places of the buttons, each with the mark of the focus on either side. The next row has
  /// what does not fit into this one.
  var buttonPlaces: [Position] {
    var place = Position(column: firstButtonColumn, row: 0)
    return form.buttons.map { button in
      let width = DisplayWidth.of(text(of: button)) + 4
      if place.column > firstButtonColumn, place.column + width > self.width {
        place = Position(column: firstButtonColumn, row: place.row + 1)
      }
      defer { place.column += width + 2 }
      return place
    }
  }

  // MARK: Scrolling

  private func firstRow(of layout: FormLayout, room: Int) -> Int {
    let (height, focus) = (layout.frame.size.rows, layout.focusRows)
    let first = min(max(0, focus.upperBound - room + 1), max(0, height - room))
    // The field itself has priority over its messages.
    return focus.lowerBound < first + (first > 0 ? 1 : 0) ? max(0, focus.lowerBound - 1) : first
  }
}
