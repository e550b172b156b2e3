import Accounts
import AccountsSupport
import PostgresProbe
import PostgresServer
import Synchronization
import Testing

@testable import PostgresAccounts

@Suite(
  "A login at a database",
  .needsPostgres, .takesPlace, .patient)
struct LoginStatementsTests {
  private func database() async throws -> TestDatabase {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    var values = FieldValues()
    (values.email, values.password) = ("ada@host.com", HashOfSecret1.sha512)
    try await database.plant([values])
    return database
  }

  private func request(_ password: String) -> LoginRequest {
    LoginRequest(email: "ada@host.com", password: PasswordEntry(password))
  }

  @Test("goes to the server and back three times: to find, to begin, and to count and record")
  func roundTrips() async throws {
    let database = try await database()
    let sent = Mutex(0)
    var libpq = Libpq()
    libpq.watch = { call, isMade in
      if call == "PQpipelineSync", isMade { sent.withLock { $0 += 1 } }
    }
    let registry = Registry(database: database.address, today: { .ofTests }, libpq: libpq)
    _ = try await registry.store.rulebook()
    sent.withLock { $0 = 0 }
    #expect(try await registry.verify(request("wrong")) == false)
    #expect(sent.withLock { $0 } == 3)
    #expect(
      try database.server.psql("SELECT DISTINCT failed, pending FROM public.throttle") == ["1|0"])
    #expect(try await registry.verify(request("secret1")))
    #expect(sent.withLock { $0 } == 6)
    #expect(
      try database.server.psql("SELECT DISTINCT failed, pending FROM public.throttle") == ["0|0"])
    #expect(
      try database.server.psql("SELECT key, answer FROM public.attempt ORDER BY id")
        == ["ada@host.com|wrong", "ada@host.com|yes"])
    #expect(
      try database.server.psql("SELECT failures FROM public.seen WHERE key <> ''") == ["0"])
  }

  @Test("of a password that was proved before asks once, for the wait of its address, too")
  func remembered() async throws {
    let database = try await database()
    let sent = Mutex(0)
    var libpq = Libpq()
    libpq.watch = { call, isMade in
      if call == "PQpipelineSync", isMade { sent.withLock { $0 += 1 } }
    }
    let registry = Registry(database: database.address, today: { .ofTests }, libpq: libpq)
    func request(_ address: String) -> LoginRequest {
      LoginRequest(
        name: "ada@host.com", password: PasswordEntry("wrong"),
        from: LoginOrigin(service: "serve", address: address))
    }
    let (guessing, quiet) = (request("192.0.2.1"), request("192.0.2.2"))
    let first = try await registry.subject(of: guessing)
    let name = try #require(first.countedNames.first)
    _ = try await registry.verify(guessing)
    try database.server.psql(
      "UPDATE public.throttle SET failed = 14, last = now() WHERE network = '192.0.2.1'")
    for (request, waits) in [(guessing, true), (quiet, false)] {
      sent.withLock { $0 = 0 }
      let asked = try await registry.secondsToWait(for: registry.subject(of: request))
      #expect(sent.withLock { $0 } == 2)
      sent.withLock { $0 = 0 }
      let known = try await registry.secondsToWait(
        for: registry.subject(of: request, counted: name))
      #expect(sent.withLock { $0 } == 1)
      #expect((known > 0) == waits && (asked > 0) == waits)
    }
    // Under another name it is asked for again.
    let other = try await registry.subject(of: guessing, counted: "eve@host.com")
    #expect(try await registry.secondsToWait(for: other) > 0)
  }

  @Test("is counted where it cannot be recorded, and that is told")
  func unrecorded() async throws {
    let database = try await database()
    try database.server.psql("ALTER TABLE public.attempt ADD CHECK (answer <> 'wrong')")
    let registry = Registry(database: database.address, today: { .ofTests })
    let notices = Mutex<[Notice]>([])
    let isRight = try await registry.verify(request("wrong")) { notice in
      notices.withLock { $0.append(notice) }
    }
    #expect(!isRight)
    #expect(notices.withLock { $0.count } == 1)
    #expect(
      try database.server.psql("SELECT DISTINCT failed, pending FROM public.throttle") == ["1|0"])
    #expect(try database.server.psql("SELECT key FROM public.attempt").isEmpty)
  }
}
