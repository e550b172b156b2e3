/// The accounts of a store, for a program that serves many people: register, authenticate, edit,
/// list, remove, import, check, seal and undo.
///
/// There is no session: every call names its account, and only ``register(_:password:)`` adds one
/// from a stranger's input. A program for one person at one machine, which remembers who that is,
/// uses a ``PersonalRegistry``.
///
/// It prints nothing, asks nothing and reads no environment. It works on any ``AccountStore``.
/// Hashing runs on separate threads, as many at once as there are processors; every call suspends,
/// and none blocks its caller. Many processes may share a store, and many tasks a registry.
///
///     let account = try await registry.authenticate(
///       LoginRequest(email: "ada@example.com", password: PasswordEntry("secret1")))
///     let name = account.name.text
///     _ = try await registry.edit(EditRequest(account: name, fields: [.lastName: "Lovelace"]))
///
/// In a cancelled task, a call throws ``AccountsError/cancelled`` as soon as it waits: for a lock,
/// or for its turn to hash. A write that is done stays, and is returned as usual.
public struct Registry: Sendable {
  package private(set) var store: any AccountStore
  /// The session and the draft, which follow changes of accounts; a server has none.
  package internal(set) var sessions: any SessionStore = NoSession()
  let throttle: any LoginThrottle
  let log: LoginLog?
  /// False if logins are neither recorded nor logged.
  let logsLogins: Bool
  package let hasher: PasswordHasher
  /// Makes new ids of accounts.
  package var ids: @Sendable () -> AccountID
  let user: @Sendable () -> String?
  /// The account that makes the changes, for the history, and its id as far as that was read; nil
  /// for the session's.
  private(set) var author: (name: String, id: AccountID??)?
  /// How the changes come about, for the history.
  private(set) var origin: ChangeOrigin? = .library
  /// The accounts that are meant by some names, whoever has these by now.
  var expected: [AccountName: AccountRef] = [:]
  /// Checks passwords even if the attempt cannot be counted.
  private(set) var allowsUncounted = false
  /// Hides accounts from login, as if they did not exist.
  private var hides: @Sendable (StoredAccount) throws(AccountsError) -> Bool = { _ in false }
  /// The day of each operation.
  public let today: @Sendable () -> CalendarDay
  /// The programs beside regapp that check the hash of an account, each as what tells whether it
  /// knows a scheme; nil if that cannot be read.
  var readersOfHash: @Sendable (FieldValues) async -> [HashReader]? = { _ in [] }
  /// When logins in browsers were last used.
  private(set) var uses = LoginUses()
  /// Draws the identity of a new login in a browser.
  var drawLogin: @Sendable () -> BrowserLogin.ID = { BrowserLogin.ID() }
  let provedTokens = ProvedTokens()
  /// The line of the calls that other writers have overtaken.
  private let overtaken = Turns(1)

  /// Accounts without a session.
  ///
  /// - Parameters:
  ///   - store: holds the accounts.
  ///   - throttle: counts failed logins.
  ///   - today: returns the local date for ages and states. Called for each operation, so that a
  ///     program may run past midnight.
  ///   - hasher: makes and checks password hashes.
  ///   - ids: makes new ids of accounts; no two calls may give one.
  ///   - log: writes lines about logins; nil for none.
  ///   - logsLogins: logs logins, and records them if the store can; the rulebook may also switch
  ///     this off.
  ///   - user: returns the system user for the history.
  public init(
    store: some AccountStore, throttle: some LoginThrottle,
    today: @escaping @Sendable () -> CalendarDay, hasher: PasswordHasher = PasswordHasher(),
    ids: @escaping @Sendable () -> AccountID = { .random() },
    log: LoginLog? = nil, logsLogins: Bool = true,
    user: @escaping @Sendable () -> String? = { nil }
  ) {
    self.store = store
    self.throttle = throttle
    self.log = log
    self.logsLogins = logsLogins
    self.today = today
    self.hasher = hasher
    self.ids = ids
    self.user = user
  }

  /// Names `account` in the history as the author of changes.
  ///
  ///     _ = try await registry.by("ada@example.com").edit(request)
  public func by(_ account: String) -> Registry { with { $0.author = (account, nil) } }

  /// Names an account that was just read, by its name in the key, as the author of changes.
  package func by(_ name: String, _ account: StoredAccount) -> Registry {
    with { $0.author = (name, .some(account.id)) }
  }

  /// Notes in the history how the changes come about; nil for a command or a screen.
  package func via(_ origin: ChangeOrigin?) -> Registry { with { $0.origin = origin } }

  /// Checks passwords even if the attempt cannot be counted, for a service that counts failed
  /// logins itself: nothing else would slow guessing then. By default
  /// ``AccountsError/uncounted(_:)`` is thrown, and no password is checked.
  public func allowingUncounted() -> Registry { with { $0.allowsUncounted = true } }

  /// Hides some accounts from login, as if they did not exist.
  package func hiding(
    _ isHidden: @escaping @Sendable (StoredAccount) throws(AccountsError) -> Bool
  ) -> Registry { with { $0.hides = isHidden } }

  /// Tells how long logins in browsers are idle by another clock.
  package func idling(by uses: LoginUses) -> Registry { with { $0.uses = uses } }

  /// Makes writes fail if there is no store, instead of creating one.
  package func ofExistingStore() -> Registry { with { $0.store = store.existing() } }

  /// A copy that differs in something.
  func with(_ change: (inout Registry) -> Void) -> Registry {
    var registry = self
    change(&registry)
    return registry
  }

  /// The lookup's result without hidden accounts.
  func shown(_ found: LookupResult) throws(AccountsError) -> LookupResult {
    var found = found
    var shown: [StoredAccount] = []
    for account in found.accounts where try !hides(account) { shown.append(account) }
    found.accounts = shown
    return found
  }

  /// The passwords that are on the rulebook's blocklist; empty if it names none.
  func blocklisted(
    _ passwords: [PasswordText], under rulebook: Rulebook
  ) async throws(AccountsError) -> Set<PasswordText> {
    guard rulebook.fields.password.blocklistFile != nil, !passwords.isEmpty else { return [] }
    return try await store.blocklisted(passwords)
  }

  func blocklistProblem(
    of password: PasswordEntry?, under rulebook: Rulebook
  ) async throws(AccountsError) -> Problem? {
    guard case .success(let text)? = password?.text,
      try await !blocklisted([text], under: rulebook).isEmpty
    else { return nil }
    return Problem(.field(.password), .field(.notOnBlocklist))
  }

  /// The rulebook that the accounts keep.
  public func rulebook() async throws(AccountsError) -> Rulebook { try await store.rulebook() }
}

extension Registry {
  /// The only account that was found, unless it is closed.
  static func open(_ found: LookupResult) throws(AccountsError) -> StoredProfile {
    if found.accounts.count == 1, let account = found.accounts.first, !account.isClosed {
      return StoredProfile(account: account, rulebook: found.rulebook)
    }
    throw .accountClosed(problems(of: found.accounts, under: found.rulebook))
  }

  /// The problems of closed accounts, each once: accounts that share a name share that problem, and
  /// a key that closes several is named at its first place.
  static func problems(of accounts: [StoredAccount], under rulebook: Rulebook) -> [Problem] {
    var seen: Set<Problem> = []
    return accounts.flatMap { account in
      let name = rulebook.anyName(of: account)
      let problems = account.problems.ofRow(name)
      guard accounts.count > 1, let name else { return problems }
      return problems.map { $0.rule.meaningOfKey == nil ? $0 : $0.of(name) }
    }.filter { seen.insert($0).inserted }.eachKeyOnce
  }

  /// The account with a name, closed or not. Without a field, the form of the name decides where to
  /// look.
  func named(_ name: String, in field: Field? = nil) async throws(AccountsError) -> StoredProfile {
    let name = FieldValues.trimmed(name, for: .email) ?? ""
    let ref = expected[AccountName(name)]
    if let id = ref?.id {
      let known = try await accounts(of: [id])
      if let account = known.accounts[id], let rulebook = known.rulebook {
        return StoredProfile(account: account, rulebook: rulebook)
      }
    }
    let found = try await store.find(.name(AccountName(name), in: field))
    guard let account = found.accounts.first else { throw .noSuchAccount(name: name) }
    if let ref, ref.id != nil { throw .notMeant([name]) }
    guard found.accounts.count == 1 else {
      throw .accountClosed(Self.problems(of: found.accounts, under: found.rulebook))
    }
    guard ref?.means(account) != false else { throw .notMeant([name]) }
    return StoredProfile(account: account, rulebook: found.rulebook)
  }

  /// The accounts with some names, closed or not, in the order of the names; an account with
  /// several of the names comes once.
  func named(_ names: [String]) async throws(AccountsError) -> LookupResult {
    let sought = names.map { AccountName(FieldValues.trimmed($0, for: .email) ?? "") }
    let known = try await accounts(of: sought.compactMap { expected[$0]?.id })
    let others = sought.filter { expected[$0]?.id == nil }
    var found: LookupResult
    if others.isEmpty, let rulebook = known.rulebook {
      found = LookupResult(rulebook: rulebook, accounts: [], storeIsEmpty: false)
    } else {
      found = try await store.find(others.count == 1 ? .name(others[0]) : .names(others))
    }
    var holders: [Field: [AccountName: [Int]]] = [:]
    for (index, account) in found.accounts.enumerated() {
      for field in Field.keys {
        guard let name = account[text: field] else { continue }
        holders[field, default: [:]][AccountName(name), default: []].append(index)
      }
    }
    var (targets, shared) = ([StoredAccount](), [Problem]())
    var (seen, seenIDs) = (Set<Int>(), Set<AccountID>())
    var (unknown, notMeant) = ([String](), [String]())
    for name in sought {
      let ref = expected[name]
      if let id = ref?.id {
        guard let account = known.accounts[id] else {
          notMeant.append(name.text)
          continue
        }
        if seenIDs.insert(id).inserted { targets.append(account) }
        continue
      }
      let holders = [Rulebook.field(of: name.text), found.rulebook.key].lazy
        .compactMap { holders[$0]?[name] }.first
      guard let holders else {
        if ref == nil { unknown.append(name.text) } else { notMeant.append(name.text) }
        continue
      }
      guard holders.count == 1 else {
        let problems = Self.problems(
          of: holders.map { found.accounts[$0] }, under: found.rulebook)
        shared += problems.of(sought.count > 1 ? name.text : nil)
        continue
      }
      let account = found.accounts[holders[0]]
      guard ref?.means(account) != false else {
        notMeant.append(name.text)
        continue
      }
      let isNew = account.id.map { seenIDs.insert($0).inserted } ?? true
      if seen.insert(holders[0]).inserted, isNew { targets.append(account) }
    }
    if let name = unknown.first {
      throw .noSuchAccount(name: name, others: Array(unknown.dropFirst()))
    }
    guard shared.isEmpty else { throw .accountClosed(shared) }
    guard notMeant.isEmpty else { throw .notMeant(notMeant) }
    found.accounts = targets
    return found
  }

  /// The draft; nil if there is none, or if it cannot be parsed.
  package func editIfAny() async throws(AccountsError) -> EditDraft? {
    do throws(AccountsError) {
      return try await sessions.readDraft()
    } catch .noteBroken {
      return nil
    }
  }

  /// Runs `body` under the lock of the session and the draft if one of them is of these accounts;
  /// otherwise without waiting for it.
  func lockedIfConcerned<Result: Sendable>(
    by accounts: [StoredAccount],
    _ body: (any LockedSession) async throws(AccountsError) -> Result
  ) async throws(AccountsError) -> Result {
    var isConcerned = false
    if let session = await sessionAccount() { isConcerned = accounts.contains(where: session.isOf) }
    if !isConcerned, let edit = try await editIfAny() {
      isConcerned = accounts.contains(where: edit.isOf)
    }
    return isConcerned ? try await locked(body) : try await body(LateLock(sessions: sessions))
  }

  /// Runs `body` under the lock of the session and the draft. The lock of the accounts is taken
  /// inside, never around it, and nothing is hashed under it.
  func locked<Result: Sendable>(
    _ body: (any LockedSession) async throws(AccountsError) -> Result
  ) async throws(AccountsError) -> Result {
    let session = try await sessions.lock()
    let result: Result
    do throws(AccountsError) {
      result = try await body(session)
    } catch {
      await session.release()
      throw error
    }
    await session.release()
    return result
  }

  /// The options of a write that is made now.
  func options(
    _ did: ChangeKind, isDryRun: Bool = false, returnsAccounts: Bool = true,
    returnsChanges: Bool = true, rulebook: Rulebook? = nil
  ) async -> WriteOptions {
    var options = WriteOptions(
      isDryRun: isDryRun, returnsAccounts: returnsAccounts, returnsChanges: returnsChanges,
      rulebook: rulebook, by: await attribution(did))
    options.newID = ids
    return options
  }

  /// The author of a change made now, for the history.
  package func attribution(_ did: ChangeKind) async -> Attribution {
    var by = author
    if by == nil, let session = await sessionAccount() {
      by = (session.name, .some(session.account?.id))
    }
    guard let by else { return Attribution(did, user: user(), via: origin) }
    let id = if let known = by.id { known } else { await id(of: by.name) }
    return Attribution(did, user: user(), by: by.name, byID: id, via: origin)
  }

  /// The id of the account with a name; nil if it has none that counts, or cannot be read.
  private func id(of name: String) async -> AccountID? {
    let found = try? await store.find(.name(AccountName(name))).accounts
    return found?.count == 1 ? found?.first?.id : nil
  }

  /// Calls `body` again while it returns nil, because another writer was faster: for as long as the
  /// accounts change meanwhile, or a thousand times if the store does not tell. Writers that were
  /// overtaken go one by one, so that of many each is overtaken by few.
  package func retrying<Value>(
    _ body: () async throws(AccountsError) -> Value?
  ) async throws(AccountsError) -> Value {
    if let value = try await body() { return value }
    if Self.hasTurn { return try await again(body) }
    try await overtaken.take()
    defer { overtaken.giveBack() }
    let result: Result<Value, AccountsError> = await Self.$hasTurn.withValue(true) {
      do throws(AccountsError) {
        return .success(try await again(body))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Whether this task was overtaken and has its turn: a call within its call waits for no other.
  @TaskLocal private static var hasTurn = false

  private func again<Value>(
    _ body: () async throws(AccountsError) -> Value?
  ) async throws(AccountsError) -> Value {
    var (seen, idle) = (await store.status()?.stamp, 0)
    let most = seen == nil ? 1_000 : 100
    while idle < most, !Waiting.isOver {
      try checkCancellation()
      if let result = try await body() { return result }
      let now = await store.status()?.stamp
      idle = now == seen ? idle + 1 : 0
      seen = now
    }
    throw .keepsChanging(subject: "accounts")
  }

  /// Runs the steps after a completed operation, even in a cancelled task; a failure throws
  /// `partlyDone`.
  func afterCommit<Value: Sendable>(
    _ done: AccountsError.Step, _ steps: @escaping @Sendable () async throws(AccountsError) -> Value
  ) async throws(AccountsError) -> Value {
    do throws(AccountsError) { return try await uncancelled(steps) } catch {
      throw .partlyDone(done, error)
    }
  }
}

extension [Problem] {
  /// Adds an account's name to each problem; nil changes nothing.
  func of(_ account: String?) -> [Problem] { account.map { name in map { $0.of(name) } } ?? self }

  /// The same, with the account's name at each key that closes it, where no line tells whose it is.
  func ofRow(_ account: String?) -> [Problem] {
    guard let account else { return self }
    return map { problem in
      guard problem.rule.meaningOfKey != nil, problem.account == nil, let place = problem.place
      else { return problem }
      return place.position == nil ? problem.of(account) : problem
    }
  }
}
