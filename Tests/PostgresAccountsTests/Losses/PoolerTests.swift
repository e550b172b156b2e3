import Accounts
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "A pooler", .needsPostgres, .takesPlace)
struct PoolerTests {
  /// A pooler that says something in place of the first answer to a write.
  private static func proxy(
    before database: PreparedDatabase, saying state: String, isOver: Bool = false
  ) throws -> Proxy {
    let asked = Mutex(Set<Int>())
    let said = Atomic(false)
    return try Proxy(before: database.database.server.server) { piece in
      if isOver, said.load(ordering: .relaxed) { return .answer(Proxy.poolersError(state)) }
      if piece.isRequest {
        if piece.holds("noted AS") { _ = asked.withLock { $0.insert(piece.link) } }
        return .pass
      }
      guard asked.withLock({ $0.contains(piece.link) }),
        !said.exchange(true, ordering: .relaxed)
      else { return .pass }
      return .answer(Proxy.poolersError(state))
    }
  }

  @Test(
    "that says its server is gone, behind a write, is looked behind: the change is there once",
    .patient, arguments: PostgresProbe.Write.allCases, ["08P01", "58000", "57P01", "XX000"])
  func write(_ write: PostgresProbe.Write, _ state: String) async throws {
    let database = try await PreparedDatabase()
    let proxy = try Self.proxy(before: database, saying: state)
    // One address: whoever says so is there.
    let address = try DatabaseAddress(
      proxy.address(of: database.database.server, hosts: 1) + "&connect_timeout=600")
    try await write.perform(on: PostgresStore(address, today: { dayOfPromises }))
    #expect(proxy.connections > 1)
    proxy.end()
    #expect(try await database.holds(write, "\(write), \(state)"))
  }

  @Test("that has no server from then on leaves it open whether it was saved")
  func unknown() async throws {
    let database = try await PreparedDatabase()
    let proxy = try Self.proxy(before: database, saying: "08P01", isOver: true)
    let address = try DatabaseAddress(
      proxy.address(of: database.database.server, hosts: 1) + "&connect_timeout=600")
    let store = PostgresStore(address, today: { dayOfPromises }, patience: 30)
    let new = AccountChange.add(PostgresProbe.Write.account("d"))
    let found = await StillTime { wait, _ in wait == .attempt }.holding {
      await fault { _ = try await store.apply([new], WriteOptions()) }
    }
    #expect(found == StoreFault(.durability, address.subject, PostgresFault.mayHaveSaved))
    proxy.end()
    // One of the statement's own limits may have passed before it was done.
    _ = try await database.holds(.add, "as a whole, or not at all")
  }

  @Test("whose server is away is asked again, and its code is told in the end")
  func away() async throws {
    let database = try await TestDatabase()
    for (times, fault) in [(3, nil), (.max, .refusesConnection("08P01"))]
      as [(Int, PostgresFault?)]
    {
      let proxy = try Proxy(before: database.server.server) { piece in
        guard piece.isRequest, piece.position == 0, piece.link < times else { return .pass }
        return .answer(Proxy.poolersError("08P01"))
      }
      let address = try DatabaseAddress(
        proxy.address(of: database.server, hosts: 1) + "&connect_timeout=600")
      let store = PostgresStore(address, today: { dayOfPromises }, patience: 30)
      let found = await StillTime { wait, _ in wait == .attempt }.holding {
        await PostgresAccountsTests.fault { _ = try await store.rulebook() }
      }
      #expect(found?.reason as? PostgresFault == fault)
      #expect(proxy.connections > (fault == nil ? 3 : 1))
    }
  }

  @Test(
    "whose server is away is left for the next one at once", .patient, arguments: [false, true])
  func next(isLate: Bool) async throws {
    let database = try await TestDatabase()
    let server = database.server
    // It says so to who connects, or to a session that it has let in.
    let first = try Proxy(before: server.server) { piece in
      guard piece.isRequest, isLate == (piece.position > 0) else { return .pass }
      return .answer(Proxy.poolersError("08P01"))
    }
    let second = try Proxy(before: server.server) { _ in .pass }
    let address = try DatabaseAddress(
      "postgres:///\(server.name)?host=\(first.host),\(second.host)&port=5432&user=postgres")
    let store = PostgresStore(address, today: { dayOfPromises })
    let isReached = await fault { _ = try await store.rulebook() } == nil
    #expect(isReached)
    #expect(first.connections >= 1 && second.connections >= 1)
  }

  @Test("keeps no statement planned, and a server that is asked itself does", .patient)
  func prepared() async throws {
    let server = try await blocking { try PostgresServer.start() }
    let bouncer = try await blocking { try PgBouncer.start(before: server) }
    for pooler in [nil, bouncer] {
      let database = try await TestDatabase(on: server, through: pooler)
      try await database.use(Promise.rulebook)
      let store = PostgresStore(database.address, today: { dayOfPromises })
      try await Self.use(store)
      let kept = try await Self.kept(store)
      #expect(kept.isEmpty == (pooler != nil))
      // A find, a look before a write, a write, their settings.
      for text in ["regapp_find", "LEFT JOIN LATERAL", "noted AS", "set_config"] {
        #expect(kept.contains { $0.contains(text) } == (pooler == nil), "\(text)")
      }
      // None is planned again for other values.
      let planned = try await store.onServer { connection throws(Failure) in
        let sum = "SELECT coalesce(sum(custom_plans), 0) FROM pg_prepared_statements"
        return try connection.run(sum)[0, 0]
      }
      #expect(planned == "0")
    }
  }

  @Test("that looks like a server is noticed where it gives another session", .patient)
  func disguised() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let store = PostgresStore(database.address, today: { dayOfPromises })
    try await Self.use(store)
    #expect(try await !Self.kept(store).isEmpty)
    // As if it were another.
    try await store.onServer { connection throws(Failure) in
      _ = try connection.run("DEALLOCATE ALL")
    }
    try await Self.use(store, from: 4)
    #expect(try await Self.kept(store).isEmpty)
    #expect(try database.server.psql("SELECT count(*) FROM change") == ["8"])
  }

  /// Finds and writes, more often than what is asked once.
  private static func use(_ store: PostgresStore, from first: Int = 0) async throws {
    for number in first..<first + 4 {
      let new = AccountChange.add(PostgresProbe.Write.account("n\(number)"))
      _ = try await store.apply([new], WriteOptions())
      let found = try await store.find(.name(AccountName("n\(number)@b.co")))
      #expect(found.accounts.count == 1)
    }
  }

  private static func kept(_ store: PostgresStore) async throws -> [String] {
    try await store.onServer { connection throws(Failure) in
      let rows = try connection.run("SELECT statement FROM pg_prepared_statements")
      return (0..<rows.count).map { rows[$0, 0] ?? "" }
    }
  }
}
