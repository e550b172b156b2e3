import Accounts
import PostgresServer
import TestSupport
import Testing

@testable import PostgresAccounts
@testable import StoreSuite

@Suite(
  "Values of a database's history that are old",
  .needsPostgres, .takesPlace, .patient)
struct AgeTests {
  private func store(_ database: TestDatabase, as role: String = Schema.manager) throws
    -> PostgresStore
  {
    let address = database.server.server.address(database.server.name, user: role)
    return PostgresStore(try DatabaseAddress(address), today: { dayOfPromises })
  }

  private func entries(_ database: TestDatabase) throws -> [String] {
    try database.server.psql(
      "SELECT entry FROM public.change_account ORDER BY change, place")
  }

  @Test("are named by status until a write has taken them, also one of many accounts")
  func status() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let (owner, store) = (Database(database.address), try store(database))
    try await store.add("a@b.co", [.username: "ada"])
    try await store.add("b@b.co")
    #expect(try await owner.status().wrong == [])
    try database.pass(days: 401)
    for role in ["postgres", Schema.manager] {
      let address = try DatabaseAddress(
        database.server.server.address(database.server.name, user: role))
      #expect(try await Database(address).status().wrong == [.valuesTooOld(2)])
    }
    // What is refused or does nothing takes nothing.
    _ = try await store.refusals(of: [.add(NewAccount(fields("b@b.co")))])
    #expect(try await owner.status().wrong == [.valuesTooOld(2)])
    let many = (0..<101).map { AccountChange.add(NewAccount(fields("x\($0)@b.co"))) }
    #expect(try await store.apply(many, WriteOptions()).value.refusals.isEmpty)
    #expect(try await owner.status().wrong == [])
    #expect(
      try entries(database).prefix(2)
        == [#"{"account":"a@b.co"}"#, #"{"account":"b@b.co"}"#])
    #expect(try entries(database)[2].contains("$5$"))
    #expect(
      try await store.entries().suffix(2).map { $0.accounts[0].name } == ["b@b.co", "a@b.co"])
  }

  @Test("go in turns of a hundred changes, and never hold a write up")
  func turns() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let store = try store(database)
    try await store.add("a@b.co")
    // As a copy of a file with a long history leaves it, and with lines that no program of ours wrote.
    try database.server.psql(
      """
      INSERT INTO public.change (op, did, at)
      SELECT gen_random_uuid(), 'edit', '2001-01-01' FROM generate_series(1, 150);
      INSERT INTO public.change_account (change, place, key, entry)
      SELECT id, 0, 'x', CASE id % 3 WHEN 0 THEN '{"account":"x","changes":{"a":[1,2]}}'
        WHEN 1 THEN '{"account":"x\\u0000","also":"y"}' ELSE 'nonsense' END
      FROM public.change WHERE at < '2002-01-01';
      INSERT INTO public.change_account (change, place, key, entry)
      SELECT id, -1, '', CASE id % 2 WHEN 0 THEN
        '{"count":1,"document":{"changes":{"note":["a","b"]},"null":[[],[]],"order":[["x"],["y"]]},"undid":[3]}'
        ELSE '{"document":nonsense' END
      FROM public.change WHERE at < '2002-01-01'
      """)
    let owner = Database(database.address)
    #expect(try await owner.status().wrong == [.valuesTooOld(150)])
    try await store.add("b@b.co")
    #expect(try await owner.status().wrong == [.valuesTooOld(50)])
    try await store.add("c@b.co")
    #expect(try await owner.status().wrong == [])
    let left = try database.server.psql(
      """
      SELECT DISTINCT entry FROM public.change_account a JOIN public.change c ON c.id = a.change
      WHERE c.at < '2002-01-01' ORDER BY 1
      """
    ).sorted()
    #expect(
      left
        == [
          #"{"account":"x"}"#, #"{"account":"x\u0000"}"#, #"{"account":null}"#,
          #"{"count":1,"document":{"changes":{"note":null},"order":null},"undid":[3]}"#, "{}",
        ].sorted())
    // Those of a person, who is there, are as they were.
    #expect(try await store.entries().filter { $0.did != .edit }.allSatisfy(\.keepsValues))
  }

  @Test("of many accounts go in turns, and what others hold or nobody can read keeps no write back")
  func lines() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let store = try store(database)
    try database.server.psql(
      """
      INSERT INTO public.change (op, did, at)
      SELECT gen_random_uuid(), 'import', '2001-01-01'::timestamptz + n * interval '1 day'
      FROM generate_series(1, 2) n;
      INSERT INTO public.change_account (change, place, key, entry)
      SELECT 1, n, 'new' || n || '@b.co',
        format('{"account":"Old%s@b.co","changes":{"email":["old","new"]}}', n)
      FROM generate_series(0, 11000) n;
      INSERT INTO public.change_account (change, place, key, entry)
      VALUES (1, -1, '', '{"document":' || repeat('[', 20000) || repeat(']', 20000) || '}'),
        (2, 0, 'a@b.co', '{"account":"a@b.co","changes":{"note":["a","b"]}}')
      """)
    let holder = try Connection(database.address, Libpq())
    try holder.begin("")
    try holder.run("SELECT FROM public.change_account WHERE change = 2 FOR UPDATE")
    let owner = Database(database.address)
    for (number, left) in [6_002, 1_002, 0].enumerated() {
      try await store.add("n\(number)@b.co")
      #expect(
        try database.server.psql(
          "SELECT count(*) FROM public.change_account WHERE change = 1 AND strpos(entry, ',') > 0")
          == ["\(left)"])
      #expect(try await owner.status().wrong == [.valuesTooOld(left > 0 ? 2 : 1)])
    }
    #expect(
      try database.server.psql(
        "SELECT key, entry FROM public.change_account WHERE change = 1 AND place IN (-1, 7) ORDER BY place"
      )
        == ["|{}", #"old7@b.co|{"account":"Old7@b.co"}"#])
    try holder.run("ROLLBACK")
    try await store.add("last@b.co")
    #expect(try await owner.status().wrong == [])
  }

  @Test("do not come back with what somebody read before, to forget a person")
  func forgotten() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let store = try store(database)
    try await store.add("a@b.co")
    let read = try entries(database)[0]
    try database.pass(days: 401)
    try await store.add("b@b.co")
    let owner = try Connection(database.address, Libpq())
    try owner.run(
      "SELECT regapp_api.regapp_forget('{1}', '{0}', $1, '{}', '{}')", [.texts([read])])
    #expect(try entries(database)[0] == #"{"account":"a@b.co"}"#)
  }

  @Test("are only those, whoever asks, and no line that is changed by it passes for a new one")
  func rights() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let store = try store(database)
    try await store.add("a@b.co")
    let manager = try Connection(
      DatabaseAddress(
        database.server.server.address(database.server.name, user: Schema.manager)), Libpq())
    let before = try entries(database)
    try manager.run("SELECT regapp_api.regapp_age(op) FROM public.change")
    #expect(try entries(database) == before)
    // A login of somebody who is gone stays in the record.
    try database.server.psql(
      """
      INSERT INTO public.seen (key, since, failures) VALUES ('a@b.co', now(), 1);
      DELETE FROM public.account
      """)
    try database.pass(days: 401)
    try manager.begin("")
    try manager.run("SELECT regapp_api.regapp_age(op) FROM public.change")
    let gone = try manager.run("SELECT regapp_api.regapp_follow_logins('{a@b.co}', '{\"\"}')")
    #expect(gone.number(0, 0) == 0)
    try manager.commit(patience: 10)
    #expect(try entries(database) == [#"{"account":"a@b.co"}"#])
    let login = try Connection(
      DatabaseAddress(
        database.server.server.address(database.server.name, user: Schema.login)), Libpq())
    #expect(throws: Failure.self) { try login.run("SELECT regapp_api.regapp_age(NULL)") }
  }
}
