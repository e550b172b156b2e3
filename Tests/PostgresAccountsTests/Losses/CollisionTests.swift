import Accounts
import PostgresProbe
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "Forty clients at once", .needsPostgres, .takesPlace,
  .patient)
struct CollisionTests {
  private static let server = Result {
    var options = PostgresServer.Options()
    // Two that wait for each other are to be found out soon.
    options.settings = ["deadlock_timeout": "20ms"]
    return try PostgresServer.start(options)
  }

  private static let fields: [(Field, String)] = [
    (.firstName, "A"), (.lastName, "B"), (.phone, "+7 (912) 345-67-89"),
    (.birthDate, "1990-08-12"),
  ]

  /// A database of this suite's server, under an isolation level.
  private static func database(_ isolation: String) async throws -> TestDatabase {
    let server = try await blocking { try Self.server.get() }
    let database = try await TestDatabase(on: server)
    try await database.use(Promise.rulebook)
    try database.server.psql(
      "ALTER DATABASE \(database.server.name) SET default_transaction_isolation = '\(isolation)'")
    return database
  }

  /// A client that waits, however many there are and however slow the machine is.
  private static func store(on database: TestDatabase) -> PostgresStore {
    PostgresStore(database.address, today: { dayOfPromises })
  }

  /// How many of so many clients have their changes written.
  private static func winners(
    of count: Int, on database: TestDatabase,
    _ changes: @escaping @Sendable (Int) -> [AccountChange]
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        let store = Self.store(on: database)
        group.addTask {
          try await store.apply(changes(number), WriteOptions()).refusals.isEmpty
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
  }

  private static func add(_ names: [String], to database: TestDatabase) async throws
    -> [NameKey]
  {
    let store = Self.store(on: database)
    let new = names.map { AccountChange.add(PostgresProbe.Write.account($0)) }
    return try await store.apply(new, WriteOptions()).accounts.compactMap(\.nameKey)
  }

  private static func edit(
    _ id: NameKey, _ field: Field, from: String?, to: String
  ) -> AccountChange {
    let edits = [AccountRecord.Change(field, from: from, to: to)]
    return .edit(id, edits)
  }

  private static let isolations = ["read committed", "serializable"]

  @Test("that edit one field: one wins", arguments: isolations)
  func oneField(_ isolation: String) async throws {
    let database = try await Self.database(isolation)
    let id = try #require(try await Self.add(["a"], to: database).first)
    let won = try await Self.winners(of: 40, on: database) { number in
      [Self.edit(id, .firstName, from: nil, to: "A\(number)")]
    }
    #expect(won == 1)
    #expect(try database.server.psql("SELECT version FROM account") == ["2"])
  }

  @Test("that edit different fields: all are merged", arguments: isolations)
  func otherFields(_ isolation: String) async throws {
    let database = try await Self.database(isolation)
    let ids = try await Self.add((0..<10).map { "n\($0)" }, to: database)
    let won = try await Self.winners(of: 40, on: database) { number in
      let (field, text) = Self.fields[number / 10]
      return [Self.edit(ids[number % 10], field, from: nil, to: text)]
    }
    #expect(won == 40)
    let versions = try database.server.psql("SELECT DISTINCT version FROM account")
    #expect(versions == ["5"])
  }

  @Test("that edit one account by one registry: all succeed, though each but one is overtaken")
  func oneRegistry() async throws {
    let database = try await Self.database("read committed")
    let store = Self.store(on: database)
    let registry = Registry(store: store, throttle: store, today: { dayOfPromises })
    _ = try await Self.add(["a"], to: database)
    let account = try #require(try await registry.list(limit: 1).accounts.first)
    let name = try #require(account.values.email ?? account.values.username)
    try await withThrowingTaskGroup { group in
      for number in 0..<60 {
        group.addTask {
          let fields: [Field: FieldSetting] = [.lastName: .set("N\(number)")]
          _ = try await registry.edit(EditRequest(account: name, fields: fields))
        }
      }
      try await group.waitForAll()
    }
    #expect(try database.server.psql("SELECT count(*) FROM change") == ["61"])
  }

  @Test("that add one name: one wins", arguments: isolations)
  func oneName(_ isolation: String) async throws {
    let database = try await Self.database(isolation)
    let won = try await Self.winners(of: 40, on: database) { number in
      // A list is another statement than one account.
      (0...number % 2).map { .add(PostgresProbe.Write.account($0 == 0 ? "a" : "b\(number)")) }
    }
    #expect(won == 1)
    #expect(try database.server.psql("SELECT count(*) FROM change") == ["1"])
  }

  @Test("that edit the same accounts, in opposite orders: all are merged", arguments: isolations)
  func oppositeOrders(_ isolation: String) async throws {
    let database = try await Self.database(isolation)
    let ids = try await Self.add((0..<20).map { "n\($0)" }, to: database)
    let won = try await Self.winners(of: Self.fields.count, on: database) { number in
      let (field, text) = Self.fields[number]
      let changes = ids.map { Self.edit($0, field, from: nil, to: text) }
      return number % 2 == 0 ? changes : changes.reversed()
    }
    #expect(won == Self.fields.count)
    #expect(try database.server.psql("SELECT DISTINCT version FROM account") == ["5"])
  }
}
