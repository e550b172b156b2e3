import Accounts
import AccountsSupport
import PostgresServer
import Testing

@testable import PostgresAccounts

@Suite(
  "Accounts that were judged otherwise", .serialized, .needsPostgres, .takesPlace, .patient)
struct JudgedAnewTests {
  @Test("are judged anew by migrate, so that the view shows nobody who is closed")
  func migrate() async throws {
    let database = try await TestDatabase()
    let registry = Registry(
      database: database.address, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    for name in ["ada", "bob", "cleo"] {
      _ = try await registry.register(
        FieldValues(email: "\(name)@example.com"), password: PasswordEntry("secret1"))
    }
    // As an earlier version let it be, and as one closed what is free.
    try database.server.psql(
      """
      UPDATE public.account SET doc = replace(doc, '{', '{"disable": true, ')
      WHERE key = 'ada@example.com';
      UPDATE public.account SET doc = replace(doc, '{', '{"phone2": "1", '), closed = true
      WHERE key = 'bob@example.com'
      """)
    func shown() throws -> [String] {
      try database.server.psql("SELECT name FROM login ORDER BY 1")
    }
    // Nobody has judged these rows yet.
    #expect(try shown() == ["cleo@example.com"])
    #expect(try await Database(database.address).status().wrong == [.writtenByHand(2)])
    let before = try database.server.psql("SELECT rules, version FROM public.base")
    #expect(
      try await Database(database.address).migrate(today: .ofTests).repaired == [.verdicts])
    #expect(try shown() == ["bob@example.com", "cleo@example.com"])
    #expect(try database.server.psql("SELECT rules, version FROM public.base") == before)
    #expect(try await Database(database.address).migrate(today: .ofTests).repaired == [])
    #expect(try await registry.account("ada@example.com").isClosed)
    // A write judges, too.
    let ada = AccountName("ada@example.com")
    _ = try await registry.disable([ada.text], reason: "left")
    #expect(try await !registry.account(ada.text).isClosed)
  }
}
