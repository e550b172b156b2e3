import Accounts
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "A connection that is lost",
  .needsPostgres, .takesPlace, .patient)
struct LostConnectionTests {
  /// Counts calls of libpq, and does something before one of them.
  final class Calls: Sendable {
    let count = Mutex(0)

    func libpq(_ number: Int, _ act: @escaping @Sendable () throws -> Void) -> Libpq {
      var libpq = Libpq()
      libpq.watch = { _, isMade in
        guard !isMade else { return }
        let now = self.count.withLock { count in
          count += 1
          return count
        }
        if now == number { try? act() }
      }
      return libpq
    }
  }

  /// The server listed twice: a sole server that has never answered is given up early, and a busy
  /// machine answers late.
  static func twice(_ database: PostgresServer.Database) throws -> DatabaseAddress {
    let (server, name) = (database.server, database.name)
    let hosts = "\(server.directory.path),\(server.directory.path)"
    return try DatabaseAddress(
      "postgres:///\(name)?host=\(hosts)&port=\(server.port)&user=postgres")
  }

  /// The writes, each with the first of its calls at which the connection is lost, then at every
  /// third. The import has all statements of a write, and so all calls, as has every write in a long
  /// run; of the others each begins at another call.
  private static let thirds = PostgresProbe.Write.allCases.enumerated().flatMap { place, write in
    (isLongRun || write == .importing ? [1, 2, 3] : [1 + place % 3]).map { (write, $0) }
  }

  @Test(
    "at any call of a write is made up for: the change is there once", arguments: thirds)
  func write(_ write: PostgresProbe.Write, first: Int) async throws {
    let database = try await PreparedDatabase()
    for number in sequence(first: first, next: { $0 + 3 }) {
      let calls = Calls()
      let libpq = calls.libpq(number) { try database.endOthers() }
      try await write.perform(
        on: PostgresStore(
          Self.twice(database.database.server), today: { dayOfPromises }, libpq: libpq))
      #expect(try await database.holds(write, "\(write), call \(number)"))
      guard calls.count.withLock({ $0 }) >= number else { break }
      try database.restore()
    }
  }

  @Test("at any call of what only reads changes nothing of what is read")
  func read() async throws {
    let database = try await PreparedDatabase()
    for number in 1... {
      let calls = Calls()
      let libpq = calls.libpq(number) { try database.endOthers() }
      let store = try PostgresStore(
        Self.twice(database.database.server), today: { dayOfPromises }, libpq: libpq)
      let found = try await store.find(.name(AccountName("a@b.co")))
      #expect(found.accounts.map(\.values.firstName) == ["A"])
      var request = PageRequest(limit: 1)
      var names: [String?] = []
      repeat {
        let page = try await store.page(request)
        names += page.accounts.map(\.values.email)
        request.cursor = page.next
      } while request.cursor != nil
      #expect(names == ["a@b.co", "b@b.co", "c@b.co"], "call \(number)")
      #expect(try await store.history(below: nil, limit: 9).entries.count == 4)
      guard calls.count.withLock({ $0 }) >= number else { break }
    }
  }

  @Test(
    "at any byte is made up for, be it of what is asked or of an answer",
    arguments: PostgresProbe.Write.allCases)
  func bytes(_ write: PostgresProbe.Write) async throws {
    let database = try await PreparedDatabase()
    for isRequest in [true, false] {
      let length = try await through(database, write, isRequest, cutAt: .max).length
      let places = stride(from: 1, to: length - 6, by: max(1, length / rounds(5)))
      // The last bytes that are asked for say goodbye.
      for place in Array(places) + [length - (isRequest ? 6 : 1)] {
        let done = try await through(database, write, isRequest, cutAt: place)
        // A time may take a byte less than in the first run.
        #expect(done.connections > 1 || done.length <= place)
      }
    }
  }

  /// Writes, while the first connection is cut at a byte.
  private func through(
    _ database: PreparedDatabase, _ write: PostgresProbe.Write, _ isRequest: Bool,
    cutAt place: Int
  ) async throws -> (length: Int, connections: Int) {
    let length = Atomic(0)
    let proxy = try Proxy(before: database.database.server.server) { piece in
      guard piece.link == 0, piece.isRequest == isRequest else { return .pass }
      let end = piece.position + piece.bytes.count
      length.store(end, ordering: .relaxed)
      return end > place ? .cut(after: place - piece.position) : .pass
    }
    let address = try DatabaseAddress(proxy.address(of: database.database.server))
    try await write.perform(on: PostgresStore(address, today: { dayOfPromises }))
    let connections = proxy.connections
    proxy.end()
    let comment: Comment = "\(write), \(isRequest ? "request" : "answer"), byte \(place)"
    #expect(try await database.holds(write, comment))
    try database.restore()
    return (length.load(ordering: .relaxed), connections)
  }

  /// When the server gets what it was sent before the connection was lost.
  enum Lateness: CaseIterable {
    /// When the client has asked for it in vain.
    case afterQuestion
    /// When the client's second attempt is done.
    case afterRepeat
  }

  @Test(
    "and then written after all is not written twice",
    arguments: PostgresProbe.Write.allCases, Lateness.allCases)
  func late(_ write: PostgresProbe.Write, _ lateness: Lateness) async throws {
    let database = try await PreparedDatabase()
    let proxy = Mutex<Proxy?>(nil)
    let events = Mutex<[String]>([])
    let made = try Proxy(before: database.database.server.server) { piece in
      func release(_ event: String) {
        guard events.withLock({ $0 == ["held"] }) else { return }
        proxy.withLock { $0 }?.release()
        events.withLock { $0.append(event) }
      }
      if piece.isRequest {
        if piece.holds("noted AS"), events.withLock({ $0.isEmpty }) {
          events.withLock { $0.append("held") }
          return .hold
        }
      } else if piece.link > 0 {
        // The lookup's is the first answer behind the greeting.
        switch lateness {
        case .afterQuestion: if piece.holds("pg_logical_emit_message") { release("released") }
        case .afterRepeat: if piece.holds("COMMIT\0") { release("released") }
        }
      }
      return .pass
    }
    proxy.withLock { $0 = made }
    let address = try DatabaseAddress(made.address(of: database.database.server))
    try await write.perform(on: PostgresStore(address, today: { dayOfPromises }, patience: 25))
    #expect(events.withLock { $0 } == ["held", "released"])
    proxy.withLock { $0 = nil }
    made.end()
    #expect(try await database.holds(write, "\(write), \(lateness)"))
  }
}
