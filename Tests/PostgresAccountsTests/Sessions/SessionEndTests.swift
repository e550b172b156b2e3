import AccountsSupport
import PostgresServer
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts

@Suite(
  "A change of an account in a database ends its logins in browsers",
  .needsPostgres, .takesPlace, .patient)
struct SessionEndTests {
  /// Own keys of Ada's account, with texts that look like names.
  private static let ownKeys: [AccountRecord.Change] = [
    .init("x-contact", from: nil, to: .object([.init("email", .string("front@b.co"))])),
    .init("x-also", from: nil, to: .array([.object([.init("username", .string("ada"))])])),
  ]

  @Test(
    "by its fields: what looks like a name in a value of its owner's own is none",
    arguments: ownKeys.indices)
  func values(index: Int) async throws {
    let browsers = try await Browsers()
    let begun = try await browsers.registry.begin(Browsers.ada)
    _ = try await browsers.registry.beginSession(of: begun.proved, at: "wiki")
    let store = PostgresStore(browsers.database.address, today: { .ofTests })
    let id = NameKey(.email, AccountName(Browsers.ada))
    let done = try await store.apply([.edit(id, [Self.ownKeys[index]])], WriteOptions())
    #expect(done.value.effects == [.changed] && done.notices.isEmpty, "\(done.notices)")
    #expect(try browsers.count == 2)
    #expect(try await browsers.registry.isIn(begun))
  }

  @Test("and so does an account that comes where one was taken out by hand")
  func comes() async throws {
    let browsers = try await Browsers()
    let registry = browsers.registry
    _ = try await registry.begin(Browsers.bob)
    try browsers.database.server.psql("DELETE FROM account")
    var values = FieldValues()
    (values.email, values.password) = (Browsers.bob, HashOfSecret1.sha512)
    let done = try await registry.importAccounts([NewAccount(values)])
    #expect(done.notices.contains(.loginsEnded([Browsers.bob: 1])), "\(done.notices)")
    #expect(try browsers.count == 0)
  }

  @Test("for one account as for many")
  func many() async throws {
    let browsers = try await Browsers()
    let server = browsers.database.server
    try server.psql(
      """
      INSERT INTO account (key, email_key, doc, closed, disabled, op)
      SELECT name, name, '{"email":"' || name || '"}', false, false, gen_random_uuid()
      FROM (SELECT n || '@b.co' FROM generate_series(1, 300) AS n) AS a (name);
      INSERT INTO session
      SELECT name, '', 'of ' || name, name, name, '', false, now(), now() + interval '1 day', 'page', now()
      FROM (SELECT n || '@b.co' FROM generate_series(1, 150) AS n) AS a (name)
      """)
    try browsers.database.judge()
    let begun = try await browsers.registry.begin(Browsers.bob)
    let names = (1...300).map { "\($0)@b.co" }
    let done = try await browsers.registry.disable(names, reason: nil)
    #expect(
      done.notices.contains(
        .loginsEnded(Dictionary(uniqueKeysWithValues: (1...150).map { ("\($0)@b.co", 1) }))),
      "\(done.notices)")
    #expect(try server.psql("SELECT key FROM session") == [Browsers.bob])
    #expect(try await browsers.registry.isIn(begun))
  }

  @Test(
    "and by a hand none ends, while what it says holds at the next request",
    arguments: [
      ("UPDATE account SET password = '$6$other'", true),
      (
        #"UPDATE account SET disabled = true, doc = replace(doc, '{', '{"disabled":true,')"#, true
      ),
      ("DELETE FROM account", true),
      (
        #"""
        UPDATE account SET doc = replace(doc, '{', '{"firstName":"Ada",'), first_name_key = 'ada'
        """#, false
      ),
      ("UPDATE account SET version = version + 1, op = gen_random_uuid()", false),
    ])
  func byHand(statement: String, isOut: Bool) async throws {
    let browsers = try await Browsers()
    let server = browsers.database.server
    let begun = try await browsers.registry.begin(Browsers.ada)
    let bobs = try await browsers.registry.begin(Browsers.bob)
    try server.psql("\(statement) WHERE key = 'ada@b.co'")
    #expect(try browsers.count == 2)
    #expect(try await browsers.registry.isIn(begun) == !isOut)
    #expect(try await browsers.registry.isIn(bobs))
    // The same rulebook, which judges the row anew, ends nothing.
    _ = try await Database(browsers.database.address).setRules(
      Rulebook(name: "own"), today: .ofTests)
    let other = browsers.registry
    #expect(try await other.isIn(bobs))
    #expect(try await other.isIn(begun) == !isOut)
  }

  @Test(
    "wherever the connection is lost: there is the account as it was with its login, or neither")
  func lost() async throws {
    let browsers = try await Browsers()
    let server = browsers.database.server
    let twice = try LostConnectionTests.twice(server)
    for number in sequence(first: 1, next: { $0 + (isLongRun ? 1 : 3) }) {
      let begun = try await browsers.registry.begin(Browsers.ada)
      let calls = LostConnectionTests.Calls()
      let seen = SeenStates()
      let libpq = calls.libpq(number) {
        // Others see the change and the end together.
        seen.note(
          try server.psql(
            """
            SELECT (SELECT disabled FROM account WHERE key = 'ada@b.co'), count(*) FROM session
            """))
        try server.psql(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND backend_type = 'client backend'
          """)
      }
      _ = try await browsers.registry(twice, libpq: libpq).disable(Browsers.ada)
      #expect(seen.all.allSatisfy { $0 == ["f|1"] || $0 == ["t|0"] }, "call \(number)")
      #expect(try browsers.count == 0, "call \(number)")
      _ = try await browsers.registry.enable(Browsers.ada)
      #expect(try await !browsers.registry.isIn(begun), "call \(number)")
      guard calls.count.withLock({ $0 }) >= number else { break }
    }
  }

  @Test("and says how many, for one as for many, unless they are over")
  func said() async throws {
    let browsers = try await Browsers()
    let registry = browsers.registry
    for _ in 0..<2 { _ = try await registry.begin(Browsers.ada) }
    for _ in 0..<3 { _ = try await registry.begin(Browsers.bob) }
    try browsers.database.server.psql(
      """
      UPDATE session SET ends = now() WHERE login = (
        SELECT login FROM session WHERE key = 'bob@b.co' ORDER BY begun LIMIT 1)
      """)
    let done = try await registry.disable([Browsers.ada, Browsers.bob], reason: nil)
    #expect(
      done.notices.contains(.loginsEnded([Browsers.ada: 2, Browsers.bob: 2])), "\(done.notices)")
    #expect(try browsers.count == 0)
  }

  @Test("and whoever is forgotten is in no row")
  func forgotten() async throws {
    let browsers = try await Browsers()
    let registry = browsers.registry
    let begun = try await registry.begin(Browsers.ada)
    let bobs = try await registry.begin(Browsers.bob)
    #expect(try await registry.forgetHistory(of: Browsers.ada).endedLogins == 1)
    #expect(try await !registry.isIn(begun))
    #expect(try await registry.isIn(bobs))
    #expect(
      try browsers.database.server.psql("SELECT key, account FROM session")
        == ["\(Browsers.bob)|\(Browsers.bob)"])
  }
}

/// The states of a change that others saw.
private final class SeenStates: Sendable {
  private let states = Mutex<[[String]]>([])

  var all: [[String]] { states.withLock(\.self) }

  func note(_ state: [String]) { states.withLock { $0.append(state) } }
}
