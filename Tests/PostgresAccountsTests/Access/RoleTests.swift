import Accounts
import AccountsFile
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "The roles of a database", .needsPostgres, .takesPlace,
  .patient)
struct RoleTests {
  /// A database with one account, whose hash is weak, and what each role makes of it.
  private struct Roles {
    let database: TestDatabase
    let directory = TemporaryDirectory("regapp-roles")

    init() async throws {
      database = try await TestDatabase()
      var rulebook = Promise.rulebook
      rulebook.login.unknown = .create
      rulebook.login.upgradesHashes = true
      try await database.use(rulebook)
      var values = FieldValues()
      values.email = "a@b.co"
      values[text: .id] = GivenID(.random(), to: "a@b.co").text
      values.password = RoleTests.weak
      try await database.plant([values])
    }

    func address(_ role: String) throws -> DatabaseAddress {
      try DatabaseAddress(database.server.server.address(database.server.name, user: role))
    }

    func personal(_ role: String) throws -> PersonalRegistry {
      PersonalRegistry(
        database: try address(role), session: "\(directory.path)/\(role)",
        today: { dayOfPromises },
        hasher: PasswordHasher(cost: 1))
    }
  }

  /// Of `password`.
  private static let weak = "$apr1$12345678$9pHAGSBYtlmFtid2xxNog0"

  private static let request = LoginRequest(
    email: "a@b.co", password: PasswordEntry("password"))

  private static func state(
    _ connection: Connection, _ statement: String, _ parameters: [Parameter] = []
  ) -> String? {
    do throws(Failure) {
      try connection.run(statement, parameters)
      return nil
    } catch {
      if case .refused(let state, _) = error { return state } else { return "\(error)" }
    }
  }

  @Test("without the right to write are told so at once")
  func writesNothing() async throws {
    let roles = try await Roles()
    try roles.database.server.psql("REVOKE UPDATE ON public.account FROM \(Schema.manager)")
    let registry = Registry(
      database: try roles.address(Schema.manager), today: { dayOfPromises },
      hasher: PasswordHasher(cost: 1))
    var values = FieldValues()
    values.email = "c@d.co"
    let notPermitted = AccountsError.store(
      StoreFault(
        .write, try roles.address(Schema.manager).subject, PostgresFault.notPermitted))
    await #expect(throws: notPermitted) {
      _ = try await registry.register(values, password: PasswordEntry("correct horse"))
    }
    await #expect(throws: notPermitted) {
      _ = try await registry.disable(["a@b.co"])
    }
    #expect(try await registry.list(limit: 9).accounts.map(\.values.email) == ["a@b.co"])
  }

  @Test("name a function that everyone may call in their status, and do not call it")
  func openFunction() async throws {
    let roles = try await Roles()
    try roles.database.server.psql("GRANT EXECUTE ON FUNCTION regapp_api.regapp_find TO PUBLIC")
    for role in [Schema.login, Schema.manager] {
      let status = try await Database(roles.address(role)).status()
      #expect(status.wrong == [.part(.rights)], "\(role)")
    }
  }

  @Test("that only log in read and write no table, and run no function but those for that")
  func loginTables() async throws {
    let roles = try await Roles()
    let connection = try Connection(try roles.address(Schema.login), Libpq())
    let name = Parameter.text("a@b.co")
    let nothing = Parameter.text(nil)
    let found = try connection.run(
      "SELECT * FROM regapp_api.regapp_find($1::text, $2::text, $3::text)",
      [name, nothing, nothing])
    #expect(found.count == 1 && found[0, 3] == "a@b.co")
    for statement in [
      "SELECT regapp_api.regapp_attempt($1::text, '')",
      "SELECT regapp_api.regapp_attempted($1::text, '', 'failed')",
    ] {
      #expect(Self.state(connection, statement, [name]) == nil)
    }
    let tables = try roles.database.server.psql(
      """
      SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'f', 'p', 'S')
      """)
    #expect(tables.count == 11)
    for table in tables {
      for statement in [
        "SELECT FROM public.\(table)", "DELETE FROM public.\(table)", "TRUNCATE public.\(table)",
        "INSERT INTO public.\(table) DEFAULT VALUES", "COPY public.\(table) TO '/dev/null'",
        "CREATE TABLE public.own AS SELECT FROM public.\(table)",
      ] {
        #expect(Self.state(connection, statement) != nil, "\(statement)")
      }
      #expect(Self.state(connection, "SELECT FROM public.\(table)") == "42501")
    }
    for statement in [
      "SELECT regapp_api.regapp_forget_attempts(ARRAY['a@b.co'])", "CREATE TABLE public.own ()",
      "CREATE FUNCTION public.own() RETURNS int LANGUAGE sql RETURN 1",
      "UPDATE public.account SET password = '*'", "SET ROLE regapp_manager",
      "SET SESSION AUTHORIZATION postgres", "SELECT pg_read_file('/etc/passwd')",
    ] {
      #expect(Self.state(connection, statement) == "42501", "\(statement)")
    }
  }

  @Test("that only log in let people in, and neither make nor change an account")
  func login() async throws {
    let roles = try await Roles()
    let personal = try roles.personal(Schema.login)
    let registry = personal.registry
    let before = try roles.database.server.psql("SELECT account::text FROM account")
    #expect(try await personal.login(Self.request).value.name.text == "a@b.co")
    #expect(try await registry.authenticate(Self.request).name.text == "a@b.co")
    await #expect(throws: AccountsError.loginFailed) {
      _ = try await personal.login(
        LoginRequest(email: "a@b.co", password: PasswordEntry("passwort")))
    }
    await #expect(throws: AccountsError.loginFailed) {
      _ = try await personal.login(
        LoginRequest(email: "new@b.co", password: PasswordEntry("password")))
    }
    for work: () async throws -> Void in [
      { _ = try await registry.list(limit: 5) },
      { _ = try await registry.edit(EditRequest(account: "a@b.co", fields: [.firstName: "A"])) },
      {
        var values = FieldValues()
        values.email = "new@b.co"
        _ = try await registry.register(values, password: PasswordEntry("password"))
      },
      { _ = try await registry.remove("a@b.co") }, { _ = try await registry.history(limit: 1) },
    ] {
      #expect(await fault(work)?.reason as? PostgresFault == .notPermitted)
    }
    #expect(try roles.database.server.psql("SELECT account::text FROM account") == before)
    #expect(try roles.database.server.psql("SELECT count(*) FROM change") == ["0"])
    // The failures are counted, and nobody who reads the table learns under which name.
    let counted = try roles.database.server.psql(
      "SELECT sum(failed) FROM throttle WHERE network = '*' AND name_hash <> sha256('email a@b.co')"
    )
    #expect(counted == ["2"])
    // Without an id that counts nothing would tell later whose session it is.
    try roles.database.server.psql("UPDATE account SET id_name = NULL")
    await #expect { _ = try await personal.login(Self.request) } throws: { error in
      if case AccountsError.idDoesNotCount("a@b.co", nil, _) = error { true } else { false }
    }
  }

  @Test("that manage do everything but make tables")
  func manager() async throws {
    let roles = try await Roles()
    let personal = try roles.personal(Schema.manager)
    let registry = personal.registry
    #expect(try await personal.login(Self.request).value.name.text == "a@b.co")
    let hash = try roles.database.server.psql("SELECT password FROM account")
    #expect(hash.first?.hasPrefix("$y$") == true)
    var values = FieldValues()
    values.email = "b@b.co"
    _ = try await registry.register(values, password: PasswordEntry("password"))
    _ = try await registry.edit(EditRequest(account: "b@b.co", fields: [.firstName: "B"]))
    _ = try await registry.edit(
      EditRequest(account: "b@b.co", password: PasswordEntry("password2")))
    _ = try await registry.undo()
    values.email = "c@b.co"
    values.password = "password3"
    #expect(try await registry.importAccounts([NewAccount(values)]).value.added == 1)
    #expect(try await registry.list(limit: 5).accounts.count == 3)
    #expect(try await registry.history(limit: 9).count == 6)
    _ = try await registry.remove("c@b.co")
    #expect(try await registry.forgetHistory(of: "c@b.co").changes == 2)
    #expect(try await registry.check().errors.isEmpty)
    let manager = Database(try roles.address(Schema.manager))
    let judged = try await manager.setRules(Promise.rulebook, today: dayOfPromises)
    #expect(judged.accounts == 2 && judged.closed == 0)

    let empty = try PostgresServer.shared.database()
    let address = try DatabaseAddress(
      empty.server.address(empty.name, user: Schema.manager))
    #expect(
      await fault { _ = try await Database(address).migrate() }?.reason as? PostgresFault
        == .notPermitted)
    #expect(try empty.psql("SELECT FROM pg_class WHERE relname = 'base'").isEmpty)
  }

  @Test("for services are shown who may log in, and no others")
  func view() async throws {
    let database = try await TestDatabase()
    var rulebook = Promise.rulebook
    rulebook.fields.required.insert(.username)
    try await database.use(rulebook)
    func values(_ name: String, _ others: [Field: String] = [:]) -> FieldValues {
      var values = FieldValues()
      values.email = "\(name)@b.co"
      values.username = name
      values.password = Self.weak
      for (field, text) in others { values[text: field] = text }
      return values
    }
    var (enabled, disabled, reason) = (values("enabled"), values("disabled"), values("reason"))
    enabled[.disabled] = .flag(false)
    disabled[.disabled] = .flag(true)
    reason[.disabled] = .text("left")
    var locked = values("locked")
    locked.password = "!" + Self.weak
    var nameless = values("nameless")
    nameless.username = nil
    var none = values("none")
    none.password = nil
    try await database.plant([
      values("good"), enabled, disabled, reason, locked, nameless, none,
      values("closed", [.phone: "no number"]),
      values("early", [.validFrom: "2999-01-01"]), values("late", [.validUntil: "2000-01-01"]),
      values("invited", [.invitedUntil: "2999-01-01"]),
      values("between", [.validFrom: "2000-01-01", .validUntil: "2999-01-01"]),
    ])
    #expect(try database.server.psql("SELECT count(*) FROM account") == ["12"])
    #expect(
      try database.server.psql("SELECT invited_until FROM account WHERE key = 'invited@b.co'")
        == ["2999-01-01"])
    #expect(
      try database.server.psql("SELECT name, password FROM login ORDER BY name")
        == ["between", "enabled", "good"].flatMap { [$0, "\($0)@b.co"] }
        .map { "\($0)|\(Self.weak)" })
  }
}
