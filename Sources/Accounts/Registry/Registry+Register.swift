extension Registry {
  /// Adds an account, without logging in.
  ///
  /// - Parameters:
  ///   - values: the typed values.
  ///   - password: nil for none.
  public func register(
    _ values: FieldValues, password: PasswordEntry?
  ) async throws(AccountsError) -> Outcome<Account> {
    try await retrying { () throws(AccountsError) in
      let rulebook = try await store.rulebook()
      return try await add(
        newAccount(values, password: password, under: rulebook), under: rulebook)
    }
  }

  /// An account that keeps the rules, with its password hashed; throws everything that prevents it.
  ///
  /// - Parameter free: the fields whose names are known to be free.
  func newAccount(
    _ typed: FieldValues, password: PasswordEntry?, under rulebook: Rulebook, free: [Field] = []
  ) async throws(AccountsError) -> NewAccount {
    let new = try await checked(typed, password: password, under: rulebook, free: free)
    let hash = try await hasher.under(rulebook).hash(new.password)
    return NewAccount(valid: new.values, hash, under: rulebook)
  }

  /// The values as they are stored, and the password; throws everything that prevents an account.
  func checked(
    _ typed: FieldValues, password: PasswordEntry?, under rulebook: Rulebook, free: [Field]
  ) async throws(AccountsError) -> (values: FieldValues, password: PasswordText) {
    let values = typed.kept(phone: rulebook.fields.phone.mask)
    let text = try await validated(values, password: password, under: rulebook)
    try await checkFree(Field.keys.filter { !free.contains($0) }, of: values)
    return (values, text)
  }

  /// Throws `taken` if another account has one of the names.
  func checkFree(_ fields: [Field], of values: FieldValues) async throws(AccountsError) {
    for field in fields {
      guard let name = values[text: field] else { continue }
      guard try await store.find(.name(AccountName(name), in: field)).accounts.isEmpty else {
        throw .taken(field)
      }
    }
  }

  /// Adds an account; nil if another rulebook is in force by now than the one that judged it.
  func add(
    _ new: NewAccount, under rulebook: Rulebook
  ) async throws(AccountsError) -> Outcome<Account>? {
    guard let name = rulebook.name(of: new.values)?.text else { throw .internalFault }
    do throws(AccountsError) {
      let written = try await apply(.add(new), of: name, .register, under: rulebook)
      guard let account = written.value.account else { throw .internalFault }
      return Outcome(account, notices: [.created(name: name)] + written.notices)
    } catch .conflict { return nil }
  }

  private func validated(
    _ values: FieldValues, password: PasswordEntry?, under rulebook: Rulebook
  ) async throws(AccountsError) -> PasswordText {
    var problems = rulebook.problems(with: values, newPassword: password, today: today())
    problems.add(try await blocklistProblem(of: password, under: rulebook))
    guard problems.isEmpty, case .success(let text)? = password?.text else {
      throw .invalid(problems)
    }
    return text
  }

  /// Creates a store: empty, or with sample accounts that only `authorisation` has. Returns the
  /// samples' emails; their password is ``samplePassword``.
  public func initialise(
    _ rulebook: Rulebook, withSamples: Bool = false
  ) async throws(AccountsError) -> Outcome<[String]> {
    try await initialise(rulebook, withSamples: withSamples) {
      accounts, attribution async throws(AccountsError) in
      try await store.create(rulebook, accounts: accounts, by: attribution)
    }
  }

  /// - Parameter create: creates the store.
  package func initialise(
    _ rulebook: Rulebook, withSamples: Bool,
    _ create: ([FieldValues], Attribution) async throws(AccountsError) -> Outcome<Void>
  ) async throws(AccountsError) -> Outcome<[String]> {
    var accounts: [FieldValues] = []
    if withSamples {
      guard let password = try? PasswordText(Self.samplePassword) else { throw .internalFault }
      let hashes = try await hasher.under(rulebook).hashes(of: Self.samples.map { _ in password })
      accounts = zip(Self.samples, hashes).map { sample, hash in
        var values = sample
        values.password = hash.text
        values[text: .id] = values.email.map { GivenID(ids(), to: $0).text }
        return values
      }
    }
    let created = try await create(accounts, attribution(.register))
    return Outcome(accounts.compactMap(\.email), notices: created.notices)
  }

  /// The password of the sample accounts. No other account is given a known password.
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
  /// Adds a problem unless it is known already.
  mutating func add(_ problem: Problem?) {
    guard let problem else { return }
    if !contains(where: { ($0.subject, $0.rule) == (problem.subject, problem.rule) }) {
      append(problem)
    }
  }
}

extension FieldValues {
  /// The typed values in their stored form, without the password and an id.
  func kept(phone mask: PhoneMask) -> FieldValues {
    var kept = FieldValues()
    for field in Field.shown where field != .password {
      kept[field] = self[field].flatMap { Self.kept($0, for: field, phone: mask) }
    }
    return kept
  }
}
