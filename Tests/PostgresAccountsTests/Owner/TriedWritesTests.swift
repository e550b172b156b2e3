import Accounts
import PostgresServer
import StoreSuite
import Testing

@testable import PostgresAccounts

@Suite(
  "A write that is tried", .enabled(if: ServerPrograms.arePresent, "\(ServerPrograms.absence)"),
  .patient)
struct TriedWritesTests {
  /// Additions of an owner: what then refuses, of what kind, and how it is taken away.
  private struct Added {
    let sql: String
    let table: String?
    let kind: Database.RefusedWrite.Kind
    let name: String
    let state: String?
    let undoing: String
  }

  private static func trigger(
    _ body: String, on table: String, _ when: String, _ state: String?
  ) -> Added {
    let isConstraint = when.contains("DEFERRED")
    let (time, rest) = isConstraint ? ("AFTER INSERT", " \(when)") : (when, "")
    return Added(
      sql: """
        CREATE FUNCTION public.own() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(body) END $$;
        CREATE \(isConstraint ? "CONSTRAINT " : "")TRIGGER own \(time) ON public.\(table)\(rest)
        FOR EACH ROW EXECUTE FUNCTION public.own()
        """, table: table, kind: .trigger, name: "own on public.\(table)", state: state,
      undoing: "DROP FUNCTION public.own CASCADE")
  }

  private static let added: [Added] = [
    // Its table is not found by the search path of our transactions.
    trigger("INSERT INTO audit VALUES (1); RETURN NEW;", on: "account", "AFTER INSERT", "42P01"),
    trigger("RAISE 'no' USING ERRCODE = '57P01';", on: "account", "BEFORE UPDATE", "57P01"),
    trigger("RAISE 'no';", on: "account", "BEFORE DELETE", "P0001"),
    trigger("RETURN NULL;", on: "change", "BEFORE INSERT", nil),
    trigger("RETURN NULL;", on: "throttle", "BEFORE INSERT", nil),
    trigger("RETURN NULL;", on: "attempt", "BEFORE INSERT", nil),
    trigger(
      "DELETE FROM public.change_account; RETURN NEW;", on: "change_account", "AFTER INSERT", nil),
    trigger("NEW.doc := '{ }'; RETURN NEW;", on: "account", "BEFORE UPDATE", nil),
    trigger("NEW.password := '*'; RETURN NEW;", on: "account", "BEFORE INSERT", nil),
    trigger("NEW.closed := false; RETURN NEW;", on: "account", "BEFORE UPDATE", nil),
    trigger("NEW.closed := false; RETURN NEW;", on: "account", "BEFORE INSERT", nil),
    trigger("NEW.op := OLD.op; RETURN NEW;", on: "account", "BEFORE UPDATE", nil),
    trigger("NEW.version := 7; RETURN NEW;", on: "account", "BEFORE UPDATE", nil),
    trigger("NEW.entry := '{}'; RETURN NEW;", on: "change_account", "BEFORE INSERT", nil),
    trigger("RETURN NULL;", on: "session", "BEFORE INSERT", nil),
    trigger("RETURN NULL;", on: "session", "BEFORE DELETE", nil),
    trigger("RETURN NULL;", on: "account", "BEFORE DELETE", nil),
    trigger("DELETE FROM public.session; RETURN NULL;", on: "session", "AFTER INSERT", nil),
    trigger("NEW.account := 'b'; RETURN NEW;", on: "session", "BEFORE INSERT", nil),
    trigger("RAISE 'no';", on: "session", "BEFORE INSERT", "P0001"),
    Added(
      sql: "ALTER TABLE public.session ADD CONSTRAINT own CHECK (kept)", table: "session",
      kind: .check, name: "own on public.session", state: "23514",
      undoing: "ALTER TABLE public.session DROP CONSTRAINT own"),
    Added(
      sql: "CREATE UNIQUE INDEX own ON public.account (first_name_key)", table: "account",
      kind: .index, name: "own on public.account", state: "23505", undoing: "DROP INDEX public.own"
    ),
    Added(
      sql: "ALTER TABLE public.change ADD CONSTRAINT own CHECK (did <> 'byHand')", table: "change",
      kind: .check, name: "own on public.change", state: "23514",
      undoing: "ALTER TABLE public.change DROP CONSTRAINT own"),
    Added(
      sql: """
        CREATE TABLE public.teams (key text PRIMARY KEY);
        ALTER TABLE public.account ADD CONSTRAINT own FOREIGN KEY (first_name_key)
          REFERENCES public.teams (key)
        """, table: "account", kind: .foreignKey, name: "own on public.account", state: "23503",
      undoing: "DROP TABLE public.teams CASCADE"),
    Added(
      sql: """
        CREATE DOMAIN public.own AS text NOT NULL; ALTER TABLE public.account ADD note public.own
        """, table: "account", kind: .domain, name: "own", state: "23502",
      undoing: "DROP DOMAIN public.own CASCADE"),
    Added(
      sql: """
        ALTER TABLE public.account
        ADD half int GENERATED ALWAYS AS (1 / (version - version)::int) STORED
        """, table: "account", kind: .column, name: "public.account.half", state: "22012",
      undoing: "ALTER TABLE public.account DROP COLUMN half"),
    // The refusal may come from elsewhere, and is of no expression of a column.
    Added(
      sql: """
        CREATE SCHEMA private;
        CREATE TABLE private.own (key text CONSTRAINT of_account REFERENCES public.account);
        CREATE FUNCTION public.own() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN INSERT INTO private.own VALUES (NEW.key); RETURN NULL; END $$;
        CREATE TRIGGER own AFTER INSERT ON public.account
        FOR EACH ROW EXECUTE FUNCTION public.own();
        ALTER TABLE public.account ADD half int GENERATED ALWAYS AS (1) STORED
        """, table: "account", kind: .foreignKey, name: "of_account on private.own",
      state: "23503",
      undoing: """
        DROP FUNCTION public.own CASCADE; DROP SCHEMA private CASCADE;
        ALTER TABLE public.account DROP COLUMN half
        """),
    // A step writes to several tables.
    Added(
      sql: "CREATE INDEX own ON public.seen ((1 / (failures - failures))) WHERE key <> ''",
      table: "attempt", kind: .index, name: "own on public.seen", state: "22012",
      undoing: "DROP INDEX public.own"),
    Added(
      sql: """
        ALTER TABLE public.base REPLICA IDENTITY NOTHING;
        CREATE PUBLICATION own FOR TABLE public.base
        """, table: "base", kind: .publication, name: "own", state: "55000",
      undoing: "DROP PUBLICATION own"),
    Added(
      sql: """
        ALTER TABLE public.base REPLICA IDENTITY NOTHING;
        ALTER TABLE public.session REPLICA IDENTITY NOTHING;
        CREATE PUBLICATION early FOR TABLE public.session;
        CREATE PUBLICATION own FOR TABLE public.base
        """, table: "base", kind: .publication, name: "own", state: "55000",
      undoing: "DROP PUBLICATION early; DROP PUBLICATION own"),
    Added(
      sql: """
        CREATE FUNCTION public.own() RETURNS event_trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'no'; END $$;
        CREATE EVENT TRIGGER own ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS', 'CREATE TABLE')
        EXECUTE FUNCTION public.own()
        """, table: nil, kind: .eventTrigger, name: "own", state: "P0001",
      undoing: "DROP FUNCTION public.own CASCADE"),
    Added(
      sql: "SELECT setval('public.change_id_seq', 9223372036854775807)", table: "change",
      kind: .sequence, name: "public.change_id_seq", state: "2200H",
      undoing: "SELECT setval('public.change_id_seq', 50)"),
  ]

  @Test("names what refuses it, or takes it back, and leaves nothing behind")
  func refused() async throws {
    let database = try await TestDatabase()
    let owner = Database(database.address)
    func rows() throws -> [String] {
      try Schema.tables.flatMap {
        try database.server.psql("SELECT '\($0)', t FROM public.\($0) t")
      }
    }
    let before = try rows()
    for added in Self.added {
      try database.server.psql(added.sql)
      let wrong = try await owner.status(tryingWrites: true).wrong
      let expected = Database.RefusedWrite(
        table: added.table, kind: added.kind, name: added.name, state: added.state)
      #expect(wrong.contains(.refused(expected)), "\(added.sql): \(wrong)")
      try database.server.psql(added.undoing)
      let status = try await owner.status(tryingWrites: true)
      #expect(status.wrong == [] && status.tried == .writes, "\(added.undoing): \(status.wrong)")
    }
    #expect(try rows() == before)
    #expect(try await owner.status().tried == .nothing)
  }

  @Test("names a publication of some of the rows, and none that lets all of them be")
  func someRows() async throws {
    let database = try await TestDatabase()
    if try database.server.server.version < 15 { return }
    try database.server.psql(
      """
      CREATE PUBLICATION early FOR TABLE public.account, public.base;
      CREATE PUBLICATION own FOR TABLE public.account WHERE (version > 0)
      """)
    let refused = Database.RefusedWrite(
      table: "account", kind: .publication, name: "own", state: "42P10")
    #expect(
      try await Database(database.address).status(tryingWrites: true).wrong == [.refused(refused)])
  }

  @Test("names a publication to who manages accounts, beside one of a table that is closed to them")
  func closedSchema() async throws {
    let database = try await TestDatabase()
    try database.server.psql(
      """
      CREATE SCHEMA private; CREATE TABLE private.own (key text PRIMARY KEY);
      CREATE PUBLICATION early FOR TABLE private.own;
      ALTER TABLE public.base REPLICA IDENTITY NOTHING;
      CREATE PUBLICATION own FOR TABLE public.base
      """)
    let manager = try DatabaseAddress(
      database.server.server.address(database.server.name, user: Schema.manager))
    let refused = Database.RefusedWrite(
      table: "base", kind: .publication, name: "own", state: "55000")
    #expect(try await Database(manager).status(tryingWrites: true).wrong == [.refused(refused)])
  }

  @Test("and a look say where no trigger runs, so that no login ends")
  func replica() async throws {
    let database = try await TestDatabase()
    let owner = Database(database.address)
    let name = database.server.name
    try database.server.psql(
      "ALTER DATABASE \"\(name)\" SET session_replication_role = 'replica'")
    #expect(try await owner.status().wrong == [.triggersOff])
    let left = Database.RefusedWrite(table: "session", kind: nil, name: "", state: nil)
    #expect(try await owner.status(tryingWrites: true).wrong == [.triggersOff, .refused(left)])
    try database.server.psql("ALTER DATABASE \"\(name)\" RESET session_replication_role")
    #expect(try await owner.status(tryingWrites: true).wrong == [])
  }

  @Test("skips one number of the history, for whoever may write")
  func numbers() async throws {
    let database = try await TestDatabase()
    let last = "SELECT last_value, is_called FROM public.change_id_seq"
    #expect(try database.server.psql(last) == ["1|f"])
    for (role, tried) in [
      (Schema.manager, Database.Tried.writes), (Schema.login, .logins),
    ] {
      let address = try DatabaseAddress(
        database.server.server.address(database.server.name, user: role))
      let status = try await Database(address).status(tryingWrites: true)
      #expect(status.wrong == [] && status.tried == tried, "\(role): \(status.wrong)")
      #expect(try database.server.psql(last) == ["1|t"])
    }
  }
}
