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
  .needsPostgres, .takesPlace, .patient)
struct OwnObjectTests {
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
      (
        """
        CREATE FUNCTION public.own(key text) RETURNS boolean LANGUAGE plpgsql
        AS $$ BEGIN IF key = 'd@b.co' THEN PERFORM unknown(1); END IF; RETURN true; END $$;
        ALTER TABLE public.account ADD CONSTRAINT stop CHECK (public.own(key))
        """, "the function public.own(text)", "42883"
      ),
      (
        """
        CREATE FUNCTION public.own(key text) RETURNS boolean LANGUAGE plpgsql
        AS $$ BEGIN IF key = 'd@b.co' THEN RAISE 'no' USING ERRCODE = '57P01'; END IF;
          RETURN true; END $$;
        ALTER TABLE public.account ADD CONSTRAINT stop CHECK (public.own(key))
        """, "the function public.own(text)", "57P01"
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

  @Test("and refuses without a name is told by the SQLSTATE, and nothing is saved")
  func nameless() async throws {
    let database = try await PreparedDatabase()
    let store = PostgresStore(database.database.address, today: { dayOfPromises })
    for sql in [
      "ADD half int GENERATED ALWAYS AS (1 / (strpos(key, chr(100)) - 1)) STORED",
      "DROP half, ADD CONSTRAINT half CHECK (1 / (strpos(key, chr(100)) - 1) < 2)",
    ] {
      try database.database.server.psql("ALTER TABLE public.account \(sql)")
      #expect(await Self.fault(store) == .state("22012"))
    }
    #expect(try database.database.server.psql("SELECT count(*) FROM public.change") == ["4"])
  }

  @Test("and refuses a removal is told by its name")
  func refusesOthers() async throws {
    let database = try await PreparedDatabase().database
    let remove = [AccountChange.remove(NameKey(.email, AccountName("a@b.co")))]
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
    #expect(
      await Self.fault(store, remove)
        == .refusedBy("a publication of a table without REPLICA IDENTITY", state: "55000"))
    try database.server.psql("ALTER TABLE public.account REPLICA IDENTITY DEFAULT")
    #expect(await Self.fault(store, remove) == nil)
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
    // The longest is so long that the server names no index.
    try database.server.psql("CREATE INDEX mine ON public.account (doc)")
    for (count, name) in [(5_000, "the index mine on public.account"), (20_000, "an index")] {
      #expect(
        await Self.fault(store, new("d@b.co", .lastName, long(count)))
          == .refusedBy(name, state: "54000"))
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

  @Test("is not taken for regapp's: a function of ours that is gone is told as before")
  func ours() async throws {
    let database = try await TestDatabase()
    let store = PostgresStore(database.address, today: { dayOfPromises })
    _ = try await store.rulebook()
    try database.server.psql("DROP FUNCTION regapp_api.regapp_find")
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
