import Accounts
import AccountsFile
import AccountsSupport
import PostgresServer
import Testing

@testable import PostgresAccounts

@Suite(
  "A row that another program wrote",
  .needsPostgres, .takesPlace, .patient)
struct ContradictionTests {
  private static func values(_ name: String) -> FieldValues {
    var values = FieldValues(email: "\(name)@host.com", password: HashOfSecret1.sha512)
    values.username = name
    values.firstName = "Ann"
    return values
  }

  private static func registry(_ database: TestDatabase) -> Registry {
    Registry(
      database: database.address, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil)
  }

  /// Changes that a hand may make to a row, and the fields in which the row and its text then
  /// differ.
  private static let changes: [(sql: String, fields: [Field])] = [
    ("doc = replace(doc, '\"NAME\"', '\"other\"')", [.username]),
    ("username_key = 'other'", [.username]),
    ("email_key = NULL", [.email]),
    ("key = 'other'", [.email]),
    ("first_name_key = 'other'", [.firstName]),
    ("disabled = true", [.disabled]),
    ("doc = replace(doc, '{', '{\"disabled\": \"left\", ')", [.disabled]),
    ("valid_from = '2001-01-01'", [.validFrom]),
    ("valid_until = 'infinity'", [.validUntil]),
    ("invited_until = '2999-01-01'", [.invitedUntil]),
    ("doc = '[]'", [.email]),
    ("doc = 'no JSON'", [.email]),
  ]

  @Test("is closed where its text says something else, and is only removed")
  func contradicted() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    let names = Self.changes.indices.map { "n\($0)" }
    try await database.plant((names + ["good"]).map(Self.values))
    let registry = Self.registry(database)
    for (name, change) in zip(names, Self.changes) {
      let sql = change.sql.replacing("NAME", with: name)
        .replacing("'other'", with: "'other \(name)'")
      try database.server.psql(
        "UPDATE public.account SET \(sql) WHERE key = '\(name)@host.com'")
    }
    let shown = try database.server.psql("SELECT name FROM public.login ORDER BY name")
    #expect(shown == ["good", "good@host.com"])
    #expect(
      try await Database(database.address).status().wrong == [.writtenByHand(names.count)])
    let report = try await registry.check()
    #expect(report.accounts == names.count + 1)
    for (name, change) in zip(names, Self.changes) {
      let isOther = change.sql.hasPrefix("username_key")
      let found = report.errors.filter { problem in
        problem.rule.name == "asInText" && ["\(name)@host.com", name].contains(problem.account)
      }
      #expect(found.map(\.subject) == change.fields.map { .field($0) }, "\(change.sql)")
      // It goes by the names of the row.
      let seen = isOther ? "other \(name)" : name
      let account = try await registry.store.find(
        .name(AccountName(seen), in: .username)
      ).accounts.first
      #expect(account?.isClosed == true, "\(change.sql)")
      #expect((try? await registry.verify(login(name))) != true, "\(change.sql)")
      for work: () async throws -> Void in [
        { _ = try await registry.edit(EditRequest(account: seen, fields: [.lastName: "New"])) },
        { _ = try await registry.disable([seen], reason: "away") },
      ] {
        await #expect(throws: AccountsError.self, "\(change.sql)") { try await work() }
      }
    }
    // A name that only the text has does not count.
    await #expect(throws: AccountsError.self) { _ = try await registry.account("other") }
    // Neither is mended without somebody who knows which is right.
    let done = try await Database(database.address).migrate(today: .ofTests)
    #expect(done.repaired.isEmpty && done.left == [.contradictions])
    let judged = try await Database(database.address).setRules(
      Rulebook(name: "other"), today: .ofTests)
    #expect((judged.accounts, judged.closed) == (names.count + 1, names.count))
    for name in names where name != "n1" { _ = try await registry.remove(name) }
    _ = try await registry.remove("other n1")
    #expect(try database.server.psql("SELECT key FROM public.account") == ["good@host.com"])
    #expect(try await Database(database.address).status().wrong == [])
  }

  private func login(_ name: String) -> LoginRequest {
    LoginRequest(email: "\(name)@host.com", password: PasswordEntry("secret1"))
  }

  @Test("is as good as another where it agrees with its text, but in no view until it is judged")
  func agreeing() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    try await database.plant(["ada", "bob", "eve"].map(Self.values))
    let registry = Self.registry(database)
    try database.server.psql(
      """
      UPDATE public.account SET doc = replace(doc, '{', '{"groups": ["ops"], ') WHERE key LIKE 'ada%';
      UPDATE public.account SET closed = true WHERE key LIKE 'bob%';
      UPDATE public.account SET doc = replace(doc, '{', '{"phone": "12", ') WHERE key LIKE 'eve%'
      """)
    #expect(try database.server.psql("SELECT name FROM public.login") == [])
    #expect(try await Database(database.address).status().wrong == [.writtenByHand(3)])
    #expect(try await registry.account("ada").values.groups == ["ops"])
    #expect(try await registry.verify(login("ada")))
    #expect(try await registry.verify(login("bob")))
    #expect(try await registry.account("eve").isClosed)
    let report = try await registry.check()
    #expect(report.warnings.count { $0.rule.name == "writtenByHand" } == 3)
    #expect(report.errors.map(\.account) == ["eve@host.com"])
    // An edit judges one, and migrate all.
    _ = try await registry.edit(EditRequest(account: "ada", fields: [.lastName: "New"]))
    let names = "SELECT name FROM public.login WHERE name NOT LIKE '%@%' ORDER BY 1"
    #expect(try database.server.psql(names) == ["ada"])
    let rules = "SELECT rules, version FROM public.base"
    let before = try database.server.psql(rules)
    let done = try await Database(database.address).migrate(today: .ofTests)
    #expect(done.repaired == [.verdicts] && done.left.isEmpty)
    #expect(try database.server.psql(names) == ["ada", "bob"])
    #expect(try database.server.psql(rules) == before)
    #expect(
      try database.server.psql("SELECT key FROM public.account WHERE closed") == ["eve@host.com"])
    #expect(try await Database(database.address).migrate(today: .ofTests).repaired == [])
  }

  @Test("is named where it was to be copied, and nothing is copied")
  func copied() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    try await database.plant([Self.values("ada")])
    try database.server.psql("UPDATE public.account SET disabled = true")
    let store = PostgresStore(database.address, today: { .ofTests })
    let fault = await fault { _ = try await store.contents() }
    let expected = [UnsupportedValue(.contradicted, of: "ada@host.com", "disabled")]
    #expect(fault?.reason as? CopyFault == .unsupported(expected))
  }
}
