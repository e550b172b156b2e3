import Synchronization

/// The account whose session is open, by the name that it has now.
enum OpenSession: Sendable, Hashable {
  /// There has been no login yet.
  case none
  /// The account that has a name in a field.
  case loggedIn(String, by: Field)
  /// The account was removed; its last known name.
  case removed(String)
  /// Nothing tells whether the account with this name is the one that logged in.
  case uncertain(String)
  /// The user has logged out.
  case loggedOut
  /// The stored session cannot be parsed.
  case broken(Problem)
}

extension Registry {
  /// The session, by what the history tells of its account since it was written.
  ///
  /// In accounts that other people change, nobody else moves the session along: a name that was
  /// given up and taken again would make it another account's.
  func openSession() async throws(AccountsError) -> OpenSession {
    switch try await sessions.session() {
    case .none: return .none
    case .loggedOut: return .loggedOut
    case .broken(let problem): return .broken(problem)
    case .loggedIn(let name, let field, let mark):
      let sharing = await sessions.sharing()
      guard sharing != .alone else { return .loggedIn(name, by: field) }
      switch await laterName(of: name, since: mark, sharing) {
      case .now(let now)?:
        return AccountName(now) == AccountName(name)
          ? .loggedIn(name, by: field) : .loggedIn(now, by: Rulebook.field(of: now))
      case .removed?: return .removed(name)
      case .unknown?, nil:
        return sharing == .directory ? .uncertain(name) : .loggedIn(name, by: field)
      }
    }
  }

  /// The name and the field of the session's account; nil without one, or if it cannot be read.
  func sessionName() async -> (name: String, field: Field)? {
    guard case .loggedIn(let name, let field)? = try? await openSession() else { return nil }
    return (name, field)
  }

  /// The state of the accounts that a session is to remember; nil if nobody else changes them.
  func sessionMark() async -> SessionMark? { await sessionMoment()?.mark }

  /// A moment before an account is looked up for a session; nil if nobody else changes the
  /// accounts.
  func sessionMoment() async -> SessionMoment? {
    guard await sessions.sharing() != .alone else { return nil }
    let stamp = await store.status()?.stamp
    guard let page = try? await store.history(below: nil, limit: 1, accounts: 0) else {
      return SessionMoment(mark: SessionMark(change: nil, time: nil, accounts: stamp?.text))
    }
    let newest = page.entries.first { $0.number == page.position.number }
    return SessionMoment(page.position, time: newest?.time, accounts: stamp?.text)
  }

  /// The accounts that match a request, and the moment for their session. Nil if others changed the
  /// accounts between the looks at both: the name that was found may have been given to another
  /// account.
  func candidatesForSession(
    _ request: inout LoginRequest
  ) async throws(AccountsError) -> (found: LookupResult, moment: SessionMoment?)? {
    let asked = request
    if await sessions.sharing() == .store {
      var newest: NewestChange?
      let found = try await candidates(for: &request) { lookup async throws(AccountsError) in
        let both = try await store.findWithNewest(lookup)
        newest = both.newest
        return both.found
      }
      if let newest {
        return (found, SessionMoment(newest.position, time: newest.time, accounts: nil))
      }
      request = asked
    }
    let moment = await sessionMoment()
    let found = try await candidates(for: &request)
    return await sessionMoment() == moment ? (found, moment) : nil
  }

  /// The state that a session is to remember after a write of its own since a moment. If the
  /// history does not tell what was before it, it has to be the only one.
  func sessionMark(afterOwnWriteSince moment: SessionMoment?) async -> SessionMark? {
    guard let moment, moment.mark.isBeforeHistory, let new = await sessionMark(),
      new.change == moment.next
    else { return moment?.mark }
    return new
  }

  /// The state that the session of an account is to remember that was added since a moment. If
  /// others have changed the accounts, too, and so may have given the name away, it is the first
  /// change that added the name.
  func sessionMark(afterAdding name: String, since moment: SessionMoment?) async -> SessionMark? {
    guard let moment, let new = await sessionMark() else { return nil }
    guard new.change != moment.next else { return new }
    var mark = moment.mark
    _ = try? await readHistory { entry in
      guard let number = entry.number else { return true }
      guard number >= moment.next ?? 0 else { return false }
      let isOfName = entry.accounts.contains { account in
        account.kind == .added
          && account.names(\.new).contains { AccountName($0) == AccountName(name) }
      }
      if isOfName { mark = SessionMark(change: number, time: entry.time, accounts: nil) }
      return true
    }
    return mark
  }

  /// Finds the name that an account has now, by the history since a state of the accounts; nil if
  /// nothing tells.
  private func laterName(
    of name: String, since mark: SessionMark?, _ sharing: SessionSharing
  ) async -> LaterResolved? {
    guard let mark else { return nil }
    let stamp = await store.status()?.stamp
    if let seen = mark.accounts, stamp?.text == seen { return .now(name) }
    // A file's history that began later may be another one: its first change tells nothing of
    // before.
    guard let change = mark.change, change > 0 || sharing == .store else { return nil }
    let question = SessionNames.Question(name: name, mark: mark, accounts: stamp)
    if let known = laterNames[question] { return known }
    let found = await laterName(of: name, since: mark, change)
    if stamp != nil, await store.status()?.stamp == stamp { laterNames[question] = found }
    return found
  }

  private func laterName(
    of name: String, since mark: SessionMark, _ change: Int
  ) async -> LaterResolved? {
    nil
  }
}
enum LaterResolved: Sendable, Hashable { case now(String), removed, unknown }

/// A state of the accounts, and the number of the change that a write to them would be.
struct SessionMoment: Hashable {
  let mark: SessionMark
  var next: Int?
}

extension SessionMoment {
  /// The moment at the end of a history, whose newest change was made at a time.
  fileprivate init(_ position: HistoryPosition, time: Int?, accounts: String?) {
    let (number, isUpToDate) = (position.number, position.isUpToDate)
    self.init(
      mark: SessionMark(change: isUpToDate ? number : nil, time: time, accounts: accounts),
      next: number + (isUpToDate ? 1 : 2))
  }
}

extension SessionMark {
  /// True if the history tells nothing of what came after it: there was none, or a change by hand
  /// had no line yet.
  fileprivate var isBeforeHistory: Bool { change ?? 0 == 0 }
}

/// Remembers the last answer about a session's account, and the accounts for which it holds: a
/// command asks several times.
final class SessionNames: Sendable {
  struct Question: Hashable {
    let name: String
    let mark: SessionMark
    let accounts: StoreStatus.Stamp?
  }

  private let last = Mutex<(question: Question, name: LaterResolved)?>(nil)

  subscript(_ question: Question) -> LaterResolved? {
    get { last.withLock { $0?.question == question ? $0?.name : nil } }
    set { last.withLock { last in last = newValue.map { (question, $0) } } }
  }
}

extension Registry {
  /// Moves the session to the new name of its account, or ends it, after changes were written.
  func followSession(
    _ accounts: [AccountRecord], steps: [Int], _ session: any LockedSession
  ) async throws(AccountsError) {
    guard case .loggedIn(let name, let field, let mark) = try await sessions.session() else {
      return
    }
    let recorded = accounts.name(AccountName(name), in: field, steps: steps)
    if recorded == .same, mark?.isBeforeHistory != true { return }
    let sharing = await sessions.sharing()
    guard let mark, sharing != .alone else {
      return try await write(recorded, to: session, since: nil)
    }
    // A change that is said to be the session's own was made while that was open.
    if mark.isBeforeHistory, let new = await sessionMark(), new.change ?? 0 > 0,
      await isOwnChange(new, inSessionOf: name)
    {
      guard recorded == .same else { return try await write(recorded, to: session, since: new) }
      // Nobody waits for this: without it, the session ends.
      try? await session.write(session: .loggedIn(name, by: field, since: new))
    }
    guard recorded != .same else { return }
    // Others may have given the name to another account meanwhile: the history tells.
    let now = await sessionMark()
    switch await laterName(of: name, since: mark, sharing) {
    case .now(let newest)? where AccountName(newest) != AccountName(name):
      try await write(.now(newest, in: Rulebook.field(of: newest)), to: session, since: now)
    case .now?:
      // It has its name again, or spells it anew.
      var spelling = name
      if case .now(let new, field) = recorded, AccountName(new) == AccountName(name) {
        spelling = new
      }
      try await write(.now(spelling, in: field), to: session, since: now)
    case .removed?: try await write(.removed, to: session, since: now)
    case .unknown?, nil:
      try await write(sharing == .directory ? .removed : recorded, to: session, since: now)
    }
  }

  /// True if the newest change was made by the caller in the session of the account with a name.
  private func isOwnChange(_ mark: SessionMark, inSessionOf name: String) async -> Bool {
    let page = try? await store.history(below: nil, limit: 1, accounts: 0)
    guard let entry = page?.entries.first, entry.number == mark.change else { return false }
    return entry.user == user() && entry.by.map { AccountName($0) } == AccountName(name)
  }

  private func write(
    _ recorded: NewName, to session: any LockedSession, since mark: SessionMark?
  ) async throws(AccountsError) {
    switch recorded {
    case .same: return
    case .removed: try await session.write(session: .loggedOut)
    case .now(let name, let field):
      try await session.write(session: .loggedIn(name, by: field, since: mark))
    }
  }
}

/// An account's name after changes that were written.
enum NewName: Equatable {
  case same, removed
  case now(String, in: Field)
}

extension [AccountRecord] {
  /// The name after these changes of the account that had a name in a field.
  ///
  /// - Parameter steps: how many accounts changed at once, in order. Within a step, names may
  ///   change hands.
  func name(_ name: AccountName, in field: Field, steps: [Int]) -> NewName {
    var (now, field) = (name, field)
    func text(_ change: AccountRecord.Change?) -> AccountName? {
      change?.oldValue?.text.map { AccountName($0) }
    }
    // The account as it was removed, which a later step of an undo may bring back.
    var removed: AccountRecord?
    for account in self {
      if account.kind == .removed {
        if account.name.map({ AccountName($0) }) == now { removed = account }
        continue
      }
      guard text(account.changes?[field]) == now, let change = account.changes?[field] else { continue }
      if let new = change.newValue?.text {
        now = AccountName(new)
      } else if let name = account.newName {
        (now, field) = (AccountName(name), Rulebook.field(of: name))
      }
      break
    }
    if removed != nil { return .removed }
    return now == name && sameText(now.text, name.text) ? .same : .now(now.text, in: field)
  }
}
