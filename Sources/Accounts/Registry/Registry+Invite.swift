// An invitation is a password that can do one thing, set another, until a day: `invitedUntil`
// beside its hash. It lets nobody log in; a change of the password takes the code as the old one,
// see `Registry+Renew`.

extension Registry {
  /// Invites the owner of an account, as ``invite(_:until:)-([String],_)`` does.
  public func invite(
    _ name: String, until day: CalendarDay
  ) async throws(AccountsError) -> Outcome<Invitation> {
    let done = try await invite([name], until: day)
    guard let first = done.value.first else { throw .internalFault }
    return Outcome(first, notices: done.notices)
  }

  /// Invites the owners of accounts: the password of each becomes a code with which its owner sets
  /// a new one until a day, with ``changePassword(_:to:filling:warn:)``. All in one write or none.
  ///
  /// Until then nobody logs in. An earlier invitation ends. Required fields may be missing. Throws
  /// `cannotInvite` if accounts are closed for other reasons, locked, disabled or expired, and
  /// `invalid` for a day that is over or more than ``Invitation/mostDays`` ahead.
  /// Progress and an end before the write are as for ``disable(_:reason:until:)``.
  public func invite(
    _ names: [String], until day: CalendarDay
  ) async throws(AccountsError) -> Outcome<[Invitation]> {
    try await invite(names, until: day) { _ in true }
  }

  /// Invites the owners of some accounts who have no password of their own, as the look found them.
  /// An owner who has one by now is left alone.
  public func invite(
    _ look: InvitationLook, until day: CalendarDay
  ) async throws(AccountsError) -> Outcome<[Invitation]> {
    let today = today()
    return try await invite(look.able, until: day) {
      $0.isToBeInvited(on: today, again: look.isAgain)
    }
  }

  /// The accounts whose owners have no password of their own and no running invitation: those to
  /// invite, and those that cannot be.
  ///
  /// - Parameters:
  ///   - group: only accounts in this group; nil for all.
  ///   - state: only accounts in this state; nil for all.
  ///   - over: only accounts whose invitation is over.
  ///   - again: also those whose invitation runs.
  public func invitees(
    in group: String? = nil, state: AccountState? = nil, over: Bool = false, again: Bool = false
  ) async throws(AccountsError) -> InvitationLook {
    let today = today()
    var look = InvitationLook(isAgain: again)
    var cursor: Page.Cursor?
    repeat {
      let page = try await list(
        from: cursor, limit: 1_000, in: group, state: state, invitationOver: over)
      look.count += page.accounts.count
      for account in page.accounts where account.isToBeInvited(on: today, again: again) {
        if let obstacle = page.rulebook.obstacleToInvitation(of: account, on: today) {
          look.unable.append(obstacle)
        } else if let name = page.rulebook.anyName(of: account) {
          look.able.append(name)
        }
      }
      cursor = page.next
    } while cursor != nil
    return look
  }

  /// The accounts with these names, each once: those whose owners can be invited, with any
  /// password, and those that cannot be.
  public func invitees(named names: [String]) async throws(AccountsError) -> InvitationLook {
    let (today, found) = (today(), try await named(names))
    var look = InvitationLook(count: found.accounts.count, isAgain: true)
    for account in found.accounts {
      if let obstacle = found.rulebook.obstacleToInvitation(of: account, on: today) {
        look.unable.append(obstacle)
      } else {
        look.able.append(found.name(of: account))
      }
    }
    return look
  }

  /// - Parameter isMeant: whether the owner of an account is to be invited, when it is written.
  private func invite(
    _ names: [String], until day: CalendarDay,
    where isMeant: (StoredAccount) -> Bool
  ) async throws(AccountsError) -> Outcome<[Invitation]> {
    try checkInvitation(until: day)
    let today = today()
    return try await change(names, .invite) { found throws(AccountsError) in
      let (all, rulebook) = (found.accounts, found.rulebook)
      let targets = all.indices.filter { isMeant(all[$0]) }
      let obstacles = targets.compactMap { rulebook.obstacleToInvitation(of: all[$0], on: today) }
      guard obstacles.isEmpty else { throw .cannotInvite(obstacles) }
      let codes = try targets.map { _ throws(AccountsError) in try PasswordGenerator.code() }
      let hashes = try await hasher.under(rulebook).hashes(of: codes)
      let list = try zip(targets, hashes).map { index, hash throws(AccountsError) in
        let values = all[index].values
        let edits: [AccountRecord.Change] = [
          .init(.password, from: values[.password], to: .text(hash.text)),
          .init(.invitedUntil, from: values[.invitedUntil], to: .text(day.description)),
        ]
        return (
          index,
          AccountChange.edit(try all[index].foundNameKey(), edits, ifStill: values.identity)
        )
      }
      return ChangesOfFound(list: list) { _ in
        zip(targets, codes).map { index, code in
          Invitation(account: found.name(of: all[index]), code: code, until: day) {
            all[index][text: $0]
          }
        }
      }
    }
  }

  /// Ends invitations, all in one write or none: the code changes nothing any more, and the account
  /// is locked, without a password, until its owner is invited again or it gets a password. Throws
  /// `invalid` with a problem for each account that has no invitation. Progress and an end before
  /// the write are as for ``disable(_:reason:until:)``.
  public func uninvite(
    _ names: [String]
  ) async throws(AccountsError) -> Outcome<[StateChange]> {
    try await change(names, .uninvite) { found throws(AccountsError) in
      let targets = found.accounts
      let others = targets.filter { $0.values[.invitedUntil] == nil }
      guard others.isEmpty else {
        let problem = Problem(.field(.invitedUntil), .field(.notInvited))
        throw .invalid(others.flatMap { [problem].of(found.name(of: $0)) })
      }
      let edits = targets.map { target in
        [Field.password, .mustChange, .invitedUntil].compactMap { field -> AccountRecord.Change? in
          let (old, new) = (
            target.values[field], field == .password ? FieldValue.text(target.withoutCode) : nil
          )
          return old == new ? nil : .init(field, from: old, to: new)
        }
      }
      let list = try targets.enumerated().map { index, target throws(AccountsError) in
        (
          index,
          AccountChange.edit(
            try target.foundNameKey(), edits[index], mayBreakRules: true,
            ifStill: target.values.identity)
        )
      }
      return ChangesOfFound(list: list) { applied in
        (applied?.accounts ?? []).enumerated().map { index, account in
          StateChange(
            before: targets[index].state, after: account.state,
            fields: edits[index].compactMap(\.field), account: account)
        }
      }
    }
  }

  /// Adds an account whose owner is invited until a day. The key is enough: the owner gives what
  /// else the rulebook requires.
  public func register(
    _ values: FieldValues, invitingUntil day: CalendarDay
  ) async throws(AccountsError) -> Outcome<Invitation> {
    try checkInvitation(until: day)
    return try await retrying { () throws(AccountsError) in
      let rulebook = try await store.rulebook()
      var values = values.kept(phone: rulebook.fields.phone.mask)
      let code = try PasswordGenerator.code()
      values[text: .invitedUntil] = day.description
      let problems = rulebook.problems(
        with: values, newPassword: PasswordEntry(code), today: today()
      ).filter { $0.subject != .field(.password) }
      guard problems.isEmpty else { throw .invalid(problems) }
      if let obstacle = values.obstacleToInvitation(under: rulebook, on: today()) {
        throw .cannotInvite([obstacle])
      }
      try await checkFree(Field.keys, of: values)
      let hash = try await hasher.under(rulebook).hash(code)
      let new = NewAccount(valid: values, hash, under: rulebook)
      guard let done = try await add(new, under: rulebook) else { return nil }
      let invitation = Invitation(account: done.value.name.text, code: code, until: day) {
        values[text: $0]
      }
      return Outcome(invitation, notices: done.notices)
    }
  }

  /// Throws `invalid` for a day on which no invitation may end.
  func checkInvitation(until day: CalendarDay) throws(AccountsError) {
    let (today, most) = (today(), Invitation.mostDays)
    guard day >= today, today.adding(days: most).map({ day <= $0 }) ?? true else {
      throw .invalid([Problem(.field(.invitedUntil), .field(.atMostDaysAhead(most)))])
    }
  }

  /// The positions of those listed accounts whose names no account has.
  func newAccounts(
    among listed: [(index: Int, account: NewAccount)], under rulebook: Rulebook
  ) async throws(AccountsError) -> [Int] {
    let named = listed.compactMap { index, account in
      account.text(of: rulebook.key).map { (index: index, name: AccountName($0)) }
    }
    guard !named.isEmpty else { return [] }
    let found = try await store.find(.names(named.map(\.name))).accounts
    let taken = Set(found.compactMap { $0[text: rulebook.key].map { AccountName($0) } })
    return named.filter { !taken.contains($0.name) }.map(\.index)
  }
}

extension FieldValues {
  /// The obstacle to inviting the owner of a new account, if the account has no problems; nil if
  /// there is none.
  func obstacleToInvitation(under rulebook: Rulebook, on today: CalendarDay) -> Uninvited? {
    let state = AccountState(
      isLocked: false, self[.disabled], from: day(.validFrom), until: day(.validUntil),
      isInvited: true, on: today)
    guard ![.notYetValid, .invited].contains(state) else { return nil }
    return Uninvited(name: rulebook.anyName(of: self)?.text ?? "", state: state, problems: [])
  }
}

extension Rulebook {
  /// The obstacle to inviting an account's owner; nil if there is none.
  fileprivate func obstacleToInvitation(
    of account: StoredAccount, on today: CalendarDay
  ) -> Uninvited? {
    let problems = account.problems.filter { problem in
      // The owner gives what is missing, but for what is not theirs to choose, and the
      // invitation replaces what is wrong with another.
      let isMissing =
        problem.rule == .field(.required)
        && !Field.allCases.contains {
          problem.subject == .field($0) && ($0 == key || !isOwn($0))
        }
      let isReplaced =
        problem.subject == .field(.invitedUntil) && !problem.rule.isBeyondEdits
      return !isMissing && !isReplaced
    }
    let state = account.state(on: today, isClosed: !problems.isEmpty)
    // Without a password there is nothing that an administrator locked.
    let isBare = state == .locked && account[text: .password] == StoredPassword.none
    guard !isBare else { return account.values.obstacleToInvitation(under: self, on: today) }
    guard ![.open, .notYetValid, .invited].contains(state) else { return nil }
    return Uninvited(name: anyName(of: account) ?? "", state: state, problems: problems)
  }
}

extension StoredAccount {
  /// Its password without the code of its invitation: nothing, behind the lock that an
  /// administrator may have put before the code. Without a code it stays as it is.
  fileprivate var withoutCode: String {
    let text = self[text: .password] ?? ""
    if StoredPassword.isLockAlone(text), text.hasSuffix(StoredPassword.none) { return text }
    return StoredPassword.lock(of: text) + StoredPassword.none
  }

  /// True if its owner has no password of their own, and no invitation that runs.
  ///
  /// - Parameter again: whether to invite also those who have an invitation that is still good.
  fileprivate func isToBeInvited(on today: CalendarDay, again: Bool) -> Bool {
    if let mark = values[.invitedUntil] {
      let last = mark.text.flatMap { CalendarDay($0) }
      return again || last.map { $0 < today } ?? true
    }
    // Another lock than that of no password is an administrator's, and stays.
    guard let text = self[text: .password] else { return values[.password] == nil }
    return text == StoredPassword.none
  }
}
