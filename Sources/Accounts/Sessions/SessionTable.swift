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

/// All sessions in browsers in memory, in the order in which they began. 50,000 take some 18 MB.
///
/// A session that is added supersedes older ones of its login: those at its host, and the oldest if
/// the login has too many. No reader of their lines counts them any more, and nothing has to be
/// written for it. A login goes on as it is: only what ends it takes lines away.
package struct SessionTable: Sendable {
  private struct Row: Sendable {
    let digest: TokenDigest
    let proof: TokenDigest
    let made: Int
    var login: Int32
    let host: Int32
    /// The row before it of the same login; -1 if there is none.
    var earlier: Int32 = -1
    /// True once a newer one of its login has taken its place.
    var isSuperseded = false
  }

  private struct Login: Sendable {
    let id: BrowserLogin.ID
    let account: String
    let accountID: AccountID?
    let begun: Int
    let ends: Int
    let browser: Int32
    let isKept: Bool
  }

  private var rows: [Row] = []
  private var logins: [Login] = []
  private var lastRows: [Int32] = []
  private var hosts = Words()
  private var browsers = Words()
  private var placesOfLogins: [BrowserLogin.ID: Int32] = [:]
  /// The rows by the beginnings of their digests.
  private var placesOfDigests: [UInt64: Int32] = [:]
  /// How many rows are superseded.
  private var superseded = 0

  package let most: Int

  /// - Parameter most: the most sessions. Tests have fewer.
  package init(most: Int = SessionLimits.mostOfAll) { self.most = most }

  /// The number of sessions, without superseded ones.
  package var count: Int { rows.count - superseded }
  package var isEmpty: Bool { count == 0 }

  package subscript(index: Int) -> SessionRecord {
    let row = rows[index]
    return SessionRecord(
      login: bare(Int(row.login)), host: hosts[row.host], made: row.made, digest: row.digest,
      proof: row.proof)
  }

  /// Adds a session, which may supersede others; returns false if its digest is there already, or
  /// if its login is there and is another one.
  package mutating func add(_ session: SessionRecord) -> Bool {
    guard placesOfDigests[session.digest.beginning] == nil else { return false }
    let new = session.login.withoutHosts
    let login: Int32
    if let known = placesOfLogins[new.id] {
      guard bare(Int(known)) == new else { return false }
      login = known
    } else {
      login = Int32(logins.count)
      logins.append(
        Login(
          id: new.id, account: new.account, accountID: new.accountID, begun: new.begun,
          ends: new.ends, browser: browsers.place(adding: new.browser), isKept: new.isKept))
      lastRows.append(-1)
      placesOfLogins[new.id] = login
    }
    let host = hosts.place(adding: session.host)
    let old = older(of: Int(login), for: host, at: session.made)
    if !old.isEmpty { supersede(old, of: Int(login)) }
    placesOfDigests[session.digest.beginning] = Int32(rows.count)
    rows.append(
      Row(
        digest: session.digest, proof: session.proof, made: session.made, login: login, host: host,
        earlier: lastRows[Int(login)]))
    lastRows[Int(login)] = Int32(rows.count - 1)
    return true
  }

  /// The sessions of a login that one supersedes which begins at a host.
  private func older(of login: Int, for host: Int32?, at made: Int) -> [Int] {
    let own = rows(of: login)
    var old: [Int] = []
    var others: [Int] = []
    for row in own {
      let isOld = rows[row].host == host && rows[row].made <= made - SessionLimits.timeOfTabs
      if isOld { old.append(row) } else { others.append(row) }
    }
    let surplus = others.count + 1 - SessionLimits.mostSessions
    guard surplus > 0 else { return old }
    // The login began at the page, which must not lose its own.
    let page = own.first.map { rows[$0].host }
    let next =
      others.filter { rows[$0].host == host }
      + others.filter { rows[$0].host != host && rows[$0].host != page }
    return old + next.prefix(surplus)
  }

  private mutating func supersede(_ old: [Int], of login: Int) {
    let own = rows(of: login)
    lastRows[login] = -1
    for row in own {
      if old.contains(row) {
        rows[row].isSuperseded = true
        superseded += 1
      } else {
        rows[row].earlier = lastRows[login]
        lastRows[login] = Int32(row)
      }
    }
  }

  /// The place of the session with a digest; nil if there is none.
  package func place(of digest: TokenDigest) -> Int? {
    guard let place = placesOfDigests[digest.beginning].map({ Int($0) }),
      rows[place].digest == digest, !rows[place].isSuperseded
    else { return nil }
    return place
  }

  /// The login with its hosts; nil if there is none.
  package func login(_ id: BrowserLogin.ID) -> BrowserLogin? {
    placesOfLogins[id].map { login(at: Int($0)) }
  }

  /// The login without its hosts.
  private func bare(_ place: Int) -> BrowserLogin {
    let login = logins[place]
    return BrowserLogin(
      id: login.id, account: login.account, accountID: login.accountID, begun: login.begun,
      ends: login.ends, isKept: login.isKept, browser: browsers[login.browser])
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

  package var accounts: Set<AccountName> { Set(logins.map { AccountName($0.account) }) }

  /// The number of sessions that are neither over nor superseded.
  package func countAlive(at now: Int) -> Int {
    rows.count { !$0.isSuperseded && logins[Int($0.login)].ends > now }
  }
}

// MARK: Ends

extension SessionTable {
  /// Sessions that end, by their places in a table. Superseded ones leave with them, and are not
  /// counted.
  package struct Leaving: Sendable {
    private var flags: [Bool]
    package private(set) var count = 0

    fileprivate init(of table: SessionTable) { flags = table.rows.map { $0.isSuperseded } }

    package var isEmpty: Bool { count == 0 }

    package func contains(_ place: Int) -> Bool { flags.indices.contains(place) && flags[place] }

    fileprivate mutating func insert(_ place: Int) {
      count += flags[place] ? 0 : 1
      flags[place] = true
    }
  }

  /// No sessions.
  package var none: Leaving { Leaving(of: self) }

  package func addOver(at now: Int, to leaving: inout Leaving) {
    for index in rows.indices where logins[Int(rows[index].login)].ends <= now {
      leaving.insert(index)
    }
  }

  /// Adds those of logins that end; returns these logins, without those that end already.
  package func add(_ ended: ChosenLogins, to leaving: inout Leaving) -> [BrowserLogin] {
    let places =
      if case .ids(let ids) = ended {
        ids.compactMap { placesOfLogins[$0].map { Int($0) } }.sorted()
      } else {
        logins.indices.filter { ended.contain(bare($0)) }
      }
    return places.filter { !leaving.contains(Int(lastRows[$0])) }.map { place in
      add(login: place, to: &leaving)
      return login(at: place)
    }
  }

  private func add(login place: Int, to leaving: inout Leaving) {
    for row in rows(of: place) { leaving.insert(row) }
  }

  /// Removes sessions that end, superseded ones, and logins without any. All that is kept of the
  /// others stays.
  package mutating func remove(_ leaving: Leaving) {
    guard !leaving.isEmpty || superseded > 0 else { return }
    superseded = 0
    var stays = [Bool](repeating: false, count: logins.count)
    for index in rows.indices where !leaving.contains(index) {
      stays[Int(rows[index].login)] = true
    }
    var places = [Int32](repeating: -1, count: logins.count)
    var count = 0
    for place in logins.indices {
      let login = logins[place]
      guard stays[place] else {
        placesOfLogins[login.id] = nil
        continue
      }
      if place != count {
        logins[count] = login
        placesOfLogins[login.id] = Int32(count)
      }
      places[place] = Int32(count)
      lastRows[count] = -1
      count += 1
    }
    logins.removeLast(logins.count - count)
    lastRows.removeLast(lastRows.count - count)
    removeRows(leaving, places)
  }

  /// - Parameter places: the new places of the logins.
  private mutating func removeRows(_ leaving: Leaving, _ places: [Int32]) {
    var count = 0
    for index in rows.indices {
      var row = rows[index]
      guard !leaving.contains(index) else {
        placesOfDigests[row.digest.beginning] = nil
        continue
      }
      row.login = places[Int(row.login)]
      row.earlier = lastRows[Int(row.login)]
      lastRows[Int(row.login)] = Int32(count)
      if index != count { placesOfDigests[row.digest.beginning] = Int32(count) }
      rows[count] = row
      count += 1
    }
    rows.removeLast(rows.count - count)
  }
}

// MARK: Beginnings

extension SessionTable {
  /// A session that begins, and those that end by it.
  package struct Beginning: Sendable {
    package let session: SessionRecord
    package let leaving: Leaving
  }

  /// The beginning of a session, and what ends by it: the logins that it replaces, and those that
  /// are too many. Nil if its login is not there. Throws `tooManySessions` without room.
  package func beginning(
    _ new: NewSession, at now: Int
  ) throws(AccountsError) -> Beginning? {
    var leaving = none
    for replaced in new.replacing.compactMap(place) {
      add(login: Int(rows[replaced].login), to: &leaving)
    }
    let login: BrowserLogin
    var (known, older): (Int?, Int) = (nil, 0)
    switch new.login {
    case .new(let id, let account, let browser, let isKept, let seconds):
      login = BrowserLogin(
        id: id, account: account, accountID: new.accountID, begun: now,
        ends: now + max(0, seconds), isKept: isKept, browser: browser)
      addSurplusLogins(of: AccountName(account), at: now, to: &leaving)
    case .known(let proved):
      // Its session will cover the times that are there: they must be those that were proved.
      guard let place = placesOfLogins[proved.id].map({ Int($0) }), logins[place].ends > now,
        bare(place) == proved.withoutHosts, !leaving.contains(Int(lastRows[place]))
      else { return nil }
      (login, known) = (bare(place), place)
      older = self.older(of: place, for: hosts.place(of: new.host), at: now).count
    }
    let isFull = { (leaving: Leaving) in count - leaving.count - older >= most }
    // A file that is written anew loses the lines whose time is over.
    if !leaving.isEmpty || isFull(leaving) { addOver(at: now, to: &leaving) }
    if isFull(leaving) {
      guard let excess = excess(besides: known, AccountName(login.account), leaving) else {
        throw .tooManySessions(most: most)
      }
      add(login: excess, to: &leaving)
    }
    let session = SessionRecord(
      login: login, host: new.host, made: now, digest: new.digest,
      proof: new.proof.covering(login))
    return Beginning(session: session, leaving: leaving)
  }

  /// Adds the oldest logins of an account that has as many as it may have.
  private func addSurplusLogins(
    of account: AccountName, at now: Int, to leaving: inout Leaving
  ) {
    let own = logins.indices.filter { place in
      logins[place].ends > now && AccountName(logins[place].account) == account
        && !leaving.contains(Int(lastRows[place]))
    }
    let oldest = own.sorted { (logins[$0].begun, $0) < (logins[$1].begun, $1) }
    for place in oldest.dropLast(SessionLimits.mostLogins - 1) { add(login: place, to: &leaving) }
  }

  /// The login that ends if all sessions are taken: the oldest of the account that has the most, so
  /// that nobody keeps all others out. Nil if no account has more than an equal share.
  ///
  /// - Parameters:
  ///   - own: the login that gets a session, which stays.
  ///   - account: its account, which counts as an account with logins.
  private func excess(
    besides own: Int?, _ account: AccountName, _ leaving: Leaving
  ) -> Int? {
    var sizes = [Int](repeating: 0, count: logins.count)
    for index in rows.indices where !leaving.contains(index) { sizes[Int(rows[index].login)] += 1 }
    var holders: [AccountName: (sessions: Int, oldest: Int?)] = [account: (0, nil)]
    for place in logins.indices where sizes[place] > 0 {
      let name = AccountName(logins[place].account)
      var holder = holders[name] ?? (0, nil)
      holder.sessions += sizes[place]
      let isOlder = holder.oldest.map { logins[place].begun < logins[$0].begun } ?? true
      if place != own, isOlder { holder.oldest = place }
      holders[name] = holder
    }
    let share = (most + holders.count - 1) / holders.count
    let greedy = holders.values.filter { $0.sessions > share && $0.oldest != nil }
    return greedy.max { $0.sessions < $1.sessions }?.oldest
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
