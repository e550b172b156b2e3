import AccountsSupport
import StoreSuite
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts

@Suite("Who is meant, in a database", .needsPostgres, .takesPlace, .patient)
struct MeantInDatabaseTests {
  @Test("is never somebody else after random commands and psql, but by the file's own word")
  func random() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let registry = Registry(
      database: database.address, today: { dayOfPromises }, hasher: PasswordHasher(cost: 1))
    var all = MeantRun.Answers()
    for seed in 0..<rounds(60) {
      var run = MeantRun(registry, seed: UInt64(seed), mayShareIDs: false) { accounts in
        let connection = try Connection(database.address, Libpq())
        try connection.run("DELETE FROM public.account")
        try await database.plant(accounts)
      }
      try await run.run()
      all.add(run.answers)
      #expect(run.answers.wrong == 0, "seed \(seed)")
    }
    #expect(all.right > 0 && all.nobody > 0 && all.refused > 0)
  }
}
