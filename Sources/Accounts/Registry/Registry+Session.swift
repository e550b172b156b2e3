import LosslessJSON

/// The account whose session is open, by the name that it has now.
enum OpenSession: Sendable, Hashable {
  /// There has been no login yet.
  case none
  /// The account that has a name in a field.
  case loggedIn(String, by: Field)
  /// The account is gone; its last known name.
  case gone(String)
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
  /// In accounts that other people change, nobody else moves the session along: a name that was given
  /// up and taken again would make it another account's.
  func openSession() async throws(AccountsError) -> OpenSession {
    switch try await sessions.session() {
    case .none: return .none
    case .loggedOut: return .loggedOut
    case .broken(let problem): return .broken(problem)
    case .loggedIn(let name, let field, let mark):
      let sharing = await sessions.sharing()
      guard sharing != .alone else { return .loggedIn(name, by: field) }
      switch await fate(of: name, since: mark) {
      case .now(let now)?:
        return AccountName(now) == AccountName(name)
          ? .loggedIn(name, by: field) : .loggedIn(now, by: Rulebook.field(of: now))
      case .removed?: return .gone(name)
      case nil: return sharing == .directory ? .uncertain(name) : .loggedIn(name, by: field)
      }
    }
  }

  /// The name and the field of the session's account; nil without one, or if it cannot be read.
  func sessionName() async -> (name: String, field: Field)? {
    guard case .loggedIn(let name, let field)? = try? await openSession() else { return nil }
    return (name, field)
  }

  /// True if the session was written by the user who asks, and not by somebody whose session root
  /// uses.
  func isSessionOfCaller() async -> Bool { await sessions.isOfCaller() }

  /// The state of the accounts that a session is to remember. It is taken before its account is looked
  /// up. Nil where nobody else changes the accounts.
  func sessionMark() async -> SessionMark? {
    guard await sessions.sharing() != .alone else { return nil }
    let stamp = await store.status()?.stamp
    guard let page = try? await store.history(below: nil, limit: 1, accounts: 0) else {
      return SessionMark(change: nil, time: nil, accounts: stamp?.text)
    }
    let newest = page.entries.first { $0.number == page.position.number }
    return SessionMark(
      change: page.position.isUpToDate ? page.position.number : nil, time: newest?.time,
      accounts: stamp?.text)
  }

  /// What became of an account by what the history tells; nil if that does not tell.
  private func fate(
    of name: String, since mark: SessionMark?
  ) async -> LaterNames.Resolved? {
    guard let mark else { return nil }
    if let seen = mark.accounts, await store.status()?.stamp.text == seen { return .now(name) }
    guard let change = mark.change else { return nil }
    var (later, isKnown, isReached) = (LaterNames(), true, false)
    do throws(AccountsError) {
      _ = try await readHistory { entry in
        guard let number = entry.number else {
          isKnown = false
          return false
        }
        if number <= change {
          isReached = number == change ? entry.time == mark.time : mark.time == nil
          return false
        }
        isKnown = entry.tellsNames
        later.pass(entry)
        return isKnown
      }
    } catch {
      return nil
    }
    return isKnown && (isReached || change == 0) ? later.resolve(name) : nil
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
    guard recorded != .same else { return }
    guard mark != nil, await sessions.sharing() != .alone else {
      switch recorded {
      case .same: return
      case .removed: return try await session.write(session: .loggedOut)
      case .now(let name, let field):
        return try await session.write(session: .loggedIn(name, by: field))
      }
    }
    // Others may have given the name to another account meanwhile: the history tells.
    let new = await sessionMark()
    switch try await openSession() {
    case .loggedIn(let name, let field):
      try await session.write(session: .loggedIn(name, by: field, since: new))
    case .gone, .uncertain: try await session.write(session: .loggedOut)
    case .none, .loggedOut, .broken: break
    }
  }
}

/// The fate of an account's name in changes that were written.
enum NewName: Equatable {
  case same, removed
  case now(String, in: Field)
}

extension [AccountRecord] {
  /// The fate of the account that had a name in a field.
  ///
  /// - Parameter steps: how many accounts changed at once, in order. Within a step, names may change
  ///   hands.
  func name(_ name: AccountName, in field: Field, steps: [Int]) -> NewName {
    var (now, field) = (name, field)
    func text(_ change: AccountRecord.Change?) -> AccountName? {
      change?.oldValue?.text.map { AccountName($0) }
    }
    // The account as it was removed, which a later step of an undo may bring back.
    var gone: AccountRecord?
    for step in steps.isEmpty ? [self[...]] : inSteps(steps) {
      if let removed = gone {
        if step.contains(where: { $0.kind == .added && $0.hasAll(of: removed) }) { gone = nil }
        continue
      }
      let meant = step.first { account in
        let isNamed = account.kind == .removed && account.name.map { AccountName($0) } == now
        return isNamed || text(account.changes?[field]) == now
      }
      guard let account = meant else { continue }
      if account.kind == .removed {
        gone = account
        continue
      }
      guard let change = account.changes?[field] else { continue }
      if let new = change.newValue?.text {
        now = AccountName(new)
      } else if let name = account.newName {
        (now, field) = (AccountName(name), Rulebook.field(of: name))
      }
    }
    if gone != nil { return .removed }
    return now == name && sameText(now.text, name.text) ? .same : .now(now.text, in: field)
  }
}

extension AccountRecord {
  /// True if an account is added with all that a removed one had.
  fileprivate func hasAll(of removed: AccountRecord) -> Bool {
    func values(
      _ account: AccountRecord, _ side: (Change) -> JSONLiteral?
    ) -> [String: JSONLiteral?] {
      Dictionary((account.changes ?? []).map { ($0.key, side($0)) }) { $1 }
    }
    return values(self, \.new) == values(removed, \.old)
  }
}
