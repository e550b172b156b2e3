import LosslessJSON

extension Registry {
  /// The recorded changes, the newest first. If the accounts were changed by hand since, that
  /// change comes first. Throws `notMeant` if the account of ``expecting(_:)`` is nobody now.
  ///
  /// - Parameters:
  ///   - name: only changes of the account that has this name, under any of its names, without the
  ///     other accounts that they concern; nil for all. If no account has it whose id counts: of
  ///     whoever had it last. Changes that tell no id are listed under the names in them. The text of
  ///     an id stands for whoever has or had that, also as the author.
  ///   - time: only changes since, in seconds since 1970; nil for all.
  ///   - limit: the most changes to return; nil for all.
  ///   - most: the number of accounts to read of each change; nil for all. A change with more may
  ///     come as an excerpt, which a database returns much faster.
  public func history(
    of name: String? = nil, since time: Int? = nil, limit: Int? = nil, accounts most: Int? = nil
  ) async throws(AccountsError) -> [HistoryEntry] {
    if let name = name.flatMap({ FieldValues.trimmed($0, for: .email) }) {
      return try await history(ofOne: name, since: time, limit: limit).entries
    }
    return try await changes(since: time, limit: limit, accounts: most) { $0 }
  }

  /// The changes of an account, as ``history(of:since:limit:accounts:)`` has them, and the time of
  /// the last change at which somebody with another id had its name; nil if nobody had.
  package func history(
    ofOne name: String, since time: Int? = nil, limit: Int? = nil
  ) async throws(AccountsError) -> (entries: [HistoryEntry], wasOthersUntil: Int?) {
    if let id = AccountID(name) {
      let found = try await changes(since: time, limit: limit) { $0.concerning(id) }
      if !found.isEmpty { return (found, nil) }
      let there = try await store.find(.ids([id])).accounts
      guard there.contains(where: { $0.id == id }) else { throw .noSuchAccount(name: name) }
      return ([], nil)
    }
    let (accounts, name) = (try await accounts(called: name), AccountName(name))
    var people = PeopleNamed(name, accounts.count == 1 ? accounts[0].id : nil)
    // Only all changes tell who had the name before.
    var entries = try await changes(since: nil, limit: nil) { people.part(of: $0) }
    if entries.isEmpty, accounts.isEmpty, let other = people.other {
      // Nobody had it last: then it is whoever had it before another one.
      people = PeopleNamed(name, other)
      entries = try await changes(since: nil, limit: nil) { people.part(of: $0) }
    }
    guard !accounts.isEmpty || !entries.isEmpty else { throw .noSuchAccount(name: name.text) }
    return (
      Array(entries.filter { $0.isRecent(time) }.prefix(limit ?? .max)), people.wasOthersUntil
    )
  }

  /// The changes since a time of which `part` returns something, the newest first.
  private func changes(
    since time: Int?, limit: Int?, accounts most: Int? = nil,
    _ part: (HistoryEntry) -> HistoryEntry?
  ) async throws(AccountsError) -> [HistoryEntry] {
    var found: [HistoryEntry] = []
    _ = try await readHistory(accounts: most) { entry in
      guard found.count < limit ?? .max, entry.isRecent(time) else { return false }
      if let part = part(entry) { found.append(part) }
      return found.count < limit ?? .max
    }
    return found
  }

  /// One change, with as many of its accounts as are asked for; nil if the history does not have
  /// it.
  package func change(
    _ number: Int, accounts most: Int
  ) async throws(AccountsError) -> HistoryEntry? {
    let page = try await store.history(
      below: number < .max ? number + 1 : nil, limit: 1, accounts: most)
    return page.entries.first { $0.number == number }
  }

  /// Removes the values and names of everyone who has or had a name from the history and the record
  /// of logins, and ends their logins in browsers.
  public func forgetHistory(of name: String) async throws(AccountsError) -> ForgetReport {
    var report = ForgetReport()
    let name = FieldValues.trimmed(name, for: .email) ?? ""
    let accounts = try await accounts(called: name)
    let names =
      [AccountName(name)]
      + accounts.flatMap { account in Field.keys.compactMap { account[text: $0] } }
      .map { AccountName($0) }
    if try await hasHistory() {
      report = try await store.forget(names, accounts.compactMap(\.id))
    }
    let all = Set(names + report.names.map { AccountName($0) })
    do throws(AccountsError) {
      let forgot = try await store.forgetLogins(of: Array(all))
      report.forgotLogins = report.forgotLogins || forgot
    } catch .lacks {
      // There is nothing to forget.
    } catch {
      // Changes that are gone already have to be reported.
      guard report.changes > 0 else { throw error }
      report.loginsFault = error
    }
    do throws(AccountsError) {
      let ended = try await store.endLogins(.names(all)).value
      report.endedLogins = ended.count
      await logEnds(ended.counts)
    } catch .lacks {
      // There is nothing to forget.
    } catch {
      guard report.changes > 0 || report.forgotLogins else { throw error }
      report.loginsFault = report.loginsFault ?? error
    }
    report.unfinishedEdits = await store.unfinishedEdits()
    return report
  }

  /// The account that is expected under a name, or all that have it.
  private func accounts(called name: String) async throws(AccountsError) -> [StoredAccount] {
    let ref = expected[AccountName(name)]
    if let ref, let account = try await who([ref])[0] { return [account] }
    let found = try await store.find(.name(AccountName(name), in: nil)).accounts
    // The history of one that was removed is there still, unless another has the name.
    guard ref == nil || found.isEmpty else { throw .notMeant([name]) }
    return found
  }

  func hasHistory() async throws(AccountsError) -> Bool {
    try await store.history(below: nil, limit: 1, accounts: 0).position.number > 0
  }

  /// Reads changes, the newest first, while `body` returns true. Returns the end of the history.
  ///
  /// - Parameters:
  ///   - most: the number of accounts to read of each change; nil for all.
  ///   - isGapless: throws `historyLacks` at a change if newer ones are missing, as far as the
  ///     numbers tell: not below a copy, whose numbers may be those of a database.
  func readHistory(
    accounts most: Int? = nil, isGapless: Bool = false,
    _ body: (HistoryEntry) async throws(AccountsError) -> Bool
  ) async throws(AccountsError) -> HistoryPosition {
    var limit = 8
    // Changes are read whole only when `body` gets to them.
    var page = try await store.history(below: nil, limit: limit, accounts: most ?? 1)
    let position = page.position
    var due = isGapless && page.numbersFollow ? position.number : nil
    while true {
      for entry in page.entries {
        if let number = entry.number, let last = due {
          guard number == last else { throw .historyLacks(from: number + 1, to: last) }
          due = entry.did == .copy ? nil : number - 1
        }
        try checkCancellation()
        let entry = most == nil ? try await whole(entry) : entry
        guard try await body(entry) else { return position }
      }
      guard let last = page.entries.last?.number else { return position }
      limit *= 4
      page = try await store.history(below: last, limit: limit, accounts: most ?? 1)
    }
  }

  /// Reads all accounts of a change.
  func whole(_ entry: HistoryEntry) async throws(AccountsError) -> HistoryEntry {
    guard entry.isExcerpt, let number = entry.number, number < .max else { return entry }
    let page = try await store.history(below: number + 1, limit: 1)
    guard let whole = page.entries.first, whole.number == number else { return entry }
    return whole
  }
}

/// The changes of one person who has a name, or had it last, while the history is read from the newest
/// change on.
private struct PeopleNamed {
  private let names: Set<String>
  private var id: AccountID?
  private var seen: Set<AccountID> = []
  /// The time of the newest change at which somebody else had the name; nil if nobody had.
  private(set) var wasOthersUntil: Int?
  /// Who that was.
  private(set) var other: AccountID?

  /// - Parameter id: that of the account that has the name; nil if none counts.
  init(_ name: AccountName, _ id: AccountID?) { (names, self.id) = ([name.key], id) }

  /// The part of a change about the person; nil if there is none.
  mutating func part(of entry: HistoryEntry) -> HistoryEntry? {
    var accounts: [AccountRecord] = []
    for account in entry.accounts {
      guard let one = account.id else {
        if account.has(names) { accounts.append(account) }
        continue
      }
      // Its newest change tells the names that it had last.
      if seen.insert(one).inserted, id == nil, account.hasLast(names) { id = one }
      if one == id {
        accounts.append(account)
      } else if account.has(names) {
        wasOthersUntil = wasOthersUntil ?? entry.time
        other = other ?? one
      }
    }
    return accounts.isEmpty ? nil : entry.with(accounts)
  }
}

extension AccountRecord {
  /// Whether it had one of some names after the change, or before its removal.
  fileprivate func hasLast(_ names: Set<String>) -> Bool {
    let last = [newName].compactMap(\.self) + self.names(kind == .removed ? \.old : \.new)
    return last.contains { names.contains(AccountName($0).key) }
  }
}

extension HistoryEntry {
  /// The change with some of its accounts alone.
  fileprivate func with(_ accounts: [AccountRecord]) -> HistoryEntry {
    HistoryEntry(
      number: number, time: time, user: user, by: by, byID: byID, via: via, did: did,
      accounts: accounts, count: count)
  }

  /// The change with the accounts alone that have an id, or all of it if only its author has that;
  /// nil if nobody in it does.
  fileprivate func concerning(_ id: AccountID) -> HistoryEntry? {
    let accounts = accounts.filter { $0.id == id }
    return accounts.isEmpty ? (byID == id ? self : nil) : with(accounts)
  }

  /// True if it was made since a time, or at one that is not known.
  fileprivate func isRecent(_ time: Int?) -> Bool {
    guard let time, let made = self.time else { return true }
    return made >= time
  }

  /// Throws for an unknown kind of change: it hides what earlier changes left.
  func checkKnown() throws(AccountsError) {
    guard did.isKnown else { throw .unknownChange(number: number ?? 0, did: did.word) }
  }
}
