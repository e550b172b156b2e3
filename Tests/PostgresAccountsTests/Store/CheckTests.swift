import Accounts
import AccountsSupport
import PostgresServer
import Synchronization
import Testing

@testable import PostgresAccounts

@Suite(
  "A check of a database",
  .needsPostgres, .takesPlace, .patient)
struct CheckTests {
  private let ada = "ada@host.com"
  private let bob = "bob@host.com"

  @Test("reads each row once, also where it looks for codes of invitations, and finds them")
  func once() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    let people = [ada, bob].map { email in
      var values = FieldValues()
      (values.email, values.password) = (email, HashOfSecret1.sha512)
      if email == ada { values[text: .invitedUntil] = "2026-06-22" }
      return values
    }
    try await database.plant(people)
    try database.server.psql(
      """
      INSERT INTO public.account (key, email_key, doc, closed, disabled, op)
      SELECT n, n, '{"email": "' || n || '"}', false, false, gen_random_uuid()
      FROM (SELECT 'c' || i || '@host.com' AS n FROM generate_series(1, 12000) i) s
      """)
    let sent = Mutex(0)
    var libpq = Libpq()
    libpq.watch = { call, isMade in
      if call == "PQpipelineSync", isMade { sent.withLock { $0 += 1 } }
    }
    let registry = Registry(database: database.address, today: { .ofTests }, libpq: libpq)
    func check() async throws -> (sent: Int, codes: [String?]) {
      sent.withLock { $0 = 0 }
      let report = try await registry.check()
      #expect(report.accounts == 12_002)
      let codes = report.warnings.filter { $0.rule == .caution(.codeIsPassword(of: bob)) }
      return (sent.withLock { $0 }, codes.map(\.account))
    }
    _ = try await registry.store.rulebook()
    let invited = try await check()
    #expect(invited.codes == [ada])
    try database.server.psql("DELETE FROM public.account WHERE key = '\(ada)'")
    sent.withLock { $0 = 0 }
    let report = try await registry.check()
    #expect(report.accounts == 12_001)
    #expect(sent.withLock { $0 } == invited.sent)
    // Three statements read all rows; the others ask for rulebook, list, history and days.
    #expect(invited.sent < 12)
  }
}
