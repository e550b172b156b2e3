import Accounts
import PostgresProbe
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

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
    #expect(try connection.run("SHOW jit", waitsForStandby: false)[0, 0] == "off")
    try connection.begin("READ ONLY")
    #expect(try connection.run("SHOW jit")[0, 0] == "off")
    connection.rollBack()
  }
}
