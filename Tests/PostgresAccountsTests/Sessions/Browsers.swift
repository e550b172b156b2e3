import AccountsSupport
import PostgresServer
import Testing

@testable import Accounts
@testable import PostgresAccounts

/// A database with the accounts of Ada and Bob, and browsers that log in.
struct Browsers {
  static let ada = "ada@b.co"
  static let bob = "bob@b.co"
  let database: TestDatabase

  init(on server: PostgresServer? = nil) async throws {
    database = try await TestDatabase(on: server)
    try await database.use(Rulebook(name: "own"))
    for name in [Self.ada, Self.bob] {
      var values = FieldValues()
      (values.email, values.password) = (name, HashOfSecret1.sha512)
      try await database.plant([values])
    }
  }

  var registry: Registry { registry(database.address) }

  func registry(as role: String) throws -> Registry {
    registry(
      try DatabaseAddress(database.server.server.address(database.server.name, user: role)))
  }

  func registry(_ address: DatabaseAddress, libpq: Libpq = Libpq()) -> Registry {
    Registry(
      database: address, today: { .ofTests }, hasher: PasswordHasher(cost: 1), logsLogins: false,
      libpq: libpq)
  }

  /// The sessions that the table has.
  var count: Int {
    get throws { Int(try database.server.psql("SELECT count(*) FROM public.session")[0]) ?? -1 }
  }
}

extension Registry {
  /// Begins a login of an account, with a session at the page.
  func begin(_ name: String, keeps: Bool = false) async throws -> BegunSession {
    let account = try #require(try await self.account(name).account)
    return try await beginLogin(
      of: account, typed: nil, at: "page", in: "Firefox on Linux", keeps: keeps)
  }

  /// Whether a session counts.
  func isIn(_ begun: BegunSession, at host: String = "page") async throws -> Bool {
    try await session(begun.token, at: host) != nil
  }
}
