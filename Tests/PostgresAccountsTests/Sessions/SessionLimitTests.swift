import AccountsSupport
import Dispatch
import PostgresServer
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts

@Suite(
  "How long and how many, of logins in browsers in a database",
  .needsPostgres, .takesPlace, .patient)
struct SessionLimitTests {
  @Test("goes by the server's clock, and what is over goes at a beginning")
  func clock() async throws {
    let browsers = try await Browsers()
    let (server, registry) = (browsers.database.server, browsers.registry)
    let begun = try await registry.begin(Browsers.ada)
    let kept = try await registry.begin(Browsers.ada, keeps: true)
    #expect(begun.maxAge == nil && kept.maxAge == 30 * 86_400)
    func shift(_ time: String) throws {
      try server.psql(
        "UPDATE session SET begun = begun + '\(time)', ends = ends + '\(time)', made = made + '\(time)'"
      )
    }
    try shift("-23:59")
    #expect(try await registry.isIn(begun))
    try shift("-00:01")
    #expect(try await !registry.isIn(begun))
    #expect(try await registry.isIn(kept))
    #expect(try await registry.logins().map(\.id) == [kept.login.id])
    #expect(try browsers.count == 2)
    // A login that lies ahead is refused until then, and has not ended.
    try shift("2 days")
    #expect(try await !registry.isIn(kept))
    try shift("-2 days")
    #expect(try await registry.isIn(kept))
    _ = try await registry.begin(Browsers.bob)
    #expect(
      try server.psql("SELECT count(*), count(*) FILTER (WHERE ends < now()) FROM session")
        == ["2|0"])
  }

  @Test("lets a new session end older ones of its login at its host, once they are a minute old")
  func tabs() async throws {
    let browsers = try await Browsers()
    let registry = browsers.registry
    let begun = try await registry.begin(Browsers.ada)
    func came() async throws -> BegunSession {
      try #require(try await registry.beginSession(of: begun.proved, at: "wiki"))
    }
    let (old, young) = (try await came(), try await came())
    try browsers.database.server.psql(
      """
      UPDATE session SET made = made - interval '1 minute'
      WHERE digest = '\(old.token.digest.text)' OR host = 'page'
      """)
    let new = try await came()
    #expect(try await !registry.isIn(old, at: "wiki"))
    for begun in [young, new] { #expect(try await registry.isIn(begun, at: "wiki")) }
    #expect(try await registry.isIn(begun))
  }

  /// Adds sessions of people, or of one person, each with a login of its own, the first the oldest.
  private func fill(_ browsers: Browsers, _ count: Int, of key: String) throws {
    try browsers.database.server.psql(
      """
      INSERT INTO session SELECT 'd' || n, 'p', 'l' || n, \(key), \(key), '', false,
        now() - interval '1 hour' + n * interval '1 ms', now() + interval '1 day', 'page', now()
      FROM generate_series(1, \(count)) n
      """)
  }

  @Test("lets the account with the most lose its oldest login where all sessions are taken")
  func share() async throws {
    let browsers = try await Browsers()
    let registry = browsers.registry
    try fill(browsers, 49_999, of: "CASE WHEN n % 3 = 0 THEN 'x@b.co' ELSE 'y@b.co' END")
    let (first, second) = (
      try await registry.begin(Browsers.ada), try await registry.begin(Browsers.ada)
    )
    #expect(try browsers.count == 50_000)
    let gone =
      "SELECT n FROM generate_series(1, 6) n WHERE NOT EXISTS (SELECT FROM session WHERE login = 'l' || n)"
    #expect(try browsers.database.server.psql(gone) == ["1"])
    // A login that goes on at another host is as good a reason.
    _ = try #require(try await registry.beginSession(of: first.proved, at: "wiki"))
    #expect(try browsers.database.server.psql(gone) == ["1", "2"])
    for begun in [first, second] { #expect(try await registry.isIn(begun)) }
  }

  @Test("has room for fifty thousand sessions in all, also where several come at once")
  func room() async throws {
    let browsers = try await Browsers()
    let registry = browsers.registry
    // Nobody has more than others.
    try fill(browsers, 49_996, of: "'x' || n || '@b.co'")
    // Each process has a connection of its own.
    let others = (0..<8).map { _ in browsers.registry }
    let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
      for (index, other) in others.enumerated() {
        group.addTask {
          do {
            _ = try await other.begin(index % 2 == 0 ? Browsers.ada : Browsers.bob)
            return true
          } catch AccountsError.tooManySessions(most: 50_000) {
            return false
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    // The account with two more than the other loses one to it, so the order decides.
    #expect((4...6).contains(begun))
    #expect(try browsers.count == 50_000)
    // Nothing ended for one that found no room.
    await #expect(throws: AccountsError.tooManySessions(most: 50_000)) {
      try await registry.begin(Browsers.ada)
    }
    #expect(try browsers.count == 50_000)
    try browsers.database.server.psql("UPDATE session SET ends = now() WHERE digest < 'd2'")
    let last = try await registry.begin(Browsers.ada)
    #expect(try await registry.isIn(last))
    #expect(try browsers.count < 50_000)
  }

  @Test("is kept where several begin at once: fifty logins of an account")
  func logins() async throws {
    let browsers = try await Browsers()
    let stores = (0..<4).map { _ in browsers.registry }
    let account = try #require(try await stores[0].account(Browsers.ada).account)
    try await withThrowingTaskGroup { group in
      for store in stores {
        group.addTask {
          for _ in 0..<15 {
            _ = try await store.beginLogin(
              of: account, typed: nil, at: "page", in: "", keeps: false)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try browsers.count == 50)
  }

  @Test("begins once, wherever the connection is lost, and what was answered is there")
  func lost() async throws {
    let database = try await PreparedDatabase()
    let server = database.database.server
    let twice = try LostConnectionTests.twice(server)
    let known = try server.psql("SELECT id FROM account WHERE key = 'b@b.co'")
    for number in 1... {
      let calls = LostConnectionTests.Calls()
      let libpq = calls.libpq(number) { try database.endOthers() }
      let store = PostgresStore(twice, today: { .ofTests }, libpq: libpq)
      let token = SessionToken()
      let password = "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"
      let begun = try await store.begin(
        NewSession(
          of: .new(account: "b@b.co", browser: "", isKept: false, seconds: 60), at: "page", token,
          account: "b@b.co", id: known.first.flatMap { AccountID($0) }, password: password))
      #expect(begun?.login.account == "b@b.co", "call \(number)")
      #expect(
        try server.psql("SELECT login FROM session WHERE digest = '\(token.digest.text)'")
          == ["\(try #require(begun).login.id)"], "call \(number)")
      // An end is asked once: if its answer is lost, that is said.
      let end = await fault {
        let ended = try await store.endLogins(.ids([try #require(begun).login.id]))
        #expect(ended.count == 1, "call \(number)")
      }
      if let end {
        #expect(end.reason as? PostgresFault == .mayHaveSaved, "call \(number)")
        try server.psql("DELETE FROM session")
      }
      #expect(try server.psql("SELECT FROM session").isEmpty, "call \(number)")
      guard calls.count.withLock({ $0 }) >= number else { break }
    }
  }

  @Test("refuses in its process at once what it could not end, and says so once")
  func away() async throws {
    let server = try await blocking { try PostgresServer.start() }
    let browsers = try await Browsers(on: server)
    let store = PostgresStore(browsers.database.address, today: { .ofTests }, patience: 60)
    let begun = try await browsers.registry.begin(Browsers.ada)
    let isAway = Atomic(false)
    try await StillTime { _, _ in isAway.load(ordering: .relaxed) }.holding {
      #expect(try await store.session(of: begun.token.digest).value != nil)
      try await blocking { try server.stop() }
      isAway.store(true, ordering: .relaxed)
      await #expect(throws: AccountsError.self) {
        try await store.endLogins(.ids([begun.login.id]))
      }
      await #expect(throws: AccountsError.self) { try await store.session(of: begun.token.digest) }
      isAway.store(false, ordering: .relaxed)
      try await blocking { try server.start() }
      #expect(try await store.session(of: begun.token.digest).value == nil)
      #expect(try await comesTrue { try browsers.count == 0 })
      #expect(try await store.browserLogins(.all).logins.isEmpty)
    }
  }

  @Test("refuses in its process also what reads a login while its end is written")
  func meanwhile() async throws {
    let browsers = try await Browsers()
    let begun = try await browsers.registry.begin(Browsers.ada)
    let login = begun.login.id
    let isRead = Atomic(false)
    let isWritten = DispatchSemaphore(value: 0)
    // The answer that has the login is on its way until the end is written.
    let proxy = try Proxy(before: browsers.database.server.server) { piece in
      if !piece.isRequest, piece.holds(login.description),
        !isRead.exchange(true, ordering: .relaxed)
      {
        isWritten.wait()
      }
      return .pass
    }
    defer { isWritten.signal() }
    let store = PostgresStore(
      try DatabaseAddress(proxy.address(of: browsers.database.server)), today: { .ofTests },
      patience: 20)
    // Who reads does not wait for this lock.
    let holder = try Connection(browsers.database.address, Libpq())
    try holder.begin("")
    try holder.run("LOCK TABLE public.session IN SHARE MODE")
    let locked = await fault { _ = try await store.endLogins(.ids([login])) }
    #expect(locked?.reason as? PostgresFault == .locked)
    async let read = store.session(of: begun.token.digest)
    try await waits(for: "the answer of the server") { isRead.load(ordering: .relaxed) }
    try holder.run("ROLLBACK")
    _ = try await store.endLogins(.ids([login]))
    isWritten.signal()
    #expect(try await read.value == nil)
  }
}
