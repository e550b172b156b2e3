/// A session that has begun, with the token that the browser is to keep.
package struct BegunSession: Sendable {
  package let login: BrowserLogin
  /// Its login, for codes.
  package let proved: ProvedLogin
  package let token: SessionToken
  /// How many seconds the browser is to keep it; nil until the browser ends.
  package let maxAge: Int?
}

/// The outcome for a login that was to end by its short name.
public enum EndOfLogin: Sendable, Hashable {
  /// It has ended.
  case ended(BrowserLogin)
  /// The account has none with this name, or no more.
  case unknown
  /// So many of the account's logins have this name, and none has ended.
  case ambiguous(count: Int)
}

/// A session that is there, and its account as it is now.
package struct FoundSession: Sendable, Redacted {
  package let login: BrowserLogin
  package let account: Account
  /// The same account with the texts of its fields, as the store has them.
  package let stored: StoredAccount
  package let rulebook: Rulebook
  /// The password as the account has it: a hash, or a text typed by hand.
  let password: String

  package var proved: ProvedLogin { ProvedLogin(login, password: password) }

  /// The account with the id, the names and the password that the session has proved, for
  /// ``Registry/expecting(_:)``: with others, the session is over.
  package var ref: AccountRef {
    AccountRef(provedByLogin: stored, named: account.name.text)
  }

  /// A login by the account's name, with a password that is given once more.
  package func request(_ password: PasswordEntry, from origin: LoginOrigin) -> LoginRequest {
    let name = account.name.text
    return LoginRequest(
      email: rulebook.key == .email ? name : nil, username: rulebook.key == .email ? nil : name,
      password: password, from: origin)
  }

  /// Throws `mustChange`, `notInGroup` or `withoutID`, which end nothing.
  ///
  /// - Parameters:
  ///   - lists: of each, the account must be in one group; an empty one asks for none.
  ///   - requiresID: whether the account must have an id that counts.
  package func check(groups lists: [String]..., requiresID: Bool = false) throws(AccountsError) {
    guard !account.mustChangePassword else { throw .mustChange(name: account.name.text) }
    try Registry.check(account, isIn: lists)
    if requiresID { try Registry.checkID(of: stored, account) }
  }
}

extension Registry {
  /// Begins a login of an account whose password was just proved or set, and its session at a host.
  ///
  /// The account must still have that password, and the same id, when the login is written;
  /// otherwise `loginFailed` is thrown.
  ///
  /// - Parameters:
  ///   - account: the account as the password proved it.
  ///   - id: its id then, which must still be its own; nil if none counted, or none is compared.
  ///   - password: the password, if a weak hash or a typed text may be replaced first; nil to leave
  ///     it.
  ///   - browser: the browser in words.
  ///   - keeps: whether the person asked to be kept logged in; the rulebook may not allow it.
  ///   - old: the sessions that the browser had at the page; their logins end.
  ///   - origin: the person's address, for the log.
  ///   - warn: called if the password could not be hashed anew.
  package func beginLogin(
    of account: Account, id: AccountID? = nil, typed password: PasswordEntry?, at host: String,
    in browser: String, keeps: Bool, replacing old: [SessionToken] = [],
    from origin: LoginOrigin = LoginOrigin(),
    warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> BegunSession {
    let name = account.name.text
    let (found, rulebook) = try await current(name)
    guard var stored = found, stored.account?.password == account.password,
      id == nil || stored.id == id
    else { throw .loginFailed }
    if let password {
      let strengthened = await strengthen(stored, account, password, under: rulebook)
      for notice in strengthened.notices { warn(notice) }
      if let written = strengthened.written {
        guard let now = try await current(name).stored, now.id == written.id,
          let text = now[text: .password], sameText(written[text: .password], text)
        else { throw .loginFailed }
        stored = now
      }
    }
    let limits = rulebook.sessions
    let isKept = keeps && limits.areKept
    let new = NewSession.Login.new(
      id: try await newLogin(of: stored), account: name, browser: browser, isKept: isKept,
      seconds: limits.seconds(isKept: isKept))
    guard
      let begun = try await begin(new, at: host, name, stored, replacing: old, from: origin)
    else { throw .loginFailed }
    return begun
  }

  /// The identity of a new login of an account: with a short name that none of its others has.
  private func newLogin(of account: StoredAccount) async throws(AccountsError) -> BrowserLogin.ID {
    let others = try await store.browserLogins(.names(Set(account.recordNames))).logins
    return BrowserLogin.ID(besides: others, drawing: drawLogin)
  }

  /// Begins a session of a login at a host; nil if the login is over, or its account is not as it
  /// was when the login was looked at, which ends it. Throws `throttled` if the login has begun as
  /// many within an hour as it may.
  package func beginSession(
    of proved: ProvedLogin, at host: String, from origin: LoginOrigin = LoginOrigin()
  ) async throws(AccountsError) -> BegunSession? {
    try uses.begin(proved.id)
    guard let login = try await logins([proved.id]).first else { return nil }
    let (stored, rulebook) = try await current(login.account)
    guard let stored, let text = stored[text: .password],
      proved.isOf(login.account, id: stored.id, password: text)
    else {
      await endSoon(login, under: rulebook)
      return nil
    }
    return try await begin(.known(proved.login), at: host, login.account, stored, from: origin)
  }

  private func begin(
    _ login: NewSession.Login, at host: String, _ name: String, _ account: StoredAccount,
    replacing old: [SessionToken] = [], from origin: LoginOrigin
  ) async throws(AccountsError) -> BegunSession? {
    guard let password = account[text: .password] else { return nil }
    let token = SessionToken()
    let new = NewSession(
      of: login, at: host, token, account: name, id: account.id, password: password,
      replacing: old.map(\.digest))
    guard let begun = try await store.begin(new) else { return nil }
    _ = uses.use(begun.login.id, age: 0, limit: nil)
    let rulebook = try await store.rulebook()
    if logs(under: rulebook) { log?.write(.session(host: host), of: name, from: origin) }
    let limits = rulebook.sessions
    let rest = max(0, limits.end(of: begun.login) - begun.now)
    return BegunSession(
      login: begun.login, proved: ProvedLogin(begun.login, password: password), token: token,
      maxAge: begun.login.isKept && limits.areKept ? rest : nil)
  }

  /// The session to which a token belongs; nil if it is unknown here, or is over, idle or ended.
  ///
  /// A login is ended if its account can no longer be logged in to, or has another password, name
  /// or id, or an id that did not count when it began. Throws if the accounts or the sessions cannot be read.
  ///
  /// - Parameter warn: called with what is wrong with the store of sessions, once.
  package func session(
    _ token: SessionToken, at host: String, warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> FoundSession? {
    let digest = token.digest
    let kept = try await store.session(of: digest)
    for notice in kept.notices { warn(notice) }
    guard let stored = kept.value, stored.host == host else { return nil }
    let login = stored.login
    let (found, rulebook) = try await current(login.account, stored.found)
    guard rulebook.sessions.allow(login, at: stored.now) else { return nil }
    guard let found, let account = found.account, let text = found[text: .password],
      found.id == login.accountID,
      provedTokens.isRight(stored, of: token, digest, password: text)
    else {
      await endSoon(login, under: rulebook)
      return nil
    }
    let limit = rulebook.sessions.idleTime(of: login)
    guard uses.use(login.id, age: stored.now - login.begun, limit: limit) else { return nil }
    return FoundSession(
      login: login, account: account, stored: found, rulebook: rulebook, password: text)
  }

  /// The login to which a token belongs, whether or not it lets anybody in now, so that it can be
  /// ended: one that is idle now lets somebody in again after a start of the program.
  package func login(
    of token: SessionToken, at host: String
  ) async throws(AccountsError) -> BrowserLogin.ID? {
    guard let stored = try await store.session(of: token.digest).value, stored.host == host
    else { return nil }
    return stored.login.id
  }

  /// The only account with a name if it can be logged in to, and the rulebook.
  ///
  /// The name must be the one that it has now, byte by byte.
  ///
  /// - Parameter known: the accounts with that name, if the store has just found them.
  private func current(
    _ name: String, _ known: LookupResult? = nil
  ) async throws(AccountsError) -> (stored: StoredAccount?, rulebook: Rulebook) {
    let all: LookupResult
    if let known {
      all = known
    } else {
      all = try await store.find(.name(AccountName(name), in: Rulebook.field(of: name)))
    }
    let found = try shown(all)
    let stored = found.only.flatMap { stored in
      let isNamed = sameText(found.rulebook.anyName(of: stored), name)
      return isNamed && stored.state == .open ? stored : nil
    }
    return (stored, found.rulebook)
  }

  /// Records and logs the answer to a session, for which no attempt was needed; nil stands for
  /// success.
  package func record(
    _ error: AccountsError?, of session: FoundSession, from origin: LoginOrigin,
    warn: (Notice) -> Void
  ) async throws(AccountsError) {
    let answer = error.map { LoginOutcome.Answer($0) } ?? .yes
    let outcome = LoginOutcome(
      of: session.account.name.text, id: session.stored.id, answer, from: origin)
    await end(nil, nil, outcome, under: try await store.rulebook(), warn)
  }
}

extension Registry {
  /// The logins of accounts in browsers that are not over, the oldest first.
  ///
  /// - Parameters:
  ///   - names: the accounts; nil for all.
  ///   - host: only those with a session at this host; nil for any.
  public func logins(
    of names: [String]? = nil, at host: String? = nil
  ) async throws(AccountsError) -> [BrowserLogin] {
    try await listed(chosen(of: names)).filter { login in
      host.map { login.hosts.contains($0) } ?? true
    }
  }

  /// The logins with these identities that are not over.
  package func logins(_ ids: [BrowserLogin.ID]) async throws(AccountsError) -> [BrowserLogin] {
    try await listed(.ids(Set(ids)))
  }

  private func listed(_ logins: ChosenLogins) async throws(AccountsError) -> [BrowserLogin] {
    let limits = try await store.rulebook().sessions
    let listed = try await store.browserLogins(logins)
    return listed.logins.filter { limits.allow($0, at: listed.now) }.map { login in
      BrowserLogin(
        id: login.id, account: login.account, accountID: login.accountID, begun: login.begun,
        ends: limits.end(of: login), isKept: login.isKept, browser: login.browser,
        hosts: login.hosts)
    }
  }

  /// The logins of accounts under all of their names, so that one under another rulebook's key is
  /// found, too; all logins for nil.
  private func chosen(of names: [String]?) async throws(AccountsError) -> ChosenLogins {
    guard let names else { return .all }
    return .names(Set(try await named(names).accounts.flatMap(\.recordNames)))
  }

  /// Some logins as the store has them: those that are over or yet to begin are among them,
  /// since another rulebook or another time may bring them back.
  private func kept(
    of names: [String]?, at host: String?
  ) async throws(AccountsError) -> ListedLogins {
    let listed = try await store.browserLogins(chosen(of: names))
    guard let host else { return listed }
    return ListedLogins(listed.logins.filter { $0.hosts.contains(host) }, now: listed.now)
  }

  /// The logins that ``endLogins(of:at:from:warn:)`` would end: those that the rulebook or the clock
  /// hides now are among them.
  public func loginsToEnd(
    of names: [String]? = nil, at host: String? = nil
  ) async throws(AccountsError) -> [BrowserLogin] {
    let kept = try await kept(of: names, at: host)
    return kept.logins.filter { $0.ends > kept.now }
  }

  /// Ends the logins of accounts in browsers, and returns them. Each is refused from its next
  /// request on. Those that the rulebook or the clock hides now end, too.
  ///
  /// - Parameters:
  ///   - names: the accounts; nil for all.
  ///   - host: only those with a session at this host, which end at all hosts; nil for any.
  ///   - origin: for the log, the person who ends them; nil for whoever uses this registry.
  ///   - warn: called if sessions that cannot be read have ended, too.
  @discardableResult
  public func endLogins(
    of names: [String]? = nil, at host: String? = nil, from origin: LoginOrigin? = nil,
    warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> [BrowserLogin] {
    // The logins are read first: if they cannot be ended, the store refuses those that it knows.
    let kept = names == nil && host == nil ? [] : try await kept(of: names, at: host).logins
    // By names it waits for a login that is just beginning, and ends that too.
    let chosen = host == nil ? try await chosen(of: names) : .ids(Set(kept.map(\.id)))
    let ended = try await store.endLogins(chosen)
    for notice in ended.notices { warn(notice) }
    await logEnds(ended.value.counts, from: origin)
    return ended.value
  }

  /// Ends the only login of an account with a short name, as
  /// ``endLogins(of:at:from:warn:)`` does; ends nothing if there is none, or if several have it.
  ///
  /// - Parameters:
  ///   - shortName: its ``BrowserLogin/shortName``.
  ///   - name: the account.
  ///   - host: only a login with a session at this host; nil for any.
  ///   - origin: for the log, the person who ends it; nil for whoever uses this registry.
  ///   - warn: called if sessions that cannot be read have ended, too.
  public func endLogin(
    _ shortName: String, of name: String, at host: String? = nil,
    from origin: LoginOrigin? = nil, warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> EndOfLogin {
    let named = try await loginsToEnd(of: [name], at: host).filter { $0.shortName == shortName }
    guard named.count < 2 else { return .ambiguous(count: named.count) }
    guard let login = named.first else { return .unknown }
    let ended = try await store.endLogins(.ids([login.id]))
    for notice in ended.notices { warn(notice) }
    await logEnds(ended.value.counts, from: origin)
    return ended.value.first.map { .ended($0) } ?? .unknown
  }

  /// Ends logins out of which somebody logs at a host. If that cannot be written it throws, and
  /// this process refuses them all the same.
  package func logOut(
    of ids: [BrowserLogin.ID], at host: String, from origin: LoginOrigin = LoginOrigin()
  ) async throws(AccountsError) {
    guard !ids.isEmpty else { return }
    let ended = try await store.endLogins(.ids(Set(ids))).value
    guard !ended.isEmpty, await logsNow() else { return }
    for login in ended { log?.write(.logout(host: host), of: login.account, from: origin) }
  }

  /// Refuses a login whose account is no longer as it was when it began, as after a change by hand.
  private func endSoon(_ login: BrowserLogin, under rulebook: Rulebook) async {
    await store.endSoon([login])
    guard uses.end(login.id), logs(under: rulebook) else { return }
    log?.write(.ended(1), of: login.account, from: ownOrigin)
  }
}

// MARK: - In the system's log

extension Registry {
  package func logEnds(_ counts: [String: Int], from origin: LoginOrigin? = nil) async {
    guard !counts.isEmpty, await logsNow() else { return }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      log?.write(.ended(count), of: name, from: origin ?? ownOrigin)
    }
  }

  /// The program, for lines about what nobody's browser asked for.
  private var ownOrigin: LoginOrigin { LoginOrigin(service: origin?.word ?? "regapp") }

  private func logs(under rulebook: Rulebook) -> Bool { logsLogins && rulebook.login.log }

  /// The same under the rulebook in force. One that cannot be read forbids nothing.
  private func logsNow() async -> Bool {
    guard log != nil, logsLogins else { return false }
    let rulebook = try? await uncancelled { () async throws(AccountsError) in
      try await store.rulebook()
    }
    return rulebook?.login.log ?? true
  }
}
