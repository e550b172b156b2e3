import Accounts
import PostgresServer
import Testing

@testable import PostgresAccounts
@testable import StoreSuite

/// A role that may create in the schema `public`, as everyone may in databases that come from
/// PostgreSQL 14 or older. Its functions write into the server's log that they ran.
struct Stranger {
  let database: PostgresServer.Database
  let role = "mallory_" + String(UInt64.random(in: 0 ... .max), radix: 36)

  init(in database: PostgresServer.Database) throws {
    self.database = database
    try database.psql("CREATE ROLE \(role) LOGIN; GRANT CREATE ON SCHEMA public TO \(role)")
  }

  /// The text that its functions write when they run.
  var trace: String { "trap of \(role)" }

  /// How often they ran.
  var runs: Int {
    database.server.directory.logText.split(separator: "\n")
      .count { $0.contains("LOG:  \(trace)") }
  }

  func psql(_ sql: String) throws { try Self.psql(sql, in: database, as: role) }

  static func psql(_ sql: String, in database: PostgresServer.Database, as role: String) throws {
    try database.server.psql(sql, at: database.server.address(database.name, user: role))
  }

  /// A function that returns an expression.
  func function(_ signature: String, returning type: String, _ value: String) -> String {
    """
    CREATE FUNCTION \(signature) RETURNS \(type) LANGUAGE plpgsql AS $$ BEGIN
      RAISE LOG '\(trace)'; RETURN \(value);
    END $$;

    """
  }
}

@Suite(
  "Another role's code in a database",
  .needsPostgres, .takesPlace, .patient)
struct StrangerTests {
  private func migrate(_ database: PostgresServer.Database) async throws -> PostgresFault? {
    let address = try DatabaseAddress(database.address)
    return await fault { _ = try await Database(address).migrate() }?.reason as? PostgresFault
  }

  /// The answer to programs, for each role.
  private func use(_ database: PostgresServer.Database) async throws -> Set<PostgresFault?> {
    var found: Set<PostgresFault?> = []
    for role in ["postgres", Schema.manager, Schema.login] {
      let address = try DatabaseAddress(database.server.address(database.name, user: role))
      let store = PostgresStore(address, today: { dayOfPromises })
      found.insert(await fault { _ = try await store.rulebook() }?.reason as? PostgresFault)
    }
    return found
  }

  @Test(
    "that matches a statement of migrate better than PostgreSQL's does not run",
    arguments: [
      ("public.pg_advisory_xact_lock(integer)", "void", ""),
      ("public.quote_ident(name)", "text", "quote_ident($1::text)"),
      ("public.to_regclass(varchar)", "regclass", "NULL"),
    ])
  func betterMatch(signature: String, type: String, value: String) async throws {
    let database = try PostgresServer.shared.database()
    let stranger = try Stranger(in: database)
    try stranger.psql(stranger.function(signature, returning: type, value))
    #expect(try await migrate(database) == nil)
    #expect(try await use(database) == [nil])
    #expect(stranger.runs == 0)
    // It would run, if it were asked.
    try database.psql(
      "SELECT \(signature.prefix { $0 != "(" })(NULL::\(signature.split(separator: "(")[1].dropLast()))"
    )
    #expect(stranger.runs == 1)
  }

  @Test(
    "under a name of ours is not touched, and a view is named with what drops it",
    arguments: [
      ("public.base", "VIEW", "AS SELECT public.trap() AS schema"),
      ("public.base", "TABLE", "(schema int DEFAULT public.trap())"),
      ("public.account", "TABLE", "(key text CHECK (public.trap() = 1))"),
      ("public.login", "VIEW", "AS SELECT public.trap() AS name"),
    ])
  func underOurNames(object: String, kind: String, sql: String) async throws {
    let database = try PostgresServer.shared.database()
    let stranger = try Stranger(in: database)
    try stranger.psql(
      stranger.function("public.trap()", returning: "int", "1") + "CREATE \(kind) \(object) \(sql)")
    let mend = kind == "VIEW" ? "DROP VIEW \(object)" : nil
    let fault = PostgresFault.foreignOwner(object: object, role: stranger.role, mend: mend)
    #expect(try await migrate(database) == fault)
    // A program does not look at what only other services read.
    #expect(try await use(database) == [object == "public.login" ? .notPrepared : fault])
    #expect(stranger.runs == 0)
    #expect(try database.psql("SELECT FROM pg_class WHERE relname = 'change'").isEmpty)
    guard let mend else { return }
    try database.psql(mend)
    #expect(try await migrate(database) == nil)
  }

  @Test("under a name of our functions is never called, and is named with what takes it away")
  func functions() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let stranger = try Stranger(in: database.server)
    let overloads = Schema.functions.map { function in
      let types = function.parameters.map(\.type)
      let types5 = (types + ["int DEFAULT 0"]).joined(separator: ", ")
      return """
        CREATE FUNCTION public.\(function.name)(\(types5)) RETURNS SETOF record LANGUAGE plpgsql
        AS $$ BEGIN RAISE LOG '\(stranger.trace)'; RAISE 'trap'; END $$;

        """
    }
    try stranger.psql(overloads.joined())
    for role in ["postgres", Schema.manager] {
      let address = try DatabaseAddress(
        database.server.server.address(database.server.name, user: role))
      let store = PostgresStore(address, today: { dayOfPromises })
      try await store.addKnown("\(role)@b.co")
      try await store.change(
        .edit(
          store.id("\(role)@b.co"), [AccountRecord.Change(.groups, from: nil, to: .texts(["a"]))]),
        .edit)
      try await store.restore(1)
      try await store.begin(LoginAttempt("a"))
      try await store.end(LoginAttempt("a"), .failed)
      #expect(try await store.browserLogins(.all).logins.isEmpty)
    }
    #expect(try await use(database.server) == [nil])
    #expect(stranger.runs == 0)
    let wrong = try await Database(database.address).status().wrong
    let strays = wrong.compactMap { if case .stray(let stray) = $0 { stray } else { nil } }
    #expect(wrong.count == Schema.functions.count && strays.count == wrong.count)
    #expect(strays.allSatisfy { $0.role == stranger.role && $0.object.hasPrefix("public.regapp_") })
    let done = try await Database(database.address).migrate()
    #expect(done.repaired == [] && done.strays == strays)
    // Nothing is made beside such.
    let empty = try PostgresServer.shared.database()
    try empty.psql("GRANT CREATE ON SCHEMA public TO \(stranger.role)")
    try Stranger.psql(overloads[0], in: empty, as: stranger.role)
    let stray = try #require(strays.first { $0.object.contains("regapp_find(") })
    #expect(try await migrate(empty) == .nameTaken(stray.object, mend: stray.mend))
    try empty.psql(stray.mend)
    #expect(try await migrate(empty) == nil)
    for stray in strays { try database.server.psql(stray.mend) }
    #expect(try await Database(database.address).status().wrong == [])
  }

  @Test("where it made the schema of our functions does not run")
  func schemaOfFunctions() async throws {
    let database = try PostgresServer.shared.database()
    let stranger = try Stranger(in: database)
    try database.psql("CREATE SCHEMA \(Schema.api) AUTHORIZATION \(stranger.role)")
    let fault = PostgresFault.foreignOwner(object: "schema \(Schema.api)", role: stranger.role)
    #expect(try await migrate(database) == fault)
    try database.psql("DROP SCHEMA \(Schema.api)")
    #expect(try await migrate(database) == nil)
    // Who may create there is a right too many, and who did is in the way.
    try database.psql("GRANT CREATE, USAGE ON SCHEMA \(Schema.api) TO \(stranger.role)")
    try stranger.psql(
      stranger.function("\(Schema.api).regapp_rest(int)", returning: "int", "1"))
    let owner = Database(try DatabaseAddress(database.address))
    let name = "\(Schema.api).regapp_rest(integer)"
    let taken = PostgresFault.nameTaken(name, mend: "DROP ROUTINE \(name)")
    #expect(try await owner.status().wrong == [.fault(taken)])
    #expect(try await migrate(database) == taken)
    try database.psql("DROP ROUTINE \(name)")
    #expect(try await owner.status().wrong == [.part(.rights)])
    #expect(try await owner.migrate().repaired == [.rights])
    #expect(throws: (any Error).self) {
      try stranger.psql(
        stranger.function("\(Schema.api).regapp_rest(int)", returning: "int", "1"))
    }
    // One of ours that is another role's is dropped by that line, and made again.
    let signature = Schema.functions[0].signature
    try database.psql("ALTER FUNCTION \(signature) OWNER TO \(stranger.role)")
    let foreign = PostgresFault.foreignOwner(
      object: signature, role: stranger.role, mend: "DROP ROUTINE \(signature)")
    #expect(try await use(database) == [foreign])
    #expect(try await migrate(database) == foreign)
    try database.psql("DROP ROUTINE \(signature)")
    #expect(try await owner.migrate().repaired == [.functions, .rights])
  }

  @Test("in a whole database that it migrated itself does not run")
  func whole() async throws {
    let database = try await TestDatabase().server
    let stranger = try Stranger(in: database)
    try stranger.psql(stranger.function("public.trap()", returning: "int", "1"))
    let tables = Schema.tables.map { "ALTER TABLE public.\($0) OWNER TO \(stranger.role);" }
    try database.psql(tables.joined())
    let fault = PostgresFault.foreignOwner(object: "public.base", role: stranger.role)
    #expect(try await migrate(database) == fault)
    #expect(try await use(database) == [fault])
    // A role that owns nothing cannot make tables that others would use.
    let empty = try PostgresServer.shared.database()
    try empty.psql("GRANT CREATE ON SCHEMA public TO \(stranger.role)")
    let address = try DatabaseAddress(empty.server.address(empty.name, user: stranger.role))
    let found = await PostgresAccountsTests.fault { _ = try await Database(address).migrate() }
    #expect(found?.reason as? PostgresFault == .notPermitted)
  }

  @Test("where it owns the schema does not run")
  func schema() async throws {
    let database = try await TestDatabase().server
    let stranger = try Stranger(in: database)
    try database.psql("ALTER SCHEMA public OWNER TO \(stranger.role)")
    let fault = PostgresFault.foreignOwner(object: "schema public", role: stranger.role)
    #expect(try await migrate(database) == fault)
    #expect(try await use(database) == [fault])
  }

  @Test(
    "that hangs on our tables does not run",
    arguments: [
      (
        "trigger own on public.account",
        """
        CREATE TRIGGER own BEFORE INSERT ON public.account FOR EACH ROW
        EXECUTE FUNCTION public.fire()
        """
      ),
      (
        "trigger own on public.change",
        """
        CREATE TRIGGER own BEFORE INSERT ON public.change FOR EACH ROW
        WHEN (public.trap() = 1) EXECUTE FUNCTION pg_catalog.suppress_redundant_updates_trigger()
        """
      ),
      (
        "table constraint follower_key_fkey on public.follower",
        """
        CREATE TABLE public.follower (key text REFERENCES public.account ON DELETE CASCADE)
        """
      ),
      (
        "rule own on public.account",
        "CREATE RULE own AS ON INSERT TO public.account DO ALSO SELECT public.trap()"
      ),
      (
        "table constraint own on public.account",
        "ALTER TABLE public.account ADD CONSTRAINT own CHECK (public.trap() = 1)"
      ),
      (
        "policy own on public.account",
        "CREATE POLICY own ON public.account USING (public.trap() = 1)"
      ),
      (
        "default value",
        "ALTER TABLE public.account ALTER first_name_key SET DEFAULT public.trap()::text"
      ),
      ("index public.own", "CREATE INDEX own ON public.account ((public.trap()))"),
      ("table public.account", "ALTER TABLE public.account ADD own public.trapped"),
      ("table public.account", "ALTER TABLE public.account ADD own public.trapped[]"),
    ])
  func hanging(object: String, sql: String) async throws {
    let database = try await TestDatabase().server
    let stranger = try Stranger(in: database)
    try stranger.psql(
      stranger.function("public.trap()", returning: "int", "1").replacing(
        "LANGUAGE", with: "IMMUTABLE LANGUAGE")
        + stranger.function("public.fire()", returning: "trigger", "NEW")
        + "CREATE DOMAIN public.trapped AS int CHECK (public.trap() = 1)")
    // Some of it needs the table, which is given back afterwards.
    try database.psql(
      "ALTER TABLE public.account OWNER TO \(stranger.role);"
        + "ALTER TABLE public.change OWNER TO \(stranger.role)")
    try stranger.psql(sql)
    try database.psql(
      "ALTER TABLE public.account OWNER TO postgres; ALTER TABLE public.change OWNER TO postgres")
    let before = stranger.runs
    for found in [[try await migrate(database)], try await use(database)] {
      guard case .foreignOwner(let named, let role, nil)? = found.first, found.count == 1 else {
        Issue.record("\(found)")
        continue
      }
      #expect(named.hasPrefix(object) && role == stranger.role)
    }
    #expect(stranger.runs == before)
  }

  @Test("that hangs on a partition does not run, nor is another's partition used")
  func partition() async throws {
    let database = try await TestDatabase().server
    let stranger = try Stranger(in: database)
    try database.psql(
      """
      ALTER TABLE public.seen RENAME TO whole;
      CREATE TABLE public.seen (LIKE public.whole INCLUDING ALL) PARTITION BY HASH (key);
      DROP TABLE public.whole CASCADE;
      CREATE TABLE public.part PARTITION OF public.seen FOR VALUES WITH (MODULUS 1, REMAINDER 0)
      """)
    #expect(try await migrate(database) == nil)
    #expect(try await use(database) == [nil])
    try stranger.psql(stranger.function("public.fire()", returning: "trigger", "NEW"))
    for (object, owner) in [
      ("the partition public.part", stranger.role), ("trigger own on public.part", "postgres"),
    ] {
      try database.psql("ALTER TABLE public.part OWNER TO \(owner)")
      if owner != "postgres" {
        try stranger.psql(
          """
          CREATE TRIGGER own BEFORE INSERT ON public.part FOR EACH ROW
          EXECUTE FUNCTION public.fire()
          """)
      }
      let fault = PostgresFault.foreignOwner(object: object, role: stranger.role)
      #expect(try await migrate(database) == fault)
      #expect(try await use(database) == [fault])
    }
    #expect(stranger.runs == 0)
  }

  @Test("is none where the owner has a trigger of his own")
  func own() async throws {
    let database = try await TestDatabase().server
    try database.psql(
      """
      CREATE FUNCTION public.fire() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
      CREATE TRIGGER own BEFORE INSERT ON public.account FOR EACH ROW
      EXECUTE FUNCTION public.fire();
      CREATE VIEW public.names AS SELECT name FROM public.login
      """)
    #expect(
      try await migrate(database)
        == .notOwn("trigger own on public.account", mend: "DROP TRIGGER own ON public.account"))
    #expect(try await use(database) == [nil])
  }

  @Test("is none where what is there is the owner's, and no table of ours")
  func notOurs() async throws {
    for (sql, fault) in [
      (
        "CREATE VIEW public.base AS SELECT 1 AS schema",
        PostgresFault.nameTaken("public.base", mend: "DROP VIEW public.base")
      ),
      (
        "CREATE VIEW public.login AS SELECT 1 AS name",
        .nameTaken("public.login", mend: "DROP VIEW public.login")
      ),
      ("CREATE TABLE public.base (name text)", .nameTaken("public.base")),
      ("CREATE TABLE public.throttle (name text)", .nameTaken("public.throttle")),
    ] {
      let database = try PostgresServer.shared.database()
      try database.psql(sql)
      #expect(try await migrate(database) == fault, "\(sql)")
      #expect(try await use(database) == [.notPrepared])
    }
    let database = try await TestDatabase().server
    try database.psql("DROP TABLE public.throttle")
    #expect(try await migrate(database) == .incomplete("public.throttle"))
    #expect(try await use(database) == [.incomplete("public.throttle")])
  }
}
