/// The accounts of a store for one person at one machine: remembers who is logged in, and keeps an
/// edit open.
///
/// It is a ``Registry`` with a session, which persists between runs. All callers share one session:
/// a program that serves many people uses a ``Registry`` alone.
///
///     let account = try await personal.login(
///       LoginRequest(email: "ada@example.com", password: PasswordEntry("secret1")))
///     print(try await personal.show().account.name.text)
public struct PersonalRegistry: Sendable {
  /// Operations by account name. The session and the draft are of an account, whatever its name is,
  /// and end with it. The history names the session's account.
  public private(set) var registry: Registry

  var sessions: any SessionStore { registry.sessions }
  var store: any AccountStore { registry.store }
}

extension PersonalRegistry {
  /// The accounts of a registry, with a session.
  ///
  /// - Parameters:
  ///   - registry: the accounts.
  ///   - sessions: stores the logged-in user and their draft.
  public init(_ registry: Registry, sessions: some SessionStore) {
    self.registry = registry
    self.registry.sessions = sessions
  }
}

extension PersonalRegistry {
  /// Makes writes fail if there is no store, instead of creating one.
  package func ofExistingStore() -> PersonalRegistry {
    var personal = self
    personal.registry = registry.ofExistingStore()
    return personal
  }

  /// Acts on the accounts that were read; see ``Registry/expecting(_:)``.
  public func expecting(_ refs: [AccountRef]) -> PersonalRegistry {
    var personal = self
    personal.registry = registry.expecting(refs)
    return personal
  }
}

extension PersonalRegistry {
  /// The profile of the session's account, or of a named one. Without a field, the form of the name
  /// decides where to look. Throws `accountClosed` for an account that breaks a rule: see
  /// ``profile(of:in:)``.
  public func show(_ name: String? = nil, in field: Field? = nil) async throws(AccountsError)
    -> Profile<Account>
  {
    let profile = try await profile(of: name, in: field)
    guard let account = profile.account.account else {
      throw .accountClosed(Registry.problems(of: [profile.account], under: profile.rulebook))
    }
    return Profile(
      account: account, rulebook: profile.rulebook, openDraft: profile.openDraft,
      editFault: profile.editFault)
  }

  /// A stored account and its problems, even if it breaks rules. It is looked up as in
  /// ``show(_:in:)``; the session's own account must be open. Throws `accountClosed` if several
  /// accounts share the name.
  public func profile(
    of name: String? = nil, in field: Field? = nil
  ) async throws(AccountsError) -> StoredProfile {
    var profile: StoredProfile
    if let name {
      profile = try await registry.named(name, in: field)
    } else {
      profile = try await current()
    }
    do throws(AccountsError) {
      let edit = try await sessions.readDraft()
      profile.openDraft = edit?.of(profile.account)
    } catch {
      profile.editFault = error
    }
    return profile
  }

  /// Ends the session; returns false if there was none. Accounts and an open edit are kept.
  public func logOut() async throws(AccountsError) -> Bool {
    let wasOpen: Bool
    switch try await sessions.session() {
    case .loggedOut: return false
    case .loggedIn, .broken: wasOpen = true
    case .none:
      // A store that cannot be read may open by itself when it is mended.
      let found = try? await store.find(.onlyAccount)
      if found?.storeIsEmpty == true { return false }
      wasOpen = found.flatMap { try? Registry.open($0) }?.account.opensWithoutLogin == true
    }
    try await registry.locked { session throws(AccountsError) in
      try await session.write(session: .loggedOut)
    }
    return wasOpen
  }

  /// The session's account; without a session, the only valid one, if the rulebook allows that.
  private func current() async throws(AccountsError) -> StoredProfile {
    switch try await registry.openSession() {
    case .loggedIn(let session):
      let target = try Registry.open(session.found)
      guard target.account.state == .open else {
        throw .notLoggedIn(.refused(target.account.state))
      }
      return target
    case .gone(let name, _): return try await only(orElse: .accountGone(name: name))
    case .none: return try await only(orElse: .neverLoggedIn)
    case .loggedOut: throw .notLoggedIn(.loggedOut)
    case .broken(let problem): throw .notLoggedIn(.sessionBroken(problem))
    }
  }

  private func only(orElse reason: AccountsError.NotLoggedIn) async throws(AccountsError)
    -> StoredProfile
  {
    let found = try await store.find(.onlyAccount)
    guard !found.storeIsEmpty else {
      throw .notLoggedIn(reason == .neverLoggedIn ? .nobodyRegistered : reason)
    }
    let closed = !found.accounts.isEmpty && found.accounts.allSatisfy(\.isClosed)
    guard closed || found.accounts.count == 1 && found.accounts[0].opensWithoutLogin else {
      throw .notLoggedIn(reason)
    }
    return try Registry.open(found)
  }
}

extension StoredAccount {
  /// True if an only account can be opened without a login: it is open, and needs no new password.
  fileprivate var opensWithoutLogin: Bool { state == .open && !mustChangePassword }
}
