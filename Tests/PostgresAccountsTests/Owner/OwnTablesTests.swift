import AccountsSupport
import PostgresServer
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts

@Suite(
  "Tables with a trigger or a rule of somebody's",
  .needsPostgres, .takesPlace, .patient)
struct OwnTablesTests {
  /// Something on a table, in forms that would let every write pass, or none.
  private static let forms = [
    "CREATE TRIGGER own BEFORE INSERT OR UPDATE ON TABLE FOR EACH ROW EXECUTE FUNCTION public.own()",
    """
    CREATE TRIGGER own AFTER TRUNCATE ON TABLE FOR EACH STATEMENT EXECUTE FUNCTION public.own();
    ALTER TABLE TABLE DISABLE TRIGGER own
    """,
    """
    CREATE CONSTRAINT TRIGGER own AFTER DELETE ON TABLE DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION public.own()
    """,
    "CREATE RULE own AS ON INSERT TO TABLE DO INSTEAD NOTHING",
    "CREATE RULE own AS ON UPDATE TO TABLE DO ALSO SELECT 1",
  ]

  private static func made(_ form: Int, on table: String) -> String {
    """
    CREATE OR REPLACE FUNCTION public.own() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RETURN NEW; END $$;
    \(forms[form].replacing("TABLE TABLE", with: "TABLE public.\(table)")
      .replacing(" ON TABLE", with: " ON public.\(table)")
      .replacing(" TO TABLE", with: " TO public.\(table)"))
    """
  }

  private static func fault(of table: String, _ form: Int) -> PostgresFault {
    let kind = forms[form].contains("RULE") ? "rule" : "trigger"
    return .notOwn(
      "\(kind) own on public.\(table)",
      mend: "DROP \(kind.uppercased()) own ON public.\(table)")
  }

  private func fault(_ work: () async throws -> Void) async -> PostgresFault? {
    await PostgresAccountsTests.fault(work)?.reason as? PostgresFault
  }

  @Test(
    "are not written, by no command and over no connection, until it is gone",
    arguments: Schema.guarded)
  func guarded(table: String) async throws {
    let browsers = try await Browsers()
    let (server, registry) = (browsers.database.server, browsers.registry)
    let begun = try await registry.begin(Browsers.ada)
    let owner = Database(browsers.database.address)
    let account = try #require(try await registry.account(Browsers.ada).account)
    let writes: [() async throws -> Void] = [
      { _ = try await registry.disable(Browsers.ada) },
      {
        _ = try await registry.register(
          FieldValues(email: "eve@b.co"), password: PasswordEntry("secret2"))
      },
      { _ = try await registry.remove(Browsers.bob) },
      {
        let many = (0...100).map { NewAccount(FieldValues(email: "n\($0)@b.co", password: "*")) }
        _ = try await registry.importAccounts(many)
      },
      { _ = try await registry.endLogins() },
      { _ = try await registry.endLogins(of: [Browsers.ada]) },
      { _ = try await browsers.registry.beginSession(of: begun.proved, at: "wiki") },
      {
        _ = try await registry.beginLogin(
          of: account, typed: nil, at: "page", in: "", keeps: false)
      },
      { _ = try await owner.setRules(Rulebook(name: "own"), today: .ofTests) },
      { _ = try await owner.migrate(today: .ofTests) },
    ]
    func state() throws -> [String] {
      try Schema.guarded.flatMap {
        try server.psql("SELECT '\($0)', t FROM public.\($0) t ORDER BY 2")
      }
    }
    let before = try state()
    for form in Self.forms.indices {
      try server.psql(Self.made(form, on: table))
      let expected = Self.fault(of: table, form)
      for (index, write) in writes.enumerated() {
        // The connections are older than what is there.
        #expect(await fault(write) == expected, "\(form) \(index)")
      }
      #expect(try state() == before, "\(form)")
      // Logins go on, passwords are checked, and wrong ones are counted.
      let other = browsers.registry
      #expect(try await other.isIn(begun))
      #expect(
        try await registry.verify(
          LoginRequest(email: Browsers.bob, password: PasswordEntry("secret1"))))
      let status = try await owner.status()
      #expect(status.wrong.count == 1 && status.additions.map(\.effect) == [.prevents])
      try server.psql(try #require(status.additions.first?.mend))
      #expect(try await owner.status().wrong == [])
    }
    // The end that this process was asked for is written now.
    #expect(try await !registry.isIn(begun))
    #expect(try await comesTrue { try browsers.count == 0 })
    #expect(try await registry.disable(Browsers.bob).notices == [])
  }

  @Test(
    "go on where the table only counts or records, which status says",
    arguments: Schema.tables.filter { !Schema.guarded.contains($0) })
  func others(table: String) async throws {
    let browsers = try await Browsers()
    for form in Self.forms.indices {
      try browsers.database.server.psql(Self.made(form, on: table))
      let status = try await Database(browsers.database.address).status()
      #expect(
        status.additions.map { "\($0.table) \($0.name) \($0.effect)" }
          == ["public.\(table) own changes"])
      #expect(status.wrong == status.additions.map { .addition($0) })
      _ = try await browsers.registry.edit(
        EditRequest(account: Browsers.ada, fields: [.firstName: .set("A\(form)")]))
      try browsers.database.server.psql(try #require(status.additions.first?.mend))
    }
  }

  /// The objects that an owner may add: kind, table and name, and whether it may spoil a write.
  private static let additions: [(sql: String, found: [String])] = [
    (
      "ALTER TABLE account ADD note text", ["column public.account note nothing"]
    ),
    (
      "ALTER TABLE seen ADD note int NOT NULL DEFAULT 0", ["column public.seen note changes"]
    ),
    (
      "CREATE DOMAIN team AS text CHECK (VALUE <> 'x'); ALTER TABLE account ADD team team",
      ["column public.account team changes"]
    ),
    (
      "ALTER TABLE account ALTER first_name_key SET DEFAULT 'x'",
      ["default public.account first_name_key changes"]
    ),
    (
      "ALTER TABLE account ADD CONSTRAINT stop CHECK (key <> 'x')",
      ["check public.account stop changes"]
    ),
    (
      "CREATE TABLE team (key text CONSTRAINT of_team REFERENCES account)",
      ["foreign key public.account of_team of public.team changes"]
    ),
    (
      """
      CREATE TABLE team (key text PRIMARY KEY);
      ALTER TABLE account ADD CONSTRAINT own FOREIGN KEY (first_name_key) REFERENCES team
      """, ["foreign key public.account own changes"]
    ),
    (
      "ALTER TABLE session ADD CONSTRAINT own EXCLUDE USING btree (host WITH =)",
      ["exclusion public.session own changes"]
    ),
    (
      "CREATE UNIQUE INDEX own ON account (first_name_key)",
      ["unique index public.account own changes"]
    ),
    ("CREATE INDEX own ON account (doc)", ["index public.account own changes"]),
    ("CREATE INDEX own ON account (changed_at)", ["index public.account own nothing"]),
    (
      "CREATE INDEX own ON account (version) WHERE 1 / version > 0",
      ["index public.account own changes"]
    ),
    (
      """
      ALTER TABLE session RENAME TO whole;
      CREATE TABLE session (LIKE whole INCLUDING ALL) PARTITION BY HASH (digest);
      DROP TABLE whole;
      CREATE TABLE part PARTITION OF session FOR VALUES WITH (MODULUS 1, REMAINDER 0);
      CREATE FUNCTION own() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER own BEFORE INSERT ON part FOR EACH ROW EXECUTE FUNCTION own()
      """, ["trigger public.part own prevents"]
    ),
    ("CREATE POLICY own ON account USING (true)", ["policy public.account own changes"]),
    (
      "CREATE TABLE whole (key text COLLATE \"C\" NOT NULL); ALTER TABLE account INHERIT whole",
      ["parent public.account public.whole changes"]
    ),
    (
      "CREATE PUBLICATION own FOR TABLE account, base",
      ["publication public.account own nothing", "publication public.base own nothing"]
    ),
    (
      """
      CREATE PUBLICATION own FOR TABLE base; ALTER TABLE base REPLICA IDENTITY NOTHING
      """, ["publication public.base own changes"]
    ),
    (
      """
      CREATE PUBLICATION own FOR TABLE base WITH (publish = 'insert');
      ALTER TABLE base REPLICA IDENTITY NOTHING
      """, ["publication public.base own nothing"]
    ),
  ]

  @Test("are listed with all that hangs on them, and with what it may do to a write")
  func listed() async throws {
    let database = try await TestDatabase()
    let connection = try Connection(database.address, Libpq())
    func found() throws -> [String] {
      let rows = try connection.run(Schema.additions)
      return (0..<rows.count).map { row in
        (0..<4).map { rows[row, $0] ?? "" }.joined(separator: " ")
      }
    }
    #expect(try found() == [])
    for (sql, expected) in Self.additions {
      try connection.begin("")
      try connection.run(
        """
        DO $hand$ BEGIN
          PERFORM set_config('search_path', 'public', true);
          EXECUTE $sql$\(sql)$sql$;
          PERFORM set_config('search_path', '\(Schema.safePath)', true);
        END $hand$
        """)
      #expect(try found() == expected, "\(sql)")
      #expect(
        try connection.run("SELECT \(Schema.hasForeignCode)").flag(0, 0)
          == expected.contains { $0.hasSuffix("prevents") }, "\(sql)")
      try connection.run("ROLLBACK")
    }
    #expect(try await Database(database.address).status().additions == [])
    // Others see it too.
    try database.server.psql(
      "CREATE SCHEMA private; CREATE TABLE private.own (key int PRIMARY KEY); "
        + "CREATE PUBLICATION own FOR ALL TABLES")
    let login = try DatabaseAddress(
      database.server.server.address(database.server.name, user: Schema.login))
    let status = try await Database(login).status()
    #expect(status.additions.count == Schema.tables.count && status.wrong == [])
  }
}
