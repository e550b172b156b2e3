import Accounts
import Glibc
import LosslessJSON

/// Logins in browsers in memory: those that end are gone, and nothing brings them back.
extension MemoryStore {
  /// A session that is kept.
  struct KeptSession {
    let login: BrowserLogin
    let host: String
    let made: Int
    let digest: TokenDigest
    let proof: TokenDigest
  }

  public func begin(_ new: NewSession) throws(AccountsError) -> StoredSession? {
    let named = find(.name(AccountName(new.account), in: Rulebook.field(of: new.account)))
    guard let account = named.accounts.first, account.state == .open,
      account.values[text: .password] == new.password, account.id == new.accountID
    else { return nil }
    let now = time(nil)
    let replaced = Set(
      sessions.filter { new.replacing.contains($0.digest) }.map(\.login.id))
    var rest = sessions.filter { !replaced.contains($0.login.id) && $0.login.ends > now }
    let login: BrowserLogin
    switch new.login {
    case .new(let id, let account, let browser, let isKept, let seconds):
      login = BrowserLogin(
        id: id, account: account, accountID: new.accountID, begun: now,
        ends: now + max(0, seconds), isKept: isKept, browser: browser)
      let own = logins(of: rest).filter { AccountName($0.account) == AccountName(account) }
      let oldest = Set(own.dropLast(SessionLimits.mostLogins - 1).map(\.id))
      rest.removeAll { oldest.contains($0.login.id) }
    case .known(let known):
      let id = known.id
      guard let first = rest.first(where: { $0.login.id == id }),
        first.login.accountID == new.accountID
      else { return nil }
      login = first.login
      rest.removeAll {
        $0.login.id == id && $0.host == new.host && $0.made <= now - SessionLimits.timeOfTabs
      }
      while rest.count(where: { $0.login.id == id }) >= SessionLimits.mostSessions {
        let own = rest.indices.filter { rest[$0].login.id == id }
        // The login began at the page, which must not lose its own.
        let leaving =
          own.first { rest[$0].host == new.host } ?? own.first { rest[$0].host != first.host }
        guard let leaving else { break }
        rest.remove(at: leaving)
      }
    }
    guard rest.count < SessionLimits.mostOfAll else {
      throw .tooManySessions(most: SessionLimits.mostOfAll)
    }
    sessions =
      rest + [
        KeptSession(
          login: login, host: new.host, made: now, digest: new.digest, proof: new.proof)
      ]
    return StoredSession(login: login, host: new.host, proof: new.proof, now: now)
  }

  public func session(of digest: TokenDigest) -> Outcome<StoredSession?> {
    guard let kept = sessions.first(where: { $0.digest == digest }),
      let login = logins(of: sessions).first(where: { $0.id == kept.login.id })
    else { return Outcome(nil) }
    return Outcome(
      StoredSession(login: login, host: kept.host, proof: kept.proof, now: time(nil)))
  }

  public func browserLogins(_ chosen: ChosenLogins) -> ListedLogins {
    ListedLogins(logins(of: sessions).filter(chosen.contain), now: time(nil))
  }

  public func endLogins(_ chosen: ChosenLogins) -> Outcome<[BrowserLogin]> {
    let ended = logins(of: sessions).filter(chosen.contain)
    sessions.removeAll { chosen.contain($0.login) }
    return Outcome(ended.filter { $0.ends > time(nil) })
  }

  public func endSoon(_ logins: [BrowserLogin]) { _ = endLogins(.ids(Set(logins.map(\.id)))) }

  /// The logins of sessions with their hosts, the oldest first.
  private func logins(of sessions: [KeptSession]) -> [BrowserLogin] {
    sessions.reduce(into: []) { logins, session in
      let place = logins.firstIndex { $0.id == session.login.id }
      if place == nil { logins.append(session.login) }
      let index = place ?? logins.count - 1
      if !logins[index].hosts.contains(session.host) { logins[index].hosts.append(session.host) }
    }
  }

  /// The fields whose change ends the logins of an account.
  private static let fieldsThatEndLogins: [Field] = [
    .email, .username, .password, .disabled, .validFrom, .validUntil, .invitedUntil,
  ]

  /// Ends the logins of accounts that have gone or come since, or have another password, state, day
  /// or name, or another key that closes them.
  func endLogins(since before: [Row]) -> [Notice] {
    var names: Set<AccountName> = []
    func add(_ row: Row) { for id in row.values.nameKeys { names.insert(AccountName(id.key)) } }
    for old in before {
      let new = rows.first { $0.number == old.number }
      let isSame = new.map { new in
        Self.fieldsThatEndLogins.allSatisfy { old.values[$0] == new.values[$0] }
          && old.unknownKeys == new.unknownKeys
      }
      if isSame != true { [old, new].compactMap(\.self).forEach(add) }
    }
    for new in rows where !before.contains(where: { $0.number == new.number }) { add(new) }
    let ended = endLogins(.names(names)).value
    let counts = Dictionary(grouping: ended, by: \.account).mapValues(\.count)
    return counts.isEmpty ? [] : [.loginsEnded(counts)]
  }
}

extension MemoryStore.Row {
  /// The keys that close it.
  fileprivate var unknownKeys: [JSONLiteral.Member] {
    ownKeys.filter { KeyMeaning($0.key, $0.value) != nil }
  }
}
