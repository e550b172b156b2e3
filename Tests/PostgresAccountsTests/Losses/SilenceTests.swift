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
  private static func proxy(
    before database: PreparedDatabase, after count: Int,
    _ isSilent: @escaping @Sendable (Int) -> Bool
  ) throws -> Proxy {
    let counts = Mutex<[Int: Messages]>([:])
    return try Proxy(before: database.database.server.server) { piece in
      guard isSilent(piece.link), !piece.isRequest else { return .pass }
      let place = counts.withLock { counts in
        counts[piece.link, default: Messages(most: count)].end(in: piece.bytes)
      }
      return place.map { .stall(after: $0) } ?? .pass
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

  /// How many seconds an answer may take: most of a test is this wait.
  private static let patience = 6

  private func read(_ store: PostgresStore) async throws {
    _ = try await store.rulebook()
    _ = try await store.page(PageRequest(limit: 10))
    _ = try await store.history(below: nil, limit: 5)
  }

  @Test(
    "is left for another, whatever message was the last",
    arguments: Array(stride(from: 18, to: 78, by: isLongRun ? 4 : 12)))
  func left(count: Int) async throws {
    let database = try await PreparedDatabase()
    let proxy = try Self.proxy(before: database, after: count) { $0 == 0 }
    let address = try DatabaseAddress(
      proxy.address(of: database.database.server, hosts: 1) + "&connect_timeout=600")
    let store = PostgresStore(address, today: { dayOfPromises }, patience: Self.patience)
    #expect(await fault { try await read(store) } == nil)
    let new = AccountChange.add(PostgresProbe.Write.account("d"))
    #expect(await fault { _ = try await store.apply([new], WriteOptions()) } == nil)
    await store.disconnect()
    #expect(try await blocking { try database.settled() }.names == ["a", "b", "c", "d"])
  }

  @Test(
    "is left for the next host, which answers",
    arguments: Array(stride(from: 2, to: 62, by: isLongRun ? 6 : 18)))
  func nextHost(count: Int) async throws {
    let database = try await PreparedDatabase()
    let server = database.database.server
    let proxies = try [
      Self.proxy(before: database, after: count) { _ in true },
      Proxy(before: server.server) { _ in .pass },
    ]
    let hosts = proxies.map(\.host).joined(separator: ",")
    let address = try DatabaseAddress(
      "postgres:///\(server.name)?host=\(hosts)&port=5432&user=postgres&connect_timeout=\(Self.patience)"
    )
    let store = PostgresStore(address, today: { dayOfPromises }, patience: Self.patience)
    #expect(await fault { try await read(store) } == nil)
    let new = AccountChange.add(PostgresProbe.Write.account("d"))
    #expect(await fault { _ = try await store.apply([new], WriteOptions()) } == nil)
    // The silent one is asked once.
    #expect(proxies[0].connections == 1)
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

  @Test("leaves less time to what is asked next")
  func shared() async throws {
    let database = try await PreparedDatabase()
    let proxy = try Self.proxy(before: database, after: 18) { $0 == 0 }
    let address = try DatabaseAddress(
      proxy.address(of: database.database.server, hosts: 1) + "&connect_timeout=600")
    let store = PostgresStore(address, today: { dayOfPromises }, patience: Self.patience)
    #expect(store.timeLimit == nil)
    _ = try await store.rulebook()
    #expect(proxy.connections > 1)
    #expect(store.timeLimit != nil)
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
