import Accounts
import AccountsSupport
import PostgresServer
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "The tables of a database",
  .needsPostgres, .takesPlace, .patient)
struct MigrationTests {
  private static func register(_ email: String, in address: DatabaseAddress) async throws {
    let registry = Registry(
      database: address, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    var values = FieldValues()
    values.email = email
    _ = try await registry.register(values, password: PasswordEntry("secret1"))
    #expect(try await registry.account(email).state == .open)
  }

  private func fault(_ address: DatabaseAddress) async -> PostgresFault? {
    let store = PostgresStore(address, today: { .ofTests })
    guard case .store(let fault)? = await error(of: { try await store.rulebook() }) else {
      return nil
    }
    #expect(fault.kind == .connection)
    return fault.reason as? PostgresFault
  }

  @Test("are made once, and a second time is nothing to do")
  func twice() async throws {
    let database = try PostgresServer.shared.database()
    let address = try DatabaseAddress(database.address)
    let made = try await Database(address).migrate()
    #expect(made.isNew)
    try await Self.register("ada@host.com", in: address)
    let rows = try database.psql("SELECT t::text FROM public.account t")
    let again = try await Database(address).migrate()
    #expect(!again.isNew && again.roles.isEmpty && again.repaired.isEmpty)
    #expect(try database.psql("SELECT t::text FROM public.account t") == rows)
  }

  @Test("give a role that the server had no right to connect, and say whom it lets in")
  func existingRoles() async throws {
    let server = try await blocking { try PostgresServer.start() }
    let first = try server.database()
    let made = try await Database(DatabaseAddress(first.address)).migrate()
    #expect(made.roles == [Schema.manager, Schema.login] && made.lettingIn.isEmpty)
    try server.psql(
      """
      CREATE ROLE mgr LOGIN IN ROLE regapp_manager; CREATE ROLE team IN ROLE regapp_manager;
      CREATE ROLE ada LOGIN IN ROLE team
      """)
    let second = try server.database()
    try second.psql(
      """
      DO $$ BEGIN EXECUTE pg_catalog.format(
        'REVOKE CONNECT ON DATABASE %I FROM PUBLIC', current_database()); END $$
      """)
    let owner = Database(try DatabaseAddress(second.address))
    let done = try await owner.migrate()
    #expect(done.isNew && done.roles.isEmpty)
    #expect(done.lettingIn.map(\.role) == [Schema.manager, Schema.login])
    #expect(done.lettingIn.map(\.members) == [["ada", "mgr"], []])
    #expect(
      try second.psql("SELECT has_database_privilege('mgr', current_database(), 'CONNECT')") == [
        "f"
      ])
    #expect(
      try await owner.status().wrong
        == [
          .roleWithoutConnect(Schema.manager, database: second.name),
          .roleWithoutConnect(Schema.login, database: second.name),
        ])
    try second.psql("GRANT CONNECT ON DATABASE \(second.name) TO regapp_login, ada")
    #expect(try await owner.status().wrong == [])
    #expect(try await owner.migrate().lettingIn.isEmpty)
  }

  @Test("are made by one of several who begin at once")
  func atOnce() async throws {
    let address = try DatabaseAddress(try PostgresServer.shared.database().address)
    let found = try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try await Database(address).migrate().isNew } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.count { $0 } == 1 && found.count == 8)
    try await Self.register("ada@host.com", in: address)
  }

  @Test("of another version are another program's: nothing is read or changed")
  func versions() async throws {
    let database = try await TestDatabase()
    try await Self.register("ada@host.com", in: database.address)
    try database.server.psql("GRANT SELECT ON public.login TO PUBLIC")
    for version in [0, 1, Schema.version + 1, 9] {
      try database.server.psql("UPDATE public.base SET schema = \(version)")
      let fault: PostgresFault =
        version < Schema.version ? .olderVersion(found: version) : .newerVersion(found: version)
      #expect(await self.fault(database.address) == fault)
      let refused = await PostgresAccountsTests.fault {
        _ = try await Database(database.address).migrate()
      }
      #expect(refused?.reason as? PostgresFault == fault)
      let status = try await Database(database.address).status()
      #expect(status.version == version && status.wrong == [.fault(fault)])
    }
    try database.server.psql("UPDATE public.base SET schema = \(Schema.version)")
    // Nothing was put right either.
    #expect(try await Database(database.address).migrate().repaired == [.rights])
  }

  @Test("take every hash that a file does, and no password that was typed")
  func passwords() async throws {
    let database = try await TestDatabase()
    let registry = Registry(
      database: database.address, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    let hash = "{ssha}rKgOj4tKUCFGtyx9Ew9Uh+MJ5XNzYWx0"
    var values = FieldValues(email: "bob@host.com", password: hash)
    values.mustChangePassword = true
    _ = try await registry.importAccounts([NewAccount(values)])
    #expect(try await registry.check().warnings.map(\.rule.name) == ["weakHash"])
    #expect(try database.server.psql("SELECT password FROM public.account") == [hash])
    for typed in ["secret1", "{SSHX}x", "!secret1"] {
      #expect(throws: (any Error).self) {
        try database.server.psql("UPDATE public.account SET password = '\(typed)'")
      }
    }
  }

  @Test("are missed where there are none")
  func none() async throws {
    let database = try PostgresServer.shared.database()
    #expect(await fault(try DatabaseAddress(database.address)) == .notPrepared)
    // Another program's tables are none of ours.
    try database.psql("CREATE TABLE public.account (name text)")
    #expect(await fault(try DatabaseAddress(database.address)) == .notPrepared)
  }

  @Test("are not made where the encoding holds some characters only")
  func encoding() async throws {
    let server = try PostgresServer.shared
    let name = "latin_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try server.psql("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    let database = Database(try DatabaseAddress(server.address(name)))
    let found = await PostgresAccountsTests.fault { _ = try await database.migrate() }
    #expect(found?.reason as? PostgresFault == .otherEncoding("LATIN1"))
  }
}
