import Foundation
import PostgresServer
import Synchronization
import TestSupport

/// Stands between clients and a server, and judges every piece that goes through.
///
/// Each direction of each connection has a thread of its own; all end with this object.
final class Proxy: Sendable {
  /// Some bytes on their way; of a client, all that it sends before it waits for an answer.
  struct Piece {
    /// The number of the connection, from 0 on.
    let link: Int
    let isRequest: Bool
    /// How many bytes went this way before.
    let position: Int
    let bytes: [UInt8]

    func holds(_ text: String) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }
  }

  enum Verdict {
    case pass
    /// So many of the bytes go through, and then both sides are cut off.
    case cut(after: Int)
    /// So many of the bytes go through, and then nothing more; nobody is cut off.
    case stall(after: Int)
    /// The client is cut off; the server gets the bytes when they are released.
    case hold
    /// The client gets other bytes in their place, and then both sides are cut off.
    case answer([UInt8])
  }

  private final class Link: Sendable {
    let client: Int32
    let server: Int32

    init(_ client: Int32, _ server: Int32) { (self.client, self.server) = (client, server) }

    deinit {
      close(client)
      close(server)
    }

    func cut() {
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }
  }

  private struct State {
    var links: [Link] = []
    var held: (link: Link, bytes: [UInt8])?
    var isClosed = false
  }

  /// The state that the threads share; they do not keep the proxy.
  private final class Shared: Sendable {
    let state = Mutex(State())
    /// Counts the connections that the server has closed after bytes for it were held.
    let ends = DispatchSemaphore(value: 0)
    let judge: @Sendable (Piece) -> Verdict

    init(_ judge: @escaping @Sendable (Piece) -> Verdict) { self.judge = judge }
  }

  private let directory = TemporaryDirectory("regapp-proxy")
  private let listener: Int32
  private let shared: Shared

  init(before server: PostgresServer, _ judge: @escaping @Sendable (Piece) -> Verdict) throws {
    let shared = Shared(judge)
    self.shared = shared
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0x80000, 0)
    try SystemFailure.checked("socket", listener)
    self.listener = listener
    try SystemFailure.checked(
      "bind", Self.at("\(directory.path)/.s.PGSQL.5432") { bind(listener, $0, $1) })
    try SystemFailure.checked("listen", listen(listener, 64))
    let upstream = "\(server.directory.path)/.s.PGSQL.\(server.port)"
    Thread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0x80000, 0)
        let link = Link(client, server)
        guard Self.at(upstream, { connect(server, $0, $1) }) == 0 else { continue }
        let number: Int? = shared.state.withLock { state in
          guard !state.isClosed else { return nil }
          state.links.append(link)
          return state.links.count - 1
        }
        guard let number else { break }
        Thread { Self.pump(link, number, isRequest: true, shared) }.start()
        Thread { Self.pump(link, number, isRequest: false, shared) }.start()
      }
      close(listener)
    }.start()
  }

  deinit { end() }

  /// As if there were two: a client gives up at once if the only server does not answer.
  func address(of database: PostgresServer.Database, hosts count: Int = 2) -> String {
    let hosts = Array(repeating: host, count: count).joined(separator: ",")
    return "postgres:///\(database.name)?host=\(hosts)&port=5432&user=postgres"
  }

  /// Its place, in the form of a host.
  var host: String { directory.path }

  /// Cuts all connections off, and accepts no more.
  func end() {
    let links: [Link]? = shared.state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.isClosed ? nil : state.links
    }
    // Its number may be another's by now.
    guard let links else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    for link in links { link.cut() }
  }

  /// Sends the server what was held, and waits until it has done all of it.
  func release() {
    let held = shared.state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    guard let held else { return }
    // The last five bytes say that the client goes.
    Self.write(held.bytes + [UInt8(ascii: "X"), 0, 0, 0, 4], to: held.link.server)
    shared.ends.wait()
  }

  /// How many connections there were.
  var connections: Int { shared.state.withLock { $0.links.count } }

  private static func pump(_ link: Link, _ number: Int, isRequest: Bool, _ shared: Shared) {
    let (from, to) = isRequest ? (link.client, link.server) : (link.server, link.client)
    var position = 0
    var isStalled = false
    var isOver = false
    var requests = Requests()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isOver {
      let count = recv(from, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      isOver = count <= 0
      if isStalled { continue }
      var bytes = Array(buffer.prefix(max(count, 0)))
      // How much of a request comes at once is a matter of chance.
      if isRequest { bytes = isOver ? requests.rest : requests.whole(with: bytes) }
      guard !bytes.isEmpty else { continue }
      let piece = Piece(link: number, isRequest: isRequest, position: position, bytes: bytes)
      position += bytes.count
      switch shared.judge(piece) {
      case .pass: write(bytes, to: to)
      case .cut(let length):
        write(Array(bytes.prefix(length)), to: to)
        link.cut()
        return
      case .stall(let length):
        write(Array(bytes.prefix(length)), to: to)
        isStalled = true
      case .hold:
        shared.state.withLock { $0.held = (link, bytes) }
        shutdown(link.client, Int32(SHUT_RDWR))
        return
      case .answer(let other):
        write(other, to: link.client)
        link.cut()
        return
      }
    }
    if isRequest, shared.state.withLock({ $0.held?.link === link }) { return }
    link.cut()
    if !isRequest { shared.ends.signal() }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// An error as a pooler sends it: without the function in which a server found it.
  static func poolersError(_ state: String) -> [UInt8] {
    let parts = ["SFATAL", "C\(state)", "Mserver conn crashed?"]
    var body: [UInt8] = []
    for part in parts { body += Array(part.utf8) + [0] }
    body.append(0)
    let length = withUnsafeBytes(of: UInt32(body.count + 4).bigEndian) { Array($0) }
    return [UInt8(ascii: "E")] + length + body
  }

  static func at(
    _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, size) }
    }
  }
}

/// The requests of a client as they come, in pieces of any size.
private struct Requests {
  /// The bytes that came since the last whole request.
  private(set) var rest: [UInt8] = []
  private var isStarted = false

  /// All that has come if it ends with a message for whose answer the client may wait; else
  /// nothing.
  mutating func whole(with bytes: [UInt8]) -> [UInt8] {
    rest += bytes
    var (place, isStarted, isWhole) = (0, isStarted, false)
    while place < rest.count {
      // The first messages have no type, but a length and a number, which tells the start from
      // others.
      let head = isStarted ? 1 : 0
      guard rest.count - place >= head + 4 else { return [] }
      let length = rest[(place + head)..<(place + head + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard length >= 4, rest.count - place >= head + length else { return [] }
      // Parse, Bind, Describe, Execute and Close are answered after what follows them.
      isWhole = !isStarted || !"PBDEC".utf8.contains(rest[place])
      if !isStarted, length >= 8 { isStarted = rest[place + 5] == 3 }
      place += head + length
    }
    guard isWhole else { return [] }
    self.isStarted = isStarted
    defer { rest = [] }
    return rest
  }
}
