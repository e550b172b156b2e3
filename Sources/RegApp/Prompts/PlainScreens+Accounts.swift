import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The list of accounts, and what is done to one or several, line by line.
extension PlainScreens {
  /// How many accounts are printed at once.
  static let page = 20

  /// Prints the accounts, and does what is asked for; returns whether that leads back and not out of
  /// the program. Throws if they cannot be read.
  /// - Parameters:
  ///   - typed: what to search for, as one would type it.
  ///   - isAlone: whether there is nothing to go back to.
  func list(_ typed: String = "", isAlone: Bool = false) async throws -> Bool {
    invocation.say(PlainText.howToList)
    var query = AccountsQuery(typed)
    var first = 0
    // What was printed last and is still so is not read out once more, unless one asks for it.
    var last: String?
    // Another page is of what was read before, as are the numbers.
    var kept: AccountRows?
    while true {
      let rows: AccountRows
      if let kept { rows = kept } else { rows = try await read(query) }
      kept = nil
      if first >= rows.count { first = 0 }
      let page = lines(of: rows, from: first)
      if page != last { try print(page, rows, from: first) }
      last = page
      guard let answer = try await ask(of: rows, from: first, isAlone: isAlone) else {
        return false
      }
      var goesOn = true
      switch answer {
      case .more:
        first += Self.page
        kept = rows
      case .search(let typed):
        query = AccountsQuery(typed, by: query.order)
        (first, last) = (0, nil)
      case .open(let name): goesOn = try await visit(name)
      case .several(let names): goesOn = try await change(names, among: rows)
      case .action(.sort):
        query = AccountsQuery(query.typed, by: query.order.next)
        (first, last) = (0, nil)
        invocation.say(PlainText.sorted(query.order))
      case .action(.undo): goesOn = try await undo()
      case .action(.add): goesOn = try await add(under: rows.rulebook, on: rows.today)
      case .action(.check): goesOn = try await check()
      case .action(.importFile): goesOn = try await importFile()
      case .action(.back): return true
      case .action(.quit): return false
      case .action(.readAgain): last = nil
      case .action, .unclear: break
      }
      if !goesOn { return false }
    }
  }

  private func read(_ query: AccountsQuery) async throws -> AccountRows {
    switch await effects.outcome(of: .list(query)) {
    case .listed(_, let rows): return rows
    case .notListed(_, let error), .failed(let error): throw error
    default: throw AccountsError.internalFault
    }
  }

  /// Asks until it is clear what to do; nil at the end of input.
  private func ask(
    of rows: AccountRows, from first: Int, isAlone: Bool
  ) async throws -> ListAnswer? {
    let actions: [ScreenAction] = [
      .add, .undo, .sort, .check, .importFile, .readAgain, .back, .quit,
    ]
    let menu = PlainMenu(
      await offers(on: .accounts(AccountsState())).filter {
        actions.contains($0.action) && !(isAlone && $0.action == .back)
      })
    while let typed = try await invocation.ask(menu.question(after: PlainText.choose)) {
      switch ListAnswer(typed, to: rows, menu) {
      case .unclear(let words): invocation.complain(words)
      case .more where first + Self.page >= rows.count: invocation.complain(PlainText.thatWasAll)
      case let answer: return answer
      }
    }
    return nil
  }

  private func print(_ page: String, _ rows: AccountRows, from first: Int) throws {
    guard rows.count > 0 else {
      invocation.say(ScreenText.nobodyFits)
      return
    }
    try console.write(page)
    invocation.say(
      PlainText.shown(first..<min(first + Self.page, rows.count), of: rows.count))
  }

  /// A page: on each line a number, by which an account can be chosen, and what `list` prints.
  private func lines(of rows: AccountRows, from first: Int) -> String {
    guard rows.count > 0 else { return "" }
    let page = first..<min(first + Self.page, rows.count)
    let names = page.map { rows.shownName(of: $0, invocation.language) }
    let width = names.map(DisplayWidth.of).max() ?? 0
    let digits = "\(page.upperBound)".count
    return zip(page, names).reduce(into: "") { text, line in
      let (row, name) = line
      let state = rows.text(.state, of: row)
      let isOpen = state == AccountState.open.name[invocation.language]
      let rest = [
        rows.text(.name, of: row), rows.text(.groups, of: row), isOpen ? "" : "[\(state)]",
      ].filter { !$0.isEmpty }
      let number = "\(row + 1)"
      let indent = String(repeating: " ", count: digits - number.count)
      let gap = rest.isEmpty ? 0 : width - DisplayWidth.of(name)
      let parts = [indent + number, name + String(repeating: " ", count: gap)] + rest
      text += parts.joined(separator: "  ") + "\n"
    }
  }

  private func undo() async throws -> Bool {
    guard case .to(let opening) = try await undo(of: nil) else { return false }
    for note in opening.notes { invocation.say(note) }
    return true
  }

  // MARK: Changes

  /// Asks what to do to accounts, and does it; false to quit.
  private func change(_ names: [String], among rows: AccountRows) async throws -> Bool {
    invocation.say(PlainText.chosen(ScreenText.names(names)))
    var accounts = AccountsState()
    accounts.mark(names.first ?? "")
    let actions: [ScreenAction] = [.disable, .enable, .groups, .remove, .back, .quit]
    let offers = await offers(on: .accounts(accounts)).filter { actions.contains($0.action) }
    while let action = try await choose(offers) {
      switch action {
      case .back: return true
      case .quit: return false
      default:
        guard let isDone = try await change(names, by: action, under: rows.rulebook) else {
          return false
        }
        if isDone { return true }
      }
    }
    return false
  }

  /// Asks for what a change needs, and makes it; returns whether it was made, or nil at the end of
  /// input.
  func change(
    _ names: [String], by action: ScreenAction, under rulebook: Rulebook
  ) async throws -> Bool? {
    guard let agrees = try await agrees(to: action, of: names) else { return nil }
    guard agrees else { return false }
    switch action {
    case .disable:
      let question = ScreenText.asks(ScreenPrompt(.reason, names)) + PlainText.noReason
      guard let reason = try await invocation.ask(question) else { return nil }
      if reason == PlainText.cancel { return false }
      return try await make(.disable(reason: FieldValues.trimmed(reason, for: .disabled)), names)
    case .enable: return try await make(.enable, names)
    case .groups:
      let prompt = ScreenPrompt(.groups, names)
      invocation.say(RulebookText.form(of: .groups, rulebook).title)
      invocation.say(ScreenText.explains(prompt))
      invocation.say(PlainText.noGroups)
      let question = ScreenText.asks(prompt) + Phrase(" ", ru: ": ")
      guard let typed = try await invocation.ask(question) else { return nil }
      if typed.isEmpty || typed == PlainText.cancel { return false }
      guard let groups = GroupsChange(typed) else {
        invocation.complain(ScreenText.noGroupTyped)
        return false
      }
      return try await make(.groups(adding: groups.added, removing: groups.removed), names)
    case .remove: return try await make(.remove, names)
    default: return false
    }
  }

  /// Makes a change, and says what was done; returns whether it was made. A generated password is
  /// printed, and nowhere else to be seen.
  func make(_ change: PeopleChange, _ names: [String]) async throws -> Bool {
    switch await effects.outcome(of: .change(change, names)) {
    case .changed(let words, let generated):
      for line in words { invocation.say(line) }
      guard let generated else { return true }
      invocation.say(PlainText.shownOnce)
      try invocation.deliver(after: words.first ?? Phrase(same: "")) {
        try console.write((generated.password.text ?? "") + "\n")
      }
      return true
    case .failed(let error):
      tell(error)
      return false
    default: return false
    }
  }
}

extension AccountRows {
  /// What a row is called, by whatever it has.
  fileprivate func shownName(of row: Int, _ language: Language) -> String {
    let name = name(of: row)
    return name.isEmpty ? ScreenText.noKey(rulebook.key)[language] : name
  }
}

extension AccountsQuery.Order {
  /// The next order, or the first again after the last.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
