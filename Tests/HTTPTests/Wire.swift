import Foundation
import TestSupport

@testable import HTTP

/// A server and its clients on one thread: nothing happens but in the server's turns, and time
/// stands still but for `now`.
final class Wire {
  private final class Time { var now = 0 }

  private let time = Time()
  let server: Server

  init(
    _ listener: Listener? = nil, trusting proxies: TrustedProxies? = .nearest,
    whenRefused: @escaping @Sendable (RequestRefusal) -> Void = { _ in },
    handler: @escaping Server.Handler
  ) throws {
    let time = time
    server = try Server(
      listener, trusting: proxies, clock: { time.now }, whenRefused: whenRefused,
      handler: handler)
  }

  var now: Int {
    get { time.now }
    set { time.now = newValue }
  }

  func connect() throws -> Client {
    var pair: [Int32] = [0, 0]
    let kind = [SOCK_STREAM, SOCK_NONBLOCK, SOCK_CLOEXEC].reduce(0) { $0 | Int32($1.rawValue) }
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
      throw SystemFailure(call: "socketpair", code: errno)
    }
    // A long answer fits into it on no machine.
    var room: Int32 = 64 << 10
    setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout.size(ofValue: room)))
    server.adopt(pair[0])
    return Client(pair[1])
  }

  /// Lets the server work until a condition holds.
  func turn(until condition: () -> Bool) throws {
    let deadline = ContinuousClock.now + patience
    while !condition() {
      guard ContinuousClock.now < deadline else {
        throw SystemFailure(call: "turn", code: ETIMEDOUT)
      }
      server.turn(waiting: 1_000)
    }
  }

  /// Lets the server do what there is to do now.
  func settle() { for _ in 0..<4 { server.turn(waiting: 0) } }

  /// Sends a request, and waits for its answer.
  func ask(_ client: Client, _ request: String) throws -> String {
    client.send(request)
    try turn { client.hasAnswer }
    return client.takeAnswer()
  }

  func end(of client: Client) throws -> String {
    settle()
    try turn { client.isClosed }
    return client.takeAll()
  }
}

/// The other side of a connection.
final class Client {
  private let socket: Int32
  private var received: [UInt8] = []
  private var hasEnded = false

  init(_ socket: Int32) { self.socket = socket }

  deinit {
    // Closed alone, it goes only once no child that is being started has a copy of it.
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func sendNoMore() { shutdown(socket, Int32(SHUT_WR)) }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0 else {
        if count == 0 || errno != EAGAIN { hasEnded = true }
        return
      }
      received += buffer[..<count]
    }
  }

  /// Whether bytes have come that the client has not read yet.
  var hasBegun: Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 1
  }

  /// Whether the server has closed it. That is seen only once no child that is being started has a
  /// copy of the server's descriptor: `turn` waits for it.
  var isClosed: Bool {
    receive()
    return hasEnded
  }

  /// The bytes of the first answer, with its body.
  private var answerCount: Int? {
    receive()
    let end = Array("\r\n\r\n".utf8)
    guard received.count >= 4,
      let head = (0...received.count - 4).first(where: { received[$0..<$0 + 4] == end[...] })
    else { return nil }
    let text = String(decoding: received[..<head], as: UTF8.self)
    let line = text.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    let length = line.flatMap { Int($0.dropFirst(16)) } ?? 0
    return received.count >= head + 4 + length ? head + 4 + length : nil
  }

  var hasAnswer: Bool { answerCount != nil }

  func takeAnswer() -> String {
    let count = answerCount ?? 0
    defer { received.removeFirst(count) }
    return String(decoding: received[..<count], as: UTF8.self)
  }

  func takeBytes() -> [UInt8] {
    receive()
    defer { received = [] }
    return received
  }

  func takeAll() -> String { String(decoding: takeBytes(), as: UTF8.self) }
}

/// A client of a Unix socket.
func connected(_ path: String) throws -> Client {
  let descriptor = Listener.streamSocket(AF_UNIX)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let isConnected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard isConnected == 0 else { throw SystemFailure(call: "connect", code: errno) }
  return Client(descriptor)
}
