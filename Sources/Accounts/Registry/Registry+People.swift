/// A profile, and the open edit of it.
public struct Profile: Sendable {
  /// The account.
  public let account: Account
  /// The open edit of this account; nil if there is none.
  public let openEdit: Edit?
  /// Why the draft could not be read; nil if it could.
  public let editFault: AccountsError?
}

extension Registry {
  /// The profile of the session's account, or of another.
  public func show(_ email: String? = nil) async throws -> Profile {
    let stored: StoredAccount
    if let email {
      let email = FieldValues.trimmed(email, for: .email) ?? ""
      let found = try await store.find(.name(AccountName(email)))
      guard !found.accounts.isEmpty else { throw AccountsError.noSuchAccount(email: email) }
      stored = try Self.open(found).account
    } else {
      stored = try await current().account
    }
    guard let account = stored.account else { throw AccountsError.internalFault }
    do throws(AccountsError) {
      let edit = try await sessions.draft()
      let isOpen = edit?.state == .open && edit?.serves(account.email.text) == true
      return Profile(account: account, openEdit: isOpen ? edit : nil, editFault: nil)
    } catch {
      return Profile(account: account, openEdit: nil, editFault: error)
    }
  }

  /// Ends the session; returns whether there was one. Accounts and an open edit are kept.
  public func logOut() async throws -> Bool {
    let wasOpen: Bool
    switch try await sessions.session() {
    case .loggedOut: return false
    case .loggedIn, .broken: wasOpen = true
    case .none:
      // A store that cannot be read may open by itself when it is mended.
      let found = try? await store.find(.onlyAccount)
      if found?.storeIsEmpty == true { return false }
      wasOpen = found.flatMap { try? Self.open($0) } != nil
    }
    try await locked { session throws(AccountsError) in try await session.write(session: .loggedOut)
    }
    return wasOpen
  }

  /// The accounts from a place on, or from the beginning, `limit` at most, those alone whose email
  /// or name contains `text`. Pages that follow from each other repeat no account and leave none out.
  public func list(
    from cursor: Page.Cursor? = nil, limit: Int, holding text: String? = nil,
    withOwnKeys: Bool = false
  ) async throws -> Page {
    try await store.page(
      PageRequest(after: cursor, limit: limit, holding: text, includesOwnKeys: withOwnKeys))
  }

  /// The account with an email, to confirm before removing it.
  public func account(_ email: String) async throws -> StoredAccount {
    try await named(email).account
  }

  /// Removes an account, and any edit of it. If it is the session's, that user is logged out.
  /// Returns the account before its removal.
  public func remove(_ email: String) async throws -> Done<StoredAccount> {
    let target = try await named(email)
    let email = target.name
    let id = try target.id()
    return try await locked { session throws(AccountsError) in
      let removed = try await apply(.remove(id), of: email)
      await forgetFailures(of: [email])
      try await following(.accountRemoved(email: email)) { () throws(AccountsError) in
        if case .loggedIn(let current, _) = try await sessions.session(),
          AccountName(current) == AccountName(email)
        {
          try await session.write(session: .loggedOut)
        }
        if try await editIfAny()?.concerns(email) == true { try await session.write(draft: nil) }
      }
      return removed
    }
  }
}
