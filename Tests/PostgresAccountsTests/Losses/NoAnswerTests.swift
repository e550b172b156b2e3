import Accounts
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "A server that cannot be asked any more",
  .needsPostgres, .takesPlace)
struct NoAnswerTests {
  @Test("makes a write fail, as unsure where it may have been written, whenever that is")
  func gone() async throws {
    let database = try await PreparedDatabase()
    let faults = try await withThrowingTaskGroup(of: (Int, PostgresFault?).self) { group in
      for number in 1...40 {
        group.addTask { (number, try await Self.add(number, database)) }
      }
      return try await group.reduce(into: [Int: PostgresFault?]()) { $0[$1.0] = $1.1 }
    }
    let there = try await blocking { try database.settled() }
    for (number, fault) in faults {
      let isThere = there.names.contains("n\(number)")
      #expect(fault == .mayHaveSaved || isThere == (fault == nil), "call \(number)")
    }
    #expect(there.changes == there.names.count + 1)
    #expect(Set(faults.values) == [nil, .unreachable, .mayHaveSaved])
  }

  /// Adds an account while the server goes for good at a call.
  private static func add(
    _ number: Int, _ database: PreparedDatabase
  ) async throws -> PostgresFault? {
    let proxy = try Proxy(before: database.database.server.server) { _ in .pass }
    let libpq = LostConnectionTests.Calls().libpq(number) { proxy.end() }
    let address = try DatabaseAddress(
      proxy.address(of: database.database.server) + "&connect_timeout=600")
    let store = PostgresStore(address, today: { dayOfPromises }, libpq: libpq, patience: 60)
    // Where nobody listens, only the next attempt is waited for.
    return await StillTime { wait, _ in wait == .attempt }.holding {
      await fault {
        let new = AccountChange.add(PostgresProbe.Write.account("n\(number)"))
        _ = try await store.apply([new], WriteOptions())
      }?.reason as? PostgresFault
    }
  }

  @Test(
    "is waited for no longer than the client's own limit, whatever it was asked", .patient,
    // It asks whose the tables are, reads, and writes, each behind its settings.
    arguments: [(2, PostgresFault.unreachable), (4, .unreachable), (6, .mayHaveSaved)])
  func frozen(sent: Int, fault: PostgresFault) async throws {
    let server = try await blocking { try PostgresServer.start() }
    let database = try await PreparedDatabase(on: server)
    let isPaused = Atomic(false)
    let libpq = Libpq.before(sent) {
      try server.pause()
      isPaused.store(true, ordering: .relaxed)
    }
    let store = PostgresStore(database.database.address, today: { dayOfPromises }, libpq: libpq)
    let new = AccountChange.add(PostgresProbe.Write.account("d"))
    let found = await StillTime { _, _ in isPaused.load(ordering: .relaxed) }.holding {
      await PostgresAccountsTests.fault { _ = try await store.apply([new], WriteOptions()) }
    }
    #expect(found?.reason as? PostgresFault == fault)
    try await blocking { try server.resume() }
    // A write that was sent is done when the server goes on.
    #expect(try await database.holds(.add, "\(sent)") == (fault == .mayHaveSaved))
  }

  @Test(
    "to a write that others' lock holds up is that it is locked, and it is never done", .patient)
  func locked() async throws {
    let database = try await PreparedDatabase()
    let address = try Self.hurried(database)
    for table in ["account", "change"] {
      let holder = try Connection(database.database.address, Libpq())
      try holder.begin("")
      try holder.run("LOCK TABLE public.\(table) IN SHARE MODE")
      let store = PostgresStore(address, today: { dayOfPromises })
      let found = await fault {
        let new = AccountChange.add(PostgresProbe.Write.account("d"))
        _ = try await store.apply([new], WriteOptions())
      }
      #expect(found?.reason as? PostgresFault == .locked)
      try holder.run("ROLLBACK")
    }
    #expect(try await blocking { try database.settled() }.names == ["a", "b", "c"])
  }

  /// The address for sessions that wait for no lock for long.
  private static func hurried(_ database: PreparedDatabase) throws -> DatabaseAddress {
    try DatabaseAddress(database.database.address.text + "&options=-clock_timeout%3D100")
  }

  @Test(
    "to a lock comes after five seconds, or as soon as the role says",
    arguments: [("0", "5s"), ("9s", "5s"), ("100", "100ms")])
  func patience(time: String, shown: String) async throws {
    let database = try await PreparedDatabase()
    let address = try DatabaseAddress(
      database.database.address.text + "&options=-clock_timeout%3D\(time)")
    let connections = try (0..<2).map { _ in try Connection(address, Libpq()) }
    #expect(try Trust.fault(connections[0]) == nil)
    var migration = Migration(connections[1], repairs: false)
    _ = try migration.run()
    for connection in connections {
      #expect(try connection.run("SHOW lock_timeout")[0, 0] == shown)
      try connection.begin("READ ONLY")
      #expect(try connection.run("SHOW lock_timeout")[0, 0] == shown)
      try connection.run("ROLLBACK")
    }
  }

  @Test(
    "leaves a write that was sent and not found unsure, even if the next one is refused", .patient)
  func refusedLater() async throws {
    let database = try await PreparedDatabase()
    let server = database.database.server
    let isHeld = Atomic(false)
    let isStopped = Atomic(false)
    let proxy = try Proxy(before: server.server) { piece in
      if piece.isRequest, piece.holds("noted AS"), !isHeld.exchange(true, ordering: .relaxed) {
        return .hold
      }
      if !piece.isRequest, piece.holds("pg_logical_emit_message"),
        !isStopped.exchange(true, ordering: .relaxed)
      {
        _ = try? server.psql("ALTER TABLE account ADD CONSTRAINT stop CHECK (false) NOT VALID")
      }
      return .pass
    }
    let address = try DatabaseAddress(proxy.address(of: server) + "&connect_timeout=600")
    let store = PostgresStore(address, today: { dayOfPromises })
    let found = await fault {
      let new = AccountChange.add(PostgresProbe.Write.account("d"))
      _ = try await store.apply([new], WriteOptions())
    }
    #expect(found == StoreFault(.durability, address.subject, PostgresFault.mayHaveSaved))
    // A statement that was sent arrives after all.
    try await blocking {
      try server.psql("ALTER TABLE account DROP CONSTRAINT stop")
      proxy.release()
      proxy.end()
    }
    #expect(try await blocking { try database.settled() }.names == ["a", "b", "c", "d"])
  }

  /// A database on a server of its own, whose sessions wait for no standby.
  private static func alone() async throws -> PreparedDatabase {
    var options = PostgresServer.Options()
    options.settings = ["synchronous_commit": "local"]
    let server = try await blocking { [options] in try PostgresServer.start(options) }
    return try await PreparedDatabase(on: server)
  }

  /// Names a standby that never comes: every write by regapp waits for it from now on.
  private static func standAlone(_ database: PreparedDatabase) async throws {
    let server = database.database.server
    try server.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try server.psql("SELECT pg_reload_conf()")
    #expect(
      try await comesTrue { try server.psql("SHOW synchronous_standby_names") == ["nobody"] })
  }

  @Test(
    "about the standby that it was to wait for makes a write fail as unsure",
    arguments: [PostgresProbe.Write.edit, .list], ["pg_cancel_backend", "pg_terminate_backend"])
  func notConfirmed(_ write: PostgresProbe.Write, _ ending: String) async throws {
    let database = try await Self.alone()
    try await Self.standAlone(database)
    let address = try DatabaseAddress(
      database.database.address.text + "&options=-cclient_min_messages%3Derror")
    let store = PostgresStore(address, today: { dayOfPromises }, patience: 8)
    // Ends every wait for the standby, until there are no more.
    async let ended: Void = blocking {
      _ = try database.database.server.psql(
        """
        SET synchronous_commit = local;
        DO $$ BEGIN
          WHILE NOT EXISTS (SELECT FROM pg_class WHERE relname = 'done') LOOP
            PERFORM \(ending)(pid) FROM pg_stat_activity
            WHERE wait_event = 'SyncRep' AND datname = current_database();
            PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
          END LOOP;
        END $$
        """)
    }
    let found = await fault { try await write.perform(on: store) }
    #expect(found == StoreFault(.durability, address.subject, PostgresFault.mayHaveSaved))
    try await blocking {
      _ = try database.database.server.psql("CREATE TABLE done ()")
    }
    try await ended
    await store.disconnect()
    #expect(try await database.holds(write, "\(write)"))
  }

  @Test(
    "about the standby leaves an end open, and no count of guesses or record waits for it", .patient
  )
  func ends() async throws {
    let database = try await Self.alone()
    // Each wait for the standby is one in vain, and its process goes on waiting.
    try await StillTime { [server = database.database.server] wait, silences in
      let waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
      let waits = wait == .attempt ? nil : try? server.psql(waiting)
      return waits.map { $0.count > silences } ?? false
    }.holding { try await Self.ends(database) }
  }

  private static func ends(_ database: PreparedDatabase) async throws {
    let server = database.database.server
    let address = try hurried(database)
    let store = PostgresStore(address, today: { dayOfPromises })
    let login = BrowserLogin.ID()
    try server.psql(
      """
      INSERT INTO session VALUES ('d', 'p', '\(login)', 'a@b.co', 'a@b.co', '', false,
        now(), now() + interval '1 day', 'page', now())
      """)
    // A lock that another session has is a refusal of the only attempt.
    let holder = try Connection(database.database.address, Libpq())
    try holder.begin("")
    try holder.run("LOCK TABLE public.session IN ACCESS EXCLUSIVE MODE")
    let locked = await fault { _ = try await store.endLogins(.all) }
    #expect(locked?.reason as? PostgresFault == .locked)
    try holder.run("ROLLBACK")

    try await standAlone(database)
    try await store.begin(LoginAttempt("a"))
    #expect(
      try await store.end(
        LoginAttempt("a"), .failed, recording: LoginOutcome(of: "a@b.co", .wrong)))
    try await store.add(LoginOutcome(of: "a@b.co", .yes))
    #expect(try server.psql("SELECT failed, pending FROM throttle WHERE network = '*'") == ["1|0"])

    // The first attempt of a beginning waits for the standby, and holds the account's row, at which
    // the second one is refused.
    let known = try server.psql("SELECT id FROM account WHERE key = 'b@b.co'")
    let begun = NewSession(
      of: .new(account: "b@b.co", browser: "", isKept: false, seconds: 60), at: "page",
      SessionToken(), account: "b@b.co", id: known.first.flatMap { AccountID($0) },
      password: "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4")
    let open = StoreFault(.durability, address.subject, PostgresFault.mayHaveSaved)
    #expect(await fault { _ = try await store.begin(begun) } == open)
    // The end of all waits for the beginning, and the end of one for the standby alone.
    let behind = await fault { _ = try await store.endLogins(.all) }
    #expect(behind?.reason as? PostgresFault == .locked)
    #expect(await fault { _ = try await store.endLogins(.ids([login])) } == open)
    #expect(await fault { _ = try await store.clear(["a"]) } == open)
    #expect(await fault { _ = try await store.forgetLogins(of: [AccountName("a@b.co")]) } == open)
    #expect(await fault { _ = try await store.forget([AccountName("c@b.co")], []) } == open)
  }

  @Test("is waited for by no write that came too late", arguments: [false, true])
  func refused(isUndo: Bool) async throws {
    let database = try await Self.alone()
    let address = database.database.address
    let store = PostgresStore(address, today: { dayOfPromises }, patience: 600)
    let ids = ["a@b.co", "b@b.co"].map { NameKey(.email, AccountName($0)) }
    let table = try await store.table(of: ids)
    let position = try await store.history(below: nil, limit: 1).position
    try await PostgresProbe.Write.edit.perform(on: store)
    try await Self.standAlone(database)

    let plan = try table.accounts.plan(ids.map { .remove($0) }, WriteOptions())
    var write = PostgresAccounts.Write(
      OperationID(), plan, over: table, Attribution(.remove), today: dayOfPromises)
    if isUndo { write.basis = (position, ids, []) }
    let connection = try Connection(address, Libpq(), patience: 20)
    #expect(try PostgresStore.perform(write, connection) == nil)
  }
}

/// The fault of a store that does something; nil if there is none.
func fault(
  sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> Void
) async -> StoreFault? {
  do {
    try await work()
  } catch AccountsError.store(let fault) {
    return fault
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return nil
}
