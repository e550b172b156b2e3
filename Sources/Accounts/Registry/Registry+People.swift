/// A profile, and the open edit of it.
public struct Profile: Sendable {
  public let account: Account
  public let openEdit: Edit?
}

extension Registry {
  /// The profile of the session's account, or of another.
  public func show(_ email: String? = nil) async throws -> Profile {
    let stored: StoredAccount
    if let email {
      let finding = try await base.find(email: email)
      guard !finding.accounts.isEmpty else { throw AccountsError.noSuchAccount(email: email) }
      stored = try Self.open(finding.accounts, path: finding.path)
    } else {
      stored = try await current()
    }
    guard let account = stored.account else { throw AccountsError.internalFault }
    let edit = try? await desk.edit()
    let isOpen = edit?.state == .open && edit?.serves(account.email.text) == true
    return Profile(account: account, openEdit: isOpen ? edit : nil)
  }

  /// Forgets who is logged in. Returns whether anybody was. The accounts, and an open edit, stay.
  public func logOut() async throws -> Bool {
    switch try await desk.session() {
    case .loggedOut: return false
    case .none where (try? await current()) == nil: return false
    case .none, .loggedIn, .broken:
      try await atDesk { () throws(AccountsError) in
        try await onNotes { () throws(DiskFault) in try await desk.write(session: nil) }
      }
      return true
    }
  }

  /// The accounts from a position on, those alone whose email or name holds `text`.
  public func list(
    from index: Int = 0, limit: Int, holding text: String? = nil
  ) async throws -> Page {
    try await base.page(from: index, limit: limit, holding: text)
  }

  /// The account with an email, for who asks before removing it.
  public func account(_ email: String) async throws -> StoredAccount { try await named(email) }

  /// Removes an account. If it is the session's, nobody is logged in afterwards; an edit of it
  /// goes with it.
  public func remove(_ email: String) async throws -> (account: StoredAccount?, notices: [Notice]) {
    _ = try await named(email)
    return try await atDesk { () throws(AccountsError) in
      let receipt = try await base.remove(email)
      let key = EmailAddress.key(of: email)
      try await following(.accountRemoved(email: email)) { () throws(DiskFault) in
        if case .loggedIn(let current)? = try? await desk.session(),
          EmailAddress.key(of: current) == key
        {
          try await desk.write(session: nil)
        }
        if let edit = try? await desk.edit(),
          edit.serves(email) || EmailAddress.key(of: edit.newEmail) == key
        {
          try await desk.write(edit: nil)
        }
      }
      return (receipt.account, notices(of: receipt))
    }
  }
}
