import AccountsSupport
import PostgresServer
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts

@Suite(
  "A change of an account in a database ends its logins in browsers",
  .enabled(if: ServerPrograms.arePresent, "\(ServerPrograms.absence)"), .patient)
struct SessionEndTests {
  private static let ofAda = "WHERE key = 'ada@b.co'"

  @Test(
    "in its own transaction, also where a hand makes it at psql",
    arguments: [
      "UPDATE account SET password = '!' || password \(ofAda)",
      "UPDATE account SET password = '$6$other' \(ofAda)",
      "UPDATE account SET disabled = true \(ofAda)", "UPDATE account SET closed = true \(ofAda)",
      "UPDATE account SET valid_until = '2030-01-01' \(ofAda)",
      "UPDATE account SET valid_from = '2020-01-01' \(ofAda)",
      "UPDATE account SET invited_until = '2030-01-01' \(ofAda)",
      "UPDATE account SET key = 'x@b.co', email_key = 'x@b.co' \(ofAda)",
      "UPDATE account SET username_key = 'ada' \(ofAda)",
      #"UPDATE account SET doc = '{"email": "Ada@b.co"}' \#(ofAda)"#,
      #"UPDATE account SET doc = '{"email":"ada@b.co","username":"Ada"}' \#(ofAda)"#,
      "DELETE FROM account \(ofAda)",
      """
      WITH b AS (UPDATE account SET version = 2 WHERE key = 'bob@b.co')
      UPDATE account SET disabled = true \(ofAda)
      """,
      """
      INSERT INTO account (key, doc, closed, disabled, op)
      VALUES ('ada@b.co', '{}', true, false, gen_random_uuid())
      ON CONFLICT (key) DO UPDATE SET closed = true
      """,
      """
      WITH a AS (DELETE FROM account \(ofAda) RETURNING *)
      INSERT INTO account (\(Schema.columnsOfRow), op)
      SELECT \(Schema.columnsOfRow), op FROM a
      """,
    ])
  func byHand(statement: String) async throws {
    let browsers = try await Browsers()
    let (server, registry) = (browsers.database.server, browsers.registry)
    let begun = try await registry.begin(Browsers.ada)
    _ = try await registry.beginSession(of: begun.proved, at: "wiki")
    let bobs = try await registry.begin(Browsers.bob)
    let left = "SELECT count(*) FROM session"
    // Nothing has ended where it is not committed.
    #expect(try server.psql("BEGIN; \(statement); \(left); ROLLBACK") == ["1"])
    #expect(try server.psql(left) == ["3"])
    #expect(try await registry.isIn(begun))
    try server.psql("SET ROLE regapp_manager; SET search_path = public; \(statement)")
    #expect(try server.psql("SELECT key FROM session") == [Browsers.bob])
    #expect(try await registry.isIn(bobs))
    #expect(try await !registry.isIn(begun))
  }

  @Test(
    "but no other one does",
    arguments: [
      #"""
      UPDATE account SET first_name_key = 'ada', doc = '{"email":"ada@b.co","firstName":"Ada"}'
      \#(ofAda)
      """#,
      #"UPDATE account SET doc = '{ "email" : "ada@b.co" }' \#(ofAda)"#,
      "UPDATE account SET version = version + 1, op = gen_random_uuid()",
      "UPDATE account SET password = password, disabled = disabled",
      "UPDATE account SET disabled = true WHERE key <> 'ada@b.co'",
      "DELETE FROM account WHERE key = 'bob@b.co'",
      """
      INSERT INTO account (key, doc, closed, disabled, op)
      VALUES ('eve@b.co', '{}', true, false, gen_random_uuid())
      """,
    ])
  func kept(statement: String) async throws {
    let browsers = try await Browsers()
    let begun = try await browsers.registry.begin(Browsers.ada)
    try browsers.database.server.psql(statement)
    #expect(try browsers.count == 1)
    #expect(try await browsers.registry.isIn(begun))
  }

  @Test("for one account as for many, whatever the server knows of the table of sessions")
  func many() async throws {
    let browsers = try await Browsers()
    let server = browsers.database.server
    // A server that plans for each row reads all sessions each time: 500 times 500.
    try server.psql(
      """
      ALTER TABLE session SET (autovacuum_enabled = off);
      INSERT INTO account (key, email_key, doc, closed, disabled, op)
      SELECT name, name, '{}', false, false, gen_random_uuid()
      FROM (SELECT n || '@b.co' FROM generate_series(1, 500) AS n) AS a (name);
      INSERT INTO session
      SELECT name, '', 'of ' || name, name, name, '', false, now(), 'infinity', 'page', now()
      FROM (SELECT n || '@b.co' FROM generate_series(1, 500) AS n) AS a (name)
      """)
    for (statement, left) in [
      ("UPDATE account SET version = 2, doc = '{ }'", 500),
      ("UPDATE account SET disabled = key ~ '^1'", 389),
      ("UPDATE account SET key = 'new ' || key, email_key = NULL WHERE key ~ '^[2-4]'", 56),
      ("DELETE FROM account WHERE key ~ '^[5-8]'", 11), ("UPDATE account SET closed = true", 0),
    ] {
      let told = try server.psql(
        """
        SET search_path = public; \(statement);
        SELECT count(*) FROM session;
        SELECT pg_stat_get_xact_tuples_returned('session'::regclass) < 5000
        """)
      #expect(told == ["\(left)", "t"], "\(statement)")
    }
  }

  @Test("also where another account gets its key in the same statement")
  func changedHands() async throws {
    let browsers = try await Browsers()
    let server = browsers.database.server
    _ = try await browsers.registry.begin(Browsers.ada)
    _ = try await browsers.registry.begin(Browsers.bob)
    let new = "CASE key WHEN 'ada@b.co' THEN 'eve@b.co' ELSE 'ada@b.co' END"
    try server.psql("UPDATE account SET key = \(new), email_key = \(new)")
    #expect(try browsers.count == 0)
  }

  @Test("and so does a table that is emptied")
  func emptied() async throws {
    let browsers = try await Browsers()
    _ = try await browsers.registry.begin(Browsers.ada)
    try browsers.database.server.psql("TRUNCATE account")
    #expect(try browsers.count == 0)
  }

  @Test(
    "wherever the connection is lost: there is the account as it was with its login, or neither")
  func lost() async throws {
    let browsers = try await Browsers()
    let server = browsers.database.server
    let twice = try LostConnectionTests.twice(server)
    for number in sequence(first: 1, next: { $0 + (isLongRun ? 1 : 3) }) {
      let begun = try await browsers.registry.begin(Browsers.ada)
      let calls = LostConnectionTests.Calls()
      let seen = SeenStates()
      let libpq = calls.libpq(number) {
        // Others see the change and the end together.
        seen.note(
          try server.psql(
            """
            SELECT (SELECT disabled FROM account WHERE key = 'ada@b.co'), count(*) FROM session
            """))
        try server.psql(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND backend_type = 'client backend'
          """)
      }
      _ = try await browsers.registry(twice, libpq: libpq).disable(Browsers.ada)
      #expect(seen.all.allSatisfy { $0 == ["f|1"] || $0 == ["t|0"] }, "call \(number)")
      #expect(try browsers.count == 0, "call \(number)")
      _ = try await browsers.registry.enable(Browsers.ada)
      #expect(try await !browsers.registry.isIn(begun), "call \(number)")
      guard calls.count.withLock({ $0 }) >= number else { break }
    }
  }

  @Test("and says how many, for one as for many, unless they are over")
  func said() async throws {
    let browsers = try await Browsers()
    let registry = browsers.registry
    for _ in 0..<2 { _ = try await registry.begin(Browsers.ada) }
    for _ in 0..<3 { _ = try await registry.begin(Browsers.bob) }
    try browsers.database.server.psql(
      """
      UPDATE session SET ends = now() WHERE login = (
        SELECT login FROM session WHERE key = 'bob@b.co' ORDER BY begun LIMIT 1)
      """)
    let done = try await registry.disable([Browsers.ada, Browsers.bob], reason: nil)
    #expect(done.notices.contains(.loginsEnded(4)), "\(done.notices)")
    #expect(try browsers.count == 0)
  }

  @Test("and whoever is forgotten is in no row")
  func forgotten() async throws {
    let browsers = try await Browsers()
    let registry = browsers.registry
    let begun = try await registry.begin(Browsers.ada)
    let bobs = try await registry.begin(Browsers.bob)
    #expect(try await registry.forgetHistory(of: Browsers.ada).endedLogins == 1)
    #expect(try await !registry.isIn(begun))
    #expect(try await registry.isIn(bobs))
    #expect(
      try browsers.database.server.psql("SELECT key, account FROM session")
        == ["\(Browsers.bob)|\(Browsers.bob)"])
  }

  @Test("not where a trigger keeps them that is younger than the connection, and that is said")
  func kept() async throws {
    let browsers = try await Browsers()
    let begun = try await browsers.registry.begin(Browsers.ada)
    let store = PostgresStore(browsers.database.address, today: { .ofTests })
    #expect(try await store.session(of: begun.token.digest).value != nil)
    try browsers.database.server.psql(
      """
      CREATE FUNCTION public.own() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER own BEFORE DELETE ON public.session
      FOR EACH ROW EXECUTE FUNCTION public.own()
      """)
    let found = await fault { _ = try await store.endLogins(.ids([begun.login.id])) }
    #expect(found?.reason as? PostgresFault == .rowsKeptBack)
    #expect(try browsers.count == 1)
    try browsers.database.server.psql("DROP FUNCTION public.own CASCADE")
    _ = try await store.endLogins(.ids([begun.login.id]))
    #expect(try browsers.count == 0)
  }

  /// What takes a trigger away, or makes it another.
  private static let withoutTrigger = [
    "ALTER TABLE account DISABLE TRIGGER regapp_account_changed",
    "ALTER TABLE account DISABLE TRIGGER ALL",
    "ALTER TABLE account ENABLE REPLICA TRIGGER regapp_account_changed",
    "DROP TRIGGER regapp_account_changed ON account",
    "DROP TRIGGER regapp_account_removed ON account",
    "DROP TRIGGER regapp_account_emptied ON account",
    "DROP FUNCTION regapp_account_changed() CASCADE",
    """
    CREATE OR REPLACE TRIGGER regapp_account_changed AFTER UPDATE ON account
    REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (1 = 2)
    EXECUTE FUNCTION regapp_account_changed()
    """,
    """
    CREATE OR REPLACE TRIGGER regapp_account_changed AFTER UPDATE ON account
    FOR EACH STATEMENT EXECUTE FUNCTION regapp_account_changed()
    """,
    """
    CREATE OR REPLACE TRIGGER regapp_account_changed AFTER UPDATE OR DELETE ON account
    FOR EACH ROW EXECUTE FUNCTION regapp_account_changed()
    """,
    """
    CREATE OR REPLACE TRIGGER regapp_account_removed AFTER DELETE ON account
    REFERENCING OLD TABLE AS others FOR EACH STATEMENT EXECUTE FUNCTION regapp_account_changed()
    """,
  ]

  @Test(
    "not where a trigger is missing: nothing works there, until migrate has made it",
    arguments: isLongRun ? withoutTrigger.indices : 0..<1)
  func missing(number: Int) async throws {
    let browsers = try await Browsers()
    let owner = Database(browsers.database.address)
    let all = Self.withoutTrigger.map { sql in
      let name =
        ["regapp_account_removed", "regapp_account_emptied"].first { sql.contains($0) }
        ?? "regapp_account_changed"
      return Spoiling(
        sql: sql, parts: [.functions],
        refused: .incomplete("the trigger \(name) on public.account", isMended: true))
    }
    if number == 0 {
      let spoiled = try SpoiledDatabase(browsers.database)
      for spoiling in all {
        try spoiled.isPutRight(spoiling, refusing: [Schema.manager, Schema.login])
      }
    }
    // The commands do the same.
    let begun = try await browsers.registry.begin(Browsers.ada)
    try browsers.database.server.psql(all[number].sql)
    for role in [Schema.manager, Schema.login] {
      let registry = try browsers.registry(as: role)
      #expect(
        await fault { _ = try await registry.rulebook() }?.reason as? PostgresFault
          == all[number].refused)
    }
    #expect(try await owner.status().wrong == [.part(.functions)])
    #expect(try await owner.migrate().repaired == [.functions])
    #expect(try await owner.status().wrong == [])
    #expect(try await browsers.registry.disable(Browsers.ada).notices.contains(.loginsEnded(1)))
    #expect(try await !browsers.registry.isIn(begun))
  }

  @Test("by what is declared, else status says so; and by a function that nobody may call")
  func other() async throws {
    let browsers = try await Browsers()
    let spoiled = try SpoiledDatabase(browsers.database)
    for sql in [
      """
      CREATE OR REPLACE FUNCTION regapp_account_changed() RETURNS trigger LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS 'BEGIN RETURN NULL; END'
      """,
      "ALTER FUNCTION regapp_account_changed() SECURITY INVOKER",
      "ALTER FUNCTION regapp_account_changed() STABLE",
      "ALTER FUNCTION regapp_account_changed() SET search_path = public",
    ] {
      try spoiled.isPutRight(Spoiling(sql: sql, parts: [.functions]), refusing: [])
    }
    for role in ["PUBLIC", Schema.manager, Schema.login] {
      let sql = "GRANT EXECUTE ON FUNCTION regapp_account_changed() TO \(role)"
      try spoiled.isPutRight(Spoiling(sql: sql, parts: [.rights]), refusing: [])
    }
  }
}

/// The states of a change that others saw.
private final class SeenStates: Sendable {
  private let states = Mutex<[[String]]>([])

  var all: [[String]] { states.withLock(\.self) }

  func note(_ state: [String]) { states.withLock { $0.append(state) } }
}
