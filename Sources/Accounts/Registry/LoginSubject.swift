/// The accounts that a login request leads to, as they were at one moment: for a program that keeps
/// what a password has proved, and looks the account up again at each request.
package struct LoginSubject: Sendable {
  /// The request, its name in the field that the rulebook chooses.
  let request: LoginRequest
  let found: LookupResult
  /// How long the request has to wait, if the look-up has told it.
  fileprivate let wait: Int?

  /// The names, the ids and the password texts of the accounts, to compare: while they are the same,
  /// a proof of one of the passwords holds.
  package var proofTexts: [String] {
    found.accounts.flatMap { account in
      [
        account.nameKey?.description ?? "", account.id?.description ?? "",
        account[text: .password] ?? "",
      ]
    }
  }

  /// The password text of one of the accounts; nil if it is not among them.
  package func password(of id: NameKey) -> String? {
    found.accounts.first { $0.nameKey == id }?[text: .password]
  }

  /// The id of one of the accounts; nil if it is not among them, or has none that counts.
  package func id(of key: NameKey) -> AccountID? {
    found.accounts.first { $0.nameKey == key }?.id
  }

  /// One of the accounts; nil if it is not among them, or is closed.
  package func account(_ id: NameKey) -> Account? {
    found.accounts.first { $0.nameKey == id }?.account
  }

  /// The rulebook in force at that moment.
  package var rulebook: Rulebook { found.rulebook }

  /// The subject of a request for a host of the list; nil for any host.
  package func entering(_ host: GuardedHosts.Entry?) -> LoginSubject {
    var request = request
    request.hostGroups = host?.groups ?? []
    request.requiresID = host?.requiresID ?? false
    return LoginSubject(request, found, wait: wait)
  }

  package var states: [AccountState] { found.accounts.map(\.state) }

  /// The names under which an attempt counts, each with the passwords and states of its own
  /// accounts: if one of them is another, so is what was counted.
  package var counted: [(name: String, standing: [String])] {
    let key = found.rulebook.key
    return countedNames.map { name in
      let own = found.accounts.filter { stored in
        stored.values[text: key].map { AccountName($0).throttled(key) } == name
      }
      return (name, own.flatMap { [$0[text: .password] ?? "", $0.state.rawValue] })
    }
  }

  package var countedNames: [String] { attempts.map(\.name) }

  fileprivate var attempts: [LoginAttempt] { request.attempts(among: found) }

  init(_ request: LoginRequest, _ found: LookupResult, wait: Int? = nil) {
    (self.request, self.found, self.wait) = (request, found, wait)
  }
}

/// An account that a password has let in, with its id as it was read; nil if none counts.
package struct AdmittedAccount: Sendable {
  package let account: Account
  package let id: AccountID?
}

extension Registry {
  /// The rulebook of accounts that are there; throws `storeMissing` if there are none yet.
  package func rulebookInUse() async throws(AccountsError) -> Rulebook {
    try await store.find(.name(AccountName("-"), in: .username)).rulebook
  }

  /// Looks the accounts of a request up, and checks no password.
  ///
  /// - Parameter counted: the name under which the request has counted before, if it has: its wait
  ///   is looked up in the same visit, in the store. Nil if another throttle than the store counts.
  package func subject(
    of request: LoginRequest, counted: String? = nil
  ) async throws(AccountsError) -> LoginSubject {
    var request = request
    guard let counted else {
      let found = try await candidates(for: &request)
      return LoginSubject(request, found)
    }
    let attempt = LoginAttempt(counted, from: request.origin.network)
    var wait: Int?
    let found = try await candidates(for: &request) { lookup async throws(AccountsError) in
      let visit = try await store.find(lookup, for: attempt)
      wait = visit.wait
      return visit.found
    }
    let names = request.attempts(among: found).map(\.name)
    let isSame = names.count == 1 && sameText(names[0], counted)
    return LoginSubject(request, found, wait: isSame ? wait : nil)
  }

  /// The account that the password proves, as in ``authenticate(_:warn:)``.
  ///
  /// - Parameters:
  ///   - records: whether an answer is recorded and logged.
  ///   - proved: called with the accounts that the password fits, for any answer.
  package func authenticate(
    _ subject: LoginSubject, records: (LoginOutcome.Answer) -> Bool = { _ in true },
    proved: ([NameKey]) -> Void = { _ in }, warn: (Notice) -> Void
  ) async throws(AccountsError) -> AdmittedAccount {
    let found = try await prove(
      subject.request, among: subject.found, records: records, proved: proved, warn)
    return AdmittedAccount(account: found.account, id: found.stored.id)
  }

  /// The accounts that the password fits. No attempt: it is neither counted nor recorded. For a
  /// password that was proved before, against a text that has changed since.
  package func matchingAccounts(of subject: LoginSubject) async throws(AccountsError) -> [NameKey] {
    var request = subject.request
    do throws(AccountsError) {
      return try await matchingAccounts(&request, among: subject.found).compactMap(\.nameKey)
    } catch .loginFailed {
      return []
    } catch .nobodyRegistered {
      return []
    }
  }

  /// The candidates that the password fits, at least one. Of several passwords the request keeps
  /// the one that fits.
  func matchingAccounts(
    _ request: inout LoginRequest, among candidates: LookupResult
  ) async throws(AccountsError) -> [StoredAccount] {
    guard !candidates.storeIsEmpty else {
      _ = try await hasher.under(candidates.rulebook).verify(nil, against: nil)
      throw .nobodyRegistered
    }
    let tried = candidates.tried(by: request)
    let stored = tried.isEmpty ? [nil] : tried.map(\.password)
    let hasher = hasher.under(candidates.rulebook)
    for password in [request.password] + request.otherPasswords {
      let verdicts = try await hasher.verify(try? password.text.get(), againstEach: stored)
      let matching = zip(tried, verdicts).filter { $0.1 == .fits }.map(\.0)
      guard matching.isEmpty else {
        (request.password, request.otherPasswords) = (password, [])
        return matching
      }
      for case .unknownScheme(let scheme) in verdicts { throw .schemeUnsupported(scheme) }
      for case .tooDear(let scheme) in verdicts { throw .hashTooDear(scheme) }
    }
    throw .loginFailed
  }

  /// The one of the accounts whose password was proved before that can be logged in to now, if it
  /// is as the request requires; the errors are those of ``authenticate(_:warn:)``.
  package func account(
    _ ids: [NameKey], provedFor subject: LoginSubject
  ) async throws(AccountsError) -> AdmittedAccount {
    let matching = subject.found.accounts.filter { $0.nameKey.map(ids.contains) ?? false }
    let found = try await accountAllowedToLogIn(
      matching, subject.request, under: subject.found.rulebook)
    try Self.check(found, by: subject.request)
    return AdmittedAccount(account: found.account, id: found.stored.id)
  }

  /// How many seconds the failures from the request's own address make it wait; 0 for none. Nothing
  /// is counted.
  package func secondsToWait(for subject: LoginSubject) async throws(AccountsError) -> Int {
    if let wait = subject.wait { return wait }
    var rest = 0
    do throws(AccountsError) {
      for attempt in subject.attempts {
        rest = max(rest, try await throttle.secondsToWait(for: attempt))
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      if !allowsUncounted { throw .uncounted(error) }
    }
    return rest
  }

  /// Records and logs an answer that no attempt was needed for; nil stands for success.
  package func record(
    _ error: AccountsError?, of ids: [NameKey], for subject: LoginSubject,
    warn: (Notice) -> Void
  ) async {
    let rulebook = subject.found.rulebook
    let stored = subject.found.accounts.first { ids.count == 1 && $0.nameKey == ids.first }
    let name = stored.flatMap { rulebook.anyName(of: $0) }
    let answer = error.map { LoginOutcome.Answer($0) } ?? .yes
    await end(
      nil, nil,
      LoginOutcome(of: name, id: stored?.id, answer, from: subject.request.origin),
      under: rulebook, warn)
  }
}

extension Registry {
  /// The accounts that match a request. Settles the request's name.
  func candidates(for request: inout LoginRequest) async throws(AccountsError) -> LookupResult {
    try await candidates(for: &request) { lookup async throws(AccountsError) in
      try await store.find(lookup)
    }
  }

  /// The same, by a function that looks a name up. It is called for each field in which the name
  /// may be, until an account is found.
  func candidates(
    for request: inout LoginRequest,
    by find: (Lookup) async throws(AccountsError) -> LookupResult
  ) async throws(AccountsError) -> LookupResult {
    guard let name = request.name else { return try await self.found(by: request, find) }
    // Guess the field from the name's form. The result has the rulebook, which confirms the guess.
    let likely = Rulebook.field(of: name)
    let guess = try shown(await find(.name(AccountName(name), in: likely)))
    let choices = request.choices(under: guess.rulebook)
    var first: LookupResult?
    for choice in choices {
      let found = choice.fields == [likely] ? guess : try await self.found(by: choice, find)
      if !found.accounts.isEmpty {
        request = choice
        return found
      }
      if first == nil { first = found }
    }
    request = choices[0]
    return first ?? guess
  }

  /// The accounts with the names of a request that says which is which.
  private func found(
    by request: LoginRequest, _ find: (Lookup) async throws(AccountsError) -> LookupResult
  ) async throws(AccountsError) -> LookupResult {
    guard let first = request.fields.first, let name = request[first] else {
      throw .loginNeeds(try await store.rulebook().waysToLogIn)
    }
    let lookup =
      first == .firstName ? Lookup.firstName(name) : .name(AccountName(name), in: first)
    var found = try shown(await find(lookup))
    let rulebook = found.rulebook
    // The key tells apart those who share a first name.
    guard rulebook.waysToLogIn.contains(first) else {
      throw .loginKey(by: rulebook.waysToLogIn, not: first)
    }
    for field in request.fields.dropFirst() {
      let sought = request[field].map { Self.comparable($0, in: field) }
      found.accounts.removeAll { stored in
        stored.values[text: field].map { Self.comparable($0, in: field) } != sought
      }
    }
    return found
  }

  private static func comparable(_ name: String, in field: Field) -> String {
    field == .firstName ? PersonName.key(of: name) : AccountName(name).key
  }
}
