import LosslessJSON

/// The effect of keys that were taken out everywhere.
public struct DropReport: Sendable {
  /// The accounts that had one of them.
  public let accounts: [StateChange]
  /// The change around the accounts; nil if there is none.
  public let document: DocumentRecord?
  /// Other keys around the accounts, which keep all of them from being used as before.
  public internal(set) var problems: [Problem] = []

  /// Whether keys go that kept all accounts from being used, and nothing else does.
  package var opensFile: Bool {
    guard let document, problems.isEmpty else { return false }
    return document.keys.contains { KeyMeaning($0, nil) != nil }
  }

  /// What opens, for the write that goes by this look.
  public var shown: ShownDrop { ShownDrop(accounts, opensFile: opensFile) }
}

/// The closed accounts that a look at keys to take out showed to open without them. It holds in
/// this process only.
public struct ShownDrop: Sendable {
  private var identities: [NameKey: FieldValues] = [:]
  /// Whether the file could not be used, and can be then.
  package let opensFile: Bool

  /// What some changes open.
  public init(_ changes: [StateChange]) { self.init(changes, opensFile: false) }

  /// The accounts of all changes: where fields are set beside, nobody knows which of them open.
  package init(all changes: [StateChange]) { self.init(changes, opensFile: false, isOfAll: true) }

  fileprivate init(
    _ changes: [StateChange], opensFile: Bool, isOfAll: Bool = false
  ) {
    self.opensFile = opensFile
    for change in changes where isOfAll || change.opens {
      let values = change.account.values
      for id in values.nameKeys { identities[id] = values.identity }
    }
  }

  /// Whether the account with some values is one of them.
  package func holds(_ values: FieldValues) -> Bool {
    values.nameKeys.contains { identities[$0] == values.identity }
  }
}

extension Registry {
  /// Takes keys that no field is out of accounts, wherever they stand there, all in one write or
  /// none. An account may be closed before and after: nothing else of it is judged. A key that
  /// nobody has is left out, and so is a field. A notice says if undo cannot bring them back, also
  /// of a dry run.
  /// With what a dry run showed to somebody, it throws `notMeant`, and writes nothing, if another
  /// account would open by now. Progress and an end before the write are as for
  /// ``disable(_:reason:until:)``.
  public func drop(
    _ keys: [String], of names: [String], isDryRun: Bool = false, opening shown: ShownDrop? = nil
  ) async throws(AccountsError) -> Outcome<[StateChange]> {
    let dropped = keys.filter { Field($0) == nil }
    return try await change(
      names, .edit, dropping: dropped, isDryRun: isDryRun, opening: shown
    ) { _, _ in nil }
  }

  /// Takes keys that no field is out of all accounts and out of what is around them, as
  /// ``drop(_:of:isDryRun:opening:)`` does, also if such keys around them keep the file
  /// from being used.
  public func dropEverywhere(
    _ keys: [String], isDryRun: Bool = false, opening shown: ShownDrop? = nil
  ) async throws(AccountsError) -> Outcome<DropReport> {
    let keys = keys.filter { Field($0) == nil }.eachOnce
    var write = await options(.edit, isDryRun: isDryRun)
    write.opening = shown
    // A look gives no ids: the write gives others.
    if isDryRun { write.newID = nil }
    let options = write
    try checkCancellation()
    let done = try await loggingEnds {
      () async throws(AccountsError) -> Outcome<Applied?> in
      guard let done = try await store.drop(keys, options) else { return Outcome(nil) }
      return Outcome(done.value, notices: done.notices)
    }
    if let applied = done.value {
      guard applied.refusals.isEmpty else {
        throw .notMeant(applied.refusals.map(\.account))
      }
      var notices = done.notices
      notices.add(applied.noticeOfLoss)
      return Outcome(DropReport(applied, of: keys), notices: notices)
    }
    return try await retrying { () throws(AccountsError) in
      let names = try await self.names(having: keys)
      guard !names.isEmpty else { return Outcome(DropReport(accounts: [], document: nil)) }
      do throws(AccountsError) {
        let done = try await drop(keys, of: names, isDryRun: isDryRun, opening: shown)
        let changed = done.value.filter { !$0.dropped.isEmpty }
        return Outcome(DropReport(accounts: changed, document: nil), notices: done.notices)
      } catch .noSuchAccount {
        // Somebody removed one meanwhile.
        return nil
      }
    }
  }

  /// The names of the accounts that have one of some keys.
  private func names(having keys: [String]) async throws(AccountsError) -> [String] {
    let sought = Set(keys)
    var names: [String] = []
    var cursor: Page.Cursor?
    repeat {
      let page = try await list(from: cursor, limit: 10_000, withOwnKeys: true)
      names += page.accounts.filter { $0.has(oneOf: sought) }
        .compactMap { page.rulebook.anyName(of: $0) }
      cursor = page.next
    } while cursor != nil
    return names
  }
}

extension StoredAccount {
  /// True if it has one of some keys. One that closes it may hold what no text can.
  fileprivate func has(oneOf keys: Set<String>) -> Bool {
    ownKeys.contains { keys.contains($0.key) }
      || problems.contains { problem in
        if case .key(let key) = problem.subject { keys.contains(key) } else { false }
      }
  }
}

extension DropReport {
  fileprivate init(_ done: Applied, of keys: [String]) {
    // Of a file that cannot be used, nobody can log in to any.
    let isUsable = done.left.isEmpty
    accounts = zip(done.accounts, done.changes).map { account, record in
      let dropped = record.dropped(keys)
      // Each unknown key closes its account.
      let wasClosed = dropped.contains { KeyMeaning($0.key, $0.old) != nil }
      return StateChange(
        before: wasClosed || !isUsable ? .closed : account.state,
        after: isUsable ? account.state : .closed, fields: [],
        account: account, name: record.name ?? "", dropped: dropped)
    }
    document = done.document
    problems = done.left
  }
}

extension AccountRecord {
  /// The keys that a change took out, each as often as it was there, of those that it was to take
  /// out. Without values it may be any of them.
  func dropped(_ keys: [String]) -> [Change] {
    guard let changes else { return keys.changesToDrop }
    return changes.filter { $0.field == nil }
  }
}

extension Applied {
  /// The notice that undo cannot bring back what was taken out; nil if it can. Accounts without a
  /// name stay as they are then, if there is anything else.
  var noticeOfLoss: Notice? {
    let named = changes.filter { $0.name != nil }
    let isKept =
      named.allSatisfy { $0.isWhole && $0.changes != nil } && document?.keepsValues != false
      && (!named.isEmpty || document != nil || changes.isEmpty)
    // Undo of the whole is refused where a key would make the file unusable again.
    let isRefused =
      !named.isEmpty && document?.keys.contains { KeyMeaning($0, nil) != nil } == true
    return isKept && !isRefused ? nil : .cannotBeUndone
  }
}

extension [Notice] {
  /// Adds a notice, if there is one that is not there yet.
  mutating func add(_ notice: Notice?) {
    if let notice, !contains(notice) { append(notice) }
  }
}

extension [String] {
  /// The changes that take these keys out, whatever they hold.
  package var changesToDrop: [AccountRecord.Change] {
    eachOnce.map { AccountRecord.Change($0, from: nil, to: nil) }
  }

  /// Each of a few texts once, compared byte by byte.
  package var eachOnce: [String] {
    reduce(into: []) { once, text in
      if !once.contains(where: { sameText($0, text) }) { once.append(text) }
    }
  }
}
