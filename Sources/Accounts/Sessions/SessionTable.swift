/// A session in a browser with its login, as a store of sessions writes it.
package struct SessionRecord: Sendable, Hashable {
  /// Its login, without hosts.
  package let login: BrowserLogin
  package let host: String
  /// When it began, in seconds since 1970.
  package let made: Int
  package let digest: TokenDigest
  package let proof: TokenDigest

  package init(
    login: BrowserLogin, host: String, made: Int, digest: TokenDigest, proof: TokenDigest
  ) {
    (self.login, self.host, self.made) = (login, host, made)
    (self.digest, self.proof) = (digest, proof)
  }
}

/// All sessions in browsers in memory, in the order in which they began. 50,000 take some 17 MB.
package struct SessionTable: Sendable {
  private struct Row: Sendable {
    let digest: TokenDigest
    let proof: TokenDigest
    let made: Int
    let login: Int32
    let host: Int32
    /// The row before it of the same login; -1 if there is none.
    var earlier: Int32 = -1
  }

  private struct Login: Sendable {
    let id: BrowserLogin.ID
    let account: String
    let begun: Int
    let ends: Int
    let browser: Int32
    let isKept: Bool
  }

  private var rows: [Row] = []
  private var logins: [Login] = []
  /// The last row of each login.
  private var lastRows: [Int32] = []
  private var hosts = Words()
  private var browsers = Words()
  private var placesOfLogins: [BrowserLogin.ID: Int32] = [:]
  /// The rows by the beginnings of their digests.
  private var placesOfDigests: [UInt64: Int32] = [:]

  package init() {}

  /// The sessions of other ones that are kept.
  private init(_ other: SessionTable, keeping isKept: (Int) -> Bool) {
    for index in other.rows.indices where isKept(index) { _ = add(other[index]) }
  }

  package var count: Int { rows.count }
  package var isEmpty: Bool { rows.isEmpty }

  package subscript(index: Int) -> SessionRecord {
    let row = rows[index]
    return SessionRecord(
      login: bare(Int(row.login)), host: hosts[row.host], made: row.made, digest: row.digest,
      proof: row.proof)
  }

  /// Adds a session; returns false if its digest is there already, or if its login is there and is
  /// another one.
  package mutating func add(_ session: SessionRecord) -> Bool {
    guard placesOfDigests[session.digest.beginning] == nil else { return false }
    var new = session.login
    new.hosts = []
    let login: Int32
    if let known = placesOfLogins[new.id] {
      guard bare(Int(known)) == new else { return false }
      login = known
    } else {
      login = Int32(logins.count)
      logins.append(
        Login(
          id: new.id, account: new.account, begun: new.begun, ends: new.ends,
          browser: browsers.place(adding: new.browser), isKept: new.isKept))
      lastRows.append(-1)
      placesOfLogins[new.id] = login
    }
    let host = hosts.place(adding: session.host)
    placesOfDigests[session.digest.beginning] = Int32(rows.count)
    rows.append(
      Row(
        digest: session.digest, proof: session.proof, made: session.made, login: login, host: host,
        earlier: lastRows[Int(login)]))
    lastRows[Int(login)] = Int32(rows.count - 1)
    return true
  }

  /// The place of the session with a digest; nil if there is none.
  package func place(of digest: TokenDigest) -> Int? {
    guard let place = placesOfDigests[digest.beginning], rows[Int(place)].digest == digest else {
      return nil
    }
    return Int(place)
  }

  /// The login with its hosts; nil if there is none.
  package func login(_ id: BrowserLogin.ID) -> BrowserLogin? {
    placesOfLogins[id].map { login(at: Int($0)) }
  }

  /// The login without its hosts.
  private func bare(_ place: Int) -> BrowserLogin {
    let login = logins[place]
    return BrowserLogin(
      id: login.id, account: login.account, begun: login.begun, ends: login.ends,
      isKept: login.isKept, browser: browsers[login.browser])
  }

  private func login(at place: Int) -> BrowserLogin {
    var login = bare(place)
    for row in rows(of: place) {
      let host = hosts[rows[row].host]
      if !login.hosts.contains(host) { login.hosts.append(host) }
    }
    return login
  }

  /// The rows of a login, the oldest first.
  private func rows(of place: Int) -> [Int] {
    var (found, row) = ([Int](), Int(lastRows[place]))
    while row >= 0 {
      found.append(row)
      row = Int(rows[row].earlier)
    }
    return found.reversed()
  }

  /// Some logins with their hosts, in the order in which they were added.
  package func logins(_ chosen: ChosenLogins) -> [BrowserLogin] {
    if case .ids(let ids) = chosen { return ids.compactMap(login) }
    return logins.indices.filter { chosen.contain(bare($0)) }.map(login)
  }

  /// The names of the accounts with logins.
  package var accounts: Set<AccountName> { Set(logins.map { AccountName($0.account) }) }

  /// The number of sessions that are not over.
  package func countAlive(at now: Int) -> Int {
    rows.count { logins[Int($0.login)].ends > now }
  }

  /// The sessions without those that are over.
  package func alive(at now: Int) -> SessionTable {
    SessionTable(self) { logins[Int(rows[$0].login)].ends > now }
  }
}

extension SessionTable {
  /// The sessions without those of logins that end, and these logins; nil if there are none.
  package func ending(_ ended: ChosenLogins) -> (table: SessionTable, ended: [BrowserLogin])? {
    let gone = logins.indices.map { ended.contain(bare($0)) }
    guard gone.contains(true) else { return nil }
    return (
      SessionTable(self) { !gone[Int(rows[$0].login)] },
      logins.indices.filter { gone[$0] }.map(login)
    )
  }

  /// A session that begins.
  package struct Beginning: Sendable {
    package let session: SessionRecord
    /// The sessions that stay, with the new one, if others end; nil if it is only added.
    package let rest: SessionTable?
  }

  /// The beginning of a session, and what ends by it: the logins that it replaces, older
  /// sessions of its login at its host, and those that are too many. Nil if its login is not
  /// there. Throws `tooManySessions` without room.
  package func beginning(
    _ new: NewSession, at now: Int
  ) throws(AccountsError) -> Beginning? {
    var gone: Set<Int32> = []
    var goneRows: Set<Int> = []
    for replaced in new.replacing.compactMap(place) { gone.insert(rows[replaced].login) }
    let login: BrowserLogin
    switch new.login {
    case .new(let account, let browser, let isKept, let seconds):
      login = BrowserLogin(
        id: BrowserLogin.ID(), account: account, begun: now, ends: now + max(0, seconds),
        isKept: isKept, browser: browser)
      let name = AccountName(account)
      let own = logins.indices.filter { index in
        !gone.contains(Int32(index)) && logins[index].ends > now
          && AccountName(logins[index].account) == name
      }
      let oldest = own.sorted { (logins[$0].begun, $0) < (logins[$1].begun, $1) }
      gone.formUnion(oldest.dropLast(SessionLimits.mostLogins - 1).map { Int32($0) })
    case .known(let id):
      guard let place = placesOfLogins[id], !gone.contains(place), logins[Int(place)].ends > now
      else { return nil }
      login = bare(Int(place))
      let host = hosts.place(of: new.host)
      let own = rows(of: Int(place))
      goneRows = Set(
        own.filter { rows[$0].host == host && rows[$0].made <= now - SessionLimits.timeOfTabs })
      let others = own.filter { !goneRows.contains($0) }
      // The login began at the page, which must not lose its own.
      let page = own.first.map { rows[$0].host }
      let leaving =
        others.filter { rows[$0].host == host }
        + others.filter { rows[$0].host != host && rows[$0].host != page }
      goneRows.formUnion(leaving.prefix(max(0, others.count + 1 - SessionLimits.mostSessions)))
    }
    let session = SessionRecord(
      login: login, host: new.host, made: now, digest: new.digest, proof: new.proof)
    let isFull = count >= SessionLimits.mostOfAll
    guard isFull || !gone.isEmpty || !goneRows.isEmpty else {
      return Beginning(session: session, rest: nil)
    }
    var rest = SessionTable(self) { index in
      let login = rows[index].login
      return logins[Int(login)].ends > now && !gone.contains(login) && !goneRows.contains(index)
    }
    guard rest.count < SessionLimits.mostOfAll else {
      throw .tooManySessions(most: SessionLimits.mostOfAll)
    }
    guard rest.add(session) else { return nil }
    return Beginning(session: session, rest: rest)
  }
}

/// Texts of which there are few, each kept once.
private struct Words: Sendable {
  private var texts: [String] = []
  private var places: [String: Int32] = [:]

  subscript(place: Int32) -> String { texts[Int(place)] }

  func place(of text: String) -> Int32? { places[text] }

  mutating func place(adding text: String) -> Int32 {
    if let place = places[text] { return place }
    let place = Int32(texts.count)
    texts.append(text)
    places[text] = place
    return place
  }
}
