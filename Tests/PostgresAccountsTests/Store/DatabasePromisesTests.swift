import Accounts
import AccountsFile
import LosslessJSON
import PostgresServer
import StoreSuite
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "The accounts in a database",
  .needsPostgres, .takesPlace, .patient)
struct DatabasePromisesTests {
  static let promises =
    (Promise.all + Promise.history + Promise.hostile + Promise.logins
    + Promise.sessions)
    .filter(isKept)
  private static let isKept: @Sendable (Promise) -> Bool = { [nil, .clock].contains($0.need) }

  /// Through a pooler another connection may run each transaction, and no statement is kept. So
  /// logins and sessions are asked there, whose steps follow one another; of all else every third
  /// promise in an ordinary run, since its statements are those of its neighbours.
  static let pooled =
    isLongRun
    ? promises
    : promises.enumerated().filter { $0.offset % 3 == 0 || $0.offset >= ofOneStep }.map(\.element)
  private static let ofOneStep = (Promise.all + Promise.history + Promise.hostile).count(
    where: isKept)

  /// The way to the server.
  enum Way: CaseIterable {
    case direct
    /// Through pgbouncer: each transaction may run on another connection.
    case pooled

    private static let pool = Result {
      var options = PostgresServer.Options()
      // The pool keeps some for each of many databases.
      options.settings = ["max_connections": "600"]
      let server = try PostgresServer.start(options)
      let settings = ["max_client_conn": "1000", "server_idle_timeout": "1"]
      return (server: server, bouncer: try PgBouncer.start(before: server, settings: settings))
    }

    func database() async throws -> TestDatabase {
      guard self == .pooled else { return try await TestDatabase() }
      let (server, bouncer) = try await blocking { try Self.pool.get() }
      return try await TestDatabase(on: server, through: bouncer)
    }
  }

  @Test(
    "keep every promise of a store",
    arguments: promises.map { (.direct, $0) } + pooled.map { (.pooled, $0) } as [(Way, Promise)])
  func keep(_ way: Way, _ promise: Promise) async throws {
    let database = try await way.database()
    let store = PostgresStore(database.address, today: { dayOfPromises })
    let tested = TestedStore(
      store, use: { try await database.use($0) }, plant: { try await database.plant($0) },
      pass: { try database.pass(days: $0) },
      replant: { accounts in
        try database.server.psql("DELETE FROM public.account")
        try await database.plant(accounts)
        try database.judge()
      })
    try await database.use(Promise.rulebook)
    try await promise.keep(tested)
  }

  @Test("keep every promise of a throttle", arguments: Way.allCases, ThrottlePromise.all)
  func keep(_ way: Way, _ promise: ThrottlePromise) async throws {
    let database = try await way.database()
    // However slow the machine is, those who wait for others get their turn, none of the attempts
    // in flight counts as killed, and nobody's wait ends meanwhile.
    try await database.attemptsLast(minutes: 10)
    try await promise.keep(
      PostgresStore(database.address, today: { dayOfPromises }))
  }
}
