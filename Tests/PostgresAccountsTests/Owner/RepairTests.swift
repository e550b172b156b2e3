import Accounts
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

/// How something may be lost or become another, what `status` and `migrate` call that, and what
/// other programs are told meanwhile.
struct Spoiling: Sendable {
  let sql: String
  let parts: [Database.Migrated.Part]
  /// Other parts that `migrate` puts right, as they go with the first.
  var besides: [Database.Migrated.Part] = []
  var refused: PostgresFault?
  /// Whether the commands show it in an ordinary run too. What the function answers that logs people
  /// in is part of what programs are told, and a setting of the database begins with a session.
  var isByCommands: Bool { sql.contains("regapp_find") || parts == [.view] || parts == [.log] }

  /// Each object is missing, and of some each has every other kind of damage, in a long run of all.
  static let all = indexes + functions + view + rights

  private static let indexes = Schema.indexes.flatMap { index -> [Spoiling] in
    let (drop, name) = ("DROP INDEX public.\(index.name);", "INDEX \(index.name)")
    guard isLongRun || ["account_by_hand", "attempt_at"].contains(index.name) else {
      return [Spoiling(sql: drop, parts: [.indexes])]
    }
    let place = "ON public.\(index.table)"
    let isPartial = index.definition.contains("WHERE")
    let text = index.table == "change" ? "did" : "key"
    return [
      drop, "\(drop) CREATE \(name) \(place) (length(\(text)))",
      "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'public.\(index.name)'::regclass",
      "\(drop) CREATE UNIQUE \(name) \(place) \(index.definition)",
      "\(drop) CREATE \(name) \(place) \(index.definition) \(isPartial ? "AND" : "WHERE") \(text) <> ''",
    ].map { Spoiling(sql: $0, parts: [.indexes]) } + [
      // The owner's way of keeping it, and of calling it.
      Spoiling(sql: "ALTER INDEX public.\(index.name) SET (fillfactor = 70)", parts: []),
      Spoiling(sql: "ALTER INDEX public.\(index.name) RENAME TO other", parts: []),
    ]
  }

  private static let functions = Schema.functions.flatMap { function -> [Spoiling] in
    let signature = function.signature
    let types = function.parameters.map(\.type).joined(separator: ", ")
    let other = "(\(types)) RETURNS xml LANGUAGE sql SECURITY DEFINER AS 'SELECT NULL::xml'"
    let names = function.parameters.map { "other_\($0.name) \($0.type)" }.joined(separator: ", ")
    let drop = "DROP FUNCTION \(signature);"
    let close = "REVOKE ALL ON FUNCTION \(signature) FROM PUBLIC;"
    let grants = function.roles.map { "GRANT EXECUTE ON FUNCTION \(signature) TO \($0);" }
      .joined()
    let isFind = function.name == "regapp_find"
    // The rights go with it, and a new one is open to everyone.
    let isGranted = !function.roles.isEmpty
    let both: [Database.Migrated.Part] = [.functions, .rights]
    let missing = Spoiling(
      sql: drop, parts: [.functions] + (isGranted ? [.rights] : []),
      besides: isGranted ? [] : [.rights], refused: .incomplete(signature, isMended: true))
    let some = ["regapp_find", "regapp_lock_changes", "regapp_copy_logins"]
    guard isLongRun || some.contains(function.name) else { return [missing] }
    return [
      missing,
      Spoiling(
        sql: "\(drop) CREATE FUNCTION regapp_api.\(function.name)\(other); \(close) \(grants)",
        parts: [.functions], besides: [.rights],
        refused: isFind ? .incomplete(nil, isMended: true) : nil),
      Spoiling(
        sql: "\(drop) CREATE FUNCTION regapp_api.\(function.name)\(other)", parts: both,
        refused: .rightsMissing),
      Spoiling(
        sql: "\(drop) CREATE PROCEDURE regapp_api.\(function.name)(\(names)) LANGUAGE sql AS ''",
        parts: both, refused: .rightsMissing),
      Spoiling(
        sql:
          "\(drop) CREATE FUNCTION regapp_api.\(function.name)(\(names)) RETURNS \(function.result) "
          + "LANGUAGE plpgsql AS 'BEGIN END'", parts: both, refused: .rightsMissing),
    ]
      + ["IMMUTABLE", "STRICT", "SECURITY INVOKER", "SET search_path = public", "RESET ALL"].map {
        let refused: [String: PostgresFault] = [
          "STRICT": .incomplete("public.base"), "SECURITY INVOKER": .notPermitted,
        ]
        return Spoiling(
          sql: "ALTER FUNCTION \(signature) \($0)", parts: [.functions],
          refused: isFind ? refused[$0] : nil)
      } + [
        Spoiling(
          sql: function.definition.replacing("END\n$$", with: "END;\n$$"), parts: [.functions])
      ]
      + (function.parameters.isEmpty
        ? []
        : [
          Spoiling(
            sql: function.definition.replacing(") RETURNS", with: " DEFAULT NULL) RETURNS"),
            parts: [.functions], besides: [.rights])
        ])
  }

  private static let view: [Spoiling] = [
    "DROP VIEW public.login", "ALTER VIEW public.login RESET (security_barrier)",
  ].map { Spoiling(sql: $0, parts: [.view]) }

  private static let rights: [Spoiling] = Schema.rights.map { right in
    let isFind = right.object == "regapp_find" && right.role == Schema.login
    let parts = right.object.split(separator: ".")
    let isFunction = right.privilege == "EXECUTE"
    let column = parts.count > 1 ? " (\"\(parts[1])\")" : ""
    let place = isFunction ? "FUNCTION \(Schema.api)" : "TABLE public"
    let what = "\(right.privilege)\(column) ON \(place).\(parts[0])"
    return Spoiling(
      sql: "REVOKE \(what) FROM \(right.role)", parts: [.rights],
      refused: isFind ? .notPermitted : nil)
  }
}

@Suite(
  "What migrate finds in tables that are there",
  .needsPostgres, .takesPlace, .patient)
struct RepairTests {
  typealias Part = Database.Migrated.Part

  private func definitions(_ database: TestDatabase) throws -> Set<String> {
    try SpoiledDatabase.definitions(Connection(database.address, Libpq()))
  }

  private static let stranger = "repair_" + String(UInt64.random(in: 0 ... .max), radix: 36)

  /// The changes that a hand may make, and the parts that are wrong then.
  private static let spoilings: [(String, [Part])] =
    [
      ("GRANT SELECT ON public.account TO PUBLIC", [.rights]),
      ("GRANT SELECT (secret) ON public.base TO PUBLIC", [.rights]),
      ("GRANT SELECT ON public.login TO PUBLIC", [.rights]),
      ("GRANT EXECUTE ON FUNCTION regapp_api.regapp_find TO PUBLIC", [.rights]),
      // `status` would ask it itself.
      ("GRANT EXECUTE ON FUNCTION regapp_api.regapp_last_number TO PUBLIC", [.rights]),
      ("GRANT UPDATE ON SEQUENCE public.change_id_seq TO PUBLIC", [.rights]),
      ("GRANT SELECT ON public.account TO regapp_manager WITH GRANT OPTION", [.rights]),
      (
        "GRANT EXECUTE ON FUNCTION regapp_api.regapp_find TO regapp_login WITH GRANT OPTION",
        [.rights]
      ),
      ("GRANT ALL ON SEQUENCE public.attempt_id_seq TO PUBLIC", [.rights]),
      ("GRANT USAGE ON SEQUENCE public.attempt_id_seq TO regapp_login", [.rights]),
      ("REVOKE USAGE ON SCHEMA regapp_api FROM regapp_login", [.rights]),
      ("GRANT CREATE ON SCHEMA regapp_api TO PUBLIC", [.rights]),
      ("GRANT CREATE ON SCHEMA regapp_api TO \(stranger)", [.rights]),
      ("REVOKE TEMPORARY ON DATABASE DB FROM PUBLIC", [.rights]),
      ("GRANT SELECT ON public.account TO regapp_login", [.rights]),
      ("REVOKE USAGE ON SCHEMA public FROM PUBLIC, regapp_manager, regapp_login", [.rights]),
      ("GRANT TRIGGER ON public.change TO \(stranger)", [.rights]),
      ("GRANT REFERENCES (key) ON public.account TO \(stranger)", [.rights]),
      ("ALTER ROLE regapp_manager IN DATABASE DB RESET lock_timeout", [.limits]),
      ("ALTER ROLE regapp_login IN DATABASE DB RESET ALL", [.limits]),
      ("ALTER DATABASE DB RESET log_parameter_max_length", [.log]),
      // Of another language.
      (
        """
        CREATE OR REPLACE FUNCTION regapp_api.regapp_forget_attempts(names text[]) RETURNS SETOF text
        LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        BEGIN ATOMIC
          UPDATE public.throttle t SET failed = 0
          WHERE t.name_hash IN
            (SELECT sha256(b.secret || convert_to(name, 'UTF8'))
              FROM public.base b, unnest(names) AS name)
          RETURNING 'a';
        END
        """, [.functions]
      ),
    ] as [(String, [Part])]

  @Test(
    "is put right, and named",
    arguments: spoilings.indices.filter { isLongRun || $0 == 0 || spoilings[$0].1 == [.log] })
  func repairs(number: Int) async throws {
    let database = try await TestDatabase()
    try database.server.psql(
      """
      DO $$ BEGIN CREATE ROLE \(Self.stranger); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
      """)
    let spoiled = try SpoiledDatabase(database)
    let all = Self.spoilings.map { sql, parts in
      let name = "DATABASE \(database.server.name)"
      return Spoiling(sql: sql.replacing("DATABASE DB", with: name), parts: parts)
    }
    if number == 0 {
      for spoiling in all where spoiling.parts != [.log] {
        try spoiled.isPutRight(spoiling, refusing: [])
      }
    }
    // The commands do the same.
    let before = try definitions(database)
    try database.server.psql(all[number].sql)
    let status = try await Database(database.address).status()
    #expect(status.wrong == all[number].parts.map { .part($0) })
    let done = try await Database(database.address).migrate()
    #expect(done.repaired == all[number].parts && done.left.isEmpty && !done.isNew)
    #expect(try definitions(database) == before)
    #expect(try await Database(database.address).migrate().repaired.isEmpty)
    // The purpose of it: each role does what it may.
    for role in [Schema.manager, Schema.login] {
      let address = try DatabaseAddress(
        database.server.server.address(database.server.name, user: role))
      let store = PostgresStore(address, today: { dayOfPromises })
      _ = try await store.rulebook()
      try await store.begin(LoginAttempt("a"))
      try await store.end(LoginAttempt("a"), .failed)
    }
  }

  @Test("is named and put right, whatever is missing or another, and programs say so or go on")
  func each() async throws {
    let database = try await TestDatabase()
    let owner = Database(database.address)
    let login = try DatabaseAddress(
      database.server.server.address(database.server.name, user: Schema.login))
    let spoiled = try SpoiledDatabase(database)
    for spoiling in Spoiling.all {
      guard isLongRun || spoiling.isByCommands else {
        try spoiled.isPutRight(spoiling)
        continue
      }
      try database.server.psql(spoiling.sql)
      // Earlier damage has been repaired, so this is all.
      let wrong = try await owner.status().wrong
      #expect(wrong == spoiling.parts.map { .part($0) }, "\(spoiling.sql)")
      let store = PostgresStore(login, today: { dayOfPromises })
      let told = await fault { _ = try await store.rulebook() }?.reason as? PostgresFault
      #expect(told == spoiling.refused, "\(spoiling.sql)")
      let done = try await owner.migrate()
      #expect(
        done.repaired == spoiling.parts + spoiling.besides && done.left.isEmpty, "\(spoiling.sql)"
      )
    }
    #expect(try await owner.status().wrong == [])
  }

  @Test("stays where something else needs what has its name, and that is said")
  func needed() async throws {
    let database = try await TestDatabase()
    let function = Schema.functions[0]
    for (sql, name) in [
      (
        "DROP INDEX public.attempt_at; CREATE TABLE public.attempt_at ()", "public.attempt_at"
      ),
      (
        """
        DROP FUNCTION \(function.signature);
        CREATE FUNCTION regapp_api.\(function.name)(text, text, text) RETURNS int LANGUAGE sql RETURN 1;
        CREATE VIEW public.own AS SELECT regapp_api.\(function.name)('', '', '')
        """, function.signature
      ),
    ] {
      try database.server.psql(sql)
      let found = await fault { _ = try await Database(database.address).migrate() }
      #expect(found?.reason as? PostgresFault == .nameTaken(name))
      try database.server.psql("DROP TABLE IF EXISTS public.attempt_at")
    }
  }

  @Test("stays as an administrator made it for other roles")
  func others() async throws {
    let database = try await TestDatabase()
    let role = Self.stranger + "_2"
    try database.server.psql(
      """
      CREATE ROLE \(role) LOGIN;
      GRANT SELECT ON public.login TO \(role);
      GRANT SELECT, UPDATE (doc) ON public.account TO \(role);
      GRANT EXECUTE ON FUNCTION regapp_api.regapp_find TO \(role);
      ALTER ROLE regapp_manager IN DATABASE \(database.server.name) SET lock_timeout = '1s';
      GRANT SELECT ON public.login TO PUBLIC
      """)
    let before = try definitions(database)
    #expect(try await Database(database.address).migrate().repaired == [.rights])
    #expect(try before.symmetricDifference(definitions(database)) == ["login SELECT f -"])
    #expect(before.count { $0.hasSuffix(role) } == 4)
    let address = database.server.server.address(database.server.name, user: Schema.manager)
    #expect(try database.server.server.psql("SHOW lock_timeout", at: address) == ["1s"])
    // So does a view of the administrator's own.
    let own = "\(Schema.viewOfLogins) AND email_key <> 'guest'"
    try database.server.psql("CREATE OR REPLACE VIEW public.login AS \(own)")
    #expect(try await Database(database.address).migrate().repaired == [.view])
    #expect(try await Database(database.address).migrate().repaired.isEmpty)
    let text = try database.server.psql("SELECT pg_get_viewdef('public.login'::regclass)")
    #expect(text.contains { $0.contains("guest") })
  }

  @Test("is the owner's in a database that a superuser migrates, and all is right to the owner")
  func migratedBySuperuser() async throws {
    let server = try PostgresServer.shared
    let owner = Self.stranger + "_5"
    try server.psql("CREATE ROLE \(owner) LOGIN")
    let database = try server.database()
    try server.psql("ALTER DATABASE \(database.name) OWNER TO \(owner)")
    let superuser = Database(try DatabaseAddress(database.address))
    let address = try DatabaseAddress(server.address(database.name, user: owner))
    #expect(try await superuser.migrate().isNew)
    let store = PostgresStore(address, today: { dayOfPromises })
    #expect(try await store.page(PageRequest(limit: 1)).accounts.isEmpty)
    for _ in 0..<2 {
      #expect(try await Database(address).status().wrong == [])
      #expect(try await Database(address).migrate().repaired == [])
      // Parts that a superuser makes again are the owner's, too.
      try database.psql(
        """
        DROP FUNCTION regapp_api.regapp_forget_sessions; DROP VIEW public.login;
        DROP TABLE public.session
        """)
      #expect(
        try await superuser.migrate().repaired
          == [.tables, .indexes, .view, .functions, .rights])
    }
    #expect(
      try database.psql(
        """
        SELECT DISTINCT pg_get_userbyid(o) FROM (
          SELECT proowner FROM pg_proc WHERE pronamespace = 'regapp_api'::regnamespace
          UNION ALL SELECT nspowner FROM pg_namespace WHERE nspname = 'regapp_api'
          UNION ALL SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace) AS a (o)
        """) == [owner])
    // So is a database that a superuser filled.
    try database.psql(
      "ALTER TABLE public.account OWNER TO postgres; ALTER TABLE public.base OWNER TO postgres")
    _ = try await superuser.migrate()
    #expect(try await Database(address).status().wrong == [])
    #expect(try await store.page(PageRequest(limit: 1)).accounts.isEmpty)
    // Since version 16 auto_explain has a setting of its own.
    let set = try database.psql(
      """
      SELECT count(*) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase,
        unnest(s.setconfig) AS c
      WHERE d.datname = current_database() AND c = 'auto_explain.log_parameter_max_length=0'
      """)
    #expect(set == [try server.version < 16 ? "0" : "1"])
  }

  @Test("is left to a superuser where the owner may not change it, and that is said")
  func leftToOthers() async throws {
    let server = try PostgresServer.shared
    let owner = Self.stranger + "_3"
    try server.psql("CREATE ROLE \(owner) LOGIN")
    let database = try server.database()
    // The server has the roles already.
    _ = try await TestDatabase()
    try server.psql("ALTER DATABASE \(database.name) OWNER TO \(owner)")
    let address = try DatabaseAddress(server.address(database.name, user: owner))
    let made = try await Database(address).migrate()
    #expect(made.isNew && made.left == [.limits, .log])
    #expect(try await Database(address).migrate().left == [.limits, .log])
    let done = try await Database(DatabaseAddress(database.address)).migrate()
    #expect(done.repaired == [.limits, .log] && done.left.isEmpty)
    // If all is right, the owner needs no right to change it.
    let again = try await Database(address).migrate()
    #expect(again.repaired.isEmpty && again.left.isEmpty)
    // He may not take away what another granted.
    try database.psql(
      """
      GRANT SELECT ON public.login TO \(owner) WITH GRANT OPTION;
      CREATE ROLE \(owner)_friend LOGIN;
      GRANT SELECT ON public.login TO \(owner)_friend WITH GRANT OPTION
      """)
    try server.psql(
      "GRANT SELECT ON public.login TO PUBLIC",
      at: server.address(database.name, user: "\(owner)_friend"))
    let found = await fault { _ = try await Database(address).migrate() }
    #expect(found?.reason as? PostgresFault == .notPermitted)
  }
}
