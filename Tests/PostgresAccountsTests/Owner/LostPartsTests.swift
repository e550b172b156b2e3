import Accounts
import AccountsSupport
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "What a database lost or was given",
  .needsPostgres, .takesPlace, .patient)
struct LostPartsTests {
  private func registry(_ database: TestDatabase, as role: String = "postgres") throws -> Registry {
    let address = database.server.server.address(database.server.name, user: role)
    return Registry(
      database: try DatabaseAddress(address), today: { .ofTests },
      hasher: PasswordHasher(cost: 1), log: nil)
  }

  @Test("comes back as columns that migrate adds, with what the texts say")
  func columns() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    var invited = FieldValues(email: "ada@host.com", password: HashOfSecret1.sha512)
    invited[text: .invitedUntil] = "2999-01-01"
    try await database.plant([
      invited, FieldValues(email: "bob@host.com", password: HashOfSecret1.sha512),
    ])
    try database.server.psql(
      """
      ALTER TABLE public.account DROP COLUMN invited_until CASCADE, DROP COLUMN fingerprint CASCADE;
      ALTER TABLE public.change DROP COLUMN via; ALTER TABLE public.attempt DROP COLUMN address
      """)
    let owner = Database(database.address)
    let wrong = try await owner.status().wrong
    guard case .fault(.incomplete(_, isMended: true, mend: _))? = wrong.first, wrong.count == 1
    else {
      Issue.record("\(wrong)")
      return
    }
    let done = try await owner.migrate(today: .ofTests)
    // The right to fill a column of the history goes with it.
    #expect(
      done.repaired == [.columns, .indexes, .view, .rights, .verdicts] && done.left.isEmpty)
    #expect(
      try database.server.psql("SELECT key, invited_until, by_hand FROM public.account ORDER BY 1")
        == ["ada@host.com|2999-01-01|f", "bob@host.com||f"])
    #expect(try await owner.status().wrong == [])
    #expect(try database.server.psql("SELECT name FROM public.login") == ["bob@host.com"])
    // Passwords do not come back.
    try database.server.psql("ALTER TABLE public.account DROP COLUMN password CASCADE")
    guard
      case .fault(.incomplete(_, isMended: false, mend: nil))? = try await owner.status().wrong
        .first
    else {
      Issue.record("a lost password is mended")
      return
    }
  }

  @Test(
    "comes back as the names by which accounts are found, and lets everybody in as before",
    arguments: [
      "email_key", "username_key", "first_name_key", "by_hand", "fingerprint",
    ])
  func names(column: String) async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    let registry = try registry(database)
    for name in ["ada", "bob"] {
      var values = FieldValues(email: "\(name)@example.com")
      values[text: .username] = name
      values[text: .firstName] = name
      _ = try await registry.register(values, password: PasswordEntry("secret1"))
    }
    _ = try await registry.disable("bob")
    let rows = "SELECT to_jsonb(a) - 'version' FROM public.account a ORDER BY key"
    let before = try (
      database.server.psql(rows), database.server.psql("SELECT * FROM public.login")
    )
    try database.server.psql(
      """
      ALTER TABLE public.account DROP COLUMN \(column) CASCADE,
        DROP CONSTRAINT account_password_check
      """)
    // Nobody sees it before it is filled.
    let seen = Mutex<[String]>([])
    let libpq = Libpq.before(1, of: "PQputCopyData") {
      let found = try database.server.psql(
        """
        SELECT count(*) FROM pg_attribute
        WHERE attrelid = 'public.account'::regclass AND attname = '\(column)'
        """)
      seen.withLock { $0 = found }
    }
    let owner = Database(database.address, libpq: libpq)
    let wrong = try await owner.status().wrong
    guard case .fault(.incomplete(_, isMended: true, mend: nil))? = wrong.first, wrong.count == 1
    else {
      Issue.record("\(wrong)")
      return
    }
    let done = try await owner.migrate(today: .ofTests)
    #expect(done.repaired.prefix(2) == [.columns, .keys] && done.left.isEmpty)
    // The server fills `by_hand` itself.
    #expect(seen.withLock { $0 } == (column == "by_hand" ? [] : ["0"]))
    #expect(try await owner.status().wrong == [])
    let after = try (database.server.psql(rows), database.server.psql("SELECT * FROM public.login"))
    #expect(after.0.sorted() == before.0.sorted() && after.1.sorted() == before.1.sorted())
    _ = try await registry.verify(
      LoginRequest(email: "ada@example.com", password: PasswordEntry("secret1")))
    let store = PostgresStore(database.address, today: { .ofTests })
    for name in ["ada", "ada@example.com"] {
      #expect(try await store.find(.name(AccountName(name))).accounts.count == 1, "\(name)")
    }
    #expect(try await registry.check().errors == [])
    guard ["email_key", "username_key"].contains(column) else { return }
    // No name is given twice: the key is there again.
    #expect(throws: (any Error).self) {
      try database.server.psql("UPDATE public.account SET \(column) = 'x'")
    }
  }

  @Test("is made by no migrate that cannot fill it: then its accounts would be closed for good")
  func unfilled() async throws {
    let database = try await TestDatabase()
    try await database.plant([FieldValues(email: "ada@host.com", password: HashOfSecret1.sha512)])
    try database.server.psql(
      "UPDATE public.base SET rules = '['; ALTER TABLE public.account DROP email_key CASCADE")
    let owner = Database(database.address)
    let found = await fault { _ = try await owner.migrate(today: .ofTests) }
    #expect(found?.reason as? PostgresFault == .rulebookUnreadable)
    try database.server.psql(#"UPDATE public.base SET rules = '"register"'"#)
    #expect(try await owner.migrate(today: .ofTests).left.isEmpty)
    #expect(try database.server.psql("SELECT name FROM public.login") == ["ada@host.com"])
  }

  @Test("is told by its new name where it was renamed, with the statement that names it back")
  func renamed() async throws {
    let database = try await TestDatabase()
    try await database.plant([FieldValues(email: "ada@host.com", password: HashOfSecret1.sha512)])
    let owner = Database(database.address)
    for (sql, mend) in [
      (
        "ALTER TABLE public.change RENAME TO change_x",
        "ALTER TABLE public.change_x RENAME TO change"
      ),
      (
        "CREATE SCHEMA aside; ALTER TABLE public.account SET SCHEMA aside",
        "ALTER TABLE aside.account SET SCHEMA public"
      ),
      (
        "ALTER TABLE public.account RENAME COLUMN email_key TO mail",
        "ALTER TABLE public.account RENAME COLUMN mail TO email_key"
      ),
      (
        "ALTER TABLE public.base RENAME rules TO rulebook",
        "ALTER TABLE public.base RENAME COLUMN rulebook TO rules"
      ),
      ("ALTER SCHEMA public RENAME TO pubx", "ALTER SCHEMA pubx RENAME TO public"),
      (
        "ALTER SCHEMA public RENAME TO pubx; CREATE SCHEMA public",
        "ALTER SCHEMA public RENAME TO public_before; ALTER SCHEMA pubx RENAME TO public"
      ),
    ] {
      try database.server.psql(sql)
      let wrong = try await owner.status().wrong
      guard case .fault(.incomplete(_, isMended: false, mend: mend))? = wrong.first else {
        Issue.record("\(sql): \(wrong)")
        return
      }
      let found = await fault { _ = try await owner.migrate() }?.reason as? PostgresFault
      #expect(wrong.first == found.map { .fault($0) }, "\(sql)")
      try database.server.psql(mend)
      #expect(try await owner.status().wrong == [], "\(sql)")
      #expect(try await registry(database).list(limit: 5).accounts.count == 1)
    }
    // A column of the owner's own is none that was renamed.
    try database.server.psql(
      "ALTER TABLE public.account ADD note text, DROP COLUMN first_name_key CASCADE")
    #expect(try await owner.migrate().repaired.contains(.columns))
  }

  @Test("comes back as the table of logins in browsers, without a backup")
  func sessions() async throws {
    let database = try await TestDatabase()
    let owner = Database(database.address)
    for (sql, what) in [
      // An old copy is none that was renamed.
      (
        "CREATE TABLE public.before AS TABLE public.session; DROP TABLE public.session",
        "public.session"
      ),
      ("ALTER TABLE public.session DROP COLUMN browser", "the column public.session.browser"),
    ] {
      try database.server.psql(sql)
      let lost = PostgresFault.incomplete(what, isMended: true)
      #expect(try await owner.status().wrong == [.fault(lost)])
      let fault = await fault { _ = try await registry(database).logins() }
      #expect(fault?.reason as? PostgresFault == lost)
      #expect(try await owner.migrate().repaired == [.tables, .indexes])
      #expect(try await owner.status().wrong == [])
    }
    // It hides nothing that takes a backup.
    try database.server.psql(
      "DROP TABLE public.session; ALTER TABLE public.account DROP password CASCADE")
    let found = await fault { _ = try await owner.migrate() }
    guard
      case .incomplete(let what?, isMended: false, mend: nil)? = found?.reason as? PostgresFault
    else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(what.hasPrefix("the column public.account.password"))
  }

  @Test("comes back as the language of the functions")
  func language() async throws {
    let database = try await TestDatabase()
    try database.server.psql("DROP EXTENSION plpgsql CASCADE")
    let owner = Database(database.address)
    #expect(try await owner.migrate().repaired == [.functions, .rights])
    #expect(try await owner.status().wrong == [])
  }

  @Test("shows in the numbers of rows, to who manages accounts, too")
  func numbers() async throws {
    let database = try await TestDatabase()
    let registry = try registry(database, as: Schema.manager)
    _ = try await registry.register(
      FieldValues(email: "ada@example.com"), password: PasswordEntry("secret1"))
    _ = try await registry.verify(
      LoginRequest(email: "ada@example.com", password: PasswordEntry("secret1")))
    _ = try await registry.verify(
      LoginRequest(email: "ada@example.com", password: PasswordEntry("wrong")))
    let manager = Database(
      try DatabaseAddress(
        database.server.server.address(database.server.name, user: Schema.manager)))
    for table in Schema.numberedTables {
      let sequence = "public.\(table)_id_seq"
      for (value, wrong) in [
        ("1, false", Database.Status.Wrong.numbersBehind(sequence, table: table)),
        ("9223372036854775807", .numbersSpent(sequence, table: table, isRestored: true)),
      ] {
        try database.server.psql("SELECT setval('\(sequence)', \(value))")
        #expect(try await manager.status().wrong == [wrong])
        // As the hint says.
        try database.server.psql("SELECT setval('\(sequence)', max(id)) FROM public.\(table)")
        #expect(try await manager.status().wrong == [])
      }
    }
    if try database.server.server.version < 15 { return }
    try database.server.psql("ALTER SEQUENCE public.change_id_seq SET UNLOGGED")
    let mend = "ALTER SEQUENCE public.change_id_seq SET LOGGED"
    #expect(
      try await manager.status().wrong
        == [.fault(.unlogged("public.change_id_seq", mend: mend))])
    try database.server.psql(mend)
    #expect(try await manager.status().wrong == [])
  }

  @Test("of numbers that fall is named")
  func falling() async throws {
    let database = try await TestDatabase()
    try database.server.psql("ALTER SEQUENCE public.change_id_seq INCREMENT -1 MINVALUE -1000")
    #expect(
      try await Database(database.address).status().wrong == [.numbers("public.change_id_seq")])
  }

  @Test("goes again where roles were given more than they should have")
  func excess() async throws {
    // Roles are the whole server's.
    let server = try await blocking { try PostgresServer.start() }
    let database = try await TestDatabase(on: server)
    let owner = Database(database.address)
    try server.psql(
      """
      CREATE ROLE helper; CREATE ROLE behind IN ROLE regapp_manager; CREATE ROLE harmless;
      CREATE ROLE reader; CREATE ROLE chief LOGIN
      """)
    try database.server.psql(
      """
      GRANT SELECT (doc) ON public.account TO reader; GRANT helper TO regapp_login;
      GRANT harmless TO regapp_login, regapp_manager
      """)
    let (login, manager) = (Schema.login, Schema.manager)
    for (sql, wrong) in [
      ("GRANT regapp_manager TO regapp_login", .member(login, of: manager)),
      ("GRANT pg_read_all_data TO regapp_login", .member(login, of: "pg_read_all_data")),
      ("GRANT pg_signal_backend TO regapp_login", .member(login, of: "pg_signal_backend")),
      ("GRANT pg_write_all_data TO regapp_manager", .member(manager, of: "pg_write_all_data")),
      ("GRANT pg_read_server_files TO helper", .member(login, of: "helper")),
      ("GRANT behind TO regapp_login", .member(login, of: "behind")),
      ("GRANT reader TO regapp_login", .member(login, of: "reader")),
      (
        "ALTER ROLE regapp_login NOINHERIT; GRANT postgres TO regapp_login",
        .member(login, of: "postgres")
      ),
      ("ALTER ROLE regapp_login BYPASSRLS", .attribute(login, "BYPASSRLS")),
      ("ALTER ROLE regapp_manager CREATEROLE", .attribute(manager, "CREATEROLE")),
      ("ALTER ROLE regapp_login REPLICATION", .attribute(login, "REPLICATION")),
    ] as [(String, Database.Status.Wrong)] {
      try database.server.psql(sql)
      #expect(try await owner.status().wrong == [wrong], "\(sql)")
      #expect(try await owner.migrate().repaired == [.memberships], "\(sql)")
      #expect(try await owner.status().wrong == [], "\(sql)")
      if sql.contains("helper") {
        try server.psql("REVOKE pg_read_server_files FROM helper; GRANT helper TO regapp_login")
      }
    }
    #expect(
      try server.psql(
        """
        SELECT m.member::regrole, m.roleid::regrole FROM pg_auth_members m
        WHERE m.member = ANY ('{regapp_manager,regapp_login}'::regrole[]) ORDER BY 1, 2
        """
      ).sorted()
        == ["regapp_login|harmless", "regapp_login|helper", "regapp_manager|harmless"])
    // Rights by default are those of what is made later: migrate sets ours.
    try database.server.psql(
      """
      ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO regapp_login;
      ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO regapp_login;
      DROP FUNCTION regapp_api.regapp_forget_attempts; DROP VIEW public.login
      """)
    #expect(try await owner.migrate().repaired == [.view, .functions, .rights])
    #expect(try await owner.status().wrong == [])
    // An owner who may not take it away says so.
    let other = try server.database()
    try server.psql(
      "ALTER DATABASE \(other.name) OWNER TO chief; GRANT regapp_manager TO regapp_login")
    let chief = Database(try DatabaseAddress(server.address(other.name, user: "chief")))
    #expect(try await chief.migrate().left.contains(.memberships))
  }

  @Test("leaves nobody a way in by a password that is over, or a limit of the database")
  func shut() async throws {
    let server = try await blocking { try PostgresServer.start() }
    let database = try await TestDatabase(on: server)
    let owner = Database(database.address)
    try server.psql("ALTER ROLE regapp_login VALID UNTIL '2020-01-01'")
    #expect(try await owner.status().wrong == [.passwordOver(Schema.login)])
    try server.psql("CREATE ROLE door LOGIN IN ROLE regapp_login")
    #expect(try await owner.status().wrong == [])
    let name = database.server.name
    try server.psql("ALTER DATABASE \(name) CONNECTION LIMIT 0")
    #expect(try await owner.status().wrong == [.databaseShut(name)])
  }

  @Test("is forgotten with its logins by who manages accounts, and else it is said what is left")
  func forgotten() async throws {
    let database = try await TestDatabase()
    let registry = try registry(database, as: Schema.manager)
    let request = LoginRequest(email: "ada@example.com", password: PasswordEntry("secret1"))
    _ = try await registry.register(
      FieldValues(email: "ada@example.com"), password: PasswordEntry("secret1"))
    _ = try await registry.verify(request)
    let record = "SELECT key FROM public.seen UNION ALL SELECT key FROM public.attempt ORDER BY 1"
    #expect(try database.server.psql(record) == ["", "ada@example.com", "ada@example.com"])
    let report = try await registry.forgetHistory(of: "ada@example.com")
    #expect(report.changes == 1 && report.forgotLogins && report.loginsFault == nil)
    #expect(try database.server.psql(record) == [""])
    #expect(
      try database.server.psql("SELECT key, entry FROM public.change_account")
        == [#"|{"account":null}"#])
    // Without a line there is nothing to be seen of it.
    _ = try await registry.verify(request)
    let fault = await fault { _ = try await registry.forgetHistory(of: "ada@example.com") }
    #expect(fault?.reason as? PostgresFault == .loginsLeft("ada@example.com"))
    _ = try await self.registry(database).forgetHistory(of: "ada@example.com")
    #expect(try database.server.psql(record) == [""])
  }
}
