import Accounts
import AccountsFile
import AccountsSupport
import Dispatch
import LosslessJSON
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "An undo beside other changes",
  .needsPostgres, .takesPlace, .patient)
struct UndoTests {
  private static func edit(
    _ name: String, to value: String, _ store: PostgresStore
  ) async throws {
    let found = try await store.find(.name(AccountName("\(name)@b.co"))).accounts.first
    let edits = [AccountRecord.Change(.firstName, from: found?.values.firstName, to: value)]
    guard let id = found?.nameKey else { return }
    _ = try await store.apply([.edit(id, edits)], WriteOptions(by: Attribution(.edit)))
  }

  /// Takes back the newest changes, once; the position is that of the history as it was read.
  private static func undo(_ count: Int, _ store: PostgresStore) async throws -> Applied {
    let page = try await store.history(below: nil, limit: count)
    var plan = UndoPlan()
    for entry in page.entries { plan.add(entry) }
    var options = WriteOptions(by: Attribution(.undo))
    options.undo = UndoBasis(position: page.position)
    options.attribution.undid = page.entries.compactMap(\.number)
    return try await store.apply(plan.changes, options).value
  }

  /// The first difference between the history, done line by line, and the accounts; nil if there is
  /// none.
  private static func contradiction(_ store: PostgresStore) async throws -> String? {
    var values: [String: JSONLiteral] = [:]
    for entry in try await store.history(below: nil, limit: .max).entries.reversed() {
      for account in entry.accounts {
        for change in account.changes ?? [] {
          let place = "\(account.name ?? "-") \(change.key)"
          guard values[place] == change.old else {
            return "change \(entry.number ?? 0) of \(place) begins at \(change.old as Any)"
          }
          values[place] = change.new
        }
      }
    }
    let page = try await store.page(PageRequest(limit: 100))
    for account in page.accounts {
      let name = account.values.email ?? "-"
      let first = account.values.firstName.map { JSONLiteral.string($0) }
      guard values["\(name) firstName"] == first else { return "\(name) holds \(first as Any)" }
    }
    return nil
  }

  private static func prepared() async throws -> (TestDatabase, PostgresStore) {
    let database = try await TestDatabase()
    try await database.use(Promise.rulebook)
    let store = PostgresStore(database.address, today: { dayOfPromises })
    let new = ["a", "b"].map { AccountChange.add(PostgresProbe.Write.account($0)) }
    var options = WriteOptions(by: Attribution(.register))
    options.newID = { .random() }
    _ = try await store.apply(new, options)
    return (database, store)
  }

  /// A store that does something before one of the statements that it sends.
  private static func store(
    _ database: TestDatabase, before number: Int, _ work: @escaping @Sendable () throws -> Void
  ) -> PostgresStore {
    PostgresStore(
      database.address, today: { dayOfPromises }, libpq: .before(number, work))
  }

  /// Asks whose the tables are, reads the history, its newest change and the rows, each behind its
  /// settings, and begins.
  private static let begin = 9
  /// Waits until so many wait for a lock; fails after 200 seconds.
  private static func wait(for count: Int, _ database: TestDatabase) async throws {
    let waiting = """
      DO $$ BEGIN
        WHILE (SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock') < \(count)
        LOOP
          IF clock_timestamp() > statement_timestamp() + interval '200 s' THEN
            RAISE EXCEPTION 'fewer than \(count) wait for a lock';
          END IF;
          PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
        END LOOP;
      END $$
      """
    try await blocking { _ = try database.server.psql(waiting) }
  }

  @Test("that changes no row sees the change that comes before it", arguments: ["a", "b"])
  func cancelling(_ name: String) async throws {
    let (database, store) = try await Self.prepared()
    for value in ["One", "Two"] { try await Self.edit("a", to: value, store) }
    _ = try await Self.undo(1, store)
    // The edit has begun, and goes on when the undo has read all.
    let holder = Mutex(try Connection(database.address, Libpq()))
    try holder.withLock {
      try $0.begin("")
      _ = try $0.run("LOCK TABLE public.change IN SHARE MODE")
    }
    async let edited: Void = Self.edit(
      name, to: "Three",
      PostgresStore(database.address, today: { dayOfPromises }))
    try await Self.wait(for: 1, database)
    let undoer = Self.store(database, before: Self.begin) {
      _ = try holder.withLock { try $0.run("COMMIT") }
    }
    // The change of an account that is not concerned is a newer one all the same.
    #expect(await error(of: { try await Self.undo(2, undoer) }) == .historyMovedOn)
    try await edited
    #expect(try await Self.contradiction(store) == nil)
    // And the history can be taken back further.
    #expect(try await Self.undo(1, store).refusals.isEmpty)
    #expect(try await Self.contradiction(store) == nil)
  }

  @Test("comes before the change that waits for it")
  func first() async throws {
    let (database, store) = try await Self.prepared()
    for value in ["One", "Two"] { try await Self.edit("a", to: value, store) }
    _ = try await Self.undo(1, store)
    // The undo has its locks on the tables, and waits for a row; the edit waits for the undo.
    let holder = try Connection(database.address, Libpq())
    try holder.begin("")
    try holder.run("SELECT FROM public.account WHERE key = 'a@b.co' FOR UPDATE")
    let stores = (0..<2).map { _ in
      PostgresStore(database.address, today: { dayOfPromises })
    }
    async let undone = Self.undo(3, stores[0])
    try await Self.wait(for: 1, database)
    async let edited: Void = Self.edit("b", to: "Three", stores[1])
    try await Self.wait(for: 2, database)
    try holder.run("COMMIT")
    #expect(try await undone.refusals.isEmpty)
    try await edited
    #expect(try await Self.contradiction(store) == nil)
    let done = try await store.history(below: nil, limit: 2).entries.map(\.did)
    #expect(done == [.edit, .undo])
  }

  @Test(
    "an import's number is not lower than those of who came and went before it",
    arguments: [("PQsendQuery", 5, 2), ("PQputCopyData", 1, 101)])
  func numbers(call: String, number: Int, count: Int) async throws {
    let (database, store) = try await Self.prepared()
    let address = database.address
    let libpq = Libpq.before(number, of: call) {
      // The accounts of the import are not sent yet.
      let ended = DispatchSemaphore(value: 0)
      Task.detached {
        let store = PostgresStore(address, today: { dayOfPromises }, patience: 600)
        let added = try? await store.apply(
          [.add(PostgresProbe.Write.account("x"))], WriteOptions(by: Attribution(.register)))
        if let id = added?.accounts.first?.nameKey {
          _ = try? await store.apply([.remove(id)], WriteOptions(by: Attribution(.remove)))
        }
        ended.signal()
      }
      ended.wait()
    }
    let importer = PostgresStore(
      database.address, today: { dayOfPromises }, libpq: libpq)
    let new = (["x"] + (1..<count).map { "y\($0)" }).map {
      AccountChange.add(PostgresProbe.Write.account($0))
    }
    let imported = try await importer.apply(new, WriteOptions(by: Attribution(.import)))
    #expect(imported.refusals.isEmpty)
    #expect(try await Self.contradiction(store) == nil)
    #expect(
      try await store.history(below: nil, limit: 3).entries.map(\.did)
        == [.import, .remove, .register])
  }

  @Test("goes by the change that was read, not by a number that another server gave again")
  func sameNumber() async throws {
    let (database, store) = try await Self.prepared()
    try await Self.edit("a", to: "One", store)
    let page = try await store.history(below: nil, limit: 1)
    try database.server.psql(
      "UPDATE public.change SET op = gen_random_uuid() WHERE id = (SELECT max(id) FROM public.change)"
    )
    let changes = page.entries.flatMap(\.accounts)
      .map { AccountChange.restore($0, passwordMayDiffer: false) }
    var options = WriteOptions(by: Attribution(.undo))
    options.undo = UndoBasis(position: page.position)
    let undo = options
    await #expect {
      _ = try await store.apply(changes, undo)
    } throws: { error in
      if case AccountsError.historyMovedOn = error { true } else { false }
    }
    #expect(try await Self.contradiction(store) == nil)
  }

  @Test("and many others, of several changes, is one of a history without contradictions")
  func many() async throws {
    let (database, store) = try await Self.prepared()
    let undone = try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<4 {
        group.addTask {
          var dice = Dice(UInt64(client))
          let store = PostgresStore(database.address, today: { dayOfPromises })
          var undone = 0
          for round in 0..<40 {
            if dice.below(2) == 0 {
              try await Self.edit(dice.pick(["a", "b"]), to: "v\(client)n\(round)", store)
              continue
            }
            do {
              let done = try await Self.undo(1 + dice.below(3), store)
              if done.refusals.isEmpty { undone += 1 }
            } catch AccountsError.historyMovedOn {}
          }
          return undone
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(undone > 0)
    #expect(try await Self.contradiction(store) == nil)
  }
}
