extension Registry {
  /// Makes an account.
  ///
  /// - Parameters:
  ///   - values: what was typed.
  ///   - password: nil for none.
  ///   - logsIn: whether the new account becomes the session's.
  ///   - confirm: called before the account is made; what it throws stops that.
  public func register(
    _ values: FieldValues, password: PasswordEntry?, logsIn: Bool = true,
    confirm: () async throws -> Void = {}
  ) async throws -> Done<Account> {
    let values = values.typed
    guard let email = values.email else {
      // Without an email it is invalid; under which rules, the rulebook says.
      _ = try await validated(values, password: password, under: store.rulebook())
      throw AccountsError.internalFault
    }
    let found = try await store.find(.name(AccountName(email)))
    return try await register(
      values, email, password: password, among: found, logsIn: logsIn, confirm: confirm)
  }

  /// Makes an account with an email for which the store has just been asked.
  func register(
    _ values: FieldValues, _ email: String, password: PasswordEntry?, among found: Found,
    logsIn: Bool = true, confirm: () async throws -> Void
  ) async throws -> Done<Account> {
    let rulebook = found.rulebook
    let text = try await validated(values, password: password, under: rulebook)
    guard found.accounts.isEmpty else { throw AccountsError.accountExists(email: email) }
    try await confirm()
    let hash = try await hasher.hash(text)
    let new = AccountChange.add(NewAccount(valid: values, hash, under: rulebook))
    guard logsIn else { return try await add(new, email) }
    // The session's lock is taken first: if it is busy, no account is created.
    return try await locked { session throws(AccountsError) in
      let done = try await add(new, email)
      try await following(.accountAdded(email: email)) { () throws(AccountsError) in
        try await session.write(session: .loggedIn(email, by: rulebook.key))
      }
      return done
    }
  }

  private func add(
    _ new: AccountChange, _ email: String
  ) async throws(AccountsError) -> Done<Account> {
    let written = try await apply(new, of: email)
    guard let account = written.value.account else { throw .internalFault }
    return Done(account, notices: [.created(email: email)] + written.notices)
  }

  private func validated(
    _ values: FieldValues, password: PasswordEntry?, under rulebook: Rulebook
  ) async throws(AccountsError) -> PasswordText {
    var problems = rulebook.problems(with: values, newPassword: password, today: today())
    problems.add(try await listing(of: password, under: rulebook))
    guard problems.isEmpty, case .success(let text)? = password?.text else {
      throw .invalid(problems)
    }
    return text
  }

  /// Begins a store: empty, or with the sample accounts that only `authorisation` has. Returns the
  /// samples' emails; their password is `samplePassword`.
  public func initialise(
    _ rulebook: Rulebook, withSamples: Bool = false
  ) async throws -> Done<[String]> {
    guard let store = store as? any CreatableStore else { throw AccountsError.lacks(.creating) }
    var accounts: [FieldValues] = []
    if withSamples {
      let password = try PasswordText(Self.samplePassword)
      let hashes = try await hasher.hashes(of: Self.samples.map { _ in password })
      accounts = zip(Self.samples, hashes).map { sample, hash in
        var values = sample
        values.password = hash.text
        return values
      }
    }
    let created = try await store.create(rulebook, accounts: accounts)
    return Done(accounts.compactMap(\.email), notices: created.notices)
  }

  /// The password of the sample accounts; no other account ever has a password that is known.
  public static let samplePassword = "password1"

  private static let samples: [FieldValues] = [
    ("Alex", "Ivanov", "alex@example.com"), ("Anton", "Petrov", "anton@example.com"),
    ("Jane", "Smith", "jane@example.com"),
  ].map { sample in
    var values = FieldValues()
    (values.firstName, values.lastName, values.email) = sample
    return values
  }
}

extension [Problem] {
  /// Adds a problem, if it is one that is not known yet.
  mutating func add(_ problem: Problem?) {
    guard let problem else { return }
    if !contains(where: { ($0.subject, $0.rule) == (problem.subject, problem.rule) }) {
      append(problem)
    }
  }
}

extension FieldValues {
  fileprivate var typed: FieldValues {
    var typed = FieldValues()
    for field in Field.allCases where field != .password {
      typed[text: field] = self[text: field].flatMap { FieldValues.trimmed($0, for: field) }
    }
    return typed
  }
}
