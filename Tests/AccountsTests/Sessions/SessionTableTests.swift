import Testing

@testable import Accounts

@Suite("The sessions in browsers in memory") final class SessionTableTests {
  private var table = SessionTable()

  private func new(
    _ account: String = "ada", at host: String = "wiki", token: SessionToken = SessionToken(),
    seconds: Int = 1_000
  ) -> NewSession {
    NewSession(
      of: .new(account: account, browser: "", isKept: false, seconds: seconds), at: host, token,
      account: account, password: "x")
  }

  private func more(
    of login: BrowserLogin, at host: String, token: SessionToken = SessionToken()
  ) -> NewSession {
    NewSession(of: .known(login), at: host, token, account: "ada", password: "x")
  }

  /// Begins a session as a store does; returns it, and whether others ended by it.
  @discardableResult
  private func begin(
    _ new: NewSession, at now: Int = 0
  ) throws -> (login: BrowserLogin, isRewritten: Bool) {
    let begun = try #require(try table.beginning(new, at: now))
    if !begun.leaving.isEmpty { table.remove(begun.leaving) }
    let isAdded = table.add(begun.session)
    #expect(isAdded)
    return (begun.session.login, !begun.leaving.isEmpty)
  }

  @Test("keep those of tabs that come at once; older ones of the login at the host count no more")
  func tabs() throws {
    let first = SessionToken()
    let login = try begin(new(at: "page")).login
    try begin(more(of: login, at: "wiki", token: first), at: 100)
    for second in 101..<110 {
      #expect(try !begin(more(of: login, at: "wiki"), at: second).isRewritten)
    }
    #expect(table.count == 11)
    let notes = SessionToken()
    try begin(more(of: login, at: "notes", token: notes), at: 110)
    #expect(try !begin(more(of: login, at: "wiki"), at: 161).isRewritten)
    #expect(table.place(of: first.digest) == nil)
    // The sessions of the last minute, of the page and of other hosts stay.
    #expect(table.count == 11)
    #expect(table.place(of: notes.digest) != nil)
  }

  @Test("are at most 65 of a login: the oldest at the host goes, else at another, never the page's")
  func mostSessions() throws {
    let (page, first, last) = (SessionToken(), SessionToken(), SessionToken())
    let login = try begin(new(at: "page", token: page)).login
    try begin(more(of: login, at: "h1", token: first))
    for index in 2...63 { try begin(more(of: login, at: "h\(index)")) }
    #expect(try !begin(more(of: login, at: "h64", token: last)).isRewritten)
    #expect(try !begin(more(of: login, at: "h64")).isRewritten)
    #expect(table.place(of: last.digest) == nil)
    for _ in 0..<70 { try begin(more(of: login, at: "h64")) }
    #expect(table.login(login.id)?.hosts == ["page"] + (1...64).map { "h\($0)" })
    #expect(table.place(of: first.digest) != nil)
    #expect(try !begin(more(of: login, at: "h65")).isRewritten)
    #expect(table.place(of: first.digest) == nil)
    #expect(table.place(of: page.digest) != nil)
    #expect(table.count == 65)
  }

  @Test("are the same to whoever reads all lines, or those of a file that was written anew since")
  func superseded() throws {
    var (lines, tokens): ([SessionRecord], [SessionToken]) = ([], [])
    func add(_ new: NewSession, _ token: SessionToken, at now: Int) throws -> BrowserLogin {
      let login = try begin(new, at: now).login
      tokens.append(token)
      lines.append(table[try #require(table.place(of: token.digest))])
      return login
    }
    var (logins, hidden, seed): ([BrowserLogin], Int, UInt64) = ([], 0, 1)
    func random(_ most: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % most
    }
    for number in 0..<900 {
      // Many at once at few hosts, then fewer, at many.
      let (now, token) = (number * (number < 450 ? 1 : 20), SessionToken())
      guard number % 300 > 0 else {
        logins.append(try add(new("a\(number)", token: token, seconds: 90_000), token, at: now))
        continue
      }
      let login = logins[random(logins.count)]
      let host = "h\(random(number < 450 ? 3 : 90))"
      _ = try add(more(of: login, at: host, token: token), token, at: now)
      guard number % 90 == 65 else { continue }
      var anew = SessionTable()
      for line in lines {
        let isAdded = anew.add(line)
        #expect(isAdded)
      }
      for token in tokens {
        #expect((anew.place(of: token.digest) == nil) == (table.place(of: token.digest) == nil))
      }
      #expect(anew.count == table.count)
      #expect(Set(anew.logins(.all)) == Set(table.logins(.all)))
      // Of a file that is written anew: the lines that count, as they are.
      guard number % 180 == 65 else { continue }
      let leaving = table.none
      let rest = lines.indices.filter { !leaving.contains($0) }.map { lines[$0] }
      hidden += lines.count - rest.count
      lines = rest
      table.remove(leaving)
      #expect(table.count == lines.count && lines.indices.allSatisfy { table[$0] == lines[$0] })
    }
    #expect(hidden > 300 && table.logins(.all).contains { $0.hosts.count > 60 })
  }

  @Test("do not begin of a login that is not there or over, or has other times than were proved")
  func unknown() throws {
    let login = try begin(new(seconds: 10)).login
    func other(_ begun: Int = 0, ends: Int = 10, isKept: Bool = false) -> BrowserLogin {
      BrowserLogin(
        id: login.id, account: "ada", begun: begun, ends: ends, isKept: isKept, browser: "",
        hosts: ["wiki"])
    }
    let none = BrowserLogin(
      id: BrowserLogin.ID(), account: "ada", begun: 0, ends: 10, isKept: false, browser: "")
    for wrong in [none, other(1), other(ends: 9), other(isKept: true)] {
      #expect(try table.beginning(more(of: wrong, at: "notes"), at: 9) == nil)
    }
    #expect(try table.beginning(more(of: other(), at: "notes"), at: 9) != nil)
    #expect(try table.beginning(more(of: login, at: "notes"), at: 10) == nil)
    #expect(try table.beginning(more(of: login, at: "notes"), at: 9) != nil)
  }

  /// Begins a login of an account with sessions at several hosts.
  @discardableResult
  private func begin(_ account: String, _ count: Int, at now: Int = 0) throws -> BrowserLogin.ID {
    let login = try begin(new(account, at: "h0"), at: now).login
    for index in 1..<count { try begin(more(of: login, at: "h\(index)"), at: now) }
    return login.id
  }

  @Test("are at most 50,000, and have room again once some are over")
  func full() throws {
    #expect(table.most == 50_000)
    table = SessionTable(most: 4)
    try begin(new("a", seconds: 10))
    for account in ["b", "c", "d"] { try begin(new(account)) }
    #expect(throws: AccountsError.tooManySessions(most: 4)) { try table.beginning(new(), at: 9) }
    #expect(try begin(new(), at: 10).isRewritten)
    #expect(table.logins(.all).map(\.account) == ["b", "c", "d", "ada"])
    #expect(throws: AccountsError.tooManySessions(most: 4)) { try table.beginning(new(), at: 11) }
  }

  @Test("cost the account with the most its oldest login where all are taken, and nobody else")
  func greedy() throws {
    table = SessionTable(most: 12)
    let others = [try begin("ada", 2), try begin("bob", 1), try begin("carol", 1)]
    let greedy = [try begin("Mallory", 4, at: 2), try begin("mallory", 4, at: 1)]
    #expect(table.count == 12)
    try begin(new("dan"), at: 3)
    #expect(table.login(greedy[1]) == nil)
    #expect(table.count == 9)
    // The account with the most logins makes room for itself, too, and keeps the login that goes
    // on.
    let last = try begin("mallory", 3, at: 4)
    #expect(table.count == 12)
    try begin(more(of: try #require(table.login(last)), at: "h9"), at: 5)
    #expect(table.login(greedy[0]) == nil)
    #expect(table.login(last)?.hosts.count == 4)
    for other in others { #expect(table.login(other) != nil) }
  }

  @Test("are refused where all are taken and no account has more than an equal share")
  func equal() throws {
    table = SessionTable(most: 6)
    for account in ["ada", "bob", "carol"] { try begin(account, 2) }
    #expect(throws: AccountsError.tooManySessions(most: 6)) {
      try table.beginning(new("dan"), at: 1)
    }
    let own = try #require(table.logins(.names([AccountName("ada")])).first)
    #expect(throws: AccountsError.tooManySessions(most: 6)) {
      try table.beginning(more(of: own, at: "x"), at: 1)
    }
    #expect(table.count == 6)
  }

  @Test("are found as before once others have ended, in the order in which they began")
  func removed() throws {
    var tokens: [SessionToken] = []
    var logins: [BrowserLogin.ID] = []
    for index in 0..<12 {
      tokens += [SessionToken(), SessionToken()]
      let login = try begin(new("a\(index % 4)", token: tokens[2 * index]), at: index).login
      try begin(more(of: login, at: "n", token: tokens[2 * index + 1]), at: index)
      logins.append(login.id)
    }
    for round in 0..<3 {
      let gone = Set(logins.indices.filter { $0 % 3 == round })
      var leaving = table.none
      let ended = table.add(.ids(Set(gone.map { logins[$0] })), to: &leaving)
      #expect(ended.map(\.begun) == gone.sorted())
      // Nobody ends twice.
      #expect(table.add(.ids(Set(gone.map { logins[$0] })), to: &leaving).isEmpty)
      table.remove(leaving)
      for index in logins.indices {
        let isThere = index % 3 > round
        #expect(table.login(logins[index])?.hosts == (isThere ? ["wiki", "n"] : nil))
        for token in tokens[2 * index...2 * index + 1] {
          let place = table.place(of: token.digest)
          #expect((place != nil) == isThere)
          if let place { #expect(table[place].login.id == logins[index]) }
        }
      }
      #expect(table.logins(.all).map(\.begun) == logins.indices.filter { $0 % 3 > round })
    }
  }

  @Test("take no session twice, and none that says something else of its login")
  func odd() throws {
    let token = SessionToken()
    let login = try begin(new(token: token)).login
    func record(_ login: BrowserLogin, _ token: SessionToken) -> SessionRecord {
      SessionRecord(login: login, host: "x", made: 0, digest: token.digest, proof: token.digest)
    }
    let isTwice = table.add(record(login, token))
    #expect(!isTwice)
    let other = BrowserLogin(
      id: login.id, account: login.account, begun: 0, ends: 9_999, isKept: false, browser: "")
    let isOther = table.add(record(other, SessionToken()))
    #expect(!isOther)
    let isAdded = table.add(record(login, SessionToken()))
    #expect(isAdded)
  }
}
