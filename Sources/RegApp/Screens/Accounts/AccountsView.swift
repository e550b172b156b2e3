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

/// The columns of the list, and of the account beside it, which has what the list leaves.
struct AccountsColumns {
  let columns: [TableColumns.Column]
  /// The columns of the list, from the left edge on.
  let width: Int
  /// The columns of the account beside it, right of the content in a broad window; 0 for none.
  let beside: Int

  private static let order: [AccountListing.Column] = [
    .key, .state, .name, .otherName, .login, .groups,
  ]
  /// As wide as one with a day or a short reason, and the mark before it.
  private static let longState = 24

  init(_ accounts: AccountsState, on screen: Canvas) {
    let third = screen.isSplit ? DetailView.width(on: screen) : 0
    let outside = screen.size.columns - screen.right - DetailView.gap - 1
    let isOutside = Canvas.isBroad(screen.size) && screen.isSplit && outside >= DetailView.narrowest
    guard let table = accounts.rows, !accounts.widths.isEmpty else {
      (columns, beside) = ([], isOutside ? min(third, outside) : third)
      width = isOutside ? screen.contentWidth : DetailView.contentWidth(on: screen)
      return
    }
    let wanted = AccountListing.Column.allCases.map { column in
      var width = accounts.widths[column.rawValue]
      switch column {
      // One that is not among them yet has room too.
      case .state: width = max(width + 2, Self.longState)
      // It comes and goes with what is asked for.
      case .login where table.widths[column.rawValue] == 0: return 0
      default: break
      }
      let title = Self.title(column, of: table)[screen.language]
      return width == 0 && column != .key ? 0 : max(width, DisplayWidth.of(title) + 2)
    }
    func fair(_ column: AccountListing.Column, _ state: Int) -> Int {
      switch column {
      case .key: screen.isSplit ? 30 : 40
      case .name, .otherName: screen.isSplit ? 25 : 16
      case .state: state
      case .login, .groups: 16
      }
    }
    func room(_ state: Int) -> Int {
      if isOutside { return outside }
      let whole = Self.order.filter { $0 != .groups && wanted[$0.rawValue] > 0 }
        .map { min(wanted[$0.rawValue], fair($0, state)) }
      return screen.contentWidth - DetailView.gap - 1 + TableColumns.gap
        - whole.reduce(0) { $0 + $1 + TableColumns.gap }
    }
    // A long state is the first to be cut: what is beside has it too.
    let state =
      screen.isSplit
        && (room(Self.longState) >= DetailView.narrowest || room(16) < DetailView.narrowest)
      ? Self.longState : 16
    beside = room(state) < DetailView.narrowest ? 0 : min(third, room(state))
    width = screen.contentWidth - (beside == 0 || isOutside ? 0 : beside + DetailView.gap)
    columns =
      TableColumns(
        wanted: wanted, order: Self.order.map(\.rawValue), width: width - 1,
        fair: AccountListing.Column.allCases.map { fair($0, state) }
      ).columns
  }

  /// The first column of what is beside the list.
  func start(on screen: Canvas) -> Int { screen.left + width + DetailView.gap }

  static func title(_ column: AccountListing.Column, of table: AccountListing) -> Phrase {
    let key = table.rulebook.key
    return switch column {
    case .key: key.title
    case .name: ScreenText.name
    case .otherName: (key == .email ? Field.username : .email).title
    case .groups: Field.groups.title
    case .state: ScreenText.state
    case .login: ScreenText.lastLogin
    }
  }
}

/// The list of accounts as a table.
struct AccountsView {
  private let screen: Canvas
  private let accounts: AccountsState
  private let layout: AccountsLayout
  let columns: AccountsColumns

  init(_ accounts: AccountsState, screen: Canvas, rows: Int) {
    (self.accounts, self.screen, layout) = (accounts, screen, AccountsLayout(rows: rows))
    columns = AccountsColumns(accounts, on: screen)
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  /// The columns of the table, from the left edge on.
  private var width: Int { columns.width }

  /// True if the rows are late: they are drawn faint, and none is in focus.
  private var isOld: Bool { accounts.isWaiting && accounts.isLate }
  /// The row of the account in focus, if it is shown as such.
  var focusedRow: Int? {
    guard let table = accounts.rows, table.count > 0, accounts.gone == nil, accounts.missing == nil,
      !isOld
    else {
      return nil
    }
    return accounts.focus.row
  }

  func draw(in frame: inout Frame) {
    screen.search(
      accounts.input, isOn: accounts.isNarrowing, form: words(ScreenText.searchForm), width: width,
      row: 1, in: &frame)
    if let missing = accounts.missing {
      return draw(missing, ScreenText.waitsForFile, in: &frame)
    }
    guard let table = accounts.rows else {
      return screen.line(
        words(ScreenText.opening), row: AccountsLayout.head, style: screen.theme.faint, in: &frame)
    }
    guard table.count > 0 else { return accounts.isWaiting ? () : drawNone(in: &frame) }
    drawTitles(of: table, in: &frame)
    let room = layout.room
    let top = accounts.focus.visibleTop(count: table.count, room: room)
    for row in top..<min(top + room, table.count) {
      draw(row, of: table, at: AccountsLayout.head + row - top, in: &frame)
    }
    screen.scrollBar(
      column: screen.left + width, row: AccountsLayout.head, top: top, room: room,
      count: table.count, in: &frame)
  }

  // MARK: Parts

  private func drawNone(in frame: inout Frame) {
    draw(accounts.whyEmpty, accounts.nextWhenEmpty, in: &frame)
  }

  private func draw(_ why: Phrase, _ next: Phrase, in frame: inout Frame) {
    let lines = [(why, screen.theme.strong), (next, screen.theme.faint)].flatMap { phrase, style in
      words(phrase).wrapped(columns: width).map { Panel.Line($0, style) }
    }
    for (index, line) in lines.prefix(layout.room).enumerated() {
      screen.line(line.text, row: AccountsLayout.head + index, style: line.style, in: &frame)
    }
  }

  private func drawTitles(of table: AccountListing, in frame: inout Frame) {
    let sorted: AccountListing.Column =
      switch accounts.order {
      case .key: .key
      case .name: .name
      case .state: .state
      }
    for column in columns.columns {
      guard let kind = AccountListing.Column(rawValue: column.index) else { continue }
      let title = words(AccountsColumns.title(kind, of: table)) + (kind == sorted ? " ↑" : "")
      frame.write(
        title.fitted(columns: column.width),
        at: Position(column: screen.left + column.start, row: 2), style: screen.theme.label)
    }
  }

  private func draw(
    _ row: Int, of table: AccountListing, at line: Int, in frame: inout Frame
  ) {
    let theme = screen.theme
    let isFocused = row == focusedRow
    let isMarked = accounts.isMarked(row)
    let style = !isFocused ? .plain : accounts.isNarrowing ? theme.field : theme.selection
    if isFocused {
      screen.bar(row: line, width: width, style: style, in: &frame)
    }
    if isMarked {
      let mark = Position(column: screen.left - screen.gutter / 2, row: line)
      frame.write("*", at: mark, style: isFocused ? style : theme.marked)
    }
    for column in columns.columns {
      guard let kind = AccountListing.Column(rawValue: column.index) else { continue }
      var text = table.text(kind, of: row)
      if kind == .key, text.isEmpty { text = words(table.rulebook.key.missing) }
      let state = table.state(of: row)
      let isState = kind == .state
      let own = isOld ? theme.faint : self.style(of: kind, state)
      var place = Position(column: screen.left + column.start, row: line)
      if isState {
        let sign = isFocused ? style : isOld ? theme.faint : state.style(theme)
        place.column += frame.write(state.mark(on: screen), at: place, style: sign) + 1
      }
      frame.write(
        text.fitted(columns: column.width - (isState ? 2 : 0)), at: place,
        style: isFocused ? style : own)
    }
  }

  private func style(of column: AccountListing.Column, _ state: AccountState) -> Style {
    switch column {
    case .key: screen.theme.strong
    case .state: state == .open ? screen.theme.faint : state.style(screen.theme)
    case .name, .otherName, .groups, .login: screen.theme.text
    }
  }
}

extension Canvas {
  /// Draws the line that is asked for.
  func draw(_ prompt: ScreenPrompt, rows: Int, in frame: inout Frame) {
    let inner = Dialog.columns(on: self)
    var lines = ScreenText.asks(prompt)[language].wrapped(columns: inner).map {
      Panel.Line($0, .plain)
    }
    let field = lines.count
    lines.append(Panel.Line("", .plain))
    let below =
      prompt.problem.map { [Panel.Line("! \($0[language])", theme.problem)] }
      ?? ScreenText.explains(prompt).map { Panel.Line($0[language], theme.faint) }
    for line in below {
      lines += line.text.wrapped(columns: inner).map { Panel.Line($0, line.style) }
    }
    var content = Frame(size: Size(columns: inner, rows: lines.count))
    for (row, line) in lines.enumerated() {
      content.write(line.text, at: Position(column: 0, row: row), style: line.style)
    }
    let window = prompt.input.window(columns: inner - 2)
    content.write(">", at: Position(column: 0, row: field), style: theme.accent)
    content.fill(
      Area(column: 1, row: field, columns: inner - 1, rows: 1), style: theme.focusedField)
    content.write(window.text, at: Position(column: 2, row: field), style: theme.focusedField)
    if let offered = prompt.offered {
      let column = 2 + window.caretColumn
      content.write(
        offered, at: Position(column: column, row: field), style: theme.focusedPlaceholder,
        limit: inner - column)
    }
    content.cursor = Position(column: 2 + window.caretColumn, row: field)
    let buttons = ScreenText.buttons(of: prompt)
    Dialog(
      ScreenText.title(prompt)[language],
      [.init(buttons.does[language], isFocused: true), .init(buttons.cancels[language])]
    ).draw(content, on: self, rows: rows, in: &frame)
  }
}
