import LosslessJSON

extension Registry {
  /// The recorded changes, the newest first. If the accounts were changed by hand since, that
  /// change comes first. Throws `notMeant` if the account of ``expecting(_:)`` lost its name to
  /// another.
  ///
  /// - Parameters:
  ///   - name: only changes of the account that has or had this name, under any of its names,
  ///     without the other accounts that they concern; nil for all.
  ///   - time: only changes since, in seconds since 1970; nil for all.
  ///   - limit: the most changes to return; nil for all.
  ///   - most: the number of accounts to read of each change; nil for all. A change with more may
  ///     come as an excerpt, which a database returns much faster.
  public func history(
    of name: String? = nil, since time: Int? = nil, limit: Int? = nil, accounts most: Int? = nil
  ) async throws(AccountsError) -> [HistoryEntry] {
    func isRecent(_ entry: HistoryEntry) -> Bool {
      time.map { time in entry.time.map { $0 >= time } ?? true } ?? true
    }
    guard let name = name.flatMap({ FieldValues.trimmed($0, for: .email) }) else {
      var found: [HistoryEntry] = []
      _ = try await readHistory(accounts: most) { entry in
        if found.count < limit ?? .max, isRecent(entry) { found.append(entry) }
        return found.count < limit ?? .max && isRecent(entry)
      }
      return found
    }
    let (names, isThere) = try await names(of: name)
    let all = try await store.history(concerning: names)
    let changes = HistoryNames(all).changes(of: names).filter { !$0.accounts.isEmpty }
    guard isThere || !changes.isEmpty else { throw .noSuchAccount(name: name) }
    let entries = changes.reversed().map { change in
      let entry = all[change.index]
      return HistoryEntry(
        number: entry.number, time: entry.time, user: entry.user, by: entry.by, via: entry.via,
        did: entry.did, accounts: change.accounts.map { entry.accounts[$0] }, count: entry.count)
    }
    return Array(entries.filter(isRecent).prefix(limit ?? .max))
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
    let names = try await names(of: FieldValues.trimmed(name, for: .email) ?? "").names
    if try await hasHistory() { report = try await store.forget(names) }
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

  /// The names that the history may use for an account: its email and its user name.
  private func names(
    of name: String
  ) async throws(AccountsError) -> (names: [AccountName], isThere: Bool) {
    let found = try await store.find(.name(AccountName(name), in: nil)).accounts
    if let seen = expected[AccountName(name)], !found.isEmpty {
      // Several may share the name: then one of them has to be the one that was seen.
      let others = try await strangers(among: found.map { (seen, $0) })
      if others.count == found.count { throw .notMeant([NotMeant(name, others[0].cause)]) }
    }
    let others = found.flatMap { account in Field.keys.compactMap { account.values[text: $0] } }
    return (([name] + others).map { AccountName($0) }, !found.isEmpty)
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

  /// Moves the session and the draft to their accounts' new names, or ends them, and clears failed
  /// logins if a password is new. Returns the resulting draft.
  ///
  /// - Parameters:
  ///   - steps: how many accounts changed at once, in order, if an undo changed some several times.
  ///   - step: the step that is done; nil if accounts were saved.
  ///   - dropsDraft: whether the draft is the edit that was saved.
  @discardableResult
  func follow(
    _ accounts: [AccountRecord], _ session: any LockedSession, steps: [Int] = [],
    after step: AccountsError.Step? = nil, dropsDraft: Bool = false
  ) async throws(AccountsError) -> EditDraft? {
    let hasNewPassword = accounts.filter { account in
      account.kind != .added && account.changes?[.password] != nil
    }
    var names: [Field: [AccountName]] = [:]
    for name in hasNewPassword.compactMap(\.newName) {
      names[Rulebook.field(of: name), default: []].append(AccountName(name))
    }
    for (field, names) in names { await forgetFailures(of: names, by: field) }
    let saved = accounts.first?.newName.map { AccountsError.Step.accountSaved(name: $0) }
    guard let step = step ?? saved else { return nil }
    return try await afterCommit(step) {
      () throws(AccountsError) -> EditDraft? in
      try await followSession(accounts, steps: steps, session)
      guard let edit = try await editIfAny() else { return nil }
      var new: EditDraft?
      switch dropsDraft
        ? .removed : accounts.name(AccountName(edit.name), in: edit.key, steps: steps)
      {
      case .same: return edit
      case .removed: break
      case .now(let name, let field): new = edit.named(name, in: field)
      }
      try await session.write(draft: new)
      return new
    }
  }
}

extension HistoryEntry {
  /// Throws for an unknown kind of change: it hides what earlier changes left.
  func checkKnown() throws(AccountsError) {
    guard did.isKnown else { throw .unknownChange(number: number ?? 0, did: did.word) }
  }
}
