@testable import Accounts
@testable import AccountsApp
@testable import CommandKit
@testable import Terminal

/// Somebody who types on without waiting, at the list of accounts of a store that answers when the
/// test wants it to.
struct Typist {
  private(set) var state = ScreenState(colors: .none)
  private(set) var hasQuit = false
  /// The operations that the store was asked for, with their accounts.
  private(set) var hits: [PlainList.Hit] = []
  private var waiting: [Waiting] = []
  private var keys = KeyQueue()
  private var store: PaperStore

  private struct Waiting {
    let effect: ScreenEffect
    /// How it was when it was asked; nil if what is there when it answers counts.
    let message: ScreenMessage?
  }

  init(_ names: [String]) {
    store = PaperStore(names)
    state.screen = .accounts(AccountListState())
    send(.started(Size(columns: 80, rows: 24), TerminalAnswers()), early: false)
  }

  /// - Parameter early: whether what it asks for is read at once, though the answer comes later.
  mutating func send(_ event: LoopEvent<ScreenMessage>, early: Bool) {
    switch event {
    case .input(let input) where input.isTyped: keys.add(input)
    default: deliver(event, early: early)
    }
    while true {
      let state = state
      guard let event = keys.next(state.toBeAnswered, { state.answer(to: $0) }) else { break }
      deliver(.input(event), early: early)
    }
  }

  private mutating func deliver(_ event: LoopEvent<ScreenMessage>, early: Bool) {
    for action in state.update(event) {
      switch action {
      case .perform(let effect): begin(effect, early: early)
      case .quit: hasQuit = true
      case .dropKeys: keys.clear()
      case .handOver, .suspend, .redraw: break
      }
    }
  }

  private mutating func begin(_ effect: ScreenEffect, early: Bool) {
    switch effect {
    case .look: return
    case .run(let operation, _, let accounts, _):
      let names = accounts.map(\.name)
      hits.append(PlainList.Hit(what: operation.name, names: names.sorted()))
      if operation.removes { store.remove(names) }
      waiting.append(Waiting(effect: effect, message: store.answer(to: effect)))
    default:
      if case .open(_, let account?) = effect, state.pendingAccount?.account == account {
        let name = account.name
        if state.pendingAccount?.next == nil || state.pendingAccount?.next == .operation(.password)
        {
          hits.append(PlainList.Hit(what: "open", names: [name]))
        }
      }
      // A history that is shown is read again when the terminal gets the focus.
      if case .readHistory(let account?, _) = effect, state.history == nil {
        hits.append(PlainList.Hit(what: "history", names: [account.name]))
      }
      waiting.append(Waiting(effect: effect, message: early ? store.answer(to: effect) : nil))
    }
  }

  var waits: Bool { !waiting.isEmpty }

  /// Delivers one of the answers.
  mutating func deliver(_ index: Int, early: Bool) {
    let one = waiting.remove(at: index % waiting.count)
    guard let message = one.message ?? store.answer(to: one.effect) else { return }
    send(.message(message), early: early)
  }

  /// Draws, as the loop does when nothing more is to be read.
  mutating func draw() {
    if keys.isEmpty { state.willBeSeen() }
    if let place = keys.draw(asking: state.toBeAnswered, in: state.size) {
      keys.hearTerminal(at: place)
    }
  }

  /// Whether no key waits.
  var hasTypedNothingAhead: Bool { keys.isEmpty }

  /// Lets a second pass without a key.
  mutating func pause() { keys.stopDropping() }
}

/// A store that is only names.
private struct PaperStore {
  private var people: [StoredAccount]
  private var lists: [String: AccountListing] = [:]

  init(_ names: [String]) {
    people = names.map { name in
      var values = FieldValues()
      // The hash of nothing.
      (values.email, values.password) = (name, "{SHA}2jmj7l5rSw0yVb/vlWAYkK/YBwk=")
      return StoredAccount(values, problems: [], under: .register, today: .ofTests)
    }
  }

  mutating func remove(_ names: [String]) {
    people.removeAll { names.contains($0.values.email ?? "") }
    lists = [:]
  }

  mutating func answer(to effect: ScreenEffect) -> ScreenMessage? {
    switch effect {
    case .list(let query, let number, _, _): .listed(number, rows(query))
    case .nameAll(let rows): .named(rows.named, of: rows)
    case .open(let number, let account):
      .opened(number, LoadResult(place: place(account?.name)))
    case .readHistory(let account, _):
      .history(HistoryState(of: account, changes: [], hasMore: false))
    case .run(.password, _, let accounts, _):
      .changed(
        Done(generated: ShownPassword(name: accounts[0].name, password: Self.password)),
        by: .password, of: accounts)
    case .run(let operation, _, let accounts, _):
      .changed(Done(), by: operation, of: accounts)
    default: nil
    }
  }

  private static let password: PasswordText = {
    do { return try PasswordText("made-up-1") } catch { preconditionFailure("\(error)") }
  }()

  private func place(_ name: String?) -> LoadResult.Place {
    guard let account = people.first(where: { $0.values.email == name }) else {
      return .none([Phrase(same: "gone")])
    }
    return .profile(
      ProfileState(
        account: account,
        ref: AccountRef(account, named: name ?? ""), openDraft: nil,
        rulebook: .register, today: .ofTests, isOfOther: true))
  }

  private mutating func rows(_ query: AccountsQuery) -> AccountListing {
    let text = query.text ?? ""
    if let known = lists[text] { return known }
    var builder = AccountListingBuilder(query, .english)
    builder.add(
      Page(
        rulebook: .register,
        accounts: people.filter { text.isEmpty || ($0.values.email ?? "").contains(text) },
        next: nil))
    let rows = builder.rows(on: .ofTests)
    lists[text] = rows
    return rows
  }
}

extension ScreenState {
  fileprivate var history: HistoryState? {
    if case .history(let history) = screen { history } else { nil }
  }
}
