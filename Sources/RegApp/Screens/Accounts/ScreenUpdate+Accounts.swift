import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The list of accounts, and what is done to one or several.
extension ScreenState {
  var isOfAccounts: Bool { screen.isOfAccounts }

  private mutating func changeAccounts(_ change: (inout AccountsState) -> Void) {
    guard case .accounts(var accounts) = screen else { return }
    change(&accounts)
    screen = .accounts(accounts)
  }

  /// How many accounts the window shows.
  private var room: Int { ScreenView(self, size: size).accounts?.room ?? 1 }

  // MARK: Reading

  /// Reads the accounts, unless that is under way: then what is asked for is compared when it ends.
  mutating func list() -> [Action] {
    guard case .accounts(let accounts) = screen, !accounts.isReading else { return [] }
    changeAccounts { $0.isReading = true }
    return [.perform(.list(accounts.query))]
  }

  mutating func show(_ rows: AccountRows, of query: AccountsQuery) -> [Action] {
    let room = room
    var isOver = false
    forEachList { accounts in
      guard accounts.isReading else { return }
      accounts.isReading = false
      accounts.show(rows, of: query, room: room)
      isOver = accounts.query == query
    }
    return isOver ? [] : list()
  }

  mutating func listingFailed(_ error: AccountsError) {
    forEachList { $0.isReading = false }
    broken = ScreenText.lines(of: error)
  }

  /// Marks all accounts that are shown, whose names were made elsewhere: there may be many.
  mutating func mark(all names: Set<String>, of rows: AccountRows) {
    changeAccounts { if $0.rows == rows { $0.mark(all: names) } }
  }

  private mutating func forEachList(_ change: (inout AccountsState) -> Void) {
    changeAccounts(change)
    for index in behind.indices {
      guard case .accounts(var accounts) = behind[index] else { continue }
      change(&accounts)
      behind[index] = .accounts(accounts)
    }
  }

  // MARK: Keys

  mutating func move(in accounts: AccountsState, _ key: Key) -> [Action] {
    if accounts.isNarrowing, ![.up, .down, .pageUp, .pageDown].contains(key) {
      return narrow { _ = $0.apply(key) }
    }
    note = nil
    let (count, room) = (accounts.rows?.count ?? 0, room)
    changeAccounts { _ = $0.focus.move(by: key, count: count, room: room) }
    return []
  }

  /// Changes what was typed to narrow the list; the accounts follow.
  mutating func narrow(_ change: (inout TextInput) -> Void) -> [Action] {
    guard case .accounts(let before) = screen, before.isNarrowing else { return [] }
    changeAccounts { $0.narrow(change) }
    return followQuery(from: before)
  }

  private mutating func followQuery(from before: AccountsState) -> [Action] {
    guard case .accounts(let now) = screen, now.query != before.query else { return [] }
    return list()
  }

  /// Leaves the text that narrows the list, which stays narrowed or shows all again.
  mutating func endNarrowing(keeping: Bool) -> [Action] {
    guard case .accounts(let before) = screen else { return [] }
    changeAccounts { accounts in
      accounts.isNarrowing = false
      if !keeping { accounts.narrow { $0.replace(with: "") } }
    }
    return followQuery(from: before)
  }

  // MARK: Actions

  mutating func run(onPeople action: ScreenAction) -> [Action] {
    let names: [String]
    switch screen {
    case .accounts(let accounts):
      if let actions = run(action, in: accounts) { return actions }
      names = accounts.names
    case .profile(let profile):
      if let off = profile.obstacles.off(action) {
        refuse([off])
        return []
      }
      names = [profile.name]
      switch action {
      case .edit: go(on: .form(profile.editForm))
      case .password: go(on: .form(profile.passwordForm))
      default: break
      }
    case .form(let form):
      guard action == .generate, let name = form.accountName else { return [] }
      return [change(.password, [name])]
    default: return []
    }
    guard let first = names.first else {
      complain([ScreenText.nameless])
      return []
    }
    switch action {
    // Of a profile.
    case .history: return [readHistory(of: first)]
    case .disable: prompt = ScreenPrompt(.reason, names)
    case .enable, .remove:
      // What is marked may not be in sight.
      let isInSight = !isOfAccounts || isFocused(names)
      question = Question(before: action, of: names, isInSight: isInSight)
      return question == nil && action == .enable ? [change(.enable, names)] : []
    case .groups: prompt = ScreenPrompt(.groups, names)
    default: break
    }
    return []
  }

  /// What is done in the list itself; nil for what is done to accounts.
  private mutating func run(_ action: ScreenAction, in accounts: AccountsState) -> [Action]? {
    switch action {
    case .open where accounts.isNarrowing: return endNarrowing(keeping: true)
    case .open, .edit, .password, .history:
      guard let rows = accounts.rows, rows.count > 0 else { return [] }
      let name = rows.name(of: accounts.focus.row)
      guard !name.isEmpty else {
        complain([ScreenText.nameless])
        return []
      }
      if action == .history { return [readHistory(of: name)] }
      return show(name, then: action == .open ? nil : action)
    case .add:
      if let rows = accounts.rows { go(on: .form(.add(under: rows.rulebook, today: rows.today))) }
    case .narrow: changeAccounts { $0.isNarrowing = true }
    case .anyState:
      let typed = accounts.query.withNextState()
      changeAccounts { $0.narrow { $0.replace(with: typed) } }
      return followQuery(from: accounts)
    case .sort:
      let all = AccountsQuery.Order.allCases
      let next = all.firstIndex(of: accounts.order).map { ($0 + 1) % all.count } ?? 0
      changeAccounts { $0.order = all[next] }
      return followQuery(from: accounts)
    case .mark:
      guard let rows = accounts.rows, rows.count > 0 else { return [] }
      let (name, count, room) = (rows.name(of: accounts.focus.row), rows.count, room)
      changeAccounts { accounts in
        if !name.isEmpty { accounts.mark(name) }
        accounts.focus.put(accounts.focus.row + 1, count: count, room: room)
      }
    case .markAll: if let rows = accounts.rows { return [.perform(.nameAll(rows))] }
    default: return nil
    }
    return []
  }

  /// Reads the profile of an account, to show it or to go on from there.
  private mutating func show(_ name: String, then next: ScreenAction? = nil) -> [Action] {
    account = name
    self.next = next
    reading += 1
    busy = .reading
    return [.perform(.open(reading, of: name))]
  }

  mutating func change(_ change: PeopleChange, _ names: [String]) -> Action {
    busy =
      switch change {
      case .disable: .disabling
      case .enable: .enabling
      case .groups: .changingGroups
      case .password: .settingPassword
      case .remove: .removing
      }
    return .perform(.change(change, names))
  }

  /// After a change of accounts.
  mutating func changed(_ words: [Phrase], _ generated: ShownPassword?) -> [Action] {
    let isRemoved = busy == .removing
    sentPrompt = nil
    let quits = quitsWhenDone
    stopWaiting()
    // Reads from before this change are outdated.
    reading += 1
    forEachList { $0.marked = [] }
    if quits, generated == nil { return [.quit] }
    if let generated {
      self.generated = generated
      if form != nil, let last = behind.popLast() { screen = last }
    }
    if isRemoved, !isOfAccounts { return backToAccounts(saying: words) }
    let actions = read()
    readingOwnChange = reading
    say(words)
    return actions
  }

  /// Shows the list of accounts again from which one came.
  mutating func backToAccounts(saying words: [Phrase]) -> [Action] {
    while !isOfAccounts, let last = behind.popLast() { screen = last }
    account = nil
    let actions = read()
    if !words.isEmpty { say(words) }
    return actions
  }

  private func isFocused(_ names: [String]) -> Bool {
    guard case .accounts(let accounts) = screen, let rows = accounts.rows else { return false }
    return names == [rows.name(of: accounts.focus.row)]
  }

  /// The list has an account that was just added in focus, once it is read.
  mutating func seek(_ name: String?) { forEachList { $0.sought = name } }

  // MARK: The prompt

  mutating func fillIn(_ key: Key) -> [Action] {
    guard let prompt else { return [] }
    switch key {
    case .escape: self.prompt = nil
    case .enter:
      let typed = prompt.input.text
      switch prompt.kind {
      case .reason:
        (self.prompt, sentPrompt) = (nil, prompt)
        let reason = FieldValues.trimmed(typed, for: .disabled)
        return [change(.disable(reason: reason), prompt.names)]
      case .groups:
        guard let groups = GroupsChange(typed) else {
          self.prompt?.problem = ScreenText.noGroupTyped
          return []
        }
        (self.prompt, sentPrompt) = (nil, prompt)
        return [change(.groups(adding: groups.added, removing: groups.removed), prompt.names)]
      }
    default: self.prompt?.apply(key)
    }
    return []
  }
}

/// Groups to add and, with a minus before them, to remove, with commas between them.
struct GroupsChange: Equatable {
  private(set) var added: [String] = []
  private(set) var removed: [String] = []

  /// nil if there is none.
  init?(_ text: String) {
    for part in text.split(separator: ",") {
      var group = FieldValues.trimmed(String(part), for: .groups) ?? ""
      let isRemoved = group.hasPrefix("-") || group.hasPrefix("−")
      if isRemoved || group.hasPrefix("+") {
        group = FieldValues.trimmed(String(group.dropFirst()), for: .groups) ?? ""
      }
      guard !group.isEmpty else { continue }
      if isRemoved { removed.append(group) } else { added.append(group) }
    }
    if added.isEmpty && removed.isEmpty { return nil }
  }
}

extension ScreenState.Screen {
  var isOfAccounts: Bool {
    if case .accounts = self { return true }
    return false
  }
}
