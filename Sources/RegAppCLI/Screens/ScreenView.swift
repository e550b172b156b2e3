import Accounts
import Terminal

/// Draws a state: the whole screen, in any size, from nothing but the state.
struct ScreenView {
  /// The smallest window that a form is drawn in.
  static let smallest = Size(columns: 40, rows: 10)
  /// From here on labels stand beside their fields.
  static let wide = 80
  /// No form is wider; on a large screen it stands in the middle.
  static let greatestWidth = 76

  let state: ScreenState
  let size: Size
  let theme: Theme

  init(_ state: ScreenState, size: Size) {
    self.state = state
    self.size = size
    theme = Theme(state.colors)
  }

  var isWide: Bool { size.columns >= Self.wide }
  var contentWidth: Int { min(Self.greatestWidth, size.columns - 2) }
  var left: Int { (size.columns - contentWidth) / 2 }

  var frame: Frame {
    var frame = Frame(size: size)
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else {
      let words = ScreenText.tooSmall(Self.smallest.columns, Self.smallest.rows)
      let lines = words.wrapped(columns: size.columns)
      let top = max(0, (size.rows - lines.count) / 2)
      for (index, line) in lines.enumerated() {
        center(line, row: top + index, style: .plain, in: &frame)
      }
      return frame
    }
    let foot = drawFoot(in: &frame)
    let room = size.rows - foot
    switch state.screen {
    case .opening: center(ScreenText.opening, row: room / 2, style: theme.faint, in: &frame)
    case .login(let form), .registration(let form), .edit(let form):
      FormView(self, form).draw(rows: room, in: &frame)
    case .profile(let profile): ProfileView(self, profile).draw(rows: room, in: &frame)
    case .conflict(let conflict): ConflictView(self, conflict).draw(rows: room, in: &frame)
    case .broken(let lines): drawBroken(lines, rows: room, in: &frame)
    }
    drawOver(rows: room, in: &frame)
    return frame
  }

  /// What lies over the screen until it is dealt with.
  private func drawOver(rows: Int, in frame: inout Frame) {
    if let page = state.helpPage {
      frame.cursor = nil
      HelpView(self, page: page).draw(rows: rows, in: &frame)
    } else if let question = state.question {
      frame.cursor = nil
      let lines = [ScreenText.question(question), "", ScreenText.yesNo]
      panel(lines.map { Panel.Line($0, .plain) }, rows: rows, in: &frame)
    } else if let picker = state.calendar {
      CalendarView(self, picker).draw(rows: rows, in: &frame)
    }
  }

  private func drawBroken(_ lines: [String], rows: Int, in frame: inout Frame) {
    bar(left: nil, title: ScreenText.brokenTitle, right: nil, in: &frame)
    var row = 2
    for line in lines {
      for part in line.wrapped(columns: contentWidth - 2) where row < rows - 2 {
        let mark = part == line || row == 2 ? "! " : "  "
        frame.write(mark + part, at: Position(column: left, row: row), style: theme.problem)
        row += 1
      }
    }
    for part in ScreenText.mend.wrapped(columns: contentWidth) where row + 1 < rows {
      frame.write(part, at: Position(column: left, row: row + 1), style: .plain)
      row += 1
    }
  }
}

// MARK: What every screen has

extension ScreenView {
  func center(_ text: String, row: Int, style: Style, in frame: inout Frame) {
    let text = text.fitted(columns: size.columns)
    let column = (size.columns - DisplayWidth.of(text)) / 2
    frame.write(text, at: Position(column: max(0, column), row: row), style: style)
  }

  /// The bar of a profile: what leads back on the left, the title, what leads on on the right.
  func bar(
    left: (text: String, isOn: Bool)?, title: String, right: (text: String, isOn: Bool)?,
    in frame: inout Frame
  ) {
    frame.fill(Area(column: 0, row: 0, columns: size.columns, rows: 1), style: theme.bar)
    center(title, row: 0, style: theme.bar, in: &frame)
    if let left {
      let style = left.isOn ? theme.bar : theme.barOff
      frame.write(left.text, at: Position(column: 1, row: 0), style: style)
    }
    if let right {
      let style = right.isOn ? theme.bar : theme.barOff
      let column = size.columns - 1 - DisplayWidth.of(right.text)
      frame.write(right.text, at: Position(column: column, row: 0), style: style)
    }
  }

  /// The last rows: what is said, and the keys. Returns how many rows they take.
  private func drawFoot(in frame: inout Frame) -> Int {
    let words = noteLines
    let hints = hintRow()
    let rows = words.count + 1
    for (index, line) in words.enumerated() {
      let position = Position(column: left, row: size.rows - rows + index)
      frame.write(line.text, at: position, style: line.style)
    }
    var column = left
    for hint in hints {
      let position = Position(column: column, row: size.rows - 1)
      column += frame.write(hint.key, at: position, style: theme.key) + 1
      let words = Position(column: column, row: size.rows - 1)
      column += frame.write(hint.does, at: words, style: theme.faint) + 2
    }
    return rows
  }

  /// What is being done, or what there is to say, in a few rows.
  private var noteLines: [(text: String, style: Style)] {
    let room = contentWidth - 2
    if let busy = state.busy {
      let picture = Self.spinner[state.ticks % Self.spinner.count]
      return [("\(picture) \(ScreenText.busy(busy)) …", theme.faint)]
    }
    guard let note = state.note else { return [(offLine.fitted(columns: room), theme.faint)] }
    let isProblem = note.kind == .problem
    let lines = note.lines.flatMap { line in
      line.wrapped(columns: room).enumerated().map { index, part in
        (
          text: (index == 0 ? (isProblem ? "! " : "· ") : "  ") + part,
          style: isProblem ? theme.problem : .plain
        )
      }
    }
    let limit = max(1, size.rows / 3)
    return lines.count <= limit ? lines : lines.prefix(limit - 1) + [("  …", theme.faint)]
  }

  /// Why the button of a form cannot be pressed yet.
  private var offLine: String {
    guard let form = state.form, let problem = form.firstProblem else { return "" }
    let field = form.rows[problem.row].field
    return ScreenText.isOff(form, problem.rule.message(of: field.name))
  }

  private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  /// As many keys as there is room for; help and quit are always among them.
  private func hintRow() -> [ScreenText.Hint] {
    var hints = allHints
    func width(_ hints: [ScreenText.Hint]) -> Int {
      hints.reduce(-2) { $0 + DisplayWidth.of($1.key) + DisplayWidth.of($1.does) + 3 }
    }
    while width(hints) > contentWidth {
      guard
        let drop = hints.lastIndex(where: { $0 != ScreenText.help && $0.does != "quit" })
      else { break }
      hints.remove(at: drop)
    }
    return hints
  }

  private var allHints: [ScreenText.Hint] {
    if state.helpPage != nil { return ScreenText.helpHints }
    if state.question != nil { return ScreenText.questionHints }
    if state.calendar != nil { return ScreenText.calendarHints }
    return switch state.screen {
    case .opening: [ScreenText.quit]
    case .login(let form), .registration(let form), .edit(let form): ScreenText.hints(form)
    case .profile(let profile): ScreenText.hints(profile)
    case .conflict: ScreenText.conflictHints
    case .broken: ScreenText.brokenHints
    }
  }
}

extension String {
  /// The text in lines of so many columns, broken at spaces where that is possible.
  func wrapped(columns: Int) -> [String] {
    let columns = max(1, columns)
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      var word = String(word)
      if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > columns {
        lines.append(line)
        line = ""
      }
      while DisplayWidth.of(word) > columns {
        var taken = 0
        let head = word.prefix { character in
          taken += DisplayWidth.of(character)
          return taken <= columns
        }
        guard !head.isEmpty else { break }
        lines.append(String(head))
        word.removeFirst(head.count)
      }
      line = line.isEmpty ? word : line + " " + word
    }
    return lines + [line]
  }
}
