import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// A form drawn whole, however tall, in one of two layouts.
struct FormLayout {
  private(set) var frame: Frame
  /// The rows of the focused element, with its messages.
  private(set) var focusRows = 0..<0
  private(set) var height = 0

  private let view: FormView
  private let isLoose: Bool
  private var theme: Theme { view.screen.theme }
  private var form: Form { view.form }
  private var width: Int { view.screen.contentWidth }

  init(_ view: FormView, isLoose: Bool) {
    self.view = view
    self.isLoose = isLoose
    frame = Frame(size: Size(columns: view.screen.contentWidth, rows: 64))
    if !form.isEdit { drawTitle() }
    for index in form.rows.indices { draw(row: index) }
    if !form.isEdit { drawButtons() }
    var cut = Frame(size: Size(columns: width, rows: height))
    cut.place(frame, at: Position(column: 0, row: 0))
    frame = cut
  }

  private mutating func write(_ text: String, column: Int, style: Style, limit: Int? = nil) {
    frame.write(text, at: Position(column: column, row: height), style: style, limit: limit)
  }

  private func words(_ phrase: Phrase) -> String { phrase[view.screen.language] }

  // MARK: The title

  private mutating func drawTitle() {
    let title = words(ScreenText.title(form))
    write(title, column: (width - DisplayWidth.of(title)) / 2, style: theme.title)
    height += isLoose ? 2 : 1
    if isLoose { drawRule() }
  }

  private mutating func drawRule() {
    write(String(repeating: "─", count: width), column: 0, style: theme.rule)
    height += 1
  }

  // MARK: A row

  private mutating func draw(row index: Int) {
    let row = form.rows[index]
    let isFocused = index == form.focus
    let start = height
    write(isFocused ? ">" : " ", column: 0, style: theme.mark)
    write(view.label(of: row), column: 2, style: isFocused ? theme.focusedLabel : theme.label)
    let column = view.inputColumn
    if !view.screen.isWide { height += 1 }
    drawInput(of: row, column: column, isFocused: isFocused)
    height += 1
    if isFocused, row.field == .password, !row.isRepeat { drawPasswordHelp(row) }
    let told = form.toldProblems(row)
    for problem in told {
      for (line, part) in words(problem).wrapped(columns: width - column - 2).enumerated() {
        write((line == 0 ? "! " : "  ") + part, column: column, style: theme.problem)
        height += 1
      }
    }
    if isLoose, told.isEmpty { drawRule() }
    if isFocused { focusRows = start..<height }
  }

  private mutating func drawInput(of row: FormRow, column: Int, isFocused: Bool) {
    let room = view.inputWidth
    switch row.input {
    case .text(let input):
      let isHidden = row.field == .password && !row.isRevealed
      if input.text.isEmpty, !isFocused, let hint = placeholder(row) {
        write(hint, column: column, style: theme.faint, limit: room)
      }
      drawText(input, mask: isHidden ? "•" : nil, column: column, isFocused: isFocused)
    case .tags(let input): drawText(input.line, column: column, isFocused: isFocused)
    case .masked(let input):
      let text = row.field.isDate ? dayShown(input) : input.text
      write(text, column: column, style: input.isEmpty ? theme.faint : theme.input, limit: room)
      if row.field == .birthDate, form.brokenRules(row).isEmpty,
        let day = CalendarDay(input.text)
      {
        let age = words(ProfileText.age(day.age(on: form.today)))
        write(age, column: column + DisplayWidth.of(text) + 2, style: theme.faint)
      }
      if isFocused {
        let caret = min(input.caretColumn, room - 1)
        frame.cursor = Position(column: column + caret, row: height)
      }
    }
  }

  private mutating func drawText(
    _ input: TextInput, mask: Character? = nil, column: Int, isFocused: Bool
  ) {
    let room = view.inputWidth
    let window = input.window(columns: room, mask: mask)
    write(window.text, column: column, style: theme.input)
    if window.hidesLeft { write("<", column: column - 1, style: theme.faint) }
    if window.hidesRight { write(">", column: column + room, style: theme.faint) }
    if isFocused { frame.cursor = Position(column: column + window.caretColumn, row: height) }
  }

  private func placeholder(_ row: FormRow) -> String? {
    form.isEdit && row.field == .password && !row.isRepeat ? words(ScreenText.unchanged) : nil
  }

  /// Untyped digits are shown as letters.
  private func dayShown(_ input: MaskedInput) -> String {
    String(
      zip(input.text, words(ScreenText.dateForm)).map { typed, letter in
        typed == "*" ? letter : typed
      })
  }

  /// The rules, ticked off, and the strength of the password.
  private mutating func drawPasswordHelp(_ row: FormRow) {
    let text = row.text ?? ""
    for line in view.passwordHelp.lines(text, columns: view.inputWidth) {
      var column = view.inputColumn
      for item in line {
        write(item.text, column: column, style: item.isKept ? theme.good : theme.faint)
        column += DisplayWidth.of(item.text) + PasswordHelp.gap
      }
      height += 1
    }
  }

  // MARK: The buttons

  private mutating func drawButtons() {
    if isLoose { height += 1 }
    for (index, button) in form.buttons.enumerated() {
      let isFocused = form.focus == form.rows.count + index
      let start = height
      if button == .submit {
        drawSubmit(isFocused: isFocused)
      } else {
        let key = button == .toRegistration ? "^R" : "Esc"
        let text = "[\(key)] \(words(ScreenText.name(button, of: form)))"
        let shown = isFocused ? "> \(text) <" : text
        write(
          shown, column: max(0, (width - DisplayWidth.of(shown)) / 2),
          style: isFocused ? theme.focusedLink : theme.link)
      }
      if isFocused {
        frame.cursor = nil
        focusRows = start..<height + 1
      }
      height += isLoose && index + 1 < form.buttons.count ? 2 : 1
    }
  }

  /// A wide button; dimmed and in other brackets while it is disabled.
  private mutating func drawSubmit(isFocused: Bool) {
    let name = words(ScreenText.name(.submit, of: form))
    let style = form.isReady ? theme.button : theme.buttonOff
    frame.fill(Area(column: 0, row: height, columns: width, rows: 1), style: style)
    let marked = form.isReady ? "[ \(name) ]" : "( \(name) )"
    let shown = isFocused ? "> \(marked) <" : marked
    write(shown, column: (width - DisplayWidth.of(shown)) / 2, style: style)
  }
}
