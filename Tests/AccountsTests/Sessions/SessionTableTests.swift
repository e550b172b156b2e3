import Testing

@testable import Accounts

@Suite("The sessions in browsers in memory") final class SessionTableTests {
  private var table = SessionTable()

  private func new(
    _ account: String = "ada", at host: String = "wiki", token: SessionToken = SessionToken(),
    seconds: Int = 1_000, replacing old: [SessionToken] = []
  ) -> NewSession {
    NewSession(
      of: .new(account: account, browser: "", isKept: false, seconds: seconds), at: host, token,
      account: account, password: "x", replacing: old.map(\.digest))
  }

  private func more(
    of login: BrowserLogin.ID, at host: String, token: SessionToken = SessionToken()
  ) -> NewSession {
    NewSession(of: .known(login), at: host, token, account: "ada", password: "x")
  }

  /// Begins a session as a store does; returns it, and whether others ended by it.
  @discardableResult
  private func begin(
    _ new: NewSession, at now: Int = 0
  ) throws -> (login: BrowserLogin, isRewritten: Bool) {
    let begun = try #require(try table.beginning(new, at: now))
    let isAdded = begun.rest != nil || table.add(begun.session)
    #expect(isAdded)
    if let rest = begun.rest { table = rest }
    return (begun.session.login, begun.rest != nil)
  }

  @Test("find a session by its digest, with its login, and list a login with its hosts")
  func found() throws {
    let (token, other) = (SessionToken(), SessionToken())
    let login = try begin(new(token: token)).login
    #expect(try !begin(more(of: login.id, at: "notes", token: other), at: 5).isRewritten)
    let place = try #require(table.place(of: other.digest))
    #expect(table[place].login.id == login.id)
    #expect(table[place].host == "notes")
    #expect(table[place].made == 5)
    #expect(table.place(of: SessionToken().digest) == nil)
    #expect(table.logins(.all).map(\.hosts) == [["wiki", "notes"]])
    #expect(table.login(login.id)?.hosts == ["wiki", "notes"])
  }

  @Test("keep the sessions of tabs that come at once, and end older ones of the login at the host")
  func tabs() throws {
    let first = SessionToken()
    let login = try begin(new(at: "page")).login
    try begin(more(of: login.id, at: "wiki", token: first), at: 100)
    for second in 101..<110 {
      #expect(try !begin(more(of: login.id, at: "wiki"), at: second).isRewritten)
    }
    #expect(table.count == 11)
    let notes = SessionToken()
    try begin(more(of: login.id, at: "notes", token: notes), at: 110)
    #expect(try begin(more(of: login.id, at: "wiki"), at: 161).isRewritten)
    #expect(table.place(of: first.digest) == nil)
    // The sessions of the last minute, of the page and of other hosts stay.
    #expect(table.count == 11)
    #expect(table.place(of: notes.digest) != nil)
  }

  @Test("are at most 65 of a login: the oldest at the host goes, else at another, never the page's")
  func mostSessions() throws {
    let (page, first, last) = (SessionToken(), SessionToken(), SessionToken())
    let login = try begin(new(at: "page", token: page)).login
    try begin(more(of: login.id, at: "h1", token: first))
    for index in 2...63 { try begin(more(of: login.id, at: "h\(index)")) }
    #expect(try !begin(more(of: login.id, at: "h64", token: last)).isRewritten)
    #expect(try begin(more(of: login.id, at: "h64")).isRewritten)
    #expect(table.place(of: last.digest) == nil)
    for _ in 0..<70 { try begin(more(of: login.id, at: "h64")) }
    #expect(table.login(login.id)?.hosts == ["page"] + (1...64).map { "h\($0)" })
    #expect(table.place(of: first.digest) != nil)
    #expect(try begin(more(of: login.id, at: "h65")).isRewritten)
    #expect(table.place(of: first.digest) == nil)
    #expect(table.place(of: page.digest) != nil)
    #expect(table.count == 65)
  }

  @Test("are of at most 50 logins of an account, in any case of its name: the oldest ends")
  func mostLogins() throws {
    var logins: [BrowserLogin.ID] = []
    for index in 0..<50 {
      logins.append(try begin(new(index.isMultiple(of: 2) ? "ada" : "Ada"), at: index).login.id)
    }
    let bob = try begin(new("bob"), at: 0).login.id
    #expect(try begin(new(), at: 60).isRewritten)
    #expect(table.login(logins[0]) == nil)
    #expect(table.login(logins[1]) != nil && table.login(bob) != nil)
    #expect(table.logins(.all).count { $0.account.lowercased() == "ada" } == 50)
  }

  @Test("begin with the end of the logins that the browser had")
  func replacing() throws {
    let (old, other) = (SessionToken(), SessionToken())
    let login = try begin(new("bob", token: old)).login
    try begin(more(of: login.id, at: "notes"))
    try begin(new("eve", token: other))
    #expect(try begin(new("ada", replacing: [old, SessionToken(), other])).isRewritten)
    #expect(table.logins(.all).map(\.account) == ["ada"])
    #expect(try !begin(new("ada", replacing: [SessionToken()])).isRewritten)
  }

  @Test("do not begin of a login that is not there or over")
  func unknown() throws {
    #expect(try table.beginning(more(of: BrowserLogin.ID(), at: "wiki"), at: 0) == nil)
    let login = try begin(new(seconds: 10)).login
    #expect(try table.beginning(more(of: login.id, at: "notes"), at: 10) == nil)
    #expect(try table.beginning(more(of: login.id, at: "notes"), at: 9) != nil)
  }

  @Test("have room again once some are over")
  func full() throws {
    let most = SessionLimits.mostOfAll
    for index in 0..<most {
      let login = BrowserLogin(
        id: BrowserLogin.ID(), account: "a\(index)", begun: 0, ends: index == 0 ? 10 : 100,
        isKept: false, browser: "")
      let digest = TokenDigest(checked: UInt64(index).bigEndianBytes)
      let isAdded = table.add(
        SessionRecord(login: login, host: "wiki", made: 0, digest: digest, proof: digest))
      #expect(isAdded)
      guard isAdded else { return }
    }
    #expect(throws: AccountsError.tooManySessions(most: most)) {
      try table.beginning(new(), at: 9)
    }
    #expect(try begin(new(), at: 10).isRewritten)
    #expect(table.count == most)
  }

  @Test("end by identity, by name in any case, and all together")
  func ends() throws {
    let ada = try begin(new("ada")).login
    try begin(more(of: ada.id, at: "notes"))
    try begin(new("Bob"))
    #expect(table.ending(.names([AccountName("carol")])) == nil)
    #expect(table.ending(.ids([BrowserLogin.ID()])) == nil)
    let bobs = try #require(table.ending(.names([AccountName("bob")])))
    #expect(bobs.ended.map(\.account) == ["Bob"] && bobs.table.count == 2)
    let adas = try #require(table.ending(.ids([ada.id])))
    #expect(adas.ended.map(\.hosts) == [["wiki", "notes"]] && adas.table.count == 1)
    #expect(try #require(table.ending(.all)).table.isEmpty)
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
