extension Registry {
  /// Makes accounts as declared, all in one durable write or none. Declared values are set or
  /// cleared, missing accounts added, and everything else stays. If all is as declared, nothing is
  /// written.
  ///
  /// A new account, or one without a password, gets the declared password. Typed passwords are
  /// hashed before anything is locked. If others change the same accounts meanwhile, everything is
  /// judged again.
  ///
  /// - Parameters:
  ///   - declared: the declared accounts, each named by its key.
  ///   - pruning: how many undeclared accounts may be removed. Throws `prunesTooMany` beyond that.
  ///   - setsPasswords: also replaces existing passwords: by a hash whose text differs, unless only
  ///     the new one is weak; by a typed password that does not match. A locked account stays
  ///     locked.
  ///   - rulebook: the rulebook of a store that does not exist yet.
  ///   - isDryRun: judges without writing.
  public func apply(
    _ declared: [NewAccount], pruning: Pruning = .none, setsPasswords: Bool = false,
    rulebook: Rulebook? = nil, isDryRun: Bool = false
  ) async throws(AccountsError) -> Outcome<DeclaredReport> {
    let begins = rulebook
    var hashes = ListedHashes()
    return try await retrying { () throws(AccountsError) in
      let inForce = try await store.rulebook()
      let rulebook = begins ?? inForce
      var plan = try await steps(declared, pruning, setsPasswords: setsPasswords, under: rulebook)
      try await plan.resolvePasswords(hasher, under: rulebook)
      let typed = plan.typed
      plan.refusals += try await refusals(ofListed: typed, under: rulebook)
      var options = await options(
        .apply, isDryRun: true, returnsAccounts: false, rulebook: begins)
      // Nothing is hashed for a list that is refused.
      if !plan.steps.isEmpty, isDryRun || !plan.refusals.isEmpty || !typed.isEmpty {
        let judged = try await store.apply(plan.changes(), options).value
        if plan.meetsRace(judged.refusals) { return nil }
        plan.refuse(judged.refusals)
        try plan.checkLimit(pruning)
        if isDryRun {
          let codes = try await codesComingBack(with: judged.changes, of: plan)
          let freed = judged.changes.freedNames
          return Outcome(
            plan.report(judged),
            notices: codes + (freed.isEmpty ? [] : [.namesFree(freed, isPlanned: true)]))
        }
      }
      try plan.checkLimit(pruning)
      guard !plan.steps.isEmpty, plan.refusals.isEmpty else { return Outcome(plan.report()) }
      try await hashes.add(typed, by: hasher, under: rulebook)
      (options.isDryRun, options.judgedUnder) = (false, rulebook)
      options.hashesOfTyped = try await hashesOfTyped(in: plan.givingWay, under: rulebook)
      let changes = try plan.changes(hashes.made)
      let write = options
      let written = try await locked { session throws(AccountsError) in
        let written = try await loggingEnds { () async throws(AccountsError) in
          try await store.apply(changes, write)
        }
        try await follow(written.value.changes, session)
        return written
      }
      if plan.meetsRace(written.value.refusals) { return nil }
      plan.refuse(written.value.refusals)
      let codes = try await codesComingBack(with: written.value.changes, of: plan)
      return Outcome(plan.report(written.value, isWritten: true), notices: written.notices + codes)
    }
  }

  /// The existing accounts that are invited again, with codes whose hashes a list has.
  private func codesComingBack(
    with changes: [AccountRecord], of plan: DeclaredPlan
  ) async throws(AccountsError) -> [Notice] {
    let typed = Set(plan.typed.map { AccountName($0.name) })
    return try await codesComingBack(
      with: changes.filter { account in
        account.kind == .changed && account.changes?[.invitedUntil]?.newValue != nil
          && account.name.map { !typed.contains(AccountName($0)) } == true
      })
  }

  /// Plans the changes against the present accounts.
  private func steps(
    _ declared: [NewAccount], _ pruning: Pruning, setsPasswords: Bool,
    under rulebook: Rulebook
  ) async throws(AccountsError) -> DeclaredPlan {
    var there = ExistingAccounts(by: rulebook.key)
    var cursor: Page.Cursor?
    repeat {
      let page = try await list(from: cursor, limit: 10_000, withOwnKeys: true)
      there.add(page.accounts)
      cursor = page.next
    } while cursor != nil
    let found = there
    var plan = DeclaredPlan(by: rulebook.key, over: found)
    let planned = try await inParts(of: declared.count) {
      DeclaredPlan(declared, $0, found, setsPasswords: setsPasswords, under: rulebook)
    }
    for part in planned { plan.add(part) }
    if pruning != .none { plan.prune(found, sparing: declared, under: rulebook) }
    plan.refuseRepeated(declared, and: found)
    plan.refuseIDs(declared, over: found)
    return plan
  }
}
