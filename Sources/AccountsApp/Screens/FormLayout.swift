import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// A form drawn whole, however tall, and what is said below the window in which it scrolls.
///
/// The places depend on the window and on the rows alone, not on the texts or the focus. Room is
/// kept free for a problem and for the help of a password, so that nothing moves. Beside a form
/// that has its help in a panel, none is kept free.
struct FormLayout {
  private(set) var frame: Frame
  /// The text about the focused field at the end of the window, if no room is kept free for it in
  /// the form. It has no rows elsewhere, nor if a button has the focus.
  private(set) var foot: Frame
  /// The rows of that, for any focus.
  let roomAtFoot: Int
  /// The rows of the focused element, with its messages.
  private(set) var focusRows = 0..<0
  /// The row of the focused field.
  private(set) var inputRow = 0

  private let view: FormView
  /// The rows below each field, for what it must be and what is wrong with it. One at least is air.
  private var below: [Int] = []
  /// Whether there is room for none: then a problem is beside its field, in a narrow window beside
  /// its label.
  private let isTight: Bool
  /// Whether what is said of the focused field is at the end of the window, as there is no room in
  /// a tight form.
  private let hasFoot: Bool
  /// The rows of the help for a password, for any text.
  private let passwordRows: Int
  /// The rows of what is missing, below the buttons. None if what is said there of the focused field
  /// needs them.
  private var noteRows = 2
  /// The rows of what is said of the focused field below that.
  private var footRows = 0
  var noteRow: Int { height - footRows - noteRows }
  private(set) var height = 0
  private var theme: Theme { view.screen.theme }
  private var form: Form { view.form }
  /// The rows of the form, with one for the second field of a new password, which has its place
  /// before anything is typed.
  private let rows: [FormRow]
  /// The place of that row, while the form has none.
  private let kept: Int?
  /// The place of the focused row.
  private var focus: Int { form.focus + (kept.map { form.focus >= $0 ? 1 : 0 } ?? 0) }

  init(_ view: FormView, room: Int) {
    self.view = view
    let isWide = view.screen.isWide
    var rows = view.form.rows
    let isGrowing = view.form.purpose != .logIn && !rows.contains(where: \.isRepeat)
    kept = isGrowing ? rows.firstIndex { $0.field == .password }.map { $0 + 1 } : nil
    if let kept {
      rows.insert(FormRow(.password, under: view.form.rulebook, isRepeat: true), at: kept)
    }
    self.rows = rows
    let count = rows.count
    passwordRows = view.screen.isSplit ? 1 : view.passwordLines("?").count
    let field = isWide ? 1 : 2
    // The first row of the help is the air below the password, if there is air.
    let help = max(0, passwordRows - 1)
    // The buttons, and below them what is missing, which may take two rows.
    let buttons = (isWide ? 1 : (view.buttonPlaces.last?.row ?? 0) + 1) + 2
    isTight = (field + 1) * count + help + buttons > min(room, Self.farthest)
    hasFoot = isTight && !view.screen.isSplit
    let least = (hasFoot ? passwordRows : help) + buttons
    frame = Frame(size: Size(columns: 0, rows: 0))
    let hasPassword = view.form.rows.contains { $0.field == .password && !$0.isRepeat }
    // A field with its label has three rows, the mark of what is above among them.
    roomAtFoot = hasFoot ? min(max(2, hasPassword ? passwordRows : 0), max(0, room - 3)) : 0
    foot = Frame(
      size: Size(columns: view.width, rows: view.form.focusedRow == nil ? 0 : roomAtFoot))
    share(room - (isTight ? field : field + 1) * count - least)
    if hasFoot { drawFoot() }
    frame = Frame(size: Size(columns: view.width, rows: 80))
    for index in rows.indices {
      if index == kept { height += field + below[index] } else { draw(row: index) }
    }
    drawButtons()
    var cut = Frame(size: Size(columns: view.width, rows: height))
    cut.place(frame, at: Position(column: 0, row: 0))
    frame = cut
  }

  /// The most rows over which a form spreads: in a higher window its fields are no farther apart.
  private static let farthest = 26

  /// Shares the rows that are left out among the fields, which keep them for any text.
  private mutating func share(_ rows: Int) {
    below = self.rows.map { _ in isTight ? 0 : 1 }
    if isTight { noteRows = 1 }
    // The whole of a problem is in the panel.
    if view.screen.isSplit || hasFoot { return }
    let needs = self.rows.map { max(1, self.needs($0)) }
    let most = needs.max() ?? 1
    // Each has its own place, in a narrow window a part of it, or all have one below the buttons.
    let limits: [Int] =
      isTight ? [] : view.screen.isWide ? [most] : Array((2...max(2, most)).reversed())
    let limit = limits.first { limit in needs.reduce(0) { $0 + min($1, limit) - 1 } <= rows }
    if let limit {
      below = needs.map { min($0, limit) }
    } else {
      let room = noteRows + max(0, rows)
      footRows = min(most, room)
      noteRows = min(2, room - footRows)
    }
  }

  /// The rules of a field and its usual faults. Below a password is room for its own help.
  private func usualTexts(_ row: FormRow) -> [String] {
    guard row.field != .password || row.isRepeat else { return [] }
    let wrong = (row.isRepeat ? [] : ["?:", "a@b.c"]).map { typed in
      "! "
        + form.brokenRules(typed, in: row.field)
        .map { words($0.message(of: form.name(of: row.field))) }.joined(separator: "; ")
    }
    return wrong + [words(form.hint(of: row))]
  }

  /// How many rows the longest of its texts has below a field.
  private func needs(_ row: FormRow) -> Int {
    usualTexts(row).map { $0.wrapped(columns: view.width - view.inputColumn + 1).count }.max() ?? 0
  }

  /// The text about the focused field: its problem, or its rule. Nil if a panel says it, and for a
  /// password, which has its own help.
  private var focusedText: (text: String, style: Style, isProblem: Bool)? {
    guard let row = form.focusedRow, !view.screen.isSplit else { return nil }
    let problems = form.toldProblems(row).map(words)
    if !problems.isEmpty {
      return ("! " + problems.joined(separator: "; "), theme.problem, true)
    }
    if row.field == .password, !row.isRepeat { return nil }
    let help = words(form.groupsThereAre ?? form.hint(of: row))
    return help.isEmpty ? nil : (help, theme.faint, false)
  }

  /// The text of the focused field if it is below the buttons, as it has no room below its field.
  private var textAtFoot: (text: String, style: Style, isProblem: Bool)? {
    // The rules of a password are ticked off below it.
    guard view.screen.isWide || footRows > 0, !hasFoot, let row = form.focusedRow,
      row.field != .password || row.isRepeat, let text = focusedText,
      text.text.wrapped(columns: view.width - view.inputColumn + 1).count > below[focus]
    else { return nil }
    return text
  }

  /// The column of a problem that stands beside its field.
  private func besideColumn(_ row: FormRow) -> Int {
    view.inputColumn + fieldWidth(row, isShort: true) + 3
  }

  private mutating func write(_ text: String, column: Int, style: Style, limit: Int? = nil) {
    frame.write(text, at: Position(column: column, row: height), style: style, limit: limit)
  }

  private func words(_ phrase: Phrase) -> String { view.words(phrase) }

  // MARK: A row

  /// The columns of a field, without one column on either side. It reaches to the right edge of the
  /// form, unless its problem is beside it.
  private func fieldWidth(_ row: FormRow, isShort: Bool) -> Int {
    if case .masked(let input) = row.input { return min(view.inputWidth, input.mask.count + 1) }
    return isShort && isTight && view.screen.isWide
      ? max(24, view.inputWidth * 2 / 5) : view.inputWidth
  }

  /// Whether something is told beside a field.
  private func isToldBeside(_ index: Int) -> Bool {
    below[index] == 0 && index != focus && !form.toldProblems(rows[index]).isEmpty
  }

  private mutating func draw(row index: Int) {
    let row = rows[index]
    let isFocused = index == focus && form.focusedRow != nil
    let start = height
    let isWrong = !form.toldProblems(row).isEmpty
    if isFocused {
      write(">", column: 0, style: theme.accent)
    } else if isWrong {
      write("!", column: 0, style: theme.problem)
    }
    write(
      view.label(of: row), column: 2,
      style: isWrong ? theme.problem : isFocused ? theme.title : theme.label)
    if !view.screen.isWide { height += 1 }
    if isFocused { inputRow = height }
    drawInput(of: row, isFocused: isFocused, isShort: isToldBeside(index))
    let isWide = view.screen.isWide
    let rows = self.below[index]
    let below = height + 1
    let hasHelp = row.field == .password && !row.isRepeat && !view.screen.isSplit && !hasFoot
    if rows > 0 {
      height += 1
      let room = hasHelp && !isFocused ? max(rows, passwordRows) : rows
      drawProblem(of: row, column: view.inputColumn - 1, rows: room)
    } else if isWide {
      drawProblem(of: row, column: besideColumn(row), rows: 1)
    } else {
      // Beside the label.
      height -= 1
      drawProblem(of: row, column: 3 + DisplayWidth.of(view.label(of: row)), rows: 1)
    }
    height = below + rows
    if hasHelp {
      drawPasswordHelp(row, from: below, isShown: isFocused)
    }
    if isFocused { focusRows = start..<height }
  }

  /// Draws the problem of a row, cut to a number of rows.
  private mutating func drawProblem(of row: FormRow, column: Int, rows: Int) {
    if row == form.focusedRow, let text = focusedText {
      if hasFoot || textAtFoot != nil { return }
      return draw(text.text, column: column, rows: rows, style: text.style)
    }
    let problems = form.toldProblems(row).map(words)
    if problems.isEmpty { return }
    draw(
      "! " + problems.joined(separator: "; "), column: column, rows: rows, style: theme.problem)
  }

  /// Draws a text, cut to a number of rows, and leaves the height alone.
  private mutating func draw(
    _ text: String, column: Int, rows: Int, style: Style, after rowsBefore: Int = 0
  ) {
    for (index, line) in text.cut(columns: view.width - column, rows: rows).enumerated() {
      frame.write(
        line, at: Position(column: column, row: height + rowsBefore + index), style: style)
    }
  }

  private mutating func drawInput(of row: FormRow, isFocused: Bool, isShort: Bool) {
    let (column, room) = (view.inputColumn, fieldWidth(row, isShort: isShort))
    let place = Position(column: column, row: height)
    let style = isFocused ? theme.focusedField : theme.field
    let hint = isFocused ? theme.focusedPlaceholder : theme.placeholder
    frame.fill(Area(column: column - 1, row: height, columns: room + 2, rows: 1), style: style)
    switch row.input {
    case .text(let input):
      let isHidden = row.field == .password && !row.isRevealed
      frame.field(
        input, at: place, columns: room, theme, isOn: isFocused,
        form: !isFocused || form.generates ? placeholder(row) : "", margin: 1,
        mask: isHidden ? "•" : nil)
    case .tags(let input):
      frame.field(input.line, at: place, columns: room, theme, isOn: isFocused, margin: 1)
      if isFocused, let offered = form.offeredGroup, let typed = input.unfinished,
        let caret = frame.cursor?.column
      {
        let rest = String(offered.dropFirst(KnownGroups.unspaced(typed).count))
        write(rest, column: caret, style: hint, limit: column + room - caret)
      }
    case .flag(let isSet):
      write(
        "[\(isSet ? "x" : " ")] \(words(Phrase("at the next login")))", column: column,
        style: style,
        limit: room)
      if isFocused { frame.cursor = Position(column: column + 1, row: height) }
    case .masked(let input):
      let text = row.field.isDate ? dayShown(input) : input.text
      // The places still to be typed are a hint.
      let typed = input.text.prefix { $0 != "*" }.count
      write(text, column: column, style: hint, limit: room)
      if !input.isEmpty {
        write(String(text.prefix(typed)), column: column, style: style, limit: room)
      }
      if row.field == .birthDate, form.brokenRules(row).isEmpty, let day = CalendarDay(input.text) {
        let age = words(ProfileText.age(day.age(on: form.today)))
        write(age, column: column + room + 3, style: theme.faint)
      }
      if isFocused {
        let caret = min(input.caretColumn, room - 1)
        frame.cursor = Position(column: column + caret, row: height)
      }
    }
  }

  private func placeholder(_ row: FormRow) -> String {
    if row.field == .password, form.generates { return words(Phrase("will be generated")) }
    return form.isEdit && !form.isOfPassword && row.field == .password && !row.isRepeat
      && !row.isBroken
      ? words(Phrase("unchanged")) : ""
  }

  /// Untyped digits are shown as letters.
  private func dayShown(_ input: MaskedInput) -> String {
    String(
      zip(input.text, words(Phrase("YYYY-MM-DD"))).map { typed, letter in
        typed == "*" ? letter : typed
      })
  }

  /// The rules, ticked off, and the strength of the password, in place of its problem. The rows are
  /// kept free while it is not shown.
  private mutating func drawPasswordHelp(_ row: FormRow, from start: Int, isShown: Bool) {
    let lines = view.passwordLines(row.text ?? "")
    let end = max(height, start + passwordRows)
    if isShown, !lines.isEmpty {
      frame.fill(
        Area(column: 0, row: start, columns: view.width, rows: end - start), style: .plain)
      view.draw(lines, from: start, in: &frame)
    }
    height = end
  }

  /// Draws what is said of the focused field at the end of the window.
  private mutating func drawFoot() {
    guard let row = form.focusedRow else { return }
    let lines =
      row.field == .password && !row.isRepeat ? view.passwordLines(row.text ?? "") : []
    if !lines.isEmpty {
      // The last of them, which says whether the password will do.
      view.draw(lines.suffix(foot.size.rows), from: 0, in: &foot)
    } else if let text = focusedText, foot.size.rows > 0 {
      let shown = text.text.cut(columns: view.width - view.inputColumn + 1, rows: foot.size.rows)
      for (index, line) in shown.enumerated() {
        foot.write(
          line, at: Position(column: view.inputColumn - 1, row: index), style: text.style)
      }
    }
  }

  // MARK: The buttons

  private mutating func drawButtons() {
    if isTight, view.screen.isWide { height += 1 }
    let start = height
    let places = view.buttonPlaces
    for (index, button) in form.buttons.enumerated() {
      let isFocused = form.focus == form.rows.count + index
      let text = view.text(of: button)
      height = start + places[index].row
      write(
        isFocused ? "> \(text) <" : "  \(text)  ", column: places[index].column,
        style: style(of: button, isFocused: isFocused))
      if isFocused {
        frame.cursor = nil
        focusRows = height..<height + 2
      }
    }
    height += 1
    let first = view.firstButtonColumn
    let foot = textAtFoot
    let problem =
      form.focusedRow.flatMap { form.toldProblems($0).first } ?? form.firstProblem?.message
    if let foot, foot.isProblem || noteRows == 0 {
      // A problem of the focused field says why the button is off.
      draw(foot.text, column: first + 2, rows: noteRows + footRows, style: foot.style)
    } else {
      if let problem {
        draw(
          words(ScreenText.isOff(form, problem)), column: first + 2,
          rows: noteRows > 0 ? noteRows : footRows, style: theme.faint)
      }
      if let foot {
        draw(foot.text, column: first + 2, rows: footRows, style: foot.style, after: noteRows)
      }
    }
    height += noteRows + footRows
  }

  private func style(of button: Form.Button, isFocused: Bool) -> Style {
    if button != .submit { return isFocused ? theme.focusedButton : theme.accent }
    guard form.isReady else { return isFocused ? theme.focusedButtonOff : theme.buttonOff }
    return isFocused ? theme.focusedButton : theme.button
  }
}

extension String {
  /// Its lines, wrapped, and cut to a number of them.
  fileprivate func cut(columns: Int, rows: Int) -> [String] {
    let lines = wrapped(columns: columns)
    guard lines.count > rows, let last = lines.prefix(rows).last else { return lines }
    return lines.prefix(rows - 1) + [(last + " …").fitted(columns: columns)]
  }
}
