extension Registry {
  /// Changes fields of an account and saves them. An open edit stays open, unless the request
  /// continues it. Each field is changed from its present value. If nothing changes, nothing is
  /// written.
  public func edit(_ request: EditRequest) async throws(AccountsError) -> Outcome<EditReport> {
    let today = today()
    return try await retrying { () throws(AccountsError) in
      // All is judged and hashed before anything is locked: a refused edit must not even create a
      // lock file.
      let target = try await target(of: request)
      let isByOwner = await isByOwner(request, of: target.account)
      try checkMark(request, of: target.account)
      let blocklistProblem = try await blocklistProblem(
        of: request.password, under: target.rulebook)
      let newID = try await newID(for: request, of: target)
      let asked = try await drafted(request, of: target, newID, blocklistProblem, today).edit
      try await checkNames(of: asked)
      let password = try await newPassword(request, of: target, isByOwner: isByOwner)
      let changesPassword = request.password != nil || asked.changes[.password] != nil
      let current = try await currentPassword(of: target, isNeeded: changesPassword)
      return try await lockedIfNeeded(for: request, of: target.account) {
        session throws(AccountsError) -> Outcome<EditReport>? in
        let now = try await self.target(of: request)
        guard now.account.values[.password] == target.account.values[.password],
          now.account.values[.id] == target.account.values[.id],
          request.password == nil || now.rulebook == target.rulebook
        else { return nil }
        var (edit, open) = try await drafted(request, of: now, newID, blocklistProblem, today)
        edit.set(password, in: now.account, from: current)
        if isByOwner, case .hash = password, request.fields[.mustChange] == nil,
          now.account.mustChangePassword
        {
          edit.set(.mustChange, from: .flag(true), to: nil)
        }
        let changesNothing = edit.fields.isEmpty && request.droppedKeys.isEmpty
        guard request.draftUse != .kept, !changesNothing else {
          return try await leave(edit, request.draftUse, over: open, of: now, session)
        }
        do throws(AccountsError) {
          return try await save(
            edit, current, of: now, session, dropping: request.droppedKeys,
            opening: request.opening,
            dropsDraft: request.draftUse == .saved, judgesPassword: request.password != nil)
        } catch .conflict(let conflicts) {
          // Without an open edit all starts from the present values, or from those that were seen,
          // which is compared again: another writer was faster. Under another rulebook all is
          // judged again.
          guard open == nil || conflicts.isEmpty else { throw .conflict(conflicts) }
          return nil
        }
      }
    }
  }

  /// Runs `body` under the lock of session and draft if the request may change one of them: it is
  /// the owner's, goes on with a draft, or gives the session's account another name.
  private func lockedIfNeeded<Result: Sendable>(
    for request: EditRequest, of target: StoredAccount,
    _ body: (any LockedSession) async throws(AccountsError) -> Result
  ) async throws(AccountsError) -> Result {
    guard request.draftUse == .untouched, !request.isOwn else { return try await locked(body) }
    let changesNames = Field.keys.contains { request.fields[$0] != nil }
    return changesNames
      ? try await lockedIfConcerned(by: [target], body)
      : try await body(LateLock(sessions: sessions))
  }

  /// The account to edit, if the requester may edit it.
  func target(of request: EditRequest) async throws(AccountsError) -> StoredProfile {
    let target = try await named(request.account)
    guard !request.isOwn || [.open, .closed].contains(target.account.state) else {
      throw .notLoggedIn(.refused(target.account.state))
    }
    return target
  }

  /// True if the request says so, or the session is the account's own.
  func isByOwner(_ request: EditRequest, of target: StoredAccount) async -> Bool {
    if request.isOwn { return true }
    return await sessionAccount()?.isOf(target) == true
  }
}

// MARK: Judging

extension Registry {
  /// Throws `invalid` if an owner who could write the accounts removes the mark that the password must be changed without
  /// changing it.
  private func checkMark(
    _ request: EditRequest, of target: StoredAccount
  ) throws(AccountsError) {
    guard request.isOwn, request.isByWriter, request.password == nil else { return }
    for field in [Field.mustChange, .invitedUntil] {
      guard let old = target.values[field], old != .flag(false),
        let setting = request.fields[field], setting.value(of: field) != old
      else { continue }
      throw .invalid([Problem(.field(field), .field(.onlyByNewPassword))])
    }
  }

  /// The edit that a request makes, without its password, and the open edit that it continues.
  /// Throws everything wrong with it.
  private func drafted(
    _ request: EditRequest, of target: StoredProfile, _ newID: AccountID?,
    _ blocklistProblem: Problem?, _ today: CalendarDay
  ) async throws(AccountsError) -> (edit: EditDraft, open: EditDraft?) {
    let values = target.account.values
    // A draft that cannot be read keeps every edit from being saved: nobody knows what it holds.
    let existing = try await sessions.readDraft()
    let open = request.draftUse == .untouched ? nil : existing
    if let open, !open.isOf(target.account) {
      guard let id = open.id, target.account.givenID?.id == id else {
        throw .otherEditOpen(name: open.name)
      }
      throw .idDoesNotCount(name: target.name, id: try await uncounted(target.account))
    }
    let changedMeanwhile = request.changedMeanwhile(by: target.account)
    guard changedMeanwhile.isEmpty else { throw .conflict(changedMeanwhile) }
    let name = target.rulebook.anyName(of: values)
    var edit =
      open?.of(target.account)
      ?? EditDraft(key: name?.field ?? target.rulebook.key, name: name?.text ?? "")
    for (field, value) in request.typed {
      edit.set(field, to: value, from: values, under: target.rulebook)
      let holdsNoValue = target.account.problems.contains {
        $0.subject == .field(field)
          && [.field(.text), .field(.listOfTexts), .field(.trueOrFalse)].contains($0.rule)
      }
      if value == nil, holdsNoValue { edit.clear(field) }
    }
    if request.changesGroups {
      var present = values
      if let change = edit.changes[.groups] { present[.groups] = change.newValue }
      present.changeGroups(adding: request.addedGroups, removing: request.removedGroups)
      let old = edit.changes[.groups].map(\.oldValue) ?? values[.groups]
      edit.set(.groups, from: old, to: present[.groups])
    }
    // A password that is set is not a code.
    if request.password != nil || edit.changes[.password] != nil,
      let mark = values[.invitedUntil]
    {
      edit.set(.invitedUntil, from: mark, to: nil)
    }
    if let newID {
      var after = values
      after.set(edit.changes, to: \.newValue)
      // Without a name, all is refused below.
      if let name = target.rulebook.anyName(of: after) {
        edit.set(.id, from: values[.id], to: .text(GivenID(newID, to: name.text).text))
      }
    }
    try check(edit, of: target, request, blocklistProblem, today)
    return (edit, open)
  }

  /// Throws the problems: of the named fields if the edit stays open, otherwise all.
  private func check(
    _ edit: EditDraft, of target: StoredProfile, _ request: EditRequest,
    _ blocklistProblem: Problem?, _ today: CalendarDay
  ) throws(AccountsError) {
    var values = target.account.values
    values.set(edit.changes, to: \.newValue)
    var problems = target.rulebook.problems(
      with: values, newPassword: request.password, today: today)
    problems.add(blocklistProblem)
    problems += request.changesOfOthers(in: edit, under: target.rulebook)
    if request.draftUse == .kept {
      let named =
        request.typed.map(\.field) + (request.password == nil ? [] : [.password])
        + (request.changesGroups ? [.groups] : [])
      problems = problems.filter { problem in named.contains { problem.subject == .field($0) } }
    }
    guard problems.isEmpty else { throw .invalid(problems) }
  }

  /// Throws `taken` if an edit changes a name into another account's.
  private func checkNames(of edit: EditDraft) async throws(AccountsError) {
    for field in Field.keys {
      guard let change = edit.changes[field], let new = change.newValue?.text,
        change.oldValue?.text.map({ AccountName($0) }) != AccountName(new)
      else { continue }
      try await checkFree(new, in: field)
    }
  }

  private func checkFree(_ name: String, in field: Field) async throws(AccountsError) {
    var values = FieldValues()
    values[text: field] = name
    try await checkFree([field], of: values)
  }

  /// All for which an edit would be refused, also if another name is taken. Nothing is locked or
  /// written.
  ///
  /// - Parameter looksUpNames: whether to look for other accounts with the new names.
  package func problems(
    with request: EditRequest, looksUpNames: Bool = true
  ) async throws(AccountsError) -> [Problem] {
    let target = try await target(of: request)
    var problems: [Problem] = []
    do throws(AccountsError) {
      try checkMark(request, of: target.account)
      let blocklistProblem = try await blocklistProblem(
        of: request.password, under: target.rulebook)
      _ = try await drafted(request, of: target, nil, blocklistProblem, today())
    } catch .invalid(let found) {
      problems = found
    }
    guard looksUpNames else { return problems }
    for field in Field.keys {
      guard !problems.contains(where: { $0.subject == .field(field) }),
        let new = request.fields[field]?.value(of: field)?.text,
        target.account[text: field].map({ AccountName($0) }) != AccountName(new)
      else { continue }
      do throws(AccountsError) { try await checkFree(new, in: field) } catch .taken {
        problems.append(Problem(.field(field), .field(.unique)))
      }
    }
    return problems
  }
}

// MARK: Passwords

extension Registry {
  /// A request's effect on the password.
  fileprivate enum NewPassword {
    case none
    /// The request repeats the present password.
    case same
    case hash(PasswordHash)
  }

  /// The hash of a new password. Throws `conflict` if the password has changed since it was seen,
  /// even if only a hash of it is stored by now.
  private func newPassword(
    _ request: EditRequest, of target: StoredProfile, isByOwner: Bool
  ) async throws(AccountsError) -> NewPassword {
    guard case .success(let text)? = request.password?.text else { return .none }
    let present = target.account.password
    let isSame = try await fits(text, present)
    if isSame, isByOwner,
      target.account.mustChangePassword || target.account.values[.invitedUntil] != nil
    {
      throw .invalid([Problem(.field(.password), .field(.otherThanOld))])
    }
    if let seen = request.seen, seen.password != present {
      guard case .typed(let typed)? = seen.password, try await fits(typed, present) else {
        throw .conflict([FieldConflict(field: .password, expected: nil, found: nil)])
      }
    }
    return isSame ? .same : .hash(try await hasher.under(target.rulebook).hash(text))
  }

  private func fits(
    _ text: PasswordText, _ stored: StoredPassword?
  ) async throws(AccountsError) -> Bool {
    guard let stored else { return false }
    return try await hasher.fits(text, stored)
  }

  /// An account's current password, and the form kept in an edit, which never holds plain text.
  typealias CurrentPassword = (value: FieldValue?, kept: FieldValue?)

  func currentPassword(
    of target: StoredProfile, isNeeded: Bool
  ) async throws(AccountsError) -> CurrentPassword {
    let value = target.account.values[.password]
    guard isNeeded, let text = value?.text, !StoredPassword.isKept(text.utf8.span) else {
      return (value, value)
    }
    let fresh = hasher.under(target.rulebook)
    // A text that closes the account may hold a password all the same: `{PLAIN}secret`.
    guard let plain = try? PasswordText(text), fresh.recipe.scheme.takes(plain) else {
      return (value, .text("*"))
    }
    if let known = try await editIfAny()?.changes[.password]?.oldValue,
      let hash = known.text.flatMap({ try? StoredPassword($0) }),
      try await hasher.fits(plain, hash)
    {
      return (value, known)
    }
    return (value, .text(try await fresh.hash(plain).text))
  }
}

// MARK: Writing

extension Registry {
  /// Keeps an edit open instead of saving it. An edit without changes closes the open one that the
  /// request continues.
  private func leave(
    _ edit: EditDraft, _ use: EditRequest.DraftUse, over open: EditDraft?, of target: StoredProfile,
    _ session: any LockedSession
  ) async throws(AccountsError) -> Outcome<EditReport> {
    var new = use == .kept && !edit.fields.isEmpty ? edit : nil
    let account = try await identified(target.account, for: new == open ? nil : new)
    new?.id = account.value.id
    let now = use == .untouched ? try await sessions.readDraft() : new
    if use != .untouched, open != new { try await session.write(draft: new) }
    return Outcome(
      EditReport(
        edit: edit, account: account.value.account, openDraft: now?.of(account.value)),
      notices: account.notices)
  }

  /// Saves an edit. The session follows the account, and so does the draft unless it is dropped.
  func save(
    _ edit: EditDraft, _ current: CurrentPassword, of target: StoredProfile,
    _ session: any LockedSession, dropping keys: [String] = [], opening shown: ShownDrop? = nil,
    dropsDraft: Bool = true, judgesPassword: Bool = false
  ) async throws(AccountsError) -> Outcome<EditReport> {
    let edits = edit.changes.map { change in
      guard change.field == .password, change.oldValue == current.kept else { return change }
      return .init(.password, from: current.value, to: change.newValue)
    }
    let hash = edit.changes[.password]?.oldValue?.text.flatMap { PasswordHash($0) }
    var replaced: [PasswordText: PasswordHash] = [:]
    if case .typed(let typed) = target.account.password, let hash,
      target.rulebook.brokenRules(typed, of: target.account.values).isEmpty
    {
      replaced[typed] = hash
    }
    let change = AccountChange.edit(
      try target.account.foundNameKey(), edits + keys.changesToDrop,
      ifStill: target.account.values.identity)
    var done = try await apply(
      [change], of: [edit.newName], .edit, replaced,
      under: judgesPassword ? target.rulebook : nil, opening: shown)
    let account = done.accounts[0]
    if !keys.isEmpty { done.notices.add(done.value.noticeOfLoss) }
    if edit.fields.contains(.password), account.password == .locked {
      done.notices.append(.staysLocked(name: edit.newName))
    }
    let open = try await follow(
      done.changes, session, after: .accountSaved(name: edit.newName), dropsDraft: dropsDraft)
    return Outcome(
      EditReport(edit: edit, account: account.account, openDraft: open?.of(account)),
      notices: done.notices)
  }
}

extension EditRequest {
  /// The problems of what an owner asks for and may not change.
  fileprivate func changesOfOthers(in edit: EditDraft, under rulebook: Rulebook) -> [Problem] {
    guard isOwn, !isByWriter else { return [] }
    let asked = typed.map(\.field) + (changesGroups && fields[.groups] == nil ? [.groups] : [])
    return asked.filter { edit.changes[$0] != nil && !rulebook.isOwn($0) }
      .map { Problem(.field($0), .field(.notOwn)) }
  }
}

extension EditDraft {
  /// Sets a typed value in its stored form.
  fileprivate mutating func set(
    _ field: Field, to typed: FieldValue?, from values: FieldValues, under rulebook: Rulebook
  ) {
    let present = values[field]
    func kept(_ value: FieldValue?) -> FieldValue? {
      value.flatMap { FieldValues.kept($0, for: field, phone: rulebook.fields.phone.mask) }
    }
    let new = kept(typed)
    // Another spelling of the number is not a change.
    let isSame = field == .phone && kept(present) == new
    set(field, from: present, to: isSame ? present : new)
  }

  /// Sets a new password behind the account's present lock.
  fileprivate mutating func set(
    _ password: Registry.NewPassword, in account: StoredAccount,
    from current: Registry.CurrentPassword
  ) {
    switch password {
    case .none: break
    case .same: set(.password, from: nil, to: nil)
    case .hash(let hash):
      let present = account.values.password ?? ""
      let new = StoredPassword.keepingLock(of: present, in: hash.text)
      set(.password, from: current.kept, to: .text(new))
    }
  }
}
