import Accounts
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "The connections of a store",
  .needsPostgres, .takesPlace)
struct ConnectionPoolTests {
  private static func store(_ database: TestDatabase, idleTime: Duration) -> PostgresStore {
    PostgresStore(
      database.address, today: { dayOfPromises }, patience: 600, idleTime: idleTime)
  }

  private static func count(_ database: TestDatabase, _ condition: String) throws -> Int {
    let rows = try database.server.psql(
      """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'regapp' AND \(condition)
      """)
    return Int(rows[0]) ?? -1
  }

  /// Runs something whose waiting for a connection ends soon.
  private static func shortly<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    try await TimeLimit.$limit.withValue(TimeLimit(seconds: 60), operation: body)
  }

  @Test("are four at most, and what reads goes on beside three writes that are stuck")
  func stuck() async throws {
    let database = try await TestDatabase()
    let store = Self.store(database, idleTime: .seconds(60))
    _ = try await store.rulebook()
    let holder = try Connection(database.address, Libpq(), patience: 600)
    try holder.begin("")
    try holder.run("LOCK TABLE public.throttle, public.attempt IN ACCESS EXCLUSIVE MODE")
    let outcome = LoginOutcome(of: "d@b.co", .yes)
    try await withThrowingTaskGroup { group in
      // The stuck tasks come to an end after any failure.
      defer { holder.rollBack() }
      for name in ["a", "b", "c"] {
        group.addTask { try await store.begin(LoginAttempt(name)) }
      }
      #expect(try await comesTrue { try Self.count(database, "wait_event_type = 'Lock'") == 3 })
      // Reads wait for none of them, and records for nothing; people who log in wait for so long.
      try await Self.shortly {
        for _ in 0..<20 {
          _ = try await store.rulebook()
          #expect(try await store.session(of: SessionToken().digest).value == nil)
        }
        try await store.add(outcome)
      }
      // The record waits for long, and a login behind it for as long as it may itself.
      #expect(try await comesTrue { store.pool.waiting == 1 })
      await #expect(throws: AccountsError.busy(subject: database.address.subject, by: nil)) {
        try await TimeLimit.$limit.withValue(TimeLimit(seconds: 0)) {
          try await store.begin(LoginAttempt("d"))
        }
      }
      group.addTask { try await store.begin(LoginAttempt("e")) }
      #expect(try await comesTrue { store.pool.waiting == 2 })
      _ = try await Self.shortly { try await store.rulebook() }
      #expect(try Self.count(database, "true") == 4 + 1)
      try holder.run("ROLLBACK")
      try await group.waitForAll()
    }
    // A login that found no connection was recorded later.
    #expect(
      try await comesTrue {
        try database.server.psql("SELECT answer FROM public.attempt") == ["unknown"]
      })
    await store.disconnect()
  }

  @Test("are one again once the others were not needed for a while")
  func idle() async throws {
    let database = try await TestDatabase()
    let store = Self.store(database, idleTime: .milliseconds(1))
    let taken = try await [store.pool.take(.reading), store.pool.take(.writing)]
    for one in taken { try await one.connection.ask(.reading) { _ in } }
    #expect(try Self.count(database, "true") == 2)
    for one in taken { store.pool.giveBack(one) }
    #expect(try await comesTrue { try Self.count(database, "true") == 1 })
    // A connection that is asked one question after another is not closed.
    let process = try await store.onServer { connection throws(Failure) in
      try connection.run("SELECT pg_backend_pid()").number(0, 0)
    }
    for _ in 0..<20 {
      #expect(
        try await store.onServer { connection throws(Failure) in
          try connection.run("SELECT pg_backend_pid()").number(0, 0)
        } == process)
    }
  }

  @Test("are all of one server: where one finds another, or no answer, the others are given up")
  func elsewhere() throws {
    let server = ServerState(try DatabaseAddress("postgres:///x"), Libpq(), patience: 10)
    #expect(!server.hasConnected)
    let (start, later) = (ContinuousClock.now, ContinuousClock.now + .seconds(1))
    let place = server.connected(to: ["one"])
    #expect(server.connected(to: ["one"]) == place && server.isThere(place, since: start))
    let other = server.connected(to: ["two"])
    #expect(!server.isThere(place, since: later) && server.isThere(other, since: start))
    // A wait for a connection says nothing of the server.
    server.noteOutage(since: later, isLost: false)
    #expect(server.isThere(other, since: start) && server.timeLimit != nil)
    server.noteOutage(since: later, isLost: true)
    #expect(!server.isThere(other, since: start) && server.isThere(other, since: later))
  }

  @Test("that the server has ended meanwhile are noticed before a write that is asked once")
  func ended() async throws {
    let database = try await TestDatabase()
    let store = Self.store(database, idleTime: .seconds(60))
    for name in ["a", "b", "c"] {
      try await store.begin(LoginAttempt(name))
      try database.server.psql(
        """
        SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """)
    }
    #expect(
      try database.server.psql("SELECT sum(pending) FROM throttle WHERE network = '*'") == ["3"])
  }
}
