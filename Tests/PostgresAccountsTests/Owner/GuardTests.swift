import AccountsFile
import Foundation
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts

@Suite(
  "A database in which accounts would look fewer, or nothing could be counted",
  .needsPostgres, .takesPlace, .patient)
struct GuardTests {
  private static let request = LoginRequest(email: "a@b.co", password: PasswordEntry("wrong"))

  private func database() async throws -> TestDatabase {
    let database = try await TestDatabase()
    var values = FieldValues()
    values.email = "a@b.co"
    values.password = "$apr1$12345678$9pHAGSBYtlmFtid2xxNog0"
    try await database.plant([values])
    return database
  }

  private func registry(_ database: TestDatabase, as role: String) throws -> Registry {
    let address = database.server.server.address(database.server.name, user: role)
    return Registry(
      database: try DatabaseAddress(address), today: { dayOfPromises },
      hasher: PasswordHasher(cost: 1), log: nil)
  }

  private func fault(_ work: () async throws -> Void) async -> PostgresFault? {
    do { try await work() } catch AccountsError.store(let fault) {
      return fault.reason as? PostgresFault
    } catch {}
    return nil
  }

  /// Expects that nothing works there, and everything says why.
  ///
  /// - Parameter isMended: whether `migrate` puts it right.
  private func isRefused(
    _ database: TestDatabase, _ expected: PostgresFault, isMended: Bool = false
  ) async throws {
    for role in [Schema.manager, Schema.login] {
      let registry = try registry(database, as: role)
      let works: [() async throws -> Void] = [
        { _ = try await registry.list(limit: 5) }, { _ = try await registry.check() },
        { _ = try await registry.authenticate(Self.request) },
        { _ = try await registry.rulebook() },
      ]
      // All begin with the same look at the tables: each role does two of them in an ordinary run.
      for work in isLongRun ? works[...] : role == Schema.login ? works[2...] : works[..<2] {
        #expect(await fault(work) == expected, "\(role)")
      }
    }
    let owner = Database(database.address)
    #expect(try await owner.status().wrong == [.fault(expected)])
    #expect(await fault { _ = try await owner.migrate() } == (isMended ? nil : expected))
    if isMended { #expect(try await owner.status().wrong == []) }
  }

  @Test("is refused where row security hides rows", arguments: Schema.tables)
  func rowSecurity(table: String) async throws {
    let database = try await database()
    try database.server.psql("ALTER TABLE public.\(table) ENABLE ROW LEVEL SECURITY")
    try await isRefused(database, .rowsHidden("public.\(table)"))
    try database.server.psql("ALTER TABLE public.\(table) DISABLE ROW LEVEL SECURITY")
    #expect(try await registry(database, as: Schema.manager).list(limit: 5).accounts.count == 1)
  }

  @Test("is refused where tables lack their keys and checks, until migrate has made them")
  func withoutKeys() async throws {
    let database = try await database()
    let constraints = """
      FROM pg_constraint WHERE contype IN ('p', 'u', 'c') AND connamespace = 'public'::regnamespace
      """
    let definitions = "SELECT conrelid, pg_get_constraintdef(oid) \(constraints) ORDER BY 1, 2"
    let before = try database.server.psql(definitions)
    try database.server.psql(
      """
      DO $$ DECLARE one record; BEGIN
        FOR one IN SELECT conrelid::regclass AS place, conname \(constraints) LOOP
          EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.place, one.conname);
        END LOOP;
      END $$
      """)
    let keys = Schema.definitions.flatMap { table in
      table.keys.enumerated().map { number, columns in
        let name = number == 0 ? "primary key" : "key (\(columns.joined(separator: ", ")))"
        return "the \(name) of public.\(table.name)"
      }
    }
    let checks = Schema.definitions.flatMap { table in
      table.checks.map { "the check of public.\(table.name).\($0.key)" }
    }
    let what = (keys + checks).joined(separator: ", ")
    try await isRefused(database, .incomplete(what, isMended: true), isMended: true)
    #expect(try database.server.psql(definitions) == before)
  }

  @Test(
    "leaves rows that break a key or a check to its owner, and another primary key",
    arguments: [
      (
        """
        ALTER TABLE public.account DROP CONSTRAINT account_email_key_key;
        INSERT INTO public.account (key, email_key, doc, closed, disabled, op)
        SELECT 'b', email_key, doc, true, false, gen_random_uuid() FROM public.account
        """, "the key (email_key) of public.account",
        "ALTER TABLE public.account ADD UNIQUE (email_key)"
      ),
      (
        """
        ALTER TABLE public.account DROP CONSTRAINT account_key_check;
        UPDATE public.account SET key = ''
        """, "the check of public.account.key",
        "ALTER TABLE public.account ADD CHECK (key <> '')"
      ),
      (
        "ALTER TABLE public.seen DROP CONSTRAINT seen_pkey, ADD PRIMARY KEY (since)",
        "the primary key of public.seen", "ALTER TABLE public.seen ADD PRIMARY KEY (key)"
      ),
    ])
  func inTheWay(sql: String, what: String, mend: String) async throws {
    let database = try await database()
    try database.server.psql(sql)
    let owner = Database(database.address)
    #expect(try await owner.status().wrong == [.fault(.incomplete(what, isMended: true))])
    #expect(await fault { _ = try await owner.migrate() } == .incomplete(what, mend: mend))
  }

  @Test(
    "names each part that is declared where it is missing or is another", arguments: Schema.tables
  )
  func withoutPart(of table: String) async throws {
    let table = try #require(Schema.definitions.first { $0.name == table })
    let database = try await database()
    let connection = try Connection(database.address, Libpq())
    let name = "public.\(table.name)"
    func lacking(after statement: String) throws -> [String] {
      try connection.begin("")
      try connection.run("TRUNCATE \(name)")
      try connection.run("DROP VIEW public.login")
      // No column has another type while one is made of it.
      if statement.contains("TYPE"), table.name == "account" {
        try connection.run("ALTER TABLE public.account DROP COLUMN by_hand")
      }
      try connection.run(statement)
      let lacking = try Schema.lacking(connection).map(\.what)
      try connection.run("ROLLBACK")
      return lacking
    }
    #expect(try Schema.lacking(connection).isEmpty)
    for column in table.columns {
      let (part, alter) = ("the column \(name).\(column.name)", "ALTER TABLE \(name)")
      for change in [
        "DROP COLUMN \"\(column.name)\" CASCADE",
        "RENAME COLUMN \"\(column.name)\" TO other",
        column.isExact
          ? "ALTER COLUMN \"\(column.name)\" TYPE text COLLATE \"POSIX\""
          : "DROP COLUMN \"\(column.name)\" CASCADE, ADD COLUMN \"\(column.name)\" xml",
        column.isNullable
          ? "ALTER COLUMN \"\(column.name)\" SET NOT NULL"
          : "DROP CONSTRAINT IF EXISTS \(table.name)_pkey, ALTER COLUMN \"\(column.name)\" DROP "
            + (column.filling.map { filling in
              switch filling {
              case .number: "IDENTITY"
              case .value: "DEFAULT"
              case .generated: "EXPRESSION"
              }
            } ?? "NOT NULL"),
      ] {
        let found = try lacking(after: "\(alter) \(change)")
        let isGone = change.hasPrefix("RENAME") || change.hasSuffix("CASCADE")
        let expected = isGone ? part : "the declared form of \(part) (\(column.definition))"
        #expect(found.contains(expected), "\(change): \(found)")
      }
      // A column that it has besides is its owner's.
      #expect(try lacking(after: "\(alter) ADD COLUMN other text DEFAULT 'x'") == [])
    }
    let constraints = try database.server.psql(
      "SELECT conname FROM pg_constraint WHERE conrelid = '\(name)'::regclass AND contype IN ('p', 'u', 'c')"
    )
    #expect(constraints.count == table.keys.count + table.checks.count)
    for constraint in constraints {
      #expect(try lacking(after: "ALTER TABLE \(name) DROP CONSTRAINT \(constraint)").count == 1)
    }
  }

  private static let key = "the key (email_key) of public.account"

  /// A key in other forms, and a check and a default, and the part that is lacking then.
  private static let forms: [(sql: String, lacking: String)] = [
    ("CREATE UNIQUE INDEX account_email_key_key ON account (email_key, md5(doc))", key),
    ("CREATE UNIQUE INDEX account_email_key_key ON account (lower(email_key))", key),
    ("CREATE UNIQUE INDEX account_email_key_key ON account (email_key) WHERE NOT closed", key),
    ("CREATE INDEX account_email_key_key ON account (email_key)", key),
    ("ALTER TABLE account ADD CONSTRAINT other UNIQUE (email_key, key)", key),
    ("ALTER TABLE account ADD CONSTRAINT other UNIQUE (key) INCLUDE (email_key)", key),
    ("ALTER TABLE account ADD CONSTRAINT other UNIQUE (email_key) DEFERRABLE", key),
    (
      """
      CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
      CREATE UNIQUE INDEX other ON account (email_key COLLATE loose)
      """, key
    ),
    ("ALTER TABLE account ADD CONSTRAINT other UNIQUE (email_key) INCLUDE (closed)", ""),
    ("CREATE UNIQUE INDEX other ON account (email_key)", ""),
    ("CREATE UNIQUE INDEX other ON account (email_key text_pattern_ops DESC)", ""),
    (
      """
      ALTER TABLE account ADD UNIQUE (email_key), DROP CONSTRAINT account_password_check,
        ADD CONSTRAINT account_password_check CHECK (password <> 'x')
      """, "the check of public.account.password"
    ),
    (
      """
      ALTER TABLE account ADD UNIQUE (email_key), DROP CONSTRAINT account_key_check,
        ADD CONSTRAINT account_key_check CHECK (key <> '') NOT VALID;
      ALTER TABLE seen ADD CHECK (key <> '')
      """, "the check of public.account.key"
    ),
    (
      """
      ALTER TABLE account ADD UNIQUE (email_key);
      ALTER TABLE change DROP via, ADD via text GENERATED ALWAYS AS ('x') STORED
      """, #"the declared form of the column public.change.via ("via" text)"#
    ),
    (
      "ALTER TABLE account ADD UNIQUE (email_key), ALTER version SET DEFAULT 2",
      #"the declared form of the column public.account.version ("version" bigint NOT NULL DEFAULT 1)"#
    ),
  ]

  @Test("compares a key by what it keeps unique, and a check and a default by what they say")
  func otherForms() async throws {
    let database = try await database()
    let connection = try Connection(database.address, Libpq())
    for (sql, lacking) in Self.forms {
      try connection.begin("")
      defer { connection.rollBack() }
      do throws(Failure) {
        try connection.run(
          """
          DO $hand$ BEGIN
            PERFORM set_config('search_path', 'public', true);
            EXECUTE $sql$ALTER TABLE account DROP CONSTRAINT account_email_key_key; \(sql)$sql$;
            PERFORM set_config('search_path', '\(Schema.safePath)', true);
          END $hand$
          """)
      } catch {
        // A server without ICU has no such collation.
        guard sql.contains("icu") else { throw error }
        continue
      }
      #expect(try Schema.lacking(connection).map(\.what).joined() == lacking, "\(sql)")
    }
  }

  @Test("names a column in another form with the declared one, and migrate leaves it")
  func otherForm() async throws {
    let database = try await database()
    try database.server.psql("ALTER TABLE public.account ALTER op TYPE text")
    let what = #"the declared form of the column public.account.op ("op" uuid NOT NULL)"#
    try await isRefused(database, .incomplete(what))
  }

  @Test("is refused with what keeps accounts from being read or written, and the way out")
  func obstructed() async throws {
    let database = try await TestDatabase()
    for statement in [
      "CREATE TABLE public.guest () INHERITS (public.account)",
      "ALTER TABLE public.account ADD COLUMN other text NOT NULL",
      "ALTER TABLE public.change ADD COLUMN other int; ALTER TABLE public.change ALTER other SET NOT NULL",
      "CREATE UNIQUE INDEX other ON public.account (username_key) NULLS NOT DISTINCT",
      "ALTER TABLE public.account ADD CONSTRAINT other UNIQUE NULLS NOT DISTINCT (username_key)",
    ] {
      // NULLS NOT DISTINCT is of PostgreSQL 15.
      if statement.contains("NULLS NOT"), try database.server.server.version < 15 { continue }
      try database.server.psql(statement)
      let wrong = try await Database(database.address).status().wrong
      guard case .fault(.obstructed(let what, let mend))? = wrong.first else {
        Issue.record("\(wrong)")
        return
      }
      try await isRefused(database, .obstructed(what, mend: mend))
      try database.server.psql("\(mend); DROP TABLE IF EXISTS public.guest")
    }
    try database.server.psql("ALTER TABLE public.account DROP other")
    #expect(try await registry(database, as: Schema.manager).list(limit: 5).accounts.isEmpty)
  }

  @Test("is refused where a crash would empty a table, with the statements against that")
  func unlogged() async throws {
    let database = try await database()
    for table in Schema.tables.map({ "public.\($0)" }) {
      try database.server.psql("ALTER TABLE \(table) SET UNLOGGED")
      let wrong = try await Database(database.address).status().wrong
      guard case .fault(.unlogged(table, let mend))? = wrong.first else {
        Issue.record("\(wrong)")
        return
      }
      try await isRefused(database, .unlogged(table, mend: mend))
      try database.server.psql(mend)
    }
    #expect(try await Database(database.address).status().wrong == [])
  }

  @Test("names a rulebook that is none", arguments: ["[", "\"nonsense\"", "{\"name\": 1}"])
  func rulebook(text: String) async throws {
    let database = try await database()
    try database.server.psql("UPDATE public.base SET rules = '\(text)'")
    #expect(
      try await Database(database.address).status().wrong == [.fault(.rulebookUnreadable)])
    guard text == "[" else { return }
    let registry = try registry(database, as: Schema.manager)
    #expect(await fault { _ = try await registry.list(limit: 5) } == .rulebookUnreadable)
    #expect(await fault { _ = try await registry.check() } == .rulebookUnreadable)
    _ = try await Database(database.address).setRules(.register, today: dayOfPromises)
    #expect(try await registry.list(limit: 5).accounts.count == 1)
  }

  @Test("is told apart from none where half of it was restored, or the schema is gone")
  func half() async throws {
    let database = try await database()
    let owner = Database(database.address)
    try database.server.psql(
      "DROP TABLE public.base, public.change, public.seen, public.attempt CASCADE")
    let lost = PostgresFault.incomplete(
      "public.base, public.change, public.attempt, public.seen")
    #expect(await fault { _ = try await owner.migrate() } == lost)
    #expect(try await owner.status().wrong == [.fault(lost)])
    try database.server.psql("DROP SCHEMA public CASCADE")
    let gone = PostgresFault.incomplete("the schema public", mend: "CREATE SCHEMA public")
    #expect(await fault { _ = try await owner.migrate() } == gone)
    #expect(try await owner.status().wrong == [.fault(gone)])
    try database.server.psql("CREATE SCHEMA public")
    #expect(try await owner.migrate().isNew)
  }

  @Test("gives who reads the view nothing of a row that it leaves out", arguments: [false, true])
  func barrier(isUnionAll: Bool) async throws {
    let database = try await database()
    if isUnionAll {
      // A view that PostgreSQL opens up in spite of the barrier: migrate makes ours again.
      try database.server.psql(
        """
        DO $$ BEGIN EXECUTE replace(concat('CREATE OR REPLACE VIEW public.login WITH (security_barrier) AS ',
          pg_get_viewdef('public.login'::regclass)), 'UNION', 'UNION ALL'); END $$
        """)
      #expect(try await Database(database.address).status().wrong == [.part(.view)])
      #expect(try await Database(database.address).migrate().repaired == [.view])
    }
    let role = "view_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try database.server.psql(
      """
      UPDATE public.account SET password = '!$y$secret';
      CREATE ROLE \(role) LOGIN; GRANT SELECT ON public.login TO \(role)
      """)
    let rows = try database.server.server.psql(
      """
      CREATE FUNCTION pg_temp.leak(a text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
      AS $$ BEGIN
        PERFORM set_config('leak.seen', concat(current_setting('leak.seen', true), a), false);
        RETURN true;
      END $$;
      SELECT name FROM public.login WHERE pg_temp.leak(password);
      SELECT name FROM public.login WHERE name = 'a@b.co' AND pg_temp.leak(password);
      SELECT concat('seen: ', current_setting('leak.seen', true))
      """, at: database.server.server.address(database.server.name, user: role))
    #expect(rows == ["seen: "])
  }

  @Test("keeps what it has of logins from who manages accounts")
  func logins() async throws {
    let database = try await database()
    let record = "SELECT key, failures FROM public.seen WHERE key <> ''"
    let manager = try Connection(
      try DatabaseAddress(
        database.server.server.address(database.server.name, user: Schema.manager)), Libpq())
    _ = try? await registry(database, as: Schema.login).authenticate(Self.request)
    let before = try database.server.psql(record)
    #expect(before.count == 1)
    for (old, new) in [("a@b.co", ""), ("a@b.co", "nobody@b.co"), ("nobody@b.co", "a@b.co")] {
      try manager.run(
        "SELECT regapp_api.regapp_follow_logins($1, $2)", [.texts([old]), .texts([new])])
      #expect(try database.server.psql(record) == before, "\(old) \(new)")
      #expect(
        try database.server.psql("SELECT key FROM public.attempt") == ["a@b.co"], "\(old) \(new)")
    }
    // Nor does it with an update that changes nothing, or an account that is taken out and put
    // back.
    try await database.plant([PostgresProbe.Write.account("e").values])
    let follow = #"SELECT regapp_api.regapp_follow_logins('{a@b.co}', '{"KEY"}')"#
    for touching in [
      "UPDATE public.account SET version = version",
      "UPDATE public.account SET op = gen_random_uuid()",
      "CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM public.account; "
        + "DELETE FROM public.account",
    ] {
      for key in ["", "e@b.co"] {
        try manager.begin("")
        for statement in touching.components(separatedBy: "; ") { try manager.run(statement) }
        try manager.run(follow.replacing("KEY", with: key))
        try manager.run("SELECT regapp_api.regapp_follow_logins('{}', '{}')")
        if touching.contains("kept") {
          let columns = "\(Schema.columnsOfRow), version, op, fingerprint"
          try manager.run(
            "INSERT INTO public.account (\(columns)) SELECT \(columns) FROM kept")
        }
        try manager.run("COMMIT")
        #expect(try database.server.psql(record) == before, "\(touching) \(key)")
      }
    }
    // Nor with a line that says something else, or of an account that is there.
    func line(_ entry: String) -> String {
      """
      INSERT INTO public.change (op, did) VALUES (gen_random_uuid(), 'edit'); \
      INSERT INTO public.change_account (change, place, key, entry) \
      SELECT max(id), 0, 'KEY', '\(entry)' FROM public.change
      """
    }
    for (entry, key, new) in [
      (#"{"account":"a@b.co","changes":{"firstName":["a","b"]}}"#, "a@b.co", ""),
      (#"{"account":"a@b.co","changes":{"email":["a@b.co",null]}}"#, "a@b.co", ""),
      (#"{"account":"a@b.co"}"#, "a@b.co", ""),
      // Of an account that is gone, in a form that no reader shows.
      (#"{"account":{"username":"f@b.co"}}"#, "f@b.co", ""),
      (#"{"account":"a@b.co","changes":{"email":["a@b.co","f@b.co"]}}"#, "e@b.co", "e@b.co"),
    ] {
      try manager.begin("")
      try manager.run("UPDATE public.account SET version = version")
      for statement in line(entry).replacing("KEY", with: key).components(separatedBy: "; ") {
        try manager.run(statement)
      }
      try manager.run(follow.replacing("KEY", with: new))
      try manager.run("COMMIT")
      #expect(try database.server.psql(record) == before, "\(entry)")
    }
    for rewriting in [
      "UPDATE public.change_account SET entry = entry", "DELETE FROM public.change_account",
      #"SELECT regapp_api.regapp_forget('{1}', '{0}', '{"{\"account\":\"x\"}"}', '{}', '{}')"#,
      // A line has its number and its time from the server, and keeps what it says.
      "UPDATE public.change SET id = DEFAULT", "UPDATE public.change SET did = 'seal'",
      "INSERT INTO public.change (id, op, did) OVERRIDING SYSTEM VALUE "
        + "VALUES (9, gen_random_uuid(), 'edit')",
      "INSERT INTO public.change (at, op, did) VALUES ('2020-01-01', gen_random_uuid(), 'edit')",
      "LOCK TABLE public.change IN SHARE ROW EXCLUSIVE MODE",
    ] {
      #expect(throws: (any Error).self) { try manager.run(rewriting) }
    }
    do throws(Failure) {
      try manager.run(
        "SELECT regapp_api.regapp_copy_logins(1, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')")
      Issue.record("the manager wrote times of logins")
    } catch {
      guard case .refused("42501", _) = error else { throw error }
    }
    // An account that goes takes its record along, also in a list.
    let registry = try registry(database, as: Schema.manager)
    try await database.plant([PostgresProbe.Write.account("d").values])
    _ = try await registry.remove(["a@b.co", "d@b.co"])
    #expect(try database.server.psql(record) == [])
  }

  @Test("lets who manages accounts take people out of a line, and change nothing else of it")
  func onlyForgets() async throws {
    let database = try await database()
    let manager = try Connection(
      try DatabaseAddress(
        database.server.server.address(database.server.name, user: Schema.manager)), Libpq())
    let (whole, rest) = (
      #"{"account":"a@b.co","changes":{"email":[null,"a@b.co"],"after":[1,2]},"after":"b@b.co"}"#,
      #"{"count":2,"document":{"changes":{"k":[1,2]},"order":[["a","b","c"],["b","c"]]},"undid":[3]}"#
    )
    try database.server.psql(
      """
      INSERT INTO public.change (op, did) VALUES (gen_random_uuid(), 'copy');
      INSERT INTO public.change_account (change, place, key, entry)
      SELECT max(id), 0, 'a@b.co', '\(whole)' FROM public.change;
      INSERT INTO public.change_account (change, place, key, entry)
      SELECT max(id), -1, '', '\(rest)' FROM public.change
      """)
    let number = try database.server.psql("SELECT max(id) FROM public.change")[0]
    func isDone(_ place: Int, _ entry: String) throws -> Bool {
      try manager.begin("")
      defer { manager.rollBack() }
      do throws(Failure) {
        try manager.run(
          "SELECT regapp_api.regapp_forget($1, ARRAY[\(place)], $2, '{}', '{}')",
          [.numbers([Int(number) ?? 0]), .texts([entry])])
        return true
      } catch {
        guard case .refused("42501", _) = error else { throw error }
        return false
      }
    }
    for (place, old, new, expected) in [
      (0, whole, #"{"account":null}"#, true), (0, "", "", true),
      (0, #","after":"b@b.co"}"#, "}", true), (0, #""b@b.co"}"#, #""c@b.co"}"#, false),
      (0, #""a@b.co","changes""#, #""x@b.co","changes""#, false),
      (0, #"[null,"a@b.co"]"#, #"["x","a@b.co"]"#, false),
      (0, #""after":[1,2]},"#, #""after":[1,3]},"#, false),
      (0, #"{"account""#, #"{"changes":{},"account""#, false),
      (0, #","after":"b@b.co"}"#, #","also":"x"}"#, false),
      (0, whole, #"{"account":"a@b.co"}"#, false), (0, whole, #"{"account":null,"x":1}"#, false),
      (-1, rest, #"{"account":null}"#, false),
      (-1, #"["a","b","c"],["b","c"]"#, #"["c"],["c"]"#, true),
      (-1, #","order":[["a","b","c"],["b","c"]]"#, "", true),
      (-1, #"["a","b","c"]"#, #"["b","a","c"]"#, false),
      (-1, #"["a","b","c"]"#, #"["a","x"]"#, false),
      (-1, #""k":[1,2]"#, #""k":[1,3]"#, false), (-1, #""undid":[3]"#, #""undid":[]"#, false),
      (-1, #""count":2"#, #""count":1"#, false),
    ] as [(Int, String, String, Bool)] {
      let before = place == 0 ? whole : rest
      let entry = old.isEmpty ? before : before.replacing(old, with: new)
      #expect(try isDone(place, entry) == expected, "\(entry)")
    }
    // It locks the changes without a right to write them.
    try manager.begin("")
    try manager.run("SELECT regapp_api.regapp_lock_changes()")
    #expect(throws: (any Error).self) { try manager.run("UPDATE public.change SET did = did") }
    manager.rollBack()
  }

  @Test("tells its state to a role that may not read the changes")
  func readerOfAccounts() async throws {
    let database = try await TestDatabase()
    let role = "reader_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try database.server.psql(
      """
      CREATE ROLE \(role) LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(role);
      GRANT USAGE ON SCHEMA regapp_api TO \(role); REVOKE SELECT ON public.change FROM \(role)
      """)
    let address = database.server.server.address(database.server.name, user: role)
    let status = try await Database(DatabaseAddress(address)).status()
    #expect(
      status.accounts?.all == 0 && !status.wrong.contains(.fault(.notPermitted)), "\(status.wrong)")
  }

  @Test("shows the same accounts to a reader of any time zone")
  func timeZone() async throws {
    let database = try await TestDatabase()
    func day() throws -> [String] {
      try database.server.psql(
        "SELECT (now() AT TIME ZONE current_setting('log_timezone'))::date")
    }
    let today = try day()
    for (name, field) in [("anna", Field.validUntil), ("berta", .validFrom)] {
      var values = FieldValues()
      values.email = "\(name)@example.com"
      values[text: field] = today[0]
      _ = try await registry(database, as: Schema.manager).register(
        values, password: PasswordEntry("correct horse"))
    }
    // Between these two there is another day at any hour.
    for zone in ["Etc/GMT+12", "Pacific/Kiritimati"] {
      let shown = try database.server.psql(
        "SET TimeZone = '\(zone)'; SELECT name FROM public.login ORDER BY name")
      // The day may have ended meanwhile.
      guard try day() == today else { return try await timeZone() }
      #expect(shown == ["anna@example.com", "berta@example.com"], "\(zone)")
    }
  }

  @Test("keeps what an owner added to a row that keeps its names")
  func ownColumns() async throws {
    let database = try await TestDatabase()
    let registry = try registry(database, as: Schema.manager)
    var values = FieldValues()
    values.email = "anna@example.com"
    _ = try await registry.register(values, password: PasswordEntry("correct horse"))
    try database.server.psql(
      """
      ALTER TABLE public.account ADD COLUMN note text, ADD COLUMN seen int NOT NULL DEFAULT 0,
        ADD COLUMN twice text GENERATED ALWAYS AS (key || key) STORED;
      UPDATE public.account SET note = 'kept', seen = 7;
      CREATE TABLE public.team (key text REFERENCES public.account (key) ON DELETE CASCADE);
      INSERT INTO public.team SELECT key FROM public.account
      """)
    _ = try await registry.edit(
      EditRequest(account: "anna@example.com", fields: [.lastName: "New"]))
    let rows = try database.server.psql(
      "SELECT note, seen, doc LIKE '%New%' FROM public.account JOIN public.team USING (key)")
    #expect(rows == ["kept|7|t"])
  }

  @Test("saves nothing under a number that is not above the last, taken or not", arguments: [0, 4])
  func numbersBehind(last: Int) async throws {
    let database = try await TestDatabase()
    let registry = try registry(database, as: Schema.manager)
    let (email, name) = ("anna@example.com", "public.change_id_seq")
    func edit(_ first: String) async throws {
      _ = try await registry.edit(EditRequest(account: email, fields: [.firstName: .set(first)]))
    }
    var values = FieldValues()
    values.email = email
    _ = try await registry.register(values, password: PasswordEntry("correct horse"))
    try await edit("Berta")
    try database.server.psql("SELECT setval('\(name)', 10)")
    try await edit("Clara")
    // Of the numbers 1 and 2 there is a change, of 5 and 6 there is none.
    try database.server.psql("SELECT setval('\(name)', \(max(last, 1)), \(last > 0))")
    for _ in 0..<2 {
      #expect(await fault { try await edit("Dora") } == .rowsKeptBack)
    }
    #expect(try database.server.psql("SELECT first_name_key FROM public.account") == ["clara"])
    let status = try await Database(database.address).status()
    #expect(status.wrong == [.numbersBehind(name, table: "change")])
    try database.server.psql("SELECT setval('\(name)', max(id)) FROM public.change")
    try await edit("Dora")
    #expect(try await Database(database.address).status().wrong == [])
  }

  @Test("waits half a minute at most for a client that stopped in its transaction")
  func stopped() async throws {
    let database = try await database()
    let connection = try Connection(database.address, Libpq(), patience: 10)
    let set = try PostgresStore.transaction(connection, patience: 5) {
      connection throws(Failure) in
      try connection.run(
        "SELECT current_setting('idle_in_transaction_session_timeout'), current_setting('row_security')"
      )
    }
    #expect(set[0, 0] == "30s" && set[0, 1] == "off")
    _ = try await registry(database, as: Schema.manager).list(limit: 1)
  }

  @Test("locks nothing before all is sent that it writes")
  func sends() async throws {
    let database = try await PreparedDatabase()
    let address = database.database.address
    let sent = Mutex(0)
    var libpq = Libpq()
    libpq.watch = { call, isMade in
      guard call == "PQputCopyData", !isMade else { return }
      sent.withLock { $0 += 1 }
      #expect(throws: Never.self) {
        let other = try Connection(address, Libpq())
        try other.begin("")
        try other.run("LOCK TABLE public.account, public.change IN EXCLUSIVE MODE NOWAIT")
        try other.run("ROLLBACK")
      }
    }
    let store = PostgresStore(address, today: { dayOfPromises }, libpq: libpq)
    let new = (0...100).map { AccountChange.add(PostgresProbe.Write.account("n\($0)")) }
    _ = try await store.apply(new, WriteOptions())
    #expect(sent.withLock { $0 } >= 2)
  }

  @Test("tells a session nothing that outlives a transaction")
  func settings() async throws {
    let server = try await blocking { try PostgresServer.start() }
    let bouncer = try await blocking {
      try PgBouncer.start(before: server, settings: ["default_pool_size": "1"])
    }
    // Tables are made through it as well.
    let fresh = try DatabaseAddress(bouncer.address(of: server.database()))
    #expect(try await Database(fresh).migrate().isNew)
    let database = try await TestDatabase(on: server, through: bouncer)
    let registry = Registry(
      database: database.address, today: { dayOfPromises }, hasher: PasswordHasher(cost: 1),
      log: nil)
    _ = try await registry.verify(Self.request)
    _ = try await registry.list(limit: 1)
    _ = try await registry.history()
    let set = try database.server.server.psql(
      "SELECT name FROM pg_settings WHERE source = 'session'",
      at: bouncer.address(of: database.server))
    #expect(set.filter { $0 != "application_name" && $0 != "client_encoding" } == [])
  }

  @Test("shows a copy that somebody was forgotten meanwhile")
  func forgotten() async throws {
    let database = try await database()
    let registry = try registry(database, as: Schema.manager)
    _ = try await registry.remove("a@b.co")
    let store = PostgresStore(database.address, today: { dayOfPromises })
    let before = try await store.mark()
    #expect(try await store.mark() == before)
    let owner = Registry(
      database: database.address, today: { dayOfPromises }, hasher: PasswordHasher(cost: 1),
      log: nil)
    #expect(try await owner.forgetHistory(of: "a@b.co").changes == 1)
    #expect(try await store.mark() != before)
  }

  @Test("tells its status to a role that only logs people in, as far as that may see")
  func statusOfLogin() async throws {
    let database = try await database()
    let address = database.server.server.address(database.server.name, user: Schema.login)
    let status = try await Database(try DatabaseAddress(address)).status()
    #expect(status.version == Schema.version && status.accounts == nil)
    #expect(status.wrong.isEmpty, "\(status.wrong)")
    let role = "stranger_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try database.server.psql("CREATE ROLE \(role) LOGIN")
    let stranger = database.server.server.address(database.server.name, user: role)
    let other = try await Database(try DatabaseAddress(stranger)).status()
    #expect(other.wrong == [.fault(.notPermitted)])
  }
}
