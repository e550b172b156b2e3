extension PersonalRegistry {
  /// Logs in. If the rulebook allows it, an unknown name becomes an account.
  ///
  /// Hashes a typed password, and replaces a weak hash that no program beside regapp needs. If the
  /// password must be changed, sets the new one; without a new one, the right password throws
  /// `mustChange`, and the code of an invitation `invited`. An account that is not yet valid gets
  /// its new password, and no session. A failed login leaves the session as it was. Its error and
  /// time are the same for an unknown name, a locked account and a wrong password.
  ///
  /// An account without an id gets one first. Where others change the accounts, one whose id does
  /// not count gets no session, and `idDoesNotCount` is thrown.
  ///
  /// - Parameters:
  ///   - request: the login name and the password.
  ///   - creates: whether an unknown name may become an account. If not, throws `noSuchAccount` for
  ///     a name that could have become one with this password.
  ///   - newPassword: replaces the old password; chosen by the account's owner.
  ///   - values: values of required fields that an invited account lacks.
  ///   - warn: called if the attempt could not be counted, and so does not slow later ones, or
  ///     could not be recorded.
  public func login(
    _ request: LoginRequest, creates: Bool = true, newPassword: PasswordEntry? = nil,
    filling values: FieldValues = FieldValues(), warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> Outcome<Account> {
    try await registry.retrying { () throws(AccountsError) in
      var request = request
      let candidates = try await registry.candidates(for: &request)
      let key = candidates.rulebook.key
      if candidates.accounts.isEmpty, candidates.rulebook.login.unknown == .create,
        request.fields == [key]
      {
        return try await create(request, under: candidates.rulebook, creates: creates, warn)
      }
      if let newPassword {
        let proof = try await registry.proof(of: LoginSubject(request, candidates), warn: warn)
        let done = try await registry.changePassword(proof, to: newPassword, filling: values)
        guard done.value.state(on: registry.today()) == .open else { return done }
        try await logIn(done.value.name.text, by: key, done.value.id, afterWriting: true)
        return done
      }
      let (stored, account, _) = try await registry.prove(request, among: candidates, warn)
      let name = account.name.text
      guard !account.mustChangePassword else { throw .mustChange(name: name) }
      let (written, notices) = await registry.strengthen(
        stored, account, request.password, under: candidates.rulebook)
      let id = (written ?? stored).id
      // Another process was faster, perhaps with the id: who has the name now is looked up again.
      if id == nil, written == nil, notices.isEmpty, stored.values[.id] == nil,
        await registry.sharesAccounts()
      {
        return nil
      }
      let fault = stored.values[.id] == nil ? notices.faultOfID : nil
      try await registry.checkMayBegin(of: name, by: key, id, after: fault)
      try await logIn(name, by: key, id, afterWriting: written != nil)
      return Outcome(account, notices: notices)
    }
  }

  private func logIn(
    _ name: String, by key: Field, _ id: AccountID?, afterWriting: Bool
  ) async throws(AccountsError) {
    let logIn: @Sendable () async throws(AccountsError) -> Void = {
      try await registry.locked { session throws(AccountsError) in
        try await registry.begin(session, of: name, by: key, id)
      }
    }
    if afterWriting {
      try await registry.afterCommit(.accountSaved(name: name), logIn)
    } else {
      try await logIn()
    }
  }

  /// Logs in under an unknown name, which becomes an account; nil if another rulebook is in force
  /// before that.
  private func create(
    _ request: LoginRequest, under rulebook: Rulebook, creates: Bool, _ warn: (Notice) -> Void
  ) async throws(AccountsError) -> Outcome<Account>? {
    func end(_ outcome: LoginOutcome) async {
      await registry.end(nil, nil, outcome, under: rulebook, warn)
    }
    var values = FieldValues()
    values[text: rulebook.key] = request[rulebook.key]
    let made: Outcome<Account>?
    do throws(AccountsError) {
      if !creates {
        let new = try await registry.checked(
          values, password: request.password, under: rulebook, free: [rulebook.key])
        // The attempt goes on once the password is confirmed.
        throw .noSuchAccount(name: rulebook.name(of: new.values)?.text ?? "")
      }
      made = try await register(
        values, password: request.password, under: rulebook, free: [rulebook.key])
    } catch {
      switch error {
      case .noSuchAccount, .cancelled: break
      case .partlyDone(.accountAdded(let name), _):
        await end(LoginOutcome(of: name, .yes, from: request.origin))
      default: await end(LoginOutcome(of: nil, .unknown, from: request.origin))
      }
      throw error
    }
    guard let made else { return nil }
    await end(LoginOutcome(of: made.value.name.text, .yes, from: request.origin))
    return made
  }

  /// Makes an account and logs in to it. Without a login: ``Registry/register(_:password:)``.
  ///
  /// - Parameters:
  ///   - values: the typed values.
  ///   - password: nil for none.
  public func register(
    _ values: FieldValues, password: PasswordEntry?
  ) async throws(AccountsError) -> Outcome<Account> {
    try await registry.retrying { () throws(AccountsError) in
      try await register(values, password: password, under: store.rulebook())
    }
  }

  private func register(
    _ values: FieldValues, password: PasswordEntry?, under rulebook: Rulebook, free: [Field] = []
  ) async throws(AccountsError) -> Outcome<Account>? {
    let new = try await registry.newAccount(
      values, password: password, under: rulebook, free: free)
    // The session's lock is taken first: if it is busy, no account is created.
    return try await registry.locked { session throws(AccountsError) -> Outcome<Account>? in
      guard let done = try await registry.add(new, under: rulebook) else { return nil }
      let name = done.value.name.text
      try await registry.afterCommit(.accountAdded(name: name)) { () throws(AccountsError) in
        try await registry.begin(session, of: name, by: rulebook.key, done.value.id)
      }
      return done
    }
  }
}

extension [Notice] {
  /// Why an account could not be given an id, and its password not be hashed.
  fileprivate var faultOfID: AccountsError? {
    for notice in self {
      if case .notIdentified(let error) = notice { return error }
      if case .notSealed(let error) = notice { return error }
    }
    return nil
  }
}
