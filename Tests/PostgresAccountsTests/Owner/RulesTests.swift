import Accounts
import AccountsFile
import AccountsSupport
import PostgresServer
import Synchronization
import Testing

@testable import PostgresAccounts

@Suite(
  "Another rulebook for a database",
  .needsPostgres, .takesPlace, .patient)
struct RulesTests {
  private static func values(_ fields: [Field: String]) -> FieldValues {
    var values = FieldValues()
    for (field, text) in fields { values[text: field] = text }
    values.password = HashOfSecret1.sha512
    return values
  }

  /// Every row but for its time.
  private func rows(_ database: TestDatabase) throws -> [String] {
    try database.server.psql(
      """
      SELECT key, email_key, username_key, first_name_key, password, doc, closed, disabled,
        valid_from, valid_until, version, op FROM public.account ORDER BY key
      """) + database.server.psql("SELECT rules, version FROM public.base")
  }

  private func closed(_ database: TestDatabase) throws -> [String] {
    try database.server.psql("SELECT key FROM public.account WHERE closed ORDER BY key")
  }

  @Test(
    "judges what was read under the old one, and not written yet, once more", arguments: [1, 3])
  func comesBetween(_ accounts: Int) async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    var strict = Rulebook(name: "strict")
    strict.fields.required.insert(.firstName)
    let (server, rules) = (database.server, strict.tableText)
    // The first pipeline asks whose the tables are, the second one reads, the third one writes.
    let before = Mutex<[String]>([])
    let libpq = Libpq.before(3, of: "PQenterPipelineMode") {
      let last = try server.lastStatements()
      before.withLock { $0 = last }
      try server.psql("UPDATE public.base SET rules = '\(rules)', version = version + 1")
    }
    let store = PostgresStore(database.address, today: { .ofTests }, libpq: libpq)
    let changes = (0..<accounts).map { number in
      AccountChange.add(NewAccount(Self.values([.email: "a\(number)@host.com"])))
    }
    let done = try await store.apply(changes, WriteOptions())
    let missing = Refusal.Reason.invalid([Problem(.field(.firstName), .field(.required))])
    #expect(done.value.refusals == (0..<accounts).map { Refusal($0, missing) })
    #expect(before.withLock { $0.count == 1 && $0[0].contains("e.email_key = ANY ($1)") })
    #expect(try database.server.psql("SELECT key FROM public.account").isEmpty)
  }

  @Test("closes the accounts that break it, and opens them again")
  func closes() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    try await database.plant([
      Self.values([.email: "ada@host.com"]),
      Self.values([.email: "bob@host.com", .firstName: "Bob"]),
      Self.values([.email: "eve@host.com", .phone: "12"]),
    ])
    #expect(try closed(database) == ["eve@host.com"])
    var strict = Rulebook(name: "strict")
    strict.fields.required.insert(.firstName)
    let done = try await Database(database.address).setRules(strict, today: .ofTests)
    #expect((done.accounts, done.closed) == (3, 2))
    #expect(try closed(database) == ["ada@host.com", "eve@host.com"])
    // For services that read the view.
    #expect(try database.server.psql("SELECT name FROM public.login") == ["bob@host.com"])
    let store = PostgresStore(database.address, today: { .ofTests })
    #expect(try await store.rulebook() == strict)
    // Only what changed was written.
    #expect(
      try database.server.psql("SELECT key, version FROM public.account ORDER BY key")
        == ["ada@host.com|2", "bob@host.com|1", "eve@host.com|1"])
    let again = try await Database(database.address)
      .setRules(Rulebook(name: "own"), today: .ofTests)
    #expect((again.accounts, again.closed) == (3, 1))
    #expect(try closed(database) == ["eve@host.com"])
  }

  @Test("judges more accounts than are read at once")
  func many() async throws {
    let database = try await TestDatabase()
    try database.server.psql(
      """
      INSERT INTO public.account (key, email_key, doc, closed, disabled, op)
      SELECT e, e, '{"email": "' || e || '"}', false, false, gen_random_uuid()
      FROM generate_series(1, 2001) n, LATERAL (SELECT n || '@host.com') AS mails (e)
      """)
    let done = try await Database(database.address)
      .setRules(Rulebook(name: "own"), today: .ofTests)
    // None has a password.
    #expect((done.accounts, done.closed) == (2_001, 2_001))
    #expect(try closed(database).count == 2_001)
  }

  @Test("with another key finds every account by that")
  func key() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "mail"))
    try await database.plant([
      Self.values([.email: "ada@host.com", .username: "Ada"]),
      Self.values([.email: "bob@host.com", .username: "bob"]),
    ])
    let names = Rulebook(name: "names", key: .username)
    let done = try await Database(database.address).setRules(names, today: .ofTests)
    #expect(done.accounts == 2)
    #expect(
      try database.server.psql(
        "SELECT key, email_key, username_key FROM public.account ORDER BY key")
        == ["ada|ada@host.com|ada", "bob|bob@host.com|bob"])
    let store = PostgresStore(database.address, today: { .ofTests })
    let found = try await store.find(.name(AccountName("ADA"), in: nil)).accounts
    #expect(found.map(\.values.email) == ["ada@host.com"])
    // And it is edited and removed by that.
    let removed = try await store.apply(
      [.remove(try #require(found.first?.nameKey))], WriteOptions()
    ).value
    #expect(removed.refusals.isEmpty)
    #expect(try database.server.psql("SELECT key FROM public.account") == ["bob"])
  }

  @Test("changes nothing where accounts lack its key, and tells which")
  func lacking() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "mail"))
    try await database.plant([
      Self.values([.email: "ada@host.com"]),
      Self.values([.email: "bob@host.com", .username: "bob"]),
      Self.values([.email: "eve@host.com"]),
    ])
    let before = try rows(database)
    let thrown = await error {
      try await Database(database.address)
        .setRules(Rulebook(name: "names", key: .username), today: .ofTests)
    }
    #expect(thrown?.problems.map(\.row) == ["username required", "username required"])
    #expect(thrown?.problems.map(\.account) == ["ada@host.com", "eve@host.com"])
    #expect(try rows(database) == before)
    // Nothing is left locked either.
    try await database.plant([Self.values([.email: "new@host.com"])])
  }

  @Test("lets keys change hands between accounts")
  func hands() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "mail"))
    // Past every check: what is one's email is another's user name.
    try await database.plant([
      Self.values([.email: "a", .username: "b"]), Self.values([.email: "b", .username: "c"]),
      Self.values([.email: "c", .username: "a"]),
    ])
    _ = try await Database(database.address)
      .setRules(Rulebook(name: "names", key: .username), today: .ofTests)
    #expect(
      try database.server.psql(
        "SELECT key, email_key, username_key FROM public.account ORDER BY key")
        == ["a|c|a", "b|a|b", "c|b|c"])
  }

  @Test(
    "judges what others write while it judges, and holds nobody up",
    arguments: ["read committed", "repeatable read", "serializable"])
  func meanwhile(_ isolation: String) async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    try await database.plant(
      ["ada", "bob", "eve", "gone", "moved", "same"].map { name in
        Self.values([.email: "\(name)@host.com", .firstName: name])
      })
    let server = database.server
    try server.psql(
      "ALTER DATABASE \(server.name) SET default_transaction_isolation = '\(isolation)'")
    // All rows have been read once by then, and nothing is locked.
    let libpq = Libpq.before(11) {
      try server.psql(
        """
        SET lock_timeout = '1s';
        UPDATE public.account SET doc = '{"email": "bob@host.com"}', first_name_key = NULL
        WHERE key = 'bob@host.com';
        UPDATE public.account SET doc = '{"email": "eve@host.com", "firstName": "Eve", "phone": "12"}',
          version = version + 1 WHERE key = 'eve@host.com';
        DELETE FROM public.account WHERE key = 'gone@host.com';
        UPDATE public.account SET key = 'aaa@host.com', email_key = 'aaa@host.com',
          first_name_key = NULL, doc = '{"email": "aaa@host.com"}' WHERE key = 'moved@host.com';
        INSERT INTO public.account (key, email_key, password, doc, closed, disabled, op)
        SELECT 'new@host.com', 'new@host.com', password, '{"email": "new@host.com"}', false, false,
          gen_random_uuid() FROM public.account WHERE key = 'ada@host.com';
        """)
    }
    var strict = Rulebook(name: "strict")
    strict.fields.required.insert(.firstName)
    let done = try await Database(database.address, libpq: libpq)
      .setRules(strict, today: .ofTests)
    #expect(
      try server.psql("SELECT count(*) FROM public.account WHERE key = 'new@host.com'") == ["1"])
    #expect((done.accounts, done.closed) == (6, 4))
    #expect(
      try closed(database) == ["aaa@host.com", "bob@host.com", "eve@host.com", "new@host.com"])
    #expect(
      try server.psql("SELECT doc FROM public.account WHERE key = 'bob@host.com'")
        == [#"{"email": "bob@host.com"}"#])
  }

  @Test("blocks writes after its last look")
  func locks() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    try await database.plant([Self.values([.email: "ada@host.com"])])
    let server = database.server
    let looks = Mutex<[Bool]>([])
    var libpq = Libpq()
    libpq.watch = { call, isMade in
      guard call == "PQsendQuery", !isMade,
        (try? server.lastStatements()) == ["FETCH 1000 FROM account_rows"]
      else { return }
      let change = "SET lock_timeout = '10ms'; UPDATE public.account SET version = version"
      let isLocked = (try? server.psql(change)) == nil
      looks.withLock { $0.append(isLocked) }
    }
    var strict = Rulebook(name: "strict")
    strict.fields.required.insert(.firstName)
    _ = try await Database(database.address, libpq: libpq).setRules(strict, today: .ofTests)
    // Until then everybody writes.
    #expect(looks.withLock { $0.first == false && $0.last == true })
  }

  @Test("changes nothing where another's write meanwhile lacks its key")
  func lackingMeanwhile() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "mail"))
    try await database.plant([Self.values([.email: "ada@host.com", .username: "ada"])])
    let server = database.server
    let libpq = Libpq.before(11) {
      try server.psql(
        """
        INSERT INTO public.account (key, email_key, doc, closed, disabled, op)
        VALUES ('bob@host.com', 'bob@host.com', '{"email": "bob@host.com"}', false, false,
          gen_random_uuid())
        """)
    }
    let thrown = await error {
      try await Database(database.address, libpq: libpq)
        .setRules(Rulebook(name: "names", key: .username), today: .ofTests)
    }
    #expect(thrown?.problems.map(\.account) == ["bob@host.com"])
    #expect(
      try server.psql("SELECT key, closed FROM public.account ORDER BY key")
        == ["ada@host.com|f", "bob@host.com|f"])
  }
}
