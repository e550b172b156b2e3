#if Postgres
  import Accounts
  import AccountsSupport
  import PostgresServer
  import TestSupport
  import Testing

  @testable import PostgresAccounts

  @Suite(
    "The tables of a database",
    .enabled(if: ServerPrograms.arePresent, "\(ServerPrograms.absence)"))
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
      #expect((made.from, made.to) == (nil, Schema.version))
      try await Self.register("ada@host.com", in: address)
      let rows = try database.psql("SELECT t::text FROM public.account t")
      let again = try await Database(address).migrate()
      #expect(again.from == Schema.version && again.to == Schema.version && again.roles.isEmpty)
      #expect(try database.psql("SELECT t::text FROM public.account t") == rows)
    }

    @Test("are made by one of several who begin at once")
    func atOnce() async throws {
      let address = try DatabaseAddress(try PostgresServer.shared.database().address)
      let found = try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await Database(address).migrate().from } }
        return try await group.reduce(into: [Int?]()) { $0.append($1) }
      }
      #expect(found.count { $0 == nil } == 1)
      #expect(found.count { $0 == Schema.version } == 7)
      try await Self.register("ada@host.com", in: address)
    }

    @Test("of the next version are worked with, and those after it are refused")
    func versions() async throws {
      let database = try await TestDatabase()
      for version in [Schema.version, Schema.version + 1] {
        try database.server.psql("UPDATE public.base SET schema = \(version)")
        try await Self.register("ada\(version)@host.com", in: database.address)
        // An older program makes nothing of newer tables.
        let done = try await Database(database.address).migrate()
        #expect((done.from, done.to) == (version, version))
      }
      for version in [0, Schema.version + 2] {
        try database.server.psql("UPDATE public.base SET schema = \(version)")
        #expect(
          await fault(database.address) == .otherVersion(found: version, known: Schema.version))
      }
      #expect(try database.server.psql("SELECT count(*) FROM public.account") == ["2"])
    }

    @Test("of version 1 are worked with, but for hashes that they do not take before migrate")
    func older() async throws {
      let database = try await TestDatabase()
      let address = database.address
      try database.server.psql(
        #"""
        UPDATE public.base SET schema = 1;
        DROP TABLE public.attempt, public.seen;
        ALTER TABLE public.account DROP CONSTRAINT account_password_check;
        ALTER TABLE public.account ADD CONSTRAINT account_password_check
          CHECK (password ~ '^[!*]+$|^[!*]*(\$|\{SHA\})');
        """#)
      try await Self.register("ada@host.com", in: address)
      let registry = Registry(
        database: address, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
      var values = FieldValues()
      values.email = "bob@host.com"
      let hash = "{ssha}rKgOj4tKUCFGtyx9Ew9Uh+MJ5XNzYWx0"
      values.password = hash
      let bob = NewAccount(values)
      let refused = await error { _ = try await registry.importAccounts([bob]) }
      guard case .store(let fault)? = refused else {
        Issue.record("\(String(describing: refused))")
        return
      }
      #expect(
        fault.reason as? PostgresFault == .otherVersion(found: 1, known: Schema.version))
      var cleo = FieldValues(email: "cleo@host.com")
      cleo.mustChangePassword = true
      let marked = cleo
      let several = ["dan", "eve"].map { name in
        var values = FieldValues(email: "\(name)@host.com", password: "secret1")
        values.mustChangePassword = true
        return NewAccount(values)
      }
      for work: () async throws -> Void in [
        { _ = try await registry.register(marked, password: PasswordEntry("secret1")) },
        { _ = try await registry.setMustChange(true, of: ["ada@host.com"]) },
        { _ = try await registry.importAccounts(several) },
      ] {
        let refused = await error(of: work)
        guard case .store(let fault)? = refused else {
          Issue.record("\(String(describing: refused))")
          continue
        }
        #expect(
          fault.reason as? PostgresFault == .otherVersion(found: 1, known: Schema.version))
      }
      let done = try await Database(address).migrate()
      #expect((done.from, done.to) == (1, Schema.version))
      _ = try await registry.importAccounts([bob])
      _ = try await registry.setMustChange(true, of: ["ada@host.com"])
      #expect(try await registry.account("ada@host.com").mustChangePassword)
      #expect(try await registry.check().warnings.map(\.rule.name) == ["weakHash"])
      #expect(
        try database.server.psql("SELECT password FROM public.account WHERE email_key LIKE 'bob%'")
          == [hash])
      #expect(try await registry.account("ada@host.com").state == .open)
      // What was typed is taken by no table.
      #expect(throws: (any Error).self) {
        try database.server.psql("UPDATE public.account SET password = '{SSHX}x'")
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
#endif
