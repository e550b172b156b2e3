import AccountsFile
import CommandKit
import ScreenKit
import Terminal
import TextTools

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
  /// As wide as one without a reason.
  private static let shortState = 14
  /// As wide as most emails.
  private static let longKey = 44

  init(_ accounts: AccountListState, on screen: Canvas) {
    let third = screen.isSplit ? DetailView.width(on: screen) : 0
    let outside = screen.size.columns - screen.right - DetailView.gap - 1
    let isOutside = Canvas.isBroad(screen.size) && screen.isSplit && outside >= DetailView.narrowest
    guard let table = accounts.rows, !accounts.widths.isEmpty else {
      (columns, beside) = ([], isOutside ? min(DetailView.widest, outside) : third)
      width = isOutside ? screen.contentWidth : DetailView.contentWidth(on: screen)
      return
    }
    let wanted = AccountListing.Column.allCases.map { column in
      var width = accounts.widths[column.rawValue]
      switch column {
      // Any state has room, whether an account is in it yet or not; a longer one has what the other
      // columns leave.
      case .state: width = Self.longState
      // It comes and goes with what is asked for.
      case .login where table.widths[column.rawValue] == 0: return 0
      default: break
      }
      let title = Self.title(column, of: table)[screen.language]
      return width == 0 && column != .key ? 0 : max(width, DisplayWidth.of(title) + 2)
    }
    typealias Shares = (state: Int, isNarrow: Bool)
    func fair(_ column: AccountListing.Column, _ shares: Shares) -> Int {
      switch column {
      case .key: Self.longKey
      case .name: shares.isNarrow ? 25 : 16
      case .otherName: shares.isNarrow ? 8 : screen.isSplit ? 12 : 16
      case .state: shares.state
      case .login, .groups: shares.isNarrow ? 8 : screen.isSplit ? 10 : 16
      }
    }
    func room(_ shares: Shares) -> Int {
      if isOutside { return outside }
      // Every column comes before what is beside the list.
      let whole = Self.order.filter { wanted[$0.rawValue] > 0 }
        .map { min(wanted[$0.rawValue], fair($0, shares)) }
      return screen.contentWidth - DetailView.gap - 1 + TableColumns.gap
        - whole.reduce(0) { $0 + $1 + TableColumns.gap }
    }
    // A long state is the first to be cut: what is beside has it too. The key is the last.
    let choices: [Shares] = [
      (Self.longState, false), (Self.shortState, false), (Self.shortState, true),
    ]
    let chosen = screen.isSplit ? choices.first { room($0) >= DetailView.narrowest } : nil
    let shares = chosen ?? (screen.isSplit ? Self.longState : 16, false)
    beside = chosen.map { min(isOutside ? DetailView.widest : third, room($0)) } ?? 0
    width = screen.contentWidth - (beside == 0 || isOutside ? 0 : beside + DetailView.gap)
    // As much as leaves its state beside it.
    let key = max((width - 1) / 2, min(Self.longKey + 4, width - 26))
    columns =
      TableColumns(
        wanted: wanted, order: Self.order.map(\.rawValue), width: width - 1,
        fair: AccountListing.Column.allCases.map { $0 == .key ? key : fair($0, shares) }
      ).columns
  }

  /// The columns of one row in which the name that identifies it is whole, if it is cut and no pane
  /// has it.
  func whole(_ row: Int, of table: AccountListing) -> [TableColumns.Column]? {
    let wanted = AccountListing.Column.allCases.map { DisplayWidth.of(table.text($0, of: row)) }
    let key = AccountListing.Column.key.rawValue
    guard beside == 0, let shown = columns.first(where: { $0.index == key }),
      wanted[key] > shown.width
    else { return nil }
    return TableColumns(
      wanted: wanted, order: Self.order.map(\.rawValue), width: width - 1,
      fair: wanted.indices.map { $0 == key ? width - 1 : 16 }
    ).columns
  }

  /// The first column of what is beside the list.
  func start(on screen: Canvas) -> Int { screen.left + width + DetailView.gap }

  static func title(_ column: AccountListing.Column, of table: AccountListing) -> Phrase {
    let key = table.rulebook.key
    return switch column {
    case .key: key.title
    case .name: Phrase("name").title
    case .otherName: (key == .email ? Field.username : .email).title
    case .groups: Field.groups.title
    case .state: Phrase("state").title
    case .login: Phrase("Last login")
    }
  }
}

/// The list of accounts as a table.
struct AccountsView {
  private let screen: Canvas
  private let accounts: AccountListState
  private var list: ListBody
  let columns: AccountsColumns

  init(_ accounts: AccountListState, _ list: ListBody) {
    (self.accounts, self.list, screen) = (accounts, list, list.canvas)
    columns = AccountsColumns(accounts, on: screen)
    self.list.width = columns.width
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  /// True if the rows are late: they are drawn faint, and none is in focus.
  private var isOld: Bool { accounts.isWaiting && accounts.isLate }
  /// The row of the account in focus, if it is shown as such.
  var focusedRow: Int? {
    guard let table = accounts.rows, table.count > 0, accounts.missingName == nil,
      accounts.missing == nil,
      !isOld
    else {
      return nil
    }
    return accounts.focus.row
  }

  func draw(in frame: inout Frame) {
    screen.draw(
      accounts.search,
      form: accounts.onlyState.map { "state:\($0.rawValue)" }
        ?? words(Phrase("text, state:disabled, group:ops, weak, hash:bcrypt, inactive:90, seen")),
      width: list.width, row: 1, in: &frame)
    if let missing = accounts.missing {
      return draw(
        missing, Phrase("Marks and search stay; nothing is written until it is back."), in: &frame)
    }
    guard let table = accounts.rows else {
      return screen.line(
        words(ScreenText.opening), row: ListBody.head, style: screen.theme.faint, in: &frame)
    }
    guard table.count > 0 else {
      return accounts.isWaiting
        ? () : draw(accounts.emptyReason, accounts.nextWhenEmpty, in: &frame)
    }
    drawTitles(of: table, in: &frame)
    list.draw(
      table.count, columns.columns, accounts.focus, focused: focusedRow,
      whole: focusedRow.flatMap { columns.whole($0, of: table) },
      bar: accounts.search.isTyping ? screen.theme.field : nil, isMarked: accounts.isMarked,
      in: &frame
    ) { cell(AccountListing.Column(rawValue: $1) ?? .key, ofRow: $0, in: table) }
  }

  // MARK: Parts

  private func draw(_ why: Phrase, _ next: Phrase, in frame: inout Frame) {
    let lines = [(why, screen.theme.strong), (next, screen.theme.faint)].flatMap {
      [Panel.Line](words($0), $1, columns: list.width)
    }
    frame.write(lines.prefix(list.room), at: Position(column: screen.left, row: ListBody.head))
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

  private func cell(
    _ column: AccountListing.Column, ofRow row: Int, in table: AccountListing
  ) -> ListBody.Cell {
    let theme = screen.theme
    func cell(
      _ text: String, _ style: Style, sign: Panel.Line? = nil, keepsStyle: Bool = false
    ) -> ListBody.Cell {
      ListBody.Cell(
        text, isOld ? theme.faint : style, sign: sign,
        isSearched: column != .state && column != .login, keepsStyle: keepsStyle)
    }
    let text = table.text(column, of: row)
    switch column {
    case .key:
      return cell(text.isEmpty ? words(table.rulebook.key.missing) : text, theme.strong)
    case .state:
      let state = table.state(of: row)
      let style = isOld ? theme.faint : state.style(theme)
      return cell(
        text, state == .open ? theme.faint : style, sign: Panel.Line(state.mark(on: screen), style),
        keepsStyle: true)
    case .name, .otherName, .groups, .login: return cell(text, theme.text)
    }
  }
}

extension AccountListState {
  /// Why there are no rows.
  var emptyReason: Phrase {
    if let unlistedReasons = rows?.unlistedReasons.first { return unlistedReasons }
    if let onlyState, !search.text.isEmpty {
      return Phrase("no matching accounts of this state: \(onlyState.name)")
    }
    return query.noneFound
  }
  /// Says how to go on from an empty list.
  var nextWhenEmpty: Phrase {
    rows?.unlistedReasons.dropFirst().first ?? search.advice
      ?? (query.typed.isEmpty
        ? Phrase("A adds one, regapp import those of a file")
        : total.map { Phrase("Esc shows all \($0)") } ?? Phrase("Esc shows all"))
  }
}

extension Canvas {
  /// Draws the line that is asked for. In a low window the field and the buttons stand, then comes a
  /// line of each other part.
  func draw(_ prompt: ScreenPrompt, rows: Int, in frame: inout Frame) {
    let asked = prompt.line
    let dialog = Dialog(
      asked.title[language], [asked.does[language], "[Esc] " + Phrase.cancel[language]])
    let inner = dialog.columns(on: self)
    let question = [Panel.Line](
      asked.question(Phrase.names(prompt.names))[language], .plain, columns: inner)
    let words =
      prompt.problem.map { [Panel.Line("! \($0[language])", theme.problem)] }
      ?? [Panel.Line(prompt.line.explains[language], theme.faint)]
    let below = words.flatMap { [Panel.Line]($0.text, $0.style, columns: inner) }
    let groups = min(prompt.groups.count, Self.mostGroups)
    var rest = max(0, dialog.room(on: self, rows: rows) - 1)
    func take(_ count: Int) -> Int {
      defer { rest -= min(max(0, count), rest) }
      return min(max(0, count), rest)
    }
    var (field, told, picked) = (take(1), take(min(1, below.count)), take(min(1, groups)))
    field += take(question.count - field)
    told += take(below.count - told)
    // An empty row above the buttons comes before further groups.
    picked += take(min(groups - picked, rest - 1))
    let lines =
      question.cut(to: field, columns: inner, on: self) + [Panel.Line("", .plain)]
      + below.cut(to: told, columns: inner, on: self)
      + groupLines(of: prompt, count: picked, inner)
    var content = Frame(size: Size(columns: inner, rows: lines.count))
    content.write(lines, at: Position(column: 0, row: 0))
    content.write(">", at: Position(column: 0, row: field), style: theme.accent)
    content.field(
      prompt.input, at: Position(column: 2, row: field), columns: inner - 2, theme,
      isOn: prompt.row == nil)
    if let offered = prompt.offered, let caret = content.cursor {
      content.write(
        offered, at: caret, style: theme.focusedPlaceholder, limit: inner - caret.column)
    }
    dialog.draw(content, on: self, rows: rows, in: &frame)
  }

  /// As many groups as can be read at a glance.
  private static let mostGroups = 8

  /// So many of the groups to pick from, with the one under the bar among them.
  private func groupLines(of prompt: ScreenPrompt, count: Int, _ columns: Int) -> [Panel.Line] {
    guard let known = prompt.known, count > 0 else { return [] }
    let groups = prompt.groups
    let first = min(max(0, (prompt.row ?? 0) - count + 1), groups.count - count)
    let change = GroupsChange(prompt.input.text)
    return groups[first..<first + count].enumerated().map { index, group in
      let isChosen = first + index == prompt.row
      let more =
        index == 0 && first > 0
        ? " ↑" : index == count - 1 && first + count < groups.count ? " ↓" : ""
      let text = (isChosen ? "> " : "  ") + known.line(of: group, after: change)[language]
      return Panel.Line(
        (text.fitted(columns: columns - 2) + more).padded(to: columns),
        isChosen ? theme.selection : theme.text)
    }
  }
}
