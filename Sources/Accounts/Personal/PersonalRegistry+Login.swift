extension PersonalRegistry {
  /// Logs in. Where the rulebook says so, an unknown name becomes an account.
  ///
  /// A typed password becomes a hash, and a hash weaker than ours a stronger one. A failed login
  /// leaves the session as it was; it says the same, and takes as long, whether the account is
  /// unknown or locked or the password wrong.
  ///
  /// - Parameters:
  ///   - request: the login name and the password.
  ///   - confirm: called before an account is created; throwing prevents that.
  ///   - uncounted: called if the attempt could not be counted, and so does not slow later ones.
  public func login(
    _ request: LoginRequest, confirm: () async throws -> Void = {},
    uncounted: (AccountsError) -> Void = { _ in }
  ) async throws -> Done<Account> {
    let candidates = try await registry.candidates(for: request)
    let key = candidates.rulebook.key
    if candidates.accounts.isEmpty, candidates.rulebook.login.unknown == .create,
      request.fields == [key]
    {
      var values = FieldValues()
      values[text: key] = request[key]
      return try await register(
        values, password: request.password, under: candidates.rulebook, confirm: confirm)
    }
    let (stored, account) = try await registry.prove(request, among: candidates, uncounted)
    let name = account.name.text
    let (wrote, notices) = await registry.strengthen(
      stored, account, request.password, under: candidates.rulebook)
    let logIn: @Sendable () async throws(AccountsError) -> Void = {
      try await registry.locked { session throws(AccountsError) in
        try await session.write(session: .loggedIn(name, by: key))
      }
    }
    if wrote {
      try await registry.following(.accountSaved(name: name), logIn)
    } else {
      try await logIn()
    }
    return Done(account, notices: notices)
  }

  /// Makes an account and logs in to it. Without a login: ``Registry/register(_:password:confirm:)``.
  ///
  /// - Parameters:
  ///   - values: what was typed.
  ///   - password: nil for none.
  ///   - confirm: called before the account is made; what it throws stops that.
  public func register(
    _ values: FieldValues, password: PasswordEntry?, confirm: () async throws -> Void = {}
  ) async throws -> Done<Account> {
    try await register(values, password: password, under: store.rulebook(), confirm: confirm)
  }

  /// The same, under a rulebook that was read before.
  package func register(
    _ values: FieldValues, password: PasswordEntry?, under rulebook: Rulebook,
    confirm: () async throws -> Void
  ) async throws -> Done<Account> {
    let new = try await registry.prepared(
      values, password: password, under: rulebook, confirm: confirm)
    // The session's lock is taken first: if it is busy, no account is created.
    return try await registry.locked { session throws(AccountsError) in
      let done = try await registry.add(new)
      try await registry.following(.accountAdded(name: new.name)) { () throws(AccountsError) in
        try await session.write(session: .loggedIn(new.name, by: rulebook.key))
      }
      return done
    }
  }
}
