import Accounts
import AccountsSupport
import PostgresServer
import Testing

@testable import PostgresAccounts

@Suite(
  "An import into a database",
  .needsPostgres, .takesPlace, .patient)
struct ImportTests {
  @Test("is there whole with its history, or not at all")
  func entries() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    let store = PostgresStore(database.address, today: { .ofTests })
    let changes = (0..<3_000).map { number in
      var values = FieldValues()
      values.email = "new\(number)@host.com"
      values.password = HashOfSecret1.sha512
      return AccountChange.add(NewAccount(values))
    }
    // A failure of the server in the middle of an import leaves nothing.
    try database.server.psql(
      "ALTER TABLE public.change_account ADD CHECK (place <> 2000)")
    #expect(await error { try await store.apply(changes, WriteOptions()) } != nil)
    #expect(
      try database.server.psql(
        """
        SELECT (SELECT count(*) FROM public.account), (SELECT count(*) FROM public.change),
          (SELECT count(*) FROM public.change_account)
        """) == ["0|0|0"])
    try database.server.psql(
      "ALTER TABLE public.change_account DROP CONSTRAINT change_account_place_check")
    let done = try await store.apply(changes, WriteOptions())
    #expect(done.value.refusals.isEmpty)
    #expect(
      try database.server.psql(
        """
        SELECT count(*), count(DISTINCT change), (SELECT count(*) FROM public.account)
        FROM public.change_account JOIN public.change ON change.id = change
        """) == ["3000|1|3000"])
  }

  @Test("names whose name is too long for an index, and which")
  func tooLong() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    let store = PostgresStore(database.address, today: { .ofTests })
    // An index takes names that it can shorten.
    var numbers = SystemRandomNumberGenerator()
    let long = (0..<6_000).map { _ in
      String(UInt8.random(in: 10...35, using: &numbers), radix: 36)
    }
    func new(_ name: String, _ firstName: String) -> AccountChange {
      var values = FieldValues()
      (values.email, values.firstName) = ("\(name)@host.com", firstName)
      values.password = HashOfSecret1.sha512
      return .add(NewAccount(values))
    }
    for changes in [[new("b", long.joined())], [new("a", "Ann"), new("b", long.joined())]] {
      let found = await fault { _ = try await store.apply(changes, WriteOptions()) }
      #expect(found?.reason as? PostgresFault == .tooLong(account: "b@host.com", .firstName))
    }
    #expect(try database.server.psql("SELECT count(*) FROM public.account") == ["0"])
  }
}
