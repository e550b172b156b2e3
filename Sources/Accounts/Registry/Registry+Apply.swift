extension Registry {
  /// Applies a change to the account with a name; throws a refusal.
  ///
  /// - Parameters:
  ///   - hashesOfTyped: hashes for the history, of hand-typed passwords that are replaced.
  ///   - rulebook: the one that judged a new password.
  func apply(
    _ change: AccountChange, of name: String, _ did: ChangeKind,
    _ hashesOfTyped: [PasswordText: PasswordHash] = [:], under rulebook: Rulebook? = nil,
    identifies: Bool = false
  ) async throws(AccountsError) -> Outcome<StoredAccount> {
    let done = try await apply(
      [change], of: [name], did, hashesOfTyped, under: rulebook, identifies: identifies)
    return Outcome(done.accounts[0], notices: done.notices)
  }

  /// Applies one change for each name, all in one write; throws if any is refused.
  func apply(
    _ changes: [AccountChange], of names: [String], _ did: ChangeKind,
    _ hashesOfTyped: [PasswordText: PasswordHash] = [:], under rulebook: Rulebook? = nil,
    isDryRun: Bool = false, opening shown: ShownDrop? = nil, identifies: Bool = false
  ) async throws(AccountsError) -> Outcome<Applied> {
    var (options, changes) = (await options(did, isDryRun: isDryRun), changes)
    (options.hashesOfTyped, options.judgedUnder) = (hashesOfTyped, rulebook)
    (options.opening, options.identifies) = (shown, identifies)
    if did != .rehash { await count(idOfSession: &changes, &options) }
    // A look gives no ids: the write gives others.
    if isDryRun { options.newID = nil }
    try checkCancellation()
    let write = options
    let written = try await loggingEnds { () async throws(AccountsError) in
      try await store.apply(changes, write)
    }
    if let first = written.value.refusals.first {
      switch first.reason {
      case .taken(let field): throw .taken(field)
      case .idWouldCount(let field): throw .idWouldCount(field)
      case .missing: throw .noSuchAccount(name: names[first.index])
      case .conflict(let conflicts): throw .conflict(conflicts)
      case .changedSince where shown != nil:
        throw .notMeant(written.value.refusals.map { names[$0.index] })
      case .changedSince, .repeats, .unproven: throw .internalFault
      case .invalid, .closed: throw Self.broken(written.value.refusals, of: names)
      }
    }
    guard written.accounts.count == changes.count, written.effects.count == changes.count else {
      throw .internalFault
    }
    return written
  }

  /// Lets the id of the session's account count, if an edit of it is among the changes and the session
  /// goes on although its id does not.
  private func count(
    idOfSession changes: inout [AccountChange], _ options: inout WriteOptions
  ) async {
    guard changes.count == 1,
      case .edit(let key, let edits, let mayBreakRules, let still) = changes[0],
      let id = await idOfSession(after: edits, of: key)
    else { return }
    changes[0] = .edit(key, edits + [id.change], mayBreakRules: mayBreakRules, ifStill: still)
    options.attribution.byID = id.given.id
  }

  /// The problems of all accounts whose changes are refused. If there are several accounts, each
  /// problem names its account.
  private static func broken(_ refusals: [Refusal], of names: [String]) -> AccountsError {
    var (problems, isInvalid) = ([Problem](), false)
    for refusal in refusals {
      let name = names.count > 1 ? names[refusal.index] : nil
      switch refusal.reason {
      case .invalid(let found):
        problems += found.of(name)
        isInvalid = true
      case .closed(let found): problems += found.of(name).ofRow(names[refusal.index])
      case .taken, .idWouldCount, .missing, .conflict, .changedSince, .repeats, .unproven: break
      }
    }
    return isInvalid ? .invalid(problems) : .accountClosed(problems)
  }

  /// Runs a write of the store. The log says of which accounts it ended logins in browsers, even if
  /// the write itself failed after that.
  func loggingEnds<Value>(
    _ write: () async throws(AccountsError) -> Outcome<Value>
  ) async throws(AccountsError) -> Outcome<Value> {
    do throws(AccountsError) {
      let written = try await write()
      await logEnds(written.notices.countsOfEndedLogins)
      return written
    } catch {
      if case .partlyDone(.loginsEnded(let counts), _) = error { await logEnds(counts) }
      throw error
    }
  }
}
