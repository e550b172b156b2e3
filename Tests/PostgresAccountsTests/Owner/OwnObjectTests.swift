import Accounts
import AccountsFile
import AccountsSupport
import PostgresProbe
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "What an owner added to the tables",
  .enabled(if: ServerPrograms.arePresent, "\(ServerPrograms.absence)"), .patient)
struct OwnObjectTests {
  private static func trigger(
    _ statements: String, _ time: String = "BEFORE INSERT OR UPDATE ON public.account FOR EACH ROW"
  ) -> String {
    """
    CREATE FUNCTION public.own() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN \(statements) RETURN NEW; END $$;
    CREATE \(time.contains("DEFERR") ? "CONSTRAINT " : "")TRIGGER own \(time)
    EXECUTE FUNCTION public.own()
    """
  }

  private static let function = "the function public.own()"

  /// An expression that has no value where a name begins with a d.
  private static let half = "1 / (strpos(key, chr(100)) - 1)"

  @Test(
    "and refuses a write is told by its name",
    arguments: [
      (
        "CREATE UNIQUE INDEX mine ON public.account (closed) WHERE key IN ('a@b.co', 'd@b.co')",
        "the unique index mine on public.account", "23505"
      ),
      (
        "ALTER TABLE public.account ADD CONSTRAINT stop CHECK (key <> 'd@b.co')",
        "the check stop of public.account", "23514"
      ),
      (
        """
        CREATE DOMAIN public.team AS text NOT NULL; ALTER TABLE public.account ADD team public.team DEFAULT '';
        ALTER TABLE public.account ALTER team DROP DEFAULT
        """, "the domain public.team", "23502"
      ),
      (trigger("INSERT INTO audit_log VALUES (1);"), function, "42P01"),
      (trigger("PERFORM unknown(1);"), function, "42883"),
      (trigger("RAISE 'no' USING ERRCODE = '57P01';"), function, "57P01"),
      (trigger("RAISE 'no' USING ERRCODE = '22P02';"), function, "22P02"),
      // The codes of a collision and of a lock, raised by the trigger itself.
      (trigger("RAISE 'no' USING ERRCODE = '40001';"), function, "40001"),
      (trigger("RAISE 'no' USING ERRCODE = '55P03';"), function, "55P03"),
      (
        trigger("RAISE 'no';", "AFTER INSERT ON public.change_account FOR EACH STATEMENT"),
        function, "P0001"
      ),
      (
        trigger(
          "RAISE 'no' USING ERRCODE = '08006';",
          "AFTER INSERT ON public.account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"),
        function, "08006"
      ),
      // The server names nothing of these.
      (
        "ALTER TABLE public.account ADD half int GENERATED ALWAYS AS (\(half)) STORED",
        "the column public.account.half", "22012"
      ),
      (
        """
        ALTER TABLE public.account ADD half int
        GENERATED ALWAYS AS (CASE WHEN key = 'd@b.co' THEN key::int END) STORED
        """, "the column public.account.half", "22P02"
      ),
      (
        """
        ALTER TABLE public.account ADD half boolean
        GENERATED ALWAYS AS (CASE WHEN key = 'd@b.co' THEN key::boolean END) STORED
        """, "the column public.account.half", "22P02"
      ),
      (
        "CREATE INDEX mine ON public.account ((\(half)))", "the index mine on public.account",
        "22012"
      ),
      (
        "CREATE INDEX mine ON public.account (key) WHERE \(half) > 0",
        "the index mine on public.account", "22012"
      ),
      (
        """
        CREATE FUNCTION public.half(key text) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT \(half)';
        CREATE INDEX mine ON public.change_account (public.half(key))
        """, "the index mine on public.change_account", "22012"
      ),
      (
        "ALTER TABLE public.account ADD CONSTRAINT mine CHECK (\(half) < 2)",
        "the check mine on public.account", "22012"
      ),
      (
        """
        CREATE INDEX early ON public.account ((\(half)));
        ALTER TABLE public.account ADD half int GENERATED ALWAYS AS (\(half)) STORED
        """, "the column public.account.half or the index early on public.account", "22012"
      ),
    ] as [(String, String, String)])
  func refuses(sql: String, name: String, state: String) async throws {
    let database = try await PreparedDatabase()
    let store = PostgresStore(database.database.address, today: { dayOfPromises })
    _ = try await store.rulebook()
    try database.database.server.psql(sql)
    let found = await Self.fault(store)
    #expect(found == .refusedBy(name, state: state))
    #expect(try database.database.server.psql("SELECT count(*) FROM public.change") == ["4"])
  }

  @Test("and refuses a removal, or any change, is told by its name")
  func refusesOthers() async throws {
    let database = try await PreparedDatabase().database
    let remove = [AccountChange.remove(AccountID(.email, AccountName("a@b.co")))]
    let store = PostgresStore(database.address, today: { dayOfPromises })
    _ = try await store.rulebook()
    let version = try database.server.server.version
    for rule in ["", "ON DELETE RESTRICT"] {
      try database.server.psql(
        """
        CREATE TABLE public.team (key text CONSTRAINT of_team REFERENCES public.account \(rule));
        INSERT INTO public.team VALUES ('a@b.co')
        """)
      let state = rule.isEmpty || version < 18 ? "23503" : "23001"
      #expect(
        await Self.fault(store, remove)
          == .refusedBy("the foreign key of_team of public.team", state: state), "\(rule)")
      try database.server.psql("DROP TABLE public.team")
    }
    try database.server.psql(
      """
      CREATE PUBLICATION own FOR TABLE public.account;
      ALTER TABLE public.account REPLICA IDENTITY NOTHING
      """)
    let mend = "ALTER TABLE public.account REPLICA IDENTITY DEFAULT"
    #expect(
      await Self.fault(store, remove)
        == .refusedBy("the publication own of public.account", state: "55000", mend: mend))
    try database.server.psql(mend)
    #expect(await Self.fault(store, remove) == nil)
    if version < 15 { return }
    // A server since version 15 publishes some of the rows. A publication of all rows is not named.
    try database.server.psql(
      """
      CREATE PUBLICATION early FOR TABLE public.account;
      DROP PUBLICATION own; CREATE PUBLICATION own FOR TABLE public.account WHERE (version > 0)
      """)
    #expect(
      await Self.fault(
        store, [AccountChange.remove(AccountID(.email, AccountName("b@b.co")))])
        == .refusedBy("the publication own of public.account", state: "42P10"))
  }

  @Test(
    "and lets rows be is not named where another table has nothing that tells its rows apart",
    arguments: [false, true])
  func otherTable(isCascade: Bool) async throws {
    let database = try await PreparedDatabase().database
    let store = PostgresStore(database.address, today: { dayOfPromises })
    _ = try await store.rulebook()
    try database.server.psql(
      isCascade
        ? """
        CREATE TABLE public.log (key text REFERENCES public.account ON DELETE CASCADE);
        INSERT INTO public.log VALUES ('a@b.co')
        """
        : """
        CREATE TABLE public.log (key text);
        \(Self.trigger(
          "UPDATE public.log SET key = OLD.key; RETURN OLD;",
          "AFTER DELETE ON public.account FOR EACH ROW"))
        """)
    try database.server.psql("CREATE PUBLICATION all_of_them FOR ALL TABLES")
    let name = isCascade ? "a publication of a table without REPLICA IDENTITY" : Self.function
    #expect(
      await Self.fault(store, [AccountChange.remove(AccountID(.email, AccountName("a@b.co")))])
        == .refusedBy(name, state: "55000"))
  }

  @Test("and has no room for a row is told by its name, and no field is called too long")
  func tooLong() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    let store = PostgresStore(database.address, today: { dayOfPromises })
    // An index takes what it can shorten.
    var numbers = SystemRandomNumberGenerator()
    func long(_ count: Int) -> String {
      (0..<count).map { _ in
        String(UInt8.random(in: 10...35, using: &numbers), radix: 36)
      }.joined()
    }
    func new(_ name: String, _ field: Field, _ text: String) -> [AccountChange] {
      var values = FieldValues()
      (values.email, values.password) = (name, HashOfSecret1.sha512)
      values[text: field] = text
      return [.add(NewAccount(values))]
    }
    // So long that the server names no index, either.
    try database.server.psql("CREATE INDEX mine ON public.account (doc)")
    for count in [5_000, 20_000] {
      #expect(
        await Self.fault(store, new("d@b.co", .lastName, long(count)))
          == .refusedBy("the index mine on public.account", state: "54000"))
    }
    try database.server.psql("DROP INDEX public.mine")
    #expect(await Self.fault(store, new("d@b.co", .lastName, long(20_000))) == nil)
    // A key of ours may have another name.
    try database.server.psql(
      """
      ALTER INDEX public.account_first_name RENAME TO mine;
      CREATE INDEX other ON public.account (first_name_key, doc) WHERE false
      """)
    for count in [5_000, 20_000] {
      #expect(
        await Self.fault(store, new("e@b.co", .firstName, long(count)))
          == .tooLong(account: "e@b.co", .firstName))
    }
  }

  @Test(
    "and takes back or rewrites what was written makes the whole write fail",
    arguments: [
      (
        "NEW.doc := replace(NEW.doc, 'd@b.co', 'x@b.co');",
        "BEFORE INSERT ON public.account FOR EACH ROW"
      ),
      ("NEW.password := '*';", "BEFORE INSERT ON public.account FOR EACH ROW"),
      (
        "DELETE FROM public.account WHERE key = NEW.key;",
        "AFTER INSERT ON public.account FOR EACH ROW"
      ),
      (
        "DELETE FROM public.account WHERE key = NEW.key;",
        "AFTER INSERT ON public.account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
      ),
      (
        "UPDATE public.account SET version = 7 WHERE key = NEW.key AND version <> 7;",
        "AFTER INSERT ON public.account FOR EACH ROW"
      ),
      (
        "DELETE FROM public.change_account;",
        "AFTER INSERT ON public.change_account FOR EACH STATEMENT"
      ),
      (
        "DELETE FROM public.change WHERE id = NEW.id;",
        "AFTER INSERT ON public.change FOR EACH ROW"
      ),
    ], [1, 101])
  func takesBack(_ change: (String, String), _ count: Int) async throws {
    let database = try await PreparedDatabase()
    let store = PostgresStore(database.database.address, today: { dayOfPromises })
    // The triggers are younger than its connection.
    _ = try await store.rulebook()
    try database.database.server.psql(Self.trigger(change.0, change.1))
    let new = (["d"] + (1..<count).map { "d\($0)" }).map {
      AccountChange.add(PostgresProbe.Write.account($0))
    }
    #expect(await Self.fault(store, new) == .rowsKeptBack)
    #expect(try await blocking { try database.settled() }.names == ["a", "b", "c"])
    #expect(try database.database.server.psql("SELECT count(*) FROM public.change") == ["4"])
  }

  @Test("and brings back an account that goes makes the removal fail")
  func bringsBack() async throws {
    let database = try await PreparedDatabase().database
    let columns = "\(Schema.columnsOfRow), version, op, fingerprint"
    let old = columns.replacing(", ", with: ", OLD.")
    try database.server.psql(
      Self.trigger(
        "INSERT INTO public.account (\(columns)) SELECT OLD.\(old);",
        "AFTER DELETE ON public.account FOR EACH ROW"))
    let remove = [AccountChange.remove(AccountID(.email, AccountName("a@b.co")))]
    #expect(
      await Self.fault(PostgresStore(database.address, today: { dayOfPromises }), remove)
        == .rowsKeptBack)
    #expect(try database.server.psql("SELECT count(*) FROM public.account") == ["3"])
  }

  @Test("and lets rows be is no obstacle to any write", arguments: PostgresProbe.Write.allCases)
  func lets(_ write: PostgresProbe.Write) async throws {
    let database = try await PreparedDatabase()
    try database.database.server.psql(
      """
      CREATE TABLE public.seen_by_own (key text);
      \(Self.trigger(
        "INSERT INTO public.seen_by_own VALUES (NEW.key);",
        "AFTER INSERT OR UPDATE ON public.account FOR EACH ROW"))
      """)
    try await write.perform(on: PostgresStore(database.database.address, today: { dayOfPromises }))
    #expect(try await database.holds(write, "\(write)"))
  }

  @Test("is not taken for regapp's: a function of ours that is gone is told as before")
  func ours() async throws {
    let database = try await TestDatabase()
    let store = PostgresStore(database.address, today: { dayOfPromises })
    _ = try await store.rulebook()
    try database.server.psql("DROP FUNCTION public.regapp_find")
    let found = await PostgresAccountsTests.fault { _ = try await store.rulebook() }
    guard case .incomplete(let name?, isMended: true, _)? = found?.reason as? PostgresFault else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(name.contains("regapp_find"))
  }

  private static func fault(
    _ store: PostgresStore,
    _ changes: [AccountChange] = [.add(PostgresProbe.Write.account("d"))]
  ) async -> PostgresFault? {
    await PostgresAccountsTests.fault {
      _ = try await store.apply(changes, WriteOptions(by: Attribution(.edit)))
    }?.reason as? PostgresFault
  }
}
