import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Where the list of accounts is in a window.
struct AccountsLayout {
  /// The rows above the message and the keys.
  let rows: Int

  /// The rows above the first account: the bar, the text that narrows the list, the columns' names.
  static let head = 3

  /// How many accounts there is room for.
  var room: Int { max(1, rows - Self.head) }
}

/// The list of accounts as a table over the whole width.
struct AccountsView {
  private let screen: Canvas
  private let accounts: AccountsState
  private let layout: AccountsLayout

  /// The columns before the first text: the mark of the focus and that of a marked account.
  private static let marks = 4

  /// Whether nothing is behind the list.
  private let isFirst: Bool

  init(_ accounts: AccountsState, isFirst: Bool, screen: Canvas, rows: Int) {
    (self.accounts, self.screen, layout) = (accounts, screen, AccountsLayout(rows: rows))
    self.isFirst = isFirst
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  func draw(in frame: inout Frame) {
    drawBar(in: &frame)
    drawSearch(in: &frame)
    guard let table = accounts.rows else { return drawNone(ScreenText.opening, in: &frame) }
    guard table.count > 0 else {
      return accounts.isWaiting ? () : drawNone(accounts.whyEmpty, in: &frame)
    }
    let width = screen.size.columns - Self.marks - 2
    let columns = TableColumns(
      wanted: wanted(in: table), order: Self.order.map(\.rawValue), width: width
    ).columns
    drawTitles(columns, of: table, in: &frame)
    let room = layout.room
    let top = accounts.focus.visibleTop(count: table.count, room: room)
    for row in top..<min(top + room, table.count) {
      draw(row, of: table, columns, at: AccountsLayout.head + row - top, in: &frame)
    }
    screen.scrollBar(
      column: screen.size.columns - 1, row: AccountsLayout.head, top: top, room: room,
      count: table.count,
      in: &frame)
  }

  private static let order: [AccountListing.Column] = [.key, .state, .name, .groups, .otherName]

  private func wanted(in table: AccountListing) -> [Int] {
    AccountListing.Column.allCases.map { column in
      let width = table.widths[column.rawValue]
      return width == 0 && column != .key
        ? 0 : max(width, DisplayWidth.of(title(column, of: table)) + 2)
    }
  }

  private func title(_ column: AccountListing.Column, of table: AccountListing) -> String {
    let key = table.rulebook.key
    return switch column {
    case .key: words(key.title)
    case .name: words(ScreenText.name)
    case .otherName: words((key == .email ? Field.username : .email).title)
    case .groups: words(Field.groups.title)
    case .state: words(ScreenText.state)
    }
  }

  // MARK: Parts

  private func drawBar(in frame: inout Frame) {
    let count = accounts.rows.map { rows in
      accounts.isWaiting
        ? ScreenText.searching
        : ScreenText.count(rows.count, of: accounts.total, marked: accounts.marked.count)
    }
    screen.bar(
      left: (
        isFirst ? words(ScreenText.toQuit) : "< \(words(ScreenText.toBack))", !accounts.isNarrowing
      ),
      title: words(ScreenText.accounts),
      right: count.map { (words($0), true) }, in: &frame)
  }

  private func drawSearch(in frame: inout Frame) {
    let theme = screen.theme
    let column = 4
    frame.write(
      "/", at: Position(column: 2, row: 1), style: accounts.isNarrowing ? theme.accent : theme.faint
    )
    let isOn = accounts.isNarrowing
    let width = screen.size.columns - column - 2
    let style = isOn ? theme.focusedField : theme.field
    frame.fill(Area(column: column - 1, row: 1, columns: width + 1, rows: 1), style: style)
    if accounts.input.text.isEmpty {
      frame.write(
        words(ScreenText.searchForm), at: Position(column: column, row: 1),
        style: isOn ? theme.focusedPlaceholder : theme.placeholder)
    }
    let window = accounts.input.window(columns: width)
    frame.write(window.text, at: Position(column: column, row: 1), style: style)
    if accounts.isNarrowing {
      frame.cursor = Position(column: column + window.caretColumn, row: 1)
    }
  }

  private func drawNone(_ why: Phrase, in frame: inout Frame) {
    screen.center(words(why), row: layout.rows / 2, style: screen.theme.faint, in: &frame)
  }

  private func drawTitles(
    _ columns: [TableColumns.Column], of table: AccountListing, in frame: inout Frame
  ) {
    let sorted: AccountListing.Column =
      switch accounts.order {
      case .key: .key
      case .name: .name
      case .state: .state
      }
    for column in columns {
      guard let kind = AccountListing.Column(rawValue: column.index) else { continue }
      let title = title(kind, of: table) + (kind == sorted ? " ↑" : "")
      frame.write(
        title.fitted(columns: column.width),
        at: Position(column: Self.marks + column.start, row: 2), style: screen.theme.label)
    }
  }

  private func draw(
    _ row: Int, of table: AccountListing, _ columns: [TableColumns.Column], at line: Int,
    in frame: inout Frame
  ) {
    let theme = screen.theme
    // What is not what was asked for is faint, and nothing there is in focus.
    let isOld = accounts.isWaiting && accounts.isLate
    let isFocused = row == accounts.focus.row && accounts.gone == nil && !isOld
    let name = table.name(of: row)
    let isMarked = accounts.marked.contains(name)
    let style = !isFocused ? .plain : accounts.isNarrowing ? theme.field : theme.selection
    if isFocused {
      frame.fill(
        Area(column: 0, row: line, columns: screen.size.columns - 1, rows: 1), style: style)
      frame.write(">", at: Position(column: 0, row: line), style: style)
    }
    if isMarked {
      frame.write("*", at: Position(column: 2, row: line), style: isFocused ? style : theme.marked)
    }
    for column in columns {
      guard let kind = AccountListing.Column(rawValue: column.index) else { continue }
      var text = table.text(kind, of: row)
      if kind == .key, text.isEmpty { text = words(table.rulebook.key.missing) }
      let own = isOld ? theme.faint : self.style(of: kind, table.state(of: row))
      frame.write(
        text.fitted(columns: column.width),
        at: Position(column: Self.marks + column.start, row: line), style: isFocused ? style : own)
    }
  }

  private func style(of column: AccountListing.Column, _ state: AccountState) -> Style {
    switch column {
    case .key: screen.theme.strong
    case .state: state == .open ? screen.theme.faint : screen.theme.problem
    case .name, .otherName, .groups: screen.theme.text
    }
  }
}

extension Canvas {
  /// Draws the line that is asked for.
  func draw(_ prompt: ScreenPrompt, rows: Int, in frame: inout Frame) {
    let inner = min(contentWidth, 64) - 4
    var lines = ScreenText.asks(prompt)[language].wrapped(columns: inner).map {
      Panel.Line($0, .plain)
    }
    let field = lines.count
    lines.append(Panel.Line("", .plain))
    let below = prompt.problem.map { Panel.Line("! \($0[language])", theme.problem) }
    lines.append(below ?? Panel.Line(ScreenText.explains(prompt)[language], theme.faint))
    let last = lines.removeLast()
    lines += last.text.wrapped(columns: inner).map { Panel.Line($0, last.style) }
    var content = Frame(size: Size(columns: inner, rows: lines.count))
    for (row, line) in lines.enumerated() {
      content.write(line.text, at: Position(column: 0, row: row), style: line.style)
    }
    let window = prompt.input.window(columns: inner - 2)
    content.write(">", at: Position(column: 0, row: field), style: theme.accent)
    content.fill(
      Area(column: 1, row: field, columns: inner - 1, rows: 1), style: theme.focusedField)
    content.write(window.text, at: Position(column: 2, row: field), style: theme.focusedField)
    content.cursor = Position(column: 2 + window.caretColumn, row: field)
    place(content, titled: ScreenText.title(prompt)[language], rows: rows, in: &frame)
  }

  /// Draws a password that was generated; it is shown nowhere else.
  func draw(_ generated: ShownPassword, rows: Int, in frame: inout Frame) {
    frame.cursor = nil
    let lines = [
      Panel.Line(ScreenText.passwordSet(generated.name)[language], .plain), Panel.Line("", .plain),
      Panel.Line("  \(generated.password.text ?? "")", theme.strong), Panel.Line("", .plain),
      Panel.Line(ScreenText.onlyHere[language], theme.faint),
    ]
    panel(lines, rows: rows, in: &frame)
  }
}
