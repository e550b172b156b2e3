import AccountsFile
import AccountsSupport
import PostgresServer
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts
@testable import StoreSuite

@Suite(
  "The id of an account in a database",
  .needsPostgres, .takesPlace, .patient)
struct IDTests {
  private static func id(_ digit: Int) -> String { "00000000-0000-4000-8000-00000000000\(digit)" }

  private static func values(_ name: String, _ id: String? = nil) -> FieldValues {
    var values = FieldValues(email: "\(name)@host.com", password: HashOfSecret1.sha512)
    values.username = name
    values[text: .id] = id
    return values
  }

  /// A database with Ada and Bob, each with an id.
  private struct Two {
    let database: TestDatabase
    var store: PostgresStore { PostgresStore(database.address, today: { dayOfPromises }) }

    init(isPlanted: Bool = false) async throws {
      database = try await TestDatabase()
      try await database.use(Rulebook(name: "own"))
      let all = [
        IDTests.values("ada", "ada \(IDTests.id(1))"),
        IDTests.values("bob", "bob \(IDTests.id(2))"),
      ]
      if isPlanted { try await database.plant(all) } else { try await add(all) }
    }

    func add(_ all: [FieldValues]) async throws {
      let done = try await store.apply(all.map { .add(NewAccount($0)) }, WriteOptions()).value
      #expect(done.refusals.isEmpty)
    }

    /// The columns, and whether the text has an id.
    func rows(_ condition: String = "true") throws -> [String] {
      try database.server.psql(
        """
        SELECT concat(username_key, ' ', id, ' ', id_name, ' ', doc LIKE '%id"%', ' ', by_hand)
        FROM public.account WHERE \(condition) ORDER BY key
        """)
    }

    func id(_ name: String) async throws -> String? {
      try await store.find(.name(AccountName(name))).accounts.first?.id?.description
    }

    func edit(_ name: String, _ changes: [AccountRecord.Change]) async throws -> [Refusal] {
      let key = NameKey(.email, AccountName("\(name)@host.com"))
      return try await store.apply([.edit(key, changes)], WriteOptions()).value.refusals
    }
  }

  @Test(
    "is in columns of its own, and in no text; it comes back with its name", arguments: [1, 150])
  func columns(count: Int) async throws {
    let two = try await Two()
    if count > 1 {
      try await two.add((3...count).map { Self.values("n\($0)", nil) })
    }
    #expect(
      try two.rows("id_name IS NOT NULL")
        == ["ada \(Self.id(1)) ada f f", "bob \(Self.id(2)) bob f f"])
    let account = try #require(try await two.store.find(.name(AccountName("ADA"))).accounts.first)
    #expect(account.values[text: .id] == "ada \(Self.id(1))")
    #expect(account.id?.description == Self.id(1) && account.problems.isEmpty)
    // Whatever else changes, it stays; a new name makes a new row.
    #expect(try await two.edit("ada", [.init(.lastName, from: nil, to: "King")]).isEmpty)
    #expect(try await two.edit("bob", [.init(.firstName, from: nil, to: "Bob")]).isEmpty)
    let renamed = [
      AccountRecord.Change(.username, from: "ada", to: "ada2"),
      .init(.id, from: "ada \(Self.id(1))", to: "ada2 \(Self.id(1))"),
    ]
    _ = try await two.edit("ada", renamed)
    #expect(
      try two.rows("id_name IS NOT NULL")
        == ["ada2 \(Self.id(1)) ada2 f f", "bob \(Self.id(2)) bob f f"])
    let page = try await two.store.page(PageRequest(limit: 1_000))
    #expect(page.accounts.compactMap { $0.id?.description } == [Self.id(1), Self.id(2)])
  }

  @Test("does not count where psql renamed the row, and is found all the same")
  func renamed() async throws {
    let two = try await Two()
    let sql = """
      UPDATE public.account SET username_key = 'zoe', doc = replace(doc, '"ada"', '"zoe"')
      WHERE key = 'ada@host.com'
      """
    try two.database.server.psql(sql)
    let account = try #require(try await two.store.find(.name(AccountName("zoe"))).accounts.first)
    #expect(account.id == nil && account.givenID?.text == "ada \(Self.id(1))")
    #expect(account.problems.isEmpty)
    let sought = try #require(AccountID(Self.id(1)))
    let others = try #require(AccountID(Self.id(7)))
    let found = try await two.store.find(.ids([others, sought])).accounts
    #expect(found.map(\.values.username) == ["zoe"] && found[0].id == nil)
    #expect(try await two.store.find(.ids([others])).accounts.isEmpty)
    // The same UUID beside the new name is hers again.
    _ = try await two.edit(
      "ada", [.init(.id, from: "ada \(Self.id(1))", to: "zoe \(Self.id(1))")])
    #expect(try await two.id("zoe") == Self.id(1))
    #expect(try two.rows("username_key = 'zoe'") == ["zoe \(Self.id(1)) zoe f f"])
  }

  @Test("counts for neither of two rows whose names psql exchanged")
  func exchanged() async throws {
    let two = try await Two()
    try two.database.server.psql(
      """
      UPDATE public.account SET username_key = 'x' WHERE username_key = 'ada';
      UPDATE public.account SET username_key = 'ada', doc = replace(doc, '"bob"', '"ada"')
      WHERE username_key = 'bob';
      UPDATE public.account SET username_key = 'bob', doc = replace(doc, '"ada"', '"bob"')
      WHERE username_key = 'x'
      """)
    for name in ["ada", "bob"] { #expect(try await two.id(name) == nil) }
  }

  @Test("is of no row that psql adds, is no row's twice, and is never in a text")
  func byHand() async throws {
    let two = try await Two()
    let server = two.database.server
    try server.psql(
      """
      INSERT INTO public.account (key, email_key, username_key, password, doc, closed, disabled, op)
      SELECT replace(key, 'ada', 'eve'), replace(email_key, 'ada', 'eve'), 'eve', password,
        replace(doc, 'ada', 'eve'), false, false, op FROM public.account WHERE username_key = 'ada'
      """)
    #expect(try await two.id("eve") == nil)
    #expect(try await two.store.find(.name(AccountName("eve"))).accounts.first?.isClosed == false)
    #expect(throws: (any Error).self) {
      try server.psql("UPDATE public.account SET id = '\(Self.id(1))' WHERE username_key = 'eve'")
    }
    // What is no id is none.
    for name in ["", "e v e"] {
      try server.psql("UPDATE public.account SET id_name = '\(name)' WHERE username_key = 'eve'")
      let account = try await two.store.find(.name(AccountName("eve"))).accounts.first
      #expect(account?.givenID == nil && account?.isClosed == false, "\(name)")
    }
    // It is regapp that gives her one.
    #expect(try await two.edit("eve", [.init(.id, from: nil, to: "eve \(Self.id(5))")]).isEmpty)
    #expect(try two.rows("username_key = 'eve'") == ["eve \(Self.id(5)) eve f f"])
    // The columns alone say who somebody is.
    for text in [Self.id(7), Self.id(5)] {
      try server.psql(
        """
        UPDATE public.account SET doc = replace(doc, '{', '{"id": "eve \(text)",')
        WHERE username_key = 'eve'
        """)
      let account = try await two.store.find(.name(AccountName("eve"))).accounts.first
      #expect(account?.problems.map(\.subject) == [.field(.id)], "\(text)")
      #expect(account?.givenID?.id.description == Self.id(5))
    }
  }

  @Test("goes to another account from a row in which it does not count, in one change")
  func taken() async throws {
    let two = try await Two()
    try two.database.server.psql(
      "UPDATE public.account SET id_name = 'gone' WHERE username_key = 'ada'")
    try two.database.judge()
    #expect(
      try await two.edit("bob", [.init(.id, from: "bob \(Self.id(2))", to: "bob \(Self.id(1))")])
        .isEmpty)
    #expect(try await two.id("bob") == Self.id(1))
    #expect(try await two.id("ada") == nil)
    #expect(
      try two.rows("id_name IS NULL").map { $0.contains(Self.id(1)) } == [false])
    // Two change theirs at once.
    try await two.add([Self.values("eve", "eve \(Self.id(5))")])
    func change(_ name: String, _ old: Int, _ new: Int) -> AccountChange {
      .edit(
        NameKey(.username, AccountName(name)),
        [.init(.id, from: "\(name) \(Self.id(old))", to: "\(name) \(Self.id(new))")])
    }
    let options = WriteOptions()
    let done = try await two.store.apply([change("bob", 1, 5), change("eve", 5, 1)], options).value
    if done.refusals.isEmpty {
      #expect(try await two.id("bob") == Self.id(5))
      #expect(try await two.id("eve") == Self.id(1))
    }
  }

  @Test("goes with the account that is removed, and comes back by undo")
  func undone() async throws {
    let two = try await Two()
    let registry = Registry(
      database: two.database.address, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil
    )
    _ = try await registry.remove(["ada@host.com"])
    #expect(try two.rows() == ["bob \(Self.id(2)) bob f f"])
    _ = try await registry.undo()
    #expect(try await two.id("ada") == Self.id(1))
    #expect(try two.rows("username_key = 'ada'") == ["ada \(Self.id(1)) ada f f"])
  }

  @Test("of the author of a change is beside the name, and is forgotten with it")
  func author() async throws {
    let two = try await Two()
    var options = WriteOptions()
    options.attribution = Attribution(.edit, user: "me")
    options.attribution.by = "ada@host.com"
    options.attribution.byID = AccountID(Self.id(1))
    let key = NameKey(.email, AccountName("bob@host.com"))
    _ = try await two.store.apply([.edit(key, [.init(.lastName, from: nil, to: "B")])], options)
    #expect(
      try await two.store.history(below: nil, limit: 1).entries[0].byID?.description == Self.id(1))
    _ = try await two.store.forget([AccountName("ada@host.com")], [])
    let entry = try await two.store.history(below: nil, limit: 1).entries[0]
    #expect(entry.by == nil && entry.byID == nil)
  }

  @Test("is proved where a session begins: another one ends what was proved")
  func sessions() async throws {
    let two = try await Two(isPlanted: true)
    func begin(_ id: String?, _ name: String = "ada@host.com") async throws -> StoredSession? {
      let login = NewSession.Login.new(account: name, browser: "", isKept: false, seconds: 600)
      return try await two.store.begin(
        NewSession(
          of: login, at: "page", SessionToken(), account: name, id: id.flatMap { AccountID($0) },
          password: HashOfSecret1.sha512))
    }
    #expect(try await begin(nil) == nil)
    #expect(try await begin(Self.id(2)) == nil)
    let begun = try #require(try await begin(Self.id(1)))
    #expect(begun.login.accountID?.description == Self.id(1))
    #expect(
      try await two.store.browserLogins(.all).logins.map(\.accountID) == [AccountID(Self.id(1))])
    // Where it does not count, there is none.
    try two.database.server.psql("UPDATE account SET id_name = 'eve' WHERE username_key = 'ada'")
    #expect(try await begin(Self.id(1)) == nil)
    #expect(try #require(try await begin(nil)).login.accountID == nil)
    try two.database.server.psql("UPDATE account SET id_name = 'Ada@HOST.com'")
    #expect(try await begin(Self.id(1)) != nil)
    #expect(try await begin(nil, "bob@host.com") != nil)
  }

  @Test("is not in tables of version 1, which are refused, also at a login server")
  func versionOne() async throws {
    let two = try await Two()
    try two.database.server.psql(
      """
      DROP FUNCTION regapp_api.regapp_find(text, text, text);
      CREATE FUNCTION regapp_api.regapp_find(sought_email text, sought_username text, sought_first text)
      RETURNS TABLE (schema integer, rules text) LANGUAGE sql STABLE SECURITY DEFINER
      AS 'SELECT schema, rules FROM public.base';
      REVOKE ALL ON FUNCTION regapp_api.regapp_find(text, text, text) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION regapp_api.regapp_find(text, text, text)
      TO regapp_manager, regapp_login;
      ALTER TABLE public.account DROP COLUMN id, DROP COLUMN id_name;
      ALTER TABLE public.change DROP COLUMN by_id;
      ALTER TABLE public.session DROP COLUMN id;
      UPDATE public.base SET schema = 1
      """)
    let fault = PostgresFault.olderVersion(found: 1)
    for role in ["postgres", Schema.manager, Schema.login] {
      let server = two.database.server
      let address = try DatabaseAddress(server.server.address(server.name, user: role))
      let store = PostgresStore(address, today: { dayOfPromises })
      let refused = await PostgresAccountsTests.fault {
        _ = try await store.find(.name(AccountName("ada")))
      }
      #expect(refused?.reason as? PostgresFault == fault, "\(role)")
      #expect(try await Database(address).status().wrong.contains(.fault(fault)), "\(role)")
    }
    let refused = await PostgresAccountsTests.fault {
      _ = try await Database(two.database.address).migrate()
    }
    #expect(refused?.reason as? PostgresFault == fault)
  }

  @Test("takes a backup if its columns are lost: nothing makes one from names")
  func lost() async throws {
    for column in ["id", "id_name"] {
      let two = try await Two()
      try two.database.server.psql("ALTER TABLE public.account DROP COLUMN \(column)")
      let refused = await PostgresAccountsTests.fault {
        _ = try await Database(two.database.address).migrate()
      }
      guard case .incomplete(_, isMended: false, _)? = refused?.reason as? PostgresFault else {
        Issue.record("\(column): \(String(describing: refused))")
        continue
      }
    }
  }
}
