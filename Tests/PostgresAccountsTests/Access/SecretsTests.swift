import Accounts
import AccountsFile
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite("Secrets", .needsPostgres, .takesPlace, .patient)
struct SecretsTests {
  /// A server that writes down all that it hears.
  private static func talkative() throws -> PostgresServer {
    var options = PostgresServer.Options()
    options.settings = [
      "log_statement": "all", "log_min_messages": "debug5", "log_min_duration_statement": "0",
      "log_parameter_max_length": "-1", "log_parameter_max_length_on_error": "-1",
      "log_error_verbosity": "verbose", "log_connections": "on",
    ]
    return try PostgresServer.start(options)
  }

  @Test("typed as passwords never get to the server, whatever it writes down")
  func typed() async throws {
    let server = try await blocking { try Self.talkative() }
    let database = try await TestDatabase(on: server)
    // These settings of migrate keep values out of the log.
    try database.server.psql("ALTER DATABASE \(database.server.name) RESET ALL")
    var rulebook = Promise.rulebook
    rulebook.login.unknown = .create
    try await database.use(rulebook)
    let directory = TemporaryDirectory("regapp-secrets")
    let personal = PersonalRegistry(
      database: database.address, session: directory.path, today: { dayOfPromises },
      hasher: PasswordHasher(cost: 1))
    let registry = personal.registry
    var values = FieldValues()
    values.email = "first@b.co"
    _ = try await registry.register(values, password: PasswordEntry("typed-at-register"))
    // The second is made.
    for (name, password) in [("first", "typed-at-register"), ("second", "typed-at-login")] {
      _ = try await personal.login(
        LoginRequest(email: "\(name)@b.co", password: PasswordEntry(password)))
    }
    await #expect(throws: AccountsError.loginFailed) {
      _ = try await personal.login(
        LoginRequest(email: "first@b.co", password: PasswordEntry("typed-wrong")))
    }
    _ = try await registry.edit(
      EditRequest(account: "first@b.co", password: PasswordEntry("typed-at-edit")))
    var imported: [NewAccount] = []
    for number in 0...100 {
      values.email = "imported\(number)@b.co"
      values.password = "typed-at-import-\(number)"
      imported.append(NewAccount(values))
    }
    #expect(try await registry.importAccounts(imported).value.added == 101)
    _ = try await registry.undo()
    // A write that fails is written down with its parameters.
    try database.server.psql("ALTER TABLE account ADD CHECK (email_key <> 'third@b.co')")
    values.email = "third@b.co"
    values.password = nil
    let found = await fault {
      _ = try await registry.register(values, password: PasswordEntry("typed-at-failure"))
    }
    #expect(
      found?.reason as? PostgresFault
        == .refusedBy("the check account_email_key_check of public.account", state: "23514"))
    #expect(found.map { "\($0)".contains("third") || "\($0)".contains("$y$") } == false)

    let log = server.directory.logText
    #expect(log.contains("first@b.co") && log.contains("$y$") && log.contains("third@b.co"))
    #expect(!log.contains("typed-"))
  }

  @Test("that are hashes are not in the server's log, whichever role sends them")
  func hashes() async throws {
    let server = try await blocking { try Self.talkative() }
    let database = try await TestDatabase(on: server)
    var rulebook = Promise.rulebook
    rulebook.login.upgradesHashes = true
    try await database.use(rulebook)
    // As docs/postgresql.md makes one.
    try server.psql("CREATE ROLE ada LOGIN IN ROLE regapp_manager")
    // A role may set these for itself, past the settings of the database.
    try server.psql(
      """
      ALTER ROLE ada SET debug_print_plan = on; ALTER ROLE ada SET debug_print_parse = on;
      ALTER ROLE ada SET debug_print_rewritten = on;
      ALTER ROLE ada SET log_parameter_max_length_on_error = -1
      """)
    let address = try DatabaseAddress(server.address(database.server.name, user: "ada"))
    let directory = TemporaryDirectory("regapp-secrets")
    let personal = PersonalRegistry(
      database: address, session: directory.path, today: { dayOfPromises },
      hasher: PasswordHasher(cost: 1))
    let registry = personal.registry
    var values = FieldValues()
    values.email = "first@b.co"
    _ = try await registry.register(values, password: PasswordEntry("secret1"))
    _ = try await registry.edit(
      EditRequest(account: "first@b.co", password: PasswordEntry("secret2")))
    _ = try await registry.undo()
    var imported: [NewAccount] = []
    for number in 0...100 {
      values.email = "imported\(number)@b.co"
      // Of `password`; the login makes it stronger.
      values.password = "$apr1$12345678$9pHAGSBYtlmFtid2xxNog0"
      imported.append(NewAccount(values))
    }
    #expect(try await registry.importAccounts(imported).value.added == 101)
    _ = try await personal.login(
      LoginRequest(email: "imported0@b.co", password: PasswordEntry("password")))
    _ = try await registry.remove("imported1@b.co")
    _ = try await registry.undo()
    // A statement that fails is written down too.
    try database.server.psql(
      """
      CREATE FUNCTION public.refuse(key text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
        IF key <> 'late@b.co' THEN RETURN true; END IF;
        RAISE EXCEPTION 'refused';
      END $$;
      ALTER TABLE public.account ADD CONSTRAINT refuse CHECK (public.refuse(key))
      """)
    values.email = "late@b.co"
    values.password = nil
    let found = await fault {
      _ = try await registry.register(values, password: PasswordEntry("secret3"))
    }
    #expect(
      found?.reason as? PostgresFault
        == .refusedBy("the function public.refuse(text)", state: "P0001"))

    let log = server.directory.logText
    #expect(log.contains("INSERT INTO public.account") && log.contains("FROM unnest("))
    #expect(log.contains("COPY pg_temp.incoming") && log.contains("ERROR:  P0001: refused"))
    // A plan has the bytes of a text as numbers.
    for secret in ["$y$", "$apr1$", "secret1", "secret2", "secret3", "36 121 36 106"] {
      let isThere = log.contains(secret)
      #expect(!isThere, "\(secret)")
    }
  }

  @Test("in a row that the server refuses are not in the error that it comes to")
  func refusedRow() async throws {
    let server = try await blocking { try Self.talkative() }
    let database = try await TestDatabase(on: server)
    let connection = try Connection(database.address, Libpq())
    for password in ["typed-past-all-checks", "$5$twice$"] {
      for name in ["a@b.co", "a@b.co"] {
        var values = FieldValues()
        values.email = name
        let row = try #require(
          AccountRow(NewAccount(values), under: Promise.rulebook, today: dayOfPromises))
        var parameters = row.parameters
        parameters[4] = .text(password)
        do throws(Failure) {
          try connection.write(
            """
            INSERT INTO public.account (\(Schema.columnsOfRow), op)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """, parameters + [.id(OperationID())])
        } catch {
          let told = "\(error)" + "\(error.error(.write, database.address.subject))"
          #expect(!told.contains(password) && !told.contains("a@b.co"))
          #expect(told.contains("23514") || told.contains("23505"))
        }
      }
    }
    let log = server.directory.logText
    #expect(log.contains("Failing row contains") && log.contains("typed-past-all-checks"))
    #expect(log.contains("Key (key)=(a@b.co) already exists"))
  }
}
