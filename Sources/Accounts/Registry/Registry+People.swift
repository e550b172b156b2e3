/// A profile, and the open edit of it.
public struct Profile: Sendable {
  /// Whose profile it is.
  public let account: Account
  /// The open edit of this account; nil where there is none.
  public let openEdit: Edit?
  /// Why it cannot be told whether an edit is open; nil where it can.
  public let editFault: AccountsError?
}

extension Registry {
  /// The profile of the session's account, or of another.
  public func show(_ email: String? = nil) async throws -> Profile {
    let stored: StoredAccount
    if let email {
      let email = FieldValues.trimmed(email, for: .email) ?? ""
      let finding = try await base.find(email: email)
      guard !finding.accounts.isEmpty else { throw AccountsError.noSuchAccount(email: email) }
      stored = try Self.open(finding.accounts, path: finding.path)
    } else {
      stored = try await current()
    }
    guard let account = stored.account else { throw AccountsError.internalFault }
    do throws(AccountsError) {
      let edit = try await desk.edit()
      let isOpen = edit?.state == .open && edit?.serves(account.email.text) == true
      return Profile(account: account, openEdit: isOpen ? edit : nil, editFault: nil)
    } catch {
      return Profile(account: account, openEdit: nil, editFault: error)
    }
  }

  /// Forgets who is logged in. Returns whether anybody was. The accounts, and an open edit, stay.
  public func logOut() async throws -> Bool {
    let wasOpen: Bool
    switch try await desk.session() {
    case .loggedOut: return false
    case .loggedIn, .broken: wasOpen = true
    case .none:
      // A file that cannot be read may open by itself when it is mended.
      let mayOpen = (try? await base.somebodyIsRegistered()) ?? true
      guard mayOpen, try await desk.exists() else { return false }
      wasOpen = (try? await current()) != nil
    }
    try await atDesk { () throws(AccountsError) in try await desk.write(session: nil) }
    return wasOpen
  }

  /// The accounts from a place on, or from the beginning, `limit` at most, those alone whose email
  /// or name holds `text`. Pages that follow from each other show one state of the accounts.
  public func list(
    from cursor: Page.Cursor? = nil, limit: Int, holding text: String? = nil
  ) async throws -> Page {
    try await base.page(from: cursor, limit: limit, holding: text)
  }

  /// The account with an email, for who asks before removing it.
  public func account(_ email: String) async throws -> StoredAccount { try await named(email) }

  /// Removes an account. If it is the session's, nobody is logged in afterwards; an edit of it
  /// goes with it.
  public func remove(_ email: String) async throws -> Removal {
    let target = try await named(email)
    let email = target.values.email ?? email
    return try await atDesk { () throws(AccountsError) in
      let receipt = try await base.remove(email)
      try await following(.accountRemoved(email: email)) { () throws(AccountsError) in
        if case .loggedIn(let current) = try await desk.session(),
          EmailAddress.key(of: current) == EmailAddress.key(of: email)
        {
          try await desk.write(session: nil)
        }
        if try await editIfAny()?.concerns(email) == true { try await desk.write(edit: nil) }
      }
      return Removal(account: target, notices: notices(of: receipt.uncertain))
    }
  }
}

/// An account that was removed.
public struct Removal: Sendable {
  /// The account as it stood.
  public let account: StoredAccount
  /// What else there is to say.
  public let notices: [Notice]
}
