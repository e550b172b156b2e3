import CEvents
import Foundation
import Glibc
import Synchronization
import TestSupport

/// An HTTP server on the loopback interface, at its own port, that answers as a test says, byte by
/// byte, even as no server should.
///
/// It ends with the test: each of its threads waits only for its client.
package final class LoopbackServer: Sendable {
  /// The steps of the server with one request.
  package enum Step: Sendable {
    case send([UInt8])
    /// Sends the same bytes repeatedly until `total` are sent, or the client stops reading.
    case flood([UInt8], total: Int)
    /// Sends nothing more until the client closes.
    case hold
  }

  package let port: Int
  private let listener: Int32
  private let state: State

  /// - Parameter greeting: sent to each client on connecting; then the server does not read.
  package init(greeting: [UInt8]? = nil, _ answer: @escaping @Sendable (Request) -> [Step]) {
    (listener, port) = LoopbackServer.listen()
    let (listener, state) = (listener, State())
    self.state = state
    Thread.detachNewThread {
      while true {
        let client = accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
        if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
        // Close it only here: elsewhere its descriptor could be reused by another server before the
        // next `accept`, and we would take that server's clients.
        guard client >= 0 else {
          close(listener)
          return
        }
        Thread.detachNewThread {
          let connection = Connection(descriptor: client)
          if let greeting {
            connection.run([.send(greeting)])
          } else if let request = connection.request() {
            state.requests.withLock { $0.append(request) }
            connection.run(answer(request))
          }
          state.finish(sent: connection.close())
        }
      }
    }
  }

  package convenience init(_ answer: Step...) { self.init { _ in answer } }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  package var address: String { "http://127.0.0.1:\(port)" }
  package var requests: [Request] { state.requests.withLock(\.self) }

  /// How many bytes were sent on the first connection, once it has ended.
  package func sentBytes() async -> Int {
    var ends = state.ends.makeAsyncIterator()
    return await ends.next() ?? 0
  }

  /// Returns once a request has arrived.
  package func reached() async throws {
    try await waits(for: "a request at \(address)") { !self.requests.isEmpty }
  }

  /// A host that no name server is asked for: a part of its name is too long.
  package static var noHost: String {
    withoutProxy
    return String(repeating: "x", count: 64) + ".invalid"
  }

  /// A port on which nothing listens.
  package static func closedPort() -> Int {
    // It stays bound as long as the tests run, so that no other server can get it.
    listen(isOpen: false).port
  }

  private static func listen(isOpen: Bool = true) -> (descriptor: Int32, port: Int) {
    withoutProxy
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = bind(descriptor, pointer, length)
        if isOpen { _ = Glibc.listen(descriptor, 64) }
        _ = getsockname(descriptor, pointer, &length)
      }
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// The machine's proxy settings must not apply.
  private static let withoutProxy: Void = {
    let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    if names.contains(where: { getenv($0) != nil }) {
      setenv("no_proxy", "127.0.0.1,localhost,.invalid", 1)
    }
  }()

  private final class State: Sendable {
    let requests = Mutex<[Request]>([])
    let ends: AsyncStream<Int>
    private let end: AsyncStream<Int>.Continuation

    init() { (ends, end) = AsyncStream.makeStream() }

    func finish(sent: Int) { end.yield(sent) }
  }
}

/// A request as it came over the wire.
package struct Request: Sendable {
  /// `GET /search?term=… HTTP/1.1`
  package let line: String
  package let headers: [String]

  package var target: String { String(line.split(separator: " ").dropFirst().first ?? "") }

  /// The names of the headers, in lower case.
  package var headerNames: Set<String> {
    Set(headers.map { String($0.prefix { $0 != ":" }).lowercased() })
  }

  /// A query field, still encoded.
  package func field(_ name: String) -> String? {
    target.split(separator: "?").last?.split(separator: "&")
      .first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}

private final class Connection {
  private let descriptor: Int32
  private var sent = 0
  private var isOpen = true

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Reads up to the blank line; nil if the client closes before that.
  func request() -> Request? {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    return Request(line: lines[0], headers: lines.dropFirst().filter { !$0.isEmpty })
  }

  func run(_ steps: [LoopbackServer.Step]) {
    for step in steps where isOpen {
      switch step {
      case .send(let bytes): send(bytes)
      case .flood(let bytes, let total):
        let end = sent + total
        while isOpen, sent < end { send(bytes) }
      case .hold: waitForClient()
      }
    }
  }

  /// Ends the connection after everything was read, so that nothing sent is lost.
  func close() -> Int {
    shutdown(descriptor, Int32(SHUT_WR))
    if isOpen { waitForClient() }
    Glibc.close(descriptor)
    return sent
  }

  private func send(_ bytes: [UInt8]) {
    let noSignal = Int32(MSG_NOSIGNAL)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, noSignal)
      }
      guard count > 0 else {
        isOpen = false
        return
      }
      sent += count
      rest.removeFirst(count)
    }
  }

  private func waitForClient() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    isOpen = false
  }
}
