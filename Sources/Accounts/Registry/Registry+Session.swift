/// The account whose session is open.
struct SessionAccount: Sendable {
  /// The accounts that the session finds: several only if they share its name, which closes them.
  let found: LookupResult
  /// Its present name.
  let name: String
  /// The UUID that makes it the session's although it does not count: in the id of the only account
  /// stands another name.
  var uncounted: AccountID?

  /// The account; nil if several share the name.
  var account: StoredAccount? { found.only }

  /// - Parameters:
  ///   - name: the name that the session has.
  ///   - field: the field of it.
  fileprivate init(_ found: LookupResult, _ name: String, by field: Field) {
    let account = found.only
    let now = account.flatMap { $0[text: field] ?? found.rulebook.anyName(of: $0) }
    (self.found, self.name) = (found, now ?? name)
  }

  /// Whether it is an account.
  func isOf(_ other: StoredAccount) -> Bool {
    if let id = account?.id { return other.id == id }
    return other.id == nil && found.accounts.contains { $0.nameKey == other.nameKey }
  }
}

/// Whose session it is.
enum OpenSession: Sendable {
  /// There has been no login yet.
  case none
  /// An account is logged in.
  case loggedIn(SessionAccount)
  /// No account is the session's now: the last known name of the one that was, in a field.
  case gone(String, by: Field)
  /// The user has logged out.
  case loggedOut
  /// The stored session cannot be parsed.
  case broken(Problem)
}

extension Registry {
  /// The session, and the account that it is of now.
  func openSession() async throws(AccountsError) -> OpenSession {
    switch try await sessions.session() {
    case .none: return .none
    case .loggedOut: return .loggedOut
    case .broken(let problem): return .broken(problem)
    case .loggedIn(let name, let field, let id):
      let found = try await account(of: id, name, by: field)
      return found.map { OpenSession.loggedIn($0) } ?? .gone(name, by: field)
    }
  }

  /// The account of a session: the one at which its id counts, whatever its name is. Where nobody
  /// else changes the accounts, a session without an id is of the account with its name, and the
  /// only account is the session's if the UUID stands in its id: people correct their own email by
  /// hand.
  private func account(
    of id: AccountID?, _ name: String, by field: Field
  ) async throws(AccountsError) -> SessionAccount? {
    let isAlone = await !sharesAccounts()
    guard id != nil || isAlone else { return nil }
    // It most often has its name still, by which everyone may look it up.
    var found = try await store.find(.name(AccountName(name), in: field))
    guard let id else {
      return found.accounts.isEmpty ? nil : SessionAccount(found, name, by: field)
    }
    if let own = found.accounts.first(where: { $0.id == id }) {
      found.accounts = [own]
      return SessionAccount(found, name, by: field)
    }
    found = try await store.find(.ids([id]))
    if let own = found.accounts.first(where: { $0.id == id }) {
      found.accounts = [own]
      return SessionAccount(found, name, by: field)
    }
    guard isAlone, found.only?.givenID?.id == id, try await hasOneAccount() else { return nil }
    var session = SessionAccount(found, name, by: field)
    session.uncounted = id
    return session
  }

  /// Whether others change the accounts beside the session's user.
  func sharesAccounts() async -> Bool { await sessions.isShared() }

  private func hasOneAccount() async throws(AccountsError) -> Bool {
    let page = try await store.page(PageRequest(limit: 2))
    return page.accounts.count == 1 && page.next == nil
  }

  /// The session's account; nil without one, or if it cannot be read.
  func sessionAccount() async -> SessionAccount? {
    guard case .loggedIn(let session)? = try? await openSession() else { return nil }
    return session
  }

  /// The id with the account's present name in it, if a change of the account with a name is the
  /// session's own and the session goes on although its id does not count: this change makes it
  /// count.
  func idOfSession(
    after edits: [AccountRecord.Change], of key: NameKey
  ) async -> (given: GivenID, change: AccountRecord.Change)? {
    guard author == nil, !edits.isEmpty, edits[.id] == nil, let session = await sessionAccount(),
      let id = session.uncounted, let account = session.account, account.nameKey == key
    else { return nil }
    var values = account.values
    values.set(edits, to: \.newValue)
    guard let name = session.found.rulebook.anyName(of: values)?.text, GivenID.isFit(name) else {
      return nil
    }
    let given = GivenID(id, to: name)
    return (given, .init(.id, from: account.values[.id], to: .text(given.text)))
  }
}

extension Registry {
  /// The account for which a draft was begun, whatever its name is now; nil if it was removed. Throws
  /// `idDoesNotCount` if its id does not count now, and `notMeant` if it is nowhere and another
  /// account has the name.
  func account(of draft: EditDraft) async throws(AccountsError) -> StoredProfile? {
    if let id = draft.id {
      let found = try await store.find(.ids([id]))
      if let account = found.accounts.first(where: { $0.id == id }) {
        return StoredProfile(account: account, rulebook: found.rulebook)
      }
      // Of several that have it, the one of the name is meant.
      let named = found.accounts.first {
        $0[text: draft.key].map { AccountName($0) } == AccountName(draft.name)
      }
      if let account = named ?? found.accounts.first {
        throw .idDoesNotCount(name: found.name(of: account), id: try await uncounted(account))
      }
    }
    let others = try await store.find(.name(AccountName(draft.name), in: draft.key)).accounts
    guard others.isEmpty else { throw .notMeant([draft.name]) }
    return nil
  }
}

// MARK: - After a login

extension Registry {
  /// Begins the session of an account that was just read or written. Where others change the
  /// accounts, throws `idDoesNotCount` if the account has no id that counts: nothing would tell
  /// later whose session it is.
  func begin(
    _ session: any LockedSession, of name: String, by key: Field, _ id: AccountID?
  ) async throws(AccountsError) {
    try await checkMayBegin(of: name, by: key, id)
    try await session.write(session: .loggedIn(name, by: key, id: id))
  }

  /// Throws `idDoesNotCount` if an account without an id that counts can have no session.
  ///
  /// - Parameter fault: why no id could be written.
  func checkMayBegin(
    of name: String, by key: Field, _ id: AccountID?, after fault: AccountsError? = nil
  ) async throws(AccountsError) {
    guard id == nil, await sharesAccounts() else { return }
    let found = try await store.find(.name(AccountName(name), in: key))
    throw .idDoesNotCount(name: name, id: try await uncounted(found.only), fault)
  }

  /// The UUID in the id of an account at which it does not count; nil if it counts at another one,
  /// whose it is then.
  func uncounted(_ account: StoredAccount?) async throws(AccountsError) -> AccountID? {
    guard let id = account?.givenID?.id else { return nil }
    let holders = try await store.find(.ids([id])).accounts
    return holders.contains { $0.claimedID == id } ? nil : id
  }
}

// MARK: - After a change

extension Registry {
  /// Ends the session and the draft of accounts that were removed, writes the session's name anew,
  /// and clears failed logins if a password is new. Returns the resulting draft.
  ///
  /// - Parameters:
  ///   - step: the step that is done; nil if accounts were saved.
  ///   - dropsDraft: whether the draft is the edit that was saved.
  @discardableResult
  func follow(
    _ accounts: [AccountRecord], _ session: any LockedSession,
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
      try await update(session, after: accounts)
      guard let edit = try await editIfAny() else { return nil }
      var isOver = dropsDraft
      if !isOver { isOver = try await isRemoved(edit, by: accounts) }
      if isOver { try await session.write(draft: nil) }
      return isOver ? nil : edit
    }
  }

  /// Whether the account of a draft is gone.
  private func isRemoved(
    _ edit: EditDraft, by accounts: [AccountRecord]
  ) async throws(AccountsError) -> Bool {
    guard let id = edit.id, accounts.contains(where: { $0.removes(id, edit.name, in: edit.key) })
    else { return false }
    // An undo may have brought it back.
    return try await store.find(.ids([id])).accounts.isEmpty
  }

  private func update(
    _ session: any LockedSession, after accounts: [AccountRecord]
  ) async throws(AccountsError) {
    guard case .loggedIn(let name, let field, let id) = try await sessions.session() else {
      return
    }
    if accounts.contains(where: { $0.removes(id, name, in: field) }) {
      guard case .gone = try await openSession() else { return }
      return try await session.write(session: .loggedOut)
    }
    guard let own = accounts.first(where: { $0.isOf(id, name, in: field) }),
      let change = own.changes?[field]
    else { return }
    if let new = change.newValue?.text {
      try await session.write(session: .loggedIn(new, by: field, id: id))
    } else if let new = own.newName {
      try await session.write(session: .loggedIn(new, by: Rulebook.field(of: new), id: id))
    }
  }
}

extension AccountRecord {
  /// Whether the account that changed is the one with an id; without an id, the one that had a name
  /// in a field.
  fileprivate func isOf(_ id: AccountID?, _ name: String, in field: Field) -> Bool {
    if let id { return self.id == id }
    let old = changes?[field]?.oldValue?.text ?? (kind == .removed ? self.name : nil)
    return old.map { AccountName($0) } == AccountName(name)
  }

  /// Whether the account may be gone that has an id, which need not count; without an id, the one
  /// that had a name in a field.
  fileprivate func removes(_ id: AccountID?, _ name: String, in field: Field) -> Bool {
    guard kind == .removed else { return false }
    if let id, changes?[.id]?.oldValue?.text.flatMap({ GivenID($0) })?.id == id { return true }
    return isOf(id, name, in: field)
  }
}
