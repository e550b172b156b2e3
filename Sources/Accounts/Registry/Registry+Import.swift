extension Registry {
  /// Imports accounts, all or none, in one durable write; the rest of the file stays byte for byte.
  ///
  /// Every account is checked against the rulebook, and every problem is reported. Hashes are taken
  /// as they are; typed passwords are hashed first, on all processors, before anything is locked.
  ///
  /// - Parameters:
  ///   - accounts: the new accounts.
  ///   - onConflict: what to do if an account's name is taken.
  ///   - rulebook: the rulebook of a store that does not exist yet. Refused if existing accounts
  ///     keep another one.
  ///   - generates: gives new accounts without a password an acceptable one.
  ///   - lastDay: invites new accounts without a password until a day; they may lack required
  ///     fields. Not together with `generates`.
  ///   - marksGenerated: whether owners must change it; nil to follow the rulebook.
  ///   - leavesOutRefused: imports the accounts that are not refused, and reports the others.
  ///   - unread: the positions of accounts of which something could not be read. They are judged,
  ///     so that all their problems are reported, and never imported.
  ///   - longIsTyped: takes a text as typed that is ``ForeignHash/long``; else it is refused, since it
  ///     may be a hash of another program.
  ///   - isDryRun: judges without writing.
  public func importAccounts(
    _ accounts: [NewAccount], onConflict: ImportConflict = .fail,
    rulebook: Rulebook? = nil, generates: Bool = false, invitingUntil lastDay: CalendarDay? = nil,
    marksGenerated: Bool? = nil, leavesOutRefused: Bool = false, unread: Set<Int> = [],
    longIsTyped: Bool = false, isDryRun: Bool = false
  ) async throws(AccountsError) -> Outcome<ImportReport> {
    if let lastDay { try checkInvitation(until: lastDay) }
    let begins = rulebook
    let looksOnly = isDryRun || !leavesOutRefused && !unread.isEmpty
    var hashes = ListedHashes()
    return try await retrying { () throws(AccountsError) in
      let inForce = try await store.rulebook()
      let rulebook = begins ?? inForce
      var plan = try await judged(
        ImportPlan(accounts, onConflict, longIsTyped: longIsTyped, under: rulebook))
      if generates { try await generatePasswords(in: &plan, marks: marksGenerated) }
      if let lastDay { try await invite(in: &plan, until: lastDay) }
      var options = await options(
        .import, isDryRun: true, returnsAccounts: false, returnsChanges: false, rulebook: begins)
      try await look(at: &plan, options)
      while leavesOutRefused, plan.leaveOutRefused(and: unread) {
        try await look(at: &plan, options)
      }
      if plan.meetsRace { return nil }
      let names = plan.renewed
      let givingWay = names.isEmpty ? [] : try await store.find(.names(names)).accounts
      plan.noteSamePasswords(among: givingWay)
      let codes = codes(in: plan, over: givingWay)
      guard !plan.isRefused, !looksOnly else { return Outcome(plan.report(), notices: codes) }
      // Hashes of an earlier try were made for other passwords.
      hashes.forget(plan.provided.keys)
      try await hashes.add(plan.passwords, by: hasher, under: rulebook)
      plan.takeHashes(hashes.made)
      (options.isDryRun, options.judgedUnder) = (false, rulebook)
      options.hashesOfTyped = try await hashesOfTyped(in: givingWay, under: rulebook)
      let (changes, write) = (plan.settledChanges, options)
      let written = try await loggingEnds { () async throws(AccountsError) in
        try await store.apply(changes, write)
      }
      // Others changed what the plan was made of.
      guard written.refusals.isEmpty else { return nil }
      plan.take(written: written.value)
      await forgetFailures(of: plan.renewed, by: rulebook.key)
      return Outcome(plan.report(isWritten: true), notices: written.notices + codes)
    }
  }

  private func judged(_ plan: ImportPlan) async throws(AccountsError) -> ImportPlan {
    let (judge, today) = (hasher.judge(under: plan.rulebook), today())
    let parts = try await inParts(of: plan.count) {
      ImportFindings(plan, $0, by: judge, today: today)
    }
    var plan = plan
    plan.take(parts.reduce(into: ImportFindings()) { $0.add($1) })
    return plan
  }

  /// Gives the accounts without a password an acceptable one.
  private func generatePasswords(
    in plan: inout ImportPlan, marks: Bool?
  ) async throws(AccountsError) {
    for index in plan.withoutPassword {
      let password = try await generatedPassword(for: plan[index].values, under: plan.rulebook)
      plan.generate(index, password.text, isMarked: marks ?? password.mustChange)
    }
  }

  /// Invites the owners of new accounts without a password.
  private func invite(
    in plan: inout ImportPlan, until lastDay: CalendarDay
  ) async throws(AccountsError) {
    let (rulebook, today) = (plan.rulebook, today())
    let new = try await newAccounts(
      among: plan.withoutPassword.map { ($0, plan[$0]) }, under: rulebook)
    let obstacles = new.compactMap {
      plan[$0].values.obstacleToInvitation(under: rulebook, on: today)
    }
    guard obstacles.isEmpty else { throw .cannotInvite(obstacles) }
    for index in new {
      plan.invite(index, try PasswordGenerator.code(), until: lastDay, today: today)
    }
  }

  /// Asks the store what it would do, and the blocklist about the passwords that it would get.
  private func look(
    at plan: inout ImportPlan, _ options: WriteOptions
  ) async throws(AccountsError) {
    plan.take(try await store.apply(plan.changes, options).value)
    let ids = plan.ids
    if !ids.isEmpty { plan.refuseIDs(try await there(with: ids, under: plan.rulebook)) }
    plan.refuse(try await refusals(ofListed: plan.passwords, under: plan.rulebook))
    if plan.hasHashes { plan.refuseCodes(try await runningCodes(by: plan.rulebook.key)) }
  }

  /// The codes of the invitations that run, without locks, with the names of the invited accounts.
  private func runningCodes(
    by key: Field
  ) async throws(AccountsError) -> [String: [AccountName]] {
    var codes: [String: [AccountName]] = [:]
    for state in [AccountState.invited, .notYetValid] {
      var cursor: Page.Cursor?
      repeat {
        let page = try await list(from: cursor, limit: 1_000, state: state)
        for account in page.accounts where account.values[.invitedUntil] != nil {
          guard let code = account.unlockedPassword else { continue }
          codes[code, default: []].append(AccountName(account[text: key] ?? ""))
        }
        cursor = page.next
      } while cursor != nil
    }
    return codes
  }

  /// Refuses each typed password that is on the rulebook's blocklist.
  func refusals(
    ofListed typed: [ListedPassword], under rulebook: Rulebook
  ) async throws(AccountsError) -> [Refusal] {
    let listed = try await blocklisted(typed.map(\.password), under: rulebook)
    return typed.filter { listed.contains($0.password) }
      .map { Refusal($0.index, of: $0.name, .password(breaks: [.notOnBlocklist])) }
  }
}
