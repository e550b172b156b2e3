import Accounts
import AccountsFile
import Foundation
import PostgresProbe
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

/// The server itself says how it answers each statement that the program sends, those inside of
/// functions too (`auto_explain`): a new one is tested as soon as it is used here.
///
/// One test at a time, as they read one log.
@Suite(
  "Very many accounts", .serialized,
  .needsPostgres, .takesPlace, .patient)
struct PlanTests {
  private static let count = isLongRun ? 100_000 : 30_000
  private static let prepared = Task { try await Prepared() }

  /// A server that explains, and a database with accounts, their history, and their logins.
  private struct Prepared {
    let server: PostgresServer
    let database: TestDatabase
    var store: PostgresStore {
      PostgresStore(database.address, today: { dayOfPromises })
    }

    init() async throws {
      var options = PostgresServer.Options()
      options.settings = [
        "shared_preload_libraries": "auto_explain", "auto_explain.log_min_duration": "0",
        "auto_explain.log_nested_statements": "on", "autovacuum": "off",
      ]
      server = try await blocking { [options] in try PostgresServer.start(options) }
      database = try await TestDatabase(on: server)
      try await database.use(Promise.rulebook)
      let (own, count) = (database.server, PlanTests.count)
      try await blocking {
        try own.psql(
          """
          INSERT INTO account (\(Schema.columnsOfRow), op, fingerprint)
          SELECT i.*, gen_random_uuid(), \(Schema.fingerprint(of: "i")) FROM (
            SELECT 'a' || n || '@b.co', 'a' || n || '@b.co', 'u' || n, 'ann' || n, '$6$x',
              '{"email":"a' || n || '@b.co","username":"u' || n || '","firstName":"Ann' || n || '"}',
              false, false, NULL::date, NULL::date, NULL::date
            FROM generate_series(1, \(count)) n) AS i (\(Schema.columnsOfRow));
          INSERT INTO change (op, did) SELECT gen_random_uuid(), 'edit'
          FROM generate_series(1, \(count) - 1);
          INSERT INTO change_account SELECT n, 0, 'a' || n || '@b.co',
            '{"account":"a' || n || '@b.co","changes":{"username":["v' || n || '","u' || n || '"]}}'
          FROM generate_series(1, \(count) - 1) n;
          INSERT INTO change (op, did) VALUES (gen_random_uuid(), 'import');
          INSERT INTO change_account SELECT \(count), n, 'i' || n || '@b.co',
            '{"account":"i' || n || '@b.co"}'
          FROM generate_series(0, \(count) - 1) n;
          INSERT INTO seen SELECT key, now(), now(), 0 FROM account;
          INSERT INTO seen VALUES ('', now(), NULL, 0);
          INSERT INTO attempt (at, key, answer) SELECT now(), key, 'yes' FROM account;
          INSERT INTO throttle SELECT sha256(key::bytea), '*', 1, now(), 0, now() FROM account;
          INSERT INTO session SELECT 'd' || n, 'p', 'l' || n, 'a' || n || '@b.co', 'a' || n || '@b.co',
            '', false, now(), now() + interval '1 day', 'page', now()
          FROM generate_series(1, \(count) / 2) n
          """)
        try own.psql("VACUUM ANALYZE")
      }
    }

    /// What the server explained meanwhile.
    func explained(_ body: () async throws -> Void) async throws -> String {
      let start = server.directory.logText.utf8.count
      try await body()
      let log = String(decoding: server.directory.logText.utf8.dropFirst(start), as: UTF8.self)
      #expect(log.contains("Query Text:"), "nothing was explained")
      return log
    }

    /// The queries whose plans cost more than a thousand.
    func costs(_ body: () async throws -> Void) async throws -> [String] {
      let plans = try await explained(body).components(separatedBy: "Query Text:").dropFirst()
      return plans.filter { plan in
        // One attempt in a hundred or a thousand clears away what is old.
        guard !plan.contains("DELETE FROM public.throttle"),
          !plan.contains("DELETE FROM public.attempt a\n\t        WHERE a.at <")
        else { return false }
        let cost = plan.components(separatedBy: "(cost=").dropFirst().first ?? ""
        let total = cost.components(separatedBy: "..").dropFirst().first ?? ""
        return Double(total.prefix { $0 != " " }) ?? 0 > 1_000
      }
    }

    /// The tables that were read from beginning to end, each with its query.
    func scanned(_ body: () async throws -> Void) async throws -> [String] {
      var query = ""
      var found: [String] = []
      for line in try await explained(body).split(separator: "\n") {
        if line.contains("Query Text:") { query = String(line) }
        guard let scan = line.range(of: "Seq Scan on ") else { continue }
        let table = line[scan.upperBound...].prefix { $0 != " " }
        guard Schema.tables.contains(String(table)), table != "base" else { continue }
        // One attempt in a hundred clears away what is old.
        guard !query.contains("DELETE FROM public.throttle") else { continue }
        found.append("\(table): \(query)")
      }
      return found
    }
  }

  @Test("are never read as a whole for one of them, its history, its logins, or the last changes")
  func plans() async throws {
    let prepared = try await Self.prepared.value
    let (store, own) = (prepared.store, prepared.database.server)
    // It would be seen.
    let whole = try await prepared.scanned {
      try own.psql("SELECT count(doc) FROM account; SELECT count(entry) FROM change_account")
    }
    #expect(whole.count == 2)

    let found = try await prepared.scanned {
      // A function's plan is made for any value after some calls.
      for _ in 0..<7 {
        for name in ["a7@b.co", "u7", "nobody"] {
          _ = try await store.find(.name(AccountName(name), in: nil))
          try await store.begin(LoginAttempt(name))
          try await store.end(LoginAttempt(name), .succeeded)
          try await store.add(LoginOutcome(of: name, .wrong))
        }
        _ = try await store.find(.firstName("Ann7"))
        _ = try await store.session(of: SessionToken().digest)
        _ = try await store.browserLogins(.ids([BrowserLogin.ID()]))
        _ = try await store.browserLogins(.names([AccountName("a7@b.co")]))
        _ = try await store.endLogins(.ids([BrowserLogin.ID()]))
        _ = try await store.endLogins(.names([AccountName("a9@b.co")]))
        _ = try await store.rulebook()
      }
      _ = try await store.find(.names(["a7@b.co", "u8", "nobody"].map { AccountName($0) }))
      _ = try await store.lastLogins(of: [AccountName("a7@b.co")])
      _ = try await store.page(PageRequest(limit: 20))
      _ = try await store.history(below: nil, limit: 5, accounts: 100)
      _ = try await store.history(below: Self.count / 2, limit: 5)
      for number in 1...2 { try await Self.write(store, number) }
      try own.psql("SELECT password FROM login WHERE name = lower('U9')")
      try own.psql("SELECT password FROM login WHERE name = lower('A9@b.co')")
    }
    #expect(found == [], "\(found.joined(separator: "\n"))")
  }

  @Test("cost a request no more than some, whatever it asks of one of them")
  func costs() async throws {
    let prepared = try await Self.prepared.value
    let (store, own) = (prepared.store, prepared.database.server)
    let registry = Registry(
      store: store, throttle: store, today: { dayOfPromises }, hasher: PasswordHasher(cost: 1),
      log: nil)
    // It would be seen.
    let dear = try await prepared.costs { try own.psql("SELECT count(doc) FROM account") }
    #expect(dear.count == 1)
    _ = try await store.rulebook()

    let found = try await prepared.costs {
      for _ in 0..<7 {
        _ = try await store.session(of: SessionToken().digest)
        for name in ["a7@b.co", "u7", "nobody"] {
          _ = try? await registry.authenticate(
            LoginRequest(
              email: name, password: PasswordEntry("wrong"), from: LoginOrigin(service: "x")))
          _ = try? await registry.account(name)
        }
        _ = try await registry.logins(of: ["a7@b.co"])
        _ = try await registry.endLogins(of: ["a9@b.co"])
        for name in ["Eve8", "Ann8"] {
          _ = try await registry.edit(
            EditRequest(account: "a8@b.co", fields: [.firstName: FieldSetting(name)]))
        }
        _ = try await registry.disable(["a8@b.co"])
        _ = try await registry.enable(["a8@b.co"])
      }
    }
    #expect(found == [], "\(found.joined(separator: "\n"))")
  }

  /// Adds, edits, renames, removes and takes back.
  private static func write(_ store: PostgresStore, _ number: Int) async throws {
    let registry = Registry(
      store: store, throttle: store, today: { dayOfPromises }, hasher: PasswordHasher(cost: 1),
      log: nil, logsLogins: false)
    for names in [["m"], ["n", "o", "p"]] {
      let new = names.map { name in
        var values = PostgresProbe.Write.account("\(name)\(number)").values
        values.username = "\(name)\(number)"
        return NewAccount(values)
      }
      _ = try await registry.importAccounts(new)
      _ = try await registry.importAccounts(new, onConflict: .replace)
    }
    for (field, text) in [
      (Field.firstName, "Eve"), (.username, "x\(number)"), (.email, "q@b.co"),
    ] {
      _ = try await registry.edit(
        EditRequest(account: "m\(number)@b.co", fields: [field: FieldSetting(text)]))
    }
    #expect(try await registry.undo(isDryRun: true).value.entries.count == 1)
    _ = try await registry.undo(2)
    _ = try await registry.remove("m\(number)@b.co")
    _ = try await registry.undo()
    _ = try await registry.remove(["n", "o"].map { "\($0)\(number)@b.co" })
    _ = try await registry.undo()
    for name in ["m\(number)", "x\(number)", "q@b.co", "a7@b.co", "v7", "u7"] {
      #expect(try await !registry.history(of: name, limit: 5).isEmpty, "\(name)")
    }
    #expect(try await registry.history(limit: 30, accounts: 10).count == 30)
  }

  @Test("are not compared with one another where many change, each row of which was written alone")
  func many() async throws {
    let prepared = try await Self.prepared.value
    let (store, own) = (prepared.store, prepared.database.server)
    try own.psql("ALTER DATABASE \(own.name) SET auto_explain.log_analyze = on")
    func refused(_ body: () async throws -> Void) async throws -> Int {
      try await prepared.explained(body).split(separator: "\n")
        .compactMap { $0.split(separator: "Rows Removed by Join Filter: ").dropFirst().first }
        .reduce(0) { $0 + (Int($1) ?? 0) }
    }
    // It would be seen.
    let whole = try await refused {
      try own.psql(
        """
        SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_indexscan = off;
        SET enable_bitmapscan = off; SET enable_indexonlyscan = off;
        SELECT count(*) FROM generate_series(\(Self.count) - 8, \(Self.count)) n
          JOIN account ON key = 'a' || n || '@b.co'
        """)
    }
    #expect(whole > Self.count)

    let names = (1...2_000).map { "a\($0)" }
    let few = try await refused {
      for (old, new) in [("Ann", "Eve"), ("Eve", "Ann")] {
        let edits = names.map { name -> AccountChange in
          let number = name.dropFirst()
          let change = AccountRecord.Change(
            .firstName, from: old + number, to: new + number)
          return .edit(NameKey(.email, AccountName("\(name)@b.co")), [change])
        }
        let done = try await store.apply(edits, WriteOptions(by: Attribution(.edit))).value
        #expect(done.refusals.isEmpty && done.effects.allSatisfy { $0 == .changed })
      }
      let removals = names.map {
        AccountChange.remove(NameKey(.email, AccountName("\($0)@b.co")))
      }
      let gone = try await store.apply(removals, WriteOptions(by: Attribution(.remove))).value
      #expect(gone.refusals.isEmpty)
      let registry = Registry(
        store: store, throttle: store, today: { dayOfPromises }, hasher: PasswordHasher(cost: 1),
        log: nil, logsLogins: false)
      _ = try await registry.undo()
      // Steps that cancel each other bring nothing.
      let new = (0..<1_100).map { AccountChange.add(PostgresProbe.Write.account("new\($0)")) }
      _ = try await store.apply(new, WriteOptions(by: Attribution(.import)))
      let none = (0..<1_100).map { number in
        AccountChange.remove(NameKey(.email, AccountName("new\(number)@b.co")))
      }
      _ = try await store.apply(none, WriteOptions(by: Attribution(.remove)))
      _ = try await registry.undo(2)
    }
    #expect(few <= 4 * names.count)
  }

  @Test("are one change among others, which costs those nothing")
  func excerpts() async throws {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let store = PostgresStore(database.address, today: { dayOfPromises })
    let new = (0..<250).map { AccountChange.add(PostgresProbe.Write.account("a\($0)")) }
    _ = try await store.apply(new, WriteOptions(by: Attribution(.import)))
    for most in [0, 1, 99, 100, 101, 249, 250, 251] {
      let entry = try #require(
        try await store.history(below: nil, limit: 3, accounts: most).entries.last)
      #expect(entry.accounts.count == min(most, 250) && entry.count == 250)
      #expect(entry.isExcerpt == (most < 250) && entry.keepsValues && entry.isUndone)
    }
    let whole = try #require(try await store.history(below: nil, limit: 3).entries.last)
    #expect(whole.accounts.count == 250 && !whole.isExcerpt)
    #expect(whole.accounts.map(\.name).first == "a0@b.co")
    #expect(whole.accounts.map(\.name).last == "a249@b.co")
    // The values of one are gone: what is read whole says so.
    try database.server.psql(
      "UPDATE change_account SET entry = '{\"account\":\"a249@b.co\"}' WHERE place = 249")
    let registry = Registry(database: database.address, today: { dayOfPromises })
    let since = try #require(dayOfPromises.adding(days: -400))
    await #expect(throws: AccountsError.valuesGone(number: whole.number ?? 0, since: since)) {
      _ = try await registry.undo()
    }
    // Of those that were deleted, the number stays.
    try database.server.psql("DELETE FROM change_account WHERE place BETWEEN 3 AND 200")
    let rest = try #require(try await store.history(below: nil, limit: 3).entries.last)
    #expect(rest.accounts.count == 52 && rest.count == 250 && !rest.keepsValues)
  }
}
