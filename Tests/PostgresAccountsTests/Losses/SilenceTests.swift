import Accounts
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "A connection that falls silent",
  .needsPostgres, .takesPlace)
struct SilenceTests {
  /// A proxy for connections that fall silent behind so many messages of the server.
  private struct SilentProxy {
    let proxy: Proxy
    /// Whether one has fallen silent.
    let isSilent: @Sendable () -> Bool

    init(
      before database: PreparedDatabase, after count: Int,
      _ isSilent: @escaping @Sendable (_ link: Int) -> Bool
    ) throws {
      let counts = Mutex<[Int: Messages]>([:])
      let silent = Atomic(false)
      proxy = try Proxy(before: database.database.server.server) { piece in
        guard isSilent(piece.link), !piece.isRequest else { return .pass }
        let place = counts.withLock { counts in
          counts[piece.link, default: Messages(most: count)].end(in: piece.bytes)
        }
        guard let place else { return .pass }
        silent.store(true, ordering: .relaxed)
        return .stall(after: place)
      }
      self.isSilent = { silent.load(ordering: .relaxed) }
    }
  }

  /// A store whose first connection falls silent behind so many messages of the server.
  private struct SilentStore {
    let proxy: Proxy
    let store: PostgresStore
    let time: StillTime

    init(_ database: PreparedDatabase, after count: Int) throws {
      let silent = try SilentProxy(before: database, after: count) { $0 == 0 }
      proxy = silent.proxy
      let connections = Mutex(0)
      var libpq = Libpq()
      libpq.watch = { call, isMade in
        if call == "PQconnectdbParams", !isMade { connections.withLock { $0 += 1 } }
      }
      time = StillTime { _, _ in silent.isSilent() && connections.withLock(\.self) == 1 }
      let address = try DatabaseAddress(
        proxy.address(of: database.database.server, hosts: 1) + "&connect_timeout=600")
      store = PostgresStore(address, today: { dayOfPromises }, libpq: libpq)
    }
  }

  /// Finds the end of a message in pieces of what a server sends.
  private struct Messages {
    let most: Int
    private var count = 0
    private var bytes: [UInt8] = []

    init(most: Int) { self.most = most }

    /// The end in these bytes of the last message that is to go through; nil if it is not among
    /// them.
    mutating func end(in piece: [UInt8]) -> Int? {
      let before = bytes.count
      bytes += piece
      var start = 0
      while count < most, bytes.count - start >= 5 {
        let length = bytes[start + 1..<start + 5].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count - start > length else { break }
        start += length + 1
        count += 1
      }
      bytes.removeFirst(start)
      return count < most ? nil : max(0, start - before)
    }
  }

  private func read(_ store: PostgresStore) async throws {
    _ = try await store.rulebook()
    _ = try await store.page(PageRequest(limit: 10))
    _ = try await store.history(below: nil, limit: 5)
  }

  @Test(
    "is left for another, whatever message was the last", .patient,
    arguments: Array(stride(from: 18, to: 78, by: isLongRun ? 4 : 12)))
  func left(count: Int) async throws {
    let database = try await PreparedDatabase()
    let silent = try SilentStore(database, after: count)
    let store = silent.store
    await silent.time.holding {
      #expect(await fault { try await read(store) } == nil)
      let new = AccountChange.add(PostgresProbe.Write.account("d"))
      #expect(await fault { _ = try await store.apply([new], WriteOptions()) } == nil)
    }
    await store.disconnect()
    #expect(try await blocking { try database.settled() }.names == ["a", "b", "c", "d"])
  }

  @Test(
    "is left for the next host, which answers", .patient,
    arguments: Array(stride(from: 2, to: 62, by: isLongRun ? 6 : 18)))
  func nextHost(count: Int) async throws {
    let database = try await PreparedDatabase()
    let server = database.database.server
    let first = try SilentProxy(before: database, after: count) { _ in true }
    let second = try Proxy(before: server.server) { _ in .pass }
    let address = try DatabaseAddress(
      "postgres:///\(server.name)?host=\(first.proxy.host),\(second.host)&port=5432&user=postgres"
        + "&connect_timeout=600")
    let store = PostgresStore(address, today: { dayOfPromises })
    let time = StillTime { [host = first.proxy.host] wait, _ in
      first.isSilent() && wait == .answer(from: "\(host)/.s.PGSQL.5432")
    }
    await time.holding {
      #expect(await fault { try await read(store) } == nil)
      let new = AccountChange.add(PostgresProbe.Write.account("d"))
      #expect(await fault { _ = try await store.apply([new], WriteOptions()) } == nil)
    }
    // The silent one is asked once.
    #expect(first.proxy.connections == 1)
    await store.disconnect()
    #expect(try await blocking { try database.settled() }.names == ["a", "b", "c", "d"])
  }

  @Test("has a write end, however its steps fare")
  func limit() async throws {
    let database = try await PreparedDatabase()
    let limits = Mutex<[Bool]>([])
    var libpq = Libpq()
    libpq.watch = { call, isMade in
      guard call == "PQsendQuery", !isMade else { return }
      limits.withLock { $0.append(TimeLimit.limit != nil) }
    }
    let store = PostgresStore(
      database.database.address, today: { dayOfPromises }, libpq: libpq)
    let new = AccountChange.add(PostgresProbe.Write.account("d"))
    _ = try await store.apply([new], WriteOptions())
    #expect(limits.withLock { !$0.isEmpty && !$0.contains(false) })
    #expect(Connection.patience == 10)
    // Behind it nothing is waited for any more.
    let past = TimeLimit(seconds: 0)
    let connection = try Connection(database.database.address, Libpq())
    TimeLimit.$limit.withValue(past) {
      do throws(Failure) {
        try connection.run("SELECT pg_sleep(600)")
        Issue.record("it was waited for")
      } catch {
        guard case .lost(inTime: false) = error else {
          Issue.record(error)
          return
        }
      }
    }
  }

  @Test("leaves less time to what is asked next", .patient)
  func shared() async throws {
    let database = try await PreparedDatabase()
    let silent = try SilentStore(database, after: 18)
    let store = silent.store
    try await silent.time.holding {
      #expect(store.timeLimit == nil)
      _ = try await store.rulebook()
      #expect(silent.proxy.connections > 1)
      #expect(store.timeLimit != nil)
    }
    await store.disconnect()
  }

  @Test("holds its locks for half a minute at most")
  func locks() async throws {
    let options = {
      var options = PostgresServer.Options()
      options.isOnNetwork = true
      return options
    }()
    let server = try await blocking { try PostgresServer.start(options) }
    let database = try await TestDatabase(on: server)
    let address = try DatabaseAddress(
      "postgres://postgres@127.0.0.1:\(server.port)/\(database.server.name)?sslmode=disable")
    let connection = try Connection(address, Libpq())
    func settings(_ names: [String]) throws -> [String?] {
      let list = names.map { "current_setting('\($0)', true)" }.joined(separator: ", ")
      let rows = try connection.run("SELECT \(list)")
      return names.indices.map { rows[0, $0] }
    }
    // A network that ends within a message is noticed after 10 + 3 × 5 seconds, and a client that
    // is gone while a statement runs after ten.
    #expect(
      try settings(
        [
          "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count",
          "client_connection_check_interval",
        ]) == ["10", "5", "3", "10s"])
    let limit = try settings(["transaction_timeout"])[0]
    let isNew = try connection.run("SHOW server_version_num").number(0, 0) ?? 0 >= 17_00_00
    #expect(limit == (isNew ? "30s" : nil))
    // A transaction of several steps has no limit before it takes a lock.
    try connection.begin("READ ONLY")
    #expect(try settings(["transaction_timeout"])[0] == (isNew ? "0" : nil))
    try connection.run("ROLLBACK")
  }
}
