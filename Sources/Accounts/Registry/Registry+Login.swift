extension LookupResult {
  /// The only account that a request matches; nil for none or several.
  var only: StoredAccount? { accounts.count == 1 ? accounts.first : nil }

  /// The accounts whose passwords are tried. Of those that share an email or a user name, which
  /// only closed ones do, it is the first alone: the time would tell that there are several. Of
  /// more than four with one first name, none is tried: they would cost many hashes.
  func tried(by request: LoginRequest) -> [StoredAccount] {
    guard request.fields.first == .firstName else { return Array(accounts.prefix(1)) }
    return accounts.count > Registry.mostTried ? [] : accounts
  }
}

extension AccountName {
  /// The name under which the throttle counts failed logins.
  func throttled(_ field: Field) -> String { "\(field.key) \(key)" }
}

extension Registry {
  /// The most accounts of one name whose passwords are tried. Valid accounts share no other name
  /// than the first.
  static let mostTried = 4

  /// The account that a password proves. Only the attempt is written: to the throttle, the record
  /// of logins and the system's log. If ``Account/mustChangePassword`` is set, the owner has to set
  /// a new password with ``changePassword(_:to:filling:warn:)``; the caller decides what is allowed
  /// before.
  ///
  /// The error and the time are the same for an unknown name, a locked account and a wrong
  /// password. If the task is cancelled before the password is hashed, nothing is counted; from
  /// then on, the attempt counts even if nobody waits for the answer.
  ///
  /// - Parameters:
  ///   - request: the login name and the password.
  ///   - warn: called if the attempt could not be recorded, or not be counted if that is allowed.
  public func authenticate(
    _ request: LoginRequest, warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> Account {
    try await authenticate(try await subject(of: request), warn: warn).account
  }

  /// The state of the account that a request names, without checking its password, and whether any
  /// account with the name must change it. If several share the name, open only if all are. Throws
  /// `noSuchAccount` if there is none.
  public func standing(
    of request: LoginRequest
  ) async throws(AccountsError) -> (state: AccountState, mustChangePassword: Bool) {
    try Self.standing(of: try await subject(of: request))
  }

  /// The same, of accounts as they were looked up.
  package static func standing(
    of subject: LoginSubject
  ) throws(AccountsError) -> (state: AccountState, mustChangePassword: Bool) {
    let (request, found) = (subject.request, subject.found.accounts)
    guard let first = found.first else {
      throw .noSuchAccount(name: request.fields.first.flatMap { request[$0] } ?? "")
    }
    return (
      found.first { $0.state != .open }?.state ?? first.state,
      found.contains(where: \.mustChangePassword)
    )
  }

  /// The name of the only account that a request matches, without checking its password.
  package func name(of request: LoginRequest) async throws(AccountsError) -> String {
    var request = request
    let found = try await candidates(for: &request)
    guard let first = found.accounts.first else {
      throw .noSuchAccount(name: request.fields.first.flatMap { request[$0] } ?? "")
    }
    guard found.accounts.count == 1 else { throw .severalFit }
    return found.name(of: first)
  }

  /// True if the password fits an account. Only the attempt is written.
  public func verify(
    _ request: LoginRequest, warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> Bool {
    do throws(AccountsError) {
      _ = try await authenticate(request, warn: warn)
      return true
    } catch .loginFailed, .nobodyRegistered, .mustChange {
      return false
    }
  }

  /// The one valid account that the password fits, if it can be logged in to, and the request with
  /// that password alone.
  ///
  /// Begins the attempts, and ends each exactly once with its result: all judging is in `judged`,
  /// which may return or throw anywhere, since `end` comes after it.
  ///
  /// - Parameters:
  ///   - takesCodes: the password is proved to set another one, which an invitation's code may.
  ///   - records: whether an answer is recorded and logged.
  ///   - proved: called with the accounts that the password fits, for any answer.
  func prove(
    _ request: LoginRequest, among candidates: LookupResult, takesCodes: Bool = false,
    records: (LoginOutcome.Answer) -> Bool = { _ in true },
    proved: ([NameKey]) -> Void = { _ in }, _ warn: (Notice) -> Void
  ) async throws(AccountsError) -> (
    stored: StoredAccount, account: Account, request: LoginRequest
  ) {
    var request = request
    var attempts: [LoginAttempt] = []
    /// Whether all attempts are counted as in flight.
    var isBegun = false
    /// The count of the attempts, once the password was right.
    var counted: LoginAttempt.Result?
    /// The account that the record names.
    var named = candidates.only
    func judged() async throws(AccountsError) -> (stored: StoredAccount, account: Account) {
      if !candidates.storeIsEmpty {
        for attempt in request.attempts(among: candidates) {
          if let begun = try await begin(attempt, warn) { attempts.append(begun) }
        }
      }
      isBegun = true
      let matching = try await matchingAccounts(&request, among: candidates)
      // If several accounts share a name, a login of one says nothing of guesses at another. And a
      // right password of an account that may not log in now is neither a failure nor a login.
      let isIn =
        [.open, .closed].contains(matching.first?.state)
        || takesCodes && matching.first?.account?.takesCode(on: today()) == true
      counted = isIn && candidates.only != nil ? .succeeded : .uncounted
      if matching.count == 1 { named = matching.first }
      proved(matching.compactMap(\.nameKey))
      let found = try await accountAllowedToLogIn(
        matching, request, takesCodes: takesCodes, under: candidates.rulebook)
      named = found.stored
      try Self.check(found, by: request)
      return found
    }
    func end(_ answer: LoginOutcome.Answer?) async {
      let name = named.flatMap { candidates.rulebook.anyName(of: $0) }
      // A guess at several accounts counts for each of them, and is one line of the record.
      for attempt in attempts.dropFirst() {
        await self.end(attempt, counted, nil, under: candidates.rulebook, warn)
      }
      let outcome = answer.flatMap { answer in
        records(answer)
          ? LoginOutcome(of: name, id: named?.id, answer, from: request.origin) : nil
      }
      await self.end(attempts.first, counted, outcome, under: candidates.rulebook, warn)
    }
    let found: (stored: StoredAccount, account: Account)
    do throws(AccountsError) { found = try await judged() } catch {
      let isNoAttempt = counted == nil && error.meansNoAttempt
      if counted == nil {
        counted = !isBegun || error.saysNothingOfPassword ? .uncounted : .failed
      }
      await end(isNoAttempt ? nil : LoginOutcome.Answer(error))
      throw error
    }
    // A code is not a login: the one that sets a password by it is recorded then.
    await end(found.account.takesCode(on: today()) ? nil : .yes)
    return (found.stored, found.account, request)
  }

  /// Throws what a request requires of an account that its password has proved, and does not find.
  static func check(
    _ found: (stored: StoredAccount, account: Account), by request: LoginRequest
  ) throws(AccountsError) {
    let account = found.account
    guard !request.requiresChanged || !account.mustChangePassword else {
      throw .mustChange(name: account.name.text)
    }
    try check(account, isIn: [request.groups, request.hostGroups])
    if request.requiresID { try checkID(of: found.stored, account) }
  }

  /// Throws if an account has no id that counts.
  static func checkID(of stored: StoredAccount, _ account: Account) throws(AccountsError) {
    guard stored.id != nil else { throw .withoutID(name: account.name.text) }
  }

  /// Throws if an account is in no group of one of some lists; an empty list asks for none.
  static func check(_ account: Account, isIn lists: [[String]]) throws(AccountsError) {
    guard lists.allSatisfy({ $0.isEmpty || account.isIn(anyOf: $0) }) else {
      throw .notInGroup(name: account.name.text)
    }
  }

  /// The one account that can be logged in to, of those that the password fits.
  func accountAllowedToLogIn(
    _ matching: [StoredAccount], _ request: LoginRequest, takesCodes: Bool = false,
    under rulebook: Rulebook
  ) async throws(AccountsError) -> (stored: StoredAccount, account: Account) {
    let today = today()
    let valid = matching.compactMap { stored in stored.account.map { (stored, $0) } }
    let open = valid.filter { $0.0.state == .open || takesCodes && $0.1.takesCode(on: today) }
    guard open.count < 2 else { throw .severalFit }
    if let (stored, account) = open.first {
      // Only now: the time that a list takes must not tell who has a typed password.
      if case .typed = account.password,
        let blocklistProblem = try await blocklistProblem(of: request.password, under: rulebook)
      {
        throw .accountClosed([blocklistProblem])
      }
      return (stored, account)
    }
    if let (stored, account) = valid.first {
      let name = account.name.text
      if account.takesCode(on: today) {
        // A password that must be changed is asked for before the fields that an invitation lacks.
        guard !request.requiresChanged || !account.mustChangePassword else {
          throw .mustChange(name: name)
        }
        throw .invited(name: name, missing: rulebook.missing(in: stored.values))
      }
      throw account.isOnlyInvited(on: today) ? .invitationOver(name: name) : .refused(stored.state)
    }
    throw .accountClosed(Self.problems(of: matching, under: rulebook))
  }

  /// Counts an attempt as in flight. If that fails, throws, so that no password is checked; if
  /// uncounted attempts are allowed, returns nil instead.
  private func begin(
    _ attempt: LoginAttempt, _ warn: (Notice) -> Void
  ) async throws(AccountsError) -> LoginAttempt? {
    do throws(AccountsError) {
      try await throttle.begin(attempt)
      return attempt
    } catch .throttled(let seconds) {
      throw .throttled(seconds: seconds)
    } catch .cancelled {
      throw .cancelled
    } catch {
      guard allowsUncounted else { throw .uncounted(error) }
      warn(.notCounted(error))
      return nil
    }
  }

  /// Forgets the failed logins of accounts with a new password, removed ones and enabled ones.
  /// Returns notices of those that had any, or of a failure.
  @discardableResult
  func forgetFailures(of names: [AccountName], by key: Field) async -> [Notice] {
    guard !names.isEmpty else { return [] }
    do throws(AccountsError) {
      let found = try await uncancelled { () throws(AccountsError) in
        try await throttle.clear(names.map { $0.throttled(key) })
      }
      return names.filter { found.contains($0.throttled(key)) }
        .map { .failuresForgotten(name: $0.text) }
    } catch {
      return [.failuresNotForgotten(error)]
    }
  }

  /// Ends an attempt: counts it, records it and logs it. If it cannot be counted, it will count as
  /// failed.
  ///
  /// - Parameters:
  ///   - attempt: nil if it was not begun.
  ///   - result: the result to count; nil for none.
  ///   - outcome: the outcome to record and log; nil for none.
  func end(
    _ attempt: LoginAttempt?, _ result: LoginAttempt.Result?, _ outcome: LoginOutcome?,
    under rulebook: Rulebook, _ warn: (Notice) -> Void
  ) async {
    let outcome = logsLogins && rulebook.login.log ? outcome : nil
    var isRecorded = false
    do throws(AccountsError) {
      isRecorded = try await uncancelled { () throws(AccountsError) in
        guard let attempt else { return false }
        let result = result ?? .uncounted
        guard let outcome else {
          try await throttle.end(attempt, result)
          return false
        }
        return try await throttle.end(attempt, result, recording: outcome)
      }
    } catch {
      // If it was not counted, it will count as failed.
      if outcome != nil {
        isRecorded = true
        warn(.ofRecord(error))
      }
    }
    guard let outcome else { return }
    if !isRecorded {
      do throws(AccountsError) {
        try await uncancelled { () async throws(AccountsError) in try await store.add(outcome) }
      } catch .lacks {
        // Only the log has it.
      } catch {
        warn(.ofRecord(error))
      }
    }
    log?.write(outcome)
  }

  /// Refuses a name that no account can have, at the cost and with the errors of an unknown one:
  /// the attempt counts under the name as it was typed.
  package func refuseUnknown(
    _ request: LoginRequest, typed name: String, warn: (Notice) -> Void
  ) async throws(AccountsError) {
    var request = request
    var found = try await candidates(for: &request)
    found.accounts = []
    // Without the space around it, it would count under the name of an account.
    request = request.named(name)
    _ = try await prove(request, among: found, warn)
    throw .internalFault
  }

  /// The field in which the name of a request finds somebody, if it is one that people may change
  /// themselves; the log says so. For PAM, since the machine knows its people by that name.
  package func ownNameField(of subject: LoginSubject) -> Field? {
    let rulebook = subject.found.rulebook
    guard let field = subject.request.fields.first, Field.keys.contains(field),
      rulebook.isOwn(field), !subject.found.accounts.isEmpty
    else { return nil }
    if rulebook.login.log { log?.write(refusedFor: field, subject.request.origin) }
    return field
  }
}
