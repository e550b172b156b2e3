import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The list of accounts, and what is done to one or several.
extension ScreenState {
  var isOfAccounts: Bool { screen.accounts != nil }

  // MARK: Reading

  /// Reads the accounts, unless that is under way: then what is asked for is compared when it ends.
  /// - Parameter again: whether to do so if the rows are what is asked for.
  mutating func list(again: Bool = true) -> [Action] {
    let number = listings + 1
    screen.accounts?.hasRoomForLogins = Canvas.isBroad(size)
    guard again || screen.accounts?.isAnswered == false,
      let query = screen.accounts?.read(number: number)
    else { return [] }
    listings = number
    let marked = screen.accounts.map { Array($0.marked.values) } ?? []
    // If only the search is another, the row under the bar is, too.
    let opened = again ? screen.accounts?.opened ?? [] : []
    return [
      .perform(
        .list(
          query, number, seen: marked + opened.filter { !marked.contains($0) },
          drawn: screen.accounts?.drawn.first))
    ]
  }

  mutating func show(
    _ rows: AccountListing, others: Set<String>, renamed: [String: AccountRef],
    expected: AccountListing?, number: Int
  ) -> [Action] {
    let room = room
    let name = screen.accounts?.focusedName
    forEachList {
      $0.follow(renamed)
      $0.show(rows, others: others, expected: expected, number: number, room: room)
    }
    if let name, others.contains(name), screen.accounts?.focusedName == name, note == nil {
      say(Report.notMeant(name).sentence)
    }
    return list(again: false)
  }

  mutating func listingFailed(_ number: Int, _ error: AccountsError) {
    if case .storeMissing = error {
      return forEachList { $0.show(missing: error.screenLines.first, number: number) }
    }
    var isFailed = false
    forEachList { isFailed = $0.readingFailed(number) || isFailed }
    if isFailed { broken = error.screenLines }
  }

  /// Marks all accounts that are shown, whose names were made elsewhere: there may be many.
  mutating func mark(
    all accounts: [String: AccountRef], of rows: AccountListing
  ) -> [Action] {
    var next: AccountListing?
    forEachList { next = $0.mark(all: accounts, of: rows) ?? next }
    return next.map { [.perform(.nameAll($0))] } ?? []
  }

  /// The accounts were changed here: what the lists show is not so any more.
  ///
  /// - Parameters:
  ///   - isOfMarked: whether it concerned the marked ones.
  ///   - refs: those that it was done to, which then no longer are marked.
  mutating func noteChange(isOfMarked: Bool = false, of refs: [AccountRef] = []) {
    forEachList { $0.noteChange(isOfMarked: isOfMarked, of: refs) }
  }

  private mutating func forEachList(_ change: (inout AccountListState) -> Void) {
    func changed(_ screen: Screen) -> Screen {
      guard var accounts = screen.accounts else { return screen }
      change(&accounts)
      return .accounts(accounts)
    }
    (screen, behind) = (changed(screen), behind.map { changed($0) })
  }

  /// Whether all of some accounts are invited, as far as the screen shows.
  private func areInvited(_ accounts: [AccountRef]) -> Bool {
    switch screen {
    case .accounts(let list): accounts.allSatisfy { list.state(of: $0) == .invited }
    case .profile(let profile): profile.account.state == .invited
    default: false
    }
  }

  // MARK: Actions

  /// While a search is typed no action is done to anybody.
  func concernsSame(as other: ScreenState) -> Bool {
    isTypingSearch
      || concerned == other.concerned
        && screen.accounts?.focusedAccount == other.screen.accounts?.focusedAccount
        && screen.history?.chosen?.number == other.screen.history?.chosen?.number
  }

  /// The accounts that an action concerns; none if they have no name.
  var concerned: [AccountRef] {
    switch screen {
    case .accounts(let accounts): accounts.concerned
    case .history(let history): history.account.map { [$0] } ?? []
    case .profile(let profile): profile.name.isEmpty ? [] : [profile.ref]
    default: []
    }
  }

  mutating func complainOfNoName() -> [Action] {
    complain([Obstacles.isNameless.nameOff()].compactMap(\.self))
    return []
  }

  /// Generates a password: at once for an account, or when a new one is sent.
  mutating func generate() -> [Action] {
    if form?.accountName != nil, let ref = profile?.ref ?? account {
      return start(.run(.password, on: [ref]))
    }
    form?.toggleGenerating()
    if form?.generates == true {
      say(
        Phrase(
          "The password will be generated, and shown once the account is there. ^G: type it after all."
        ))
    } else {
      note = nil
    }
    return []
  }

  /// Asks what has to be asked before something is done to accounts.
  mutating func begin(_ operation: Operation, on accounts: [AccountRef]) -> [Action] {
    if accounts.isEmpty { return complainOfNoName() }
    let obstacles = screen.accounts?.obstacles(to: operation, among: accounts) ?? [:]
    let leftOut = accounts.compactMap { account in
      obstacles[account.name].map { Phrase(same: "\(visible(account.name)): ") + $0 }
    }
    let accounts = accounts.filter { obstacles[$0.name] == nil }
    if accounts.isEmpty {
      refuse(ScreenText.doneToNone(of: leftOut.count, leftOut))
      return []
    }
    switch operation.firstStep {
    case .form(let fields):
      if case .profile(let profile) = screen {
        go(on: .form(profile.form(of: fields)))
      } else {
        return open(accounts.first, then: .operation(operation))
      }
    case .line(let line, _):
      prompt = ScreenPrompt(line, operation, accounts, leavingOut: leftOut)
    case .yes(let asked), .yesOnScreens(let asked):
      let other = operation.ifInvited.flatMap { areInvited(accounts) ? $0 : nil }
      question = Question(other ?? asked, operation, accounts, leavingOut: leftOut)
    }
    return []
  }

  /// Reads the profile of an account, to show it or to go on from there.
  mutating func open(_ account: AccountRef?, then next: ScreenAction? = nil) -> [Action] {
    guard let account else { return complainOfNoName() }
    pendingAccount = PendingAccount(account: account, next: next)
    work = Work(kind: .reading, number: nextReading())
    return [.perform(.open(reading.number, of: account))]
  }

  /// Shows the profile that was asked for over the list, or why there is none. A form that the list
  /// asked for leads back to the list.
  mutating func open(_ pending: PendingAccount, _ place: LoadResult.Place) -> [Action] {
    switch place {
    case .profile(let profile):
      note = nil
      if let disabledReason = pending.next.flatMap(profile.obstacles.disabledReason) {
        refuse([disabledReason])
        return []
      }
      account = profile.ref
      switch pending.next {
      case .edit: go(on: .form(profile.editForm))
      case .operation(let operation):
        if case .form(let fields) = operation.firstStep { go(on: .form(profile.form(of: fields))) }
      default: go(on: .profile(profile))
      }
    case .none(let lines): refuse(lines)
    case .login, .broken: refuse([ScreenText.isGone(pending.account.name)])
    }
    return []
  }

  /// After a change of accounts: shows what they are now, and says what was done and what was left.
  mutating func changed(
    _ done: Done, by operation: Operation?, of refs: [AccountRef], besides others: Set<String>,
    leavingOut leftOut: [Phrase]
  ) -> [Action] {
    let work = finish()
    // Reads from before this change are outdated.
    nextReading()
    noteChange(isOfMarked: operation != nil, of: refs)
    if work?.next == .quits, done.generated == nil { return [.quit] }
    if let generated = done.generated {
      self.generated = generated
      if work?.kind == .registering { seek(generated.name) }
      if form != nil, let last = behind.popLast() { screen = last }
      if isOfAccounts { account = nil }
    }
    let words = done.sentences
    if operation?.removes == true, !isOfAccounts { return backToAccounts(saying: words) }
    let actions = read()
    reading.showsOwnChange = true
    let count = refs.count + others.count + leftOut.count
    let left =
      (others.isEmpty
        ? []
        : [
          Phrase(
            "Not the accounts that were marked any more, and left alone: \(Phrase.names(others.sorted()))."
          )
        ])
      + (leftOut.isEmpty ? [] : [ScreenText.leftAlone(leftOut)])
    if left.isEmpty {
      say(words)
    } else {
      complain(
        (count > refs.count ? [ScreenText.done(to: refs.count, of: count)] : []) + words + left)
    }
    return actions
  }

  /// Says that none of the accounts is the one that was shown. The text typed for them stays, but
  /// for those that are gone.
  mutating func notShown(_ names: [String]) -> [Action] {
    if let sent = finish()?.prompt { prompt = sent.askedAgain(besides: Set(names)) }
    return handle(AccountsError.notMeant(names))
  }

  /// Says first that nothing was done to any of several accounts, each of which is refused.
  mutating func complain(
    ofAllIn refusals: [(name: String, words: Phrase)], of effect: ScreenEffect
  ) {
    guard case .run(_, _, let accounts, let leftOut) = effect, !refusals.isEmpty,
      accounts.count + leftOut.count > 1
    else { return }
    complain(
      ScreenText.doneToNone(
        of: accounts.count + leftOut.count, leftOut + refusals.map(\.words)))
  }

  /// Shows the list of accounts again from which one came.
  mutating func backToAccounts(saying words: [Phrase]) -> [Action] {
    while !isOfAccounts, let last = behind.popLast() { screen = last }
    account = nil
    let actions = read()
    if !words.isEmpty { say(words) }
    return actions
  }

  /// The list has an account that was just added in focus, once it is read.
  mutating func seek(_ name: String?) { forEachList { $0.seek(name) } }

  /// The screens follow an account that was changed here: it may have another name, and without an
  /// id it is another one by now.
  mutating func follow(_ old: String, to new: AccountRef) {
    if account?.name == old { account = new }
    func changed(_ screen: Screen) -> Screen {
      guard case .profile(var profile) = screen, profile.name == old else { return screen }
      profile.ref = new
      return .profile(profile)
    }
    (screen, behind) = (changed(screen), behind.map { changed($0) })
    forEachList { $0.follow([old: new]) }
  }

  // MARK: The prompt

  mutating func fillIn(_ key: Key) -> [Action] {
    guard let prompt else { return [] }
    switch key {
    case .escape: self.prompt = nil
    case .enter:
      let typed = prompt.input.text
      if let problem = prompt.line.problem(typed) {
        self.prompt?.problem = problem
        return []
      }
      self.prompt = nil
      guard case .line(_, let asked) = prompt.operation.firstStep else { return [] }
      let text = FieldValues.trimmed(typed, for: .disabled)
      question = Question(
        asked, prompt.operation, prompt.accounts, leavingOut: prompt.leftOut, typed: text)
      question?.sent = prompt
    default: self.prompt?.apply(key)
    }
    return []
  }
}
