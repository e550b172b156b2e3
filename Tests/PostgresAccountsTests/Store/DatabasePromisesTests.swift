#if Postgres
  import Accounts
  import AccountsFile
  import LosslessJSON
  import PostgresServer
  import StoreSuite
  import Testing

  @testable import PostgresAccounts

  @Suite("The accounts in a database") struct DatabasePromisesTests {
    static let promises = (Promise.all + Promise.history).filter { $0.need == nil }

    @Test("keep every promise of a store", arguments: promises)
    func keep(_ promise: Promise) async throws {
      let database = try await TestDatabase()
      let store = PostgresStore(database.address, today: dayOfPromises)
      let tested = TestedStore(
        store, use: { try await database.use($0) }, plant: { try await database.plant($0) })
      try await database.use(Promise.rulebook)
      try await promise.keep(tested)
    }

    @Test("keep every promise of a throttle", arguments: ThrottlePromise.all)
    func keep(_ promise: ThrottlePromise) async throws {
      let database = try await TestDatabase()
      // However slow the machine is, those who wait for others get their turn.
      try await promise.keep(
        PostgresStore(database.address, today: dayOfPromises, patience: 600))
    }
  }
#endif
