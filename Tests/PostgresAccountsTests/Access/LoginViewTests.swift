import Accounts
import AccountsSupport
import PostgresServer
import Testing

@testable import PostgresAccounts

@Suite(
  "The view for services", .enabled(if: ServerPrograms.arePresent, "\(ServerPrograms.absence)"),
  .patient)
struct LoginViewTests {
  private static func account(
    _ name: String, _ change: (inout FieldValues) -> Void = { _ in }
  ) -> FieldValues {
    var values = FieldValues(email: "\(name)@host.com", password: HashOfSecret1.sha512)
    change(&values)
    return values
  }

  @Test("lists only accounts that may log in today")
  func states() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    try await database.plant([
      Self.account("open"),
      Self.account("enabled") { $0[.disabled] = .flag(false) },
      Self.account("disabled") { $0[.disabled] = .flag(true) },
      Self.account("reason") { $0[.disabled] = .text("left") },
      Self.account("early") { $0[text: .validFrom] = "2999-01-01" },
      Self.account("late") { $0[text: .validUntil] = "2001-01-01" },
      Self.account("between") {
        $0[text: .validFrom] = "2001-01-01"
        $0[text: .validUntil] = "2999-01-01"
      },
      Self.account("locked") { $0.password = "!" + HashOfSecret1.sha512 },
      Self.account("invited") { $0[text: .invitedUntil] = "2999-01-01" },
      Self.account("broken") { $0.phone = "12" },
      Self.account("none") { $0.password = nil },
    ])
    #expect(
      try database.server.psql("SELECT name FROM public.login ORDER BY name")
        == ["between@host.com", "enabled@host.com", "open@host.com"])
  }
}
