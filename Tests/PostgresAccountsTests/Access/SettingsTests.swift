import Accounts
import PostgresProbe
import PostgresServer
import TestSupport
import Testing

@testable import PostgresAccounts
@testable import StoreSuite

@Suite(
  "What is set for a role or a database",
  .needsPostgres, .takesPlace, .patient)
struct SettingsTests {
  /// The settings, those in one place of which are set together in an ordinary run.
  private static let settings = [
    [
      "statement_timeout = '20ms'", "client_min_messages = 'error'", "quote_all_identifiers = on",
      "standard_conforming_strings = off", "escape_string_warning = off",
      "backslash_quote = on", "bytea_output = 'escape'", "extra_float_digits = -15",
      "DateStyle = 'SQL, DMY'", "synchronous_commit = 'local'", "search_path = 'nowhere'",
      "session_replication_role = 'replica'",
    ],
    [
      "IntervalStyle = 'sql_standard'", "TimeZone = 'Asia/Kathmandu'",
      "default_transaction_isolation = 'serializable'", "default_transaction_deferrable = on",
      "idle_in_transaction_session_timeout = '1ms'", "row_security = on", "array_nulls = off",
      "synchronous_commit = 'remote_write'",
    ],
    [
      "transform_null_equals = on", "check_function_bodies = off",
      "plan_cache_mode = 'force_generic_plan'", "enable_indexscan = off", "xmloption = 'document'",
      "lc_monetary = 'C'", "debug_print_plan = on", "jit_above_cost = 0",
    ],
  ]

  @Test(
    "changes no answer",
    arguments: isLongRun ? settings.joined().map { [$0] } : settings, [false, true])
  func unchanged(settings: [String], isOfRole: Bool) async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    let role = isOfRole ? "ROLE postgres IN DATABASE" : "DATABASE"
    // A session of another database, in which none of them holds.
    let altering = settings.map { "ALTER \(role) \(database.server.name) SET \($0)" }
    try database.server.server.psql(altering.joined(separator: "; "))
    let owner = Database(database.address)
    #expect(try await owner.status().wrong == [])
    let done = try await owner.migrate()
    #expect(done.repaired.isEmpty && done.left.isEmpty)

    let store = PostgresStore(database.address, today: { dayOfPromises })
    for name in ["a", "b"] {
      let new = AccountChange.add(PostgresProbe.Write.account(name))
      _ = try await store.apply([new], WriteOptions())
    }
    #expect(try await store.page(PageRequest(limit: 10)).accounts.count == 2)
    #expect(try await store.history(below: nil, limit: 5).entries.count == 2)
    #expect(try await store.check(PasswordHasher(cost: 1)).accounts == 2)
    try await store.begin(LoginAttempt("a"))
    try await store.end(LoginAttempt("a"), .failed)
    #expect(
      try await owner.setRules(.register, today: dayOfPromises).accounts == 2)
  }

  @Test("ends no statement behind our own limits, though it passes as those begin to hold")
  func passing() async throws {
    let database = try await TestDatabase()
    try database.server.psql("CREATE SEQUENCE public.attempts")
    let connection = try Connection(database.address, Libpq())
    // What the server does to the next statement if a limit passes at the end of one.
    let ended = "WHEN 0 THEN true ELSE pg_cancel_backend(pg_backend_pid()) END"
    let asked = "SELECT CASE nextval('public.attempts') % 3 \(ended)"
    #expect(try connection.run(asked)[0, 0] == "t")
    #expect(try connection.commit([Statement(asked)], patience: 10)[0][0, 0] == "t")
    #expect(try connection.run("SELECT last_value FROM public.attempts").number(0, 0) == 6)
    // One that others ended behind it is done once.
    let second = [Statement("SELECT 1"), Statement(asked)]
    #expect(throws: Failure.self) { try connection.commit(second, patience: 10) }
    #expect(try connection.run("SELECT last_value FROM public.attempts").number(0, 0) == 7)
  }

  @Test("keeps no write back where transactions begin as read-only, and is named")
  func readOnly() async throws {
    // A server of its own, whose roles nobody else has.
    let server = try await blocking { try PostgresServer.start() }
    let database = try await TestDatabase(on: server)
    try await database.use(Promise.rulebook)
    let name = database.server.name
    let member = "writer_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try database.server.psql("CREATE ROLE \(member) LOGIN IN ROLE regapp_manager")
    let owner = Database(database.address)
    for (object, altered) in [
      ("the role \(member)", "ROLE \(member)"), ("the database", "DATABASE \(name)"),
      ("the role \(member) IN DATABASE \(name)", "ROLE \(member) IN DATABASE \(name)"),
    ] {
      try database.server.psql("ALTER \(altered) SET default_transaction_read_only = on")
      let mend =
        "BEGIN READ WRITE; ALTER \(altered) RESET default_transaction_read_only; COMMIT"
      #expect(try await owner.status().wrong == [.readOnlyByDefault(object, mend: mend)])
      for attributes in ["", "&target_session_attrs=read-write"] {
        let address = try DatabaseAddress(
          server.address(name, user: member) + attributes)
        try await write(PostgresStore(address, today: { dayOfPromises }))
      }
      #expect(try await owner.migrate().repaired == [])
      try database.server.psql(mend)
    }
    #expect(try await owner.status().wrong == [])
  }

  @Test("holds for no write where another client of a pooler left its session read-only")
  func readOnlySession() async throws {
    let server = try await blocking { try PostgresServer.start() }
    let bouncer = try await blocking {
      try PgBouncer.start(before: server, settings: ["default_pool_size": "1"])
    }
    let database = try await TestDatabase(on: server, through: bouncer)
    try await database.use(Promise.rulebook)
    try server.psql(
      "SET default_transaction_read_only = on", at: bouncer.address(of: database.server))
    #expect(
      try server.psql(
        "SHOW default_transaction_read_only", at: bouncer.address(of: database.server)) == ["on"])
    try await write(PostgresStore(database.address, today: { dayOfPromises }))
  }

  /// Writes in each way that there is: an account, many, a count, a record, an undo, a session.
  private func write(_ store: PostgresStore) async throws {
    let name = String(UInt64.random(in: 0 ... .max), radix: 36)
    try await store.addKnown("\(name)@b.co")
    try await store.restore(1)
    let many = (0..<101).map { AccountChange.add(NewAccount(fields("\(name)\($0)@b.co"))) }
    #expect(try await store.apply(many, WriteOptions()).value.refusals.isEmpty)
    try await store.begin(LoginAttempt(name))
    let origin = LoginOrigin(service: "test", address: nil)
    let outcome = LoginOutcome(of: "\(name)1@b.co", .yes, from: origin)
    #expect(try await store.end(LoginAttempt(name), .succeeded, recording: outcome))
    try await store.add(outcome)
    _ = try await store.clear([name])
    #expect(try await store.endLogins(.all).value.isEmpty)
    #expect(try await store.forget([AccountName("\(name)2@b.co")], []).changes == 1)
  }

  @Test("lets the server make machine code of no statement, whichever way it is sent")
  func machineCode() async throws {
    let database = try await TestDatabase()
    try database.server.psql("ALTER DATABASE \(database.server.name) SET jit = on")
    let connection = try Connection(database.address, Libpq())
    let asked = Statement("SHOW jit", isFrequent: true)
    for _ in 0..<3 {
      #expect(try connection.run(asked.text, isFrequent: true)[0, 0] == "off")
      #expect(try connection.commit([asked], patience: 10)[0][0, 0] == "off")
    }
    #expect(try connection.note("SHOW jit", [])[0, 0] == "off")
    try connection.begin("READ ONLY")
    #expect(try connection.run("SHOW jit")[0, 0] == "off")
    connection.rollBack()
  }
}
