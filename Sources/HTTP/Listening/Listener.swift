import CEvents
import Glibc
import Synchronization

/// A listening socket with its address.
package final class Listener: Sendable {
  /// A place to listen.
  package enum Place: Sendable, Hashable {
    /// A Unix socket of mode 0660, with a group of the system if one is named.
    case socket(path: String, group: String?)
    case port(Loopback, UInt16)
    /// The one descriptor that systemd has passed.
    case inherited
  }

  package enum Loopback: String, Sendable, Hashable {
    case v4 = "127.0.0.1"
    case v6 = "[::1]"
  }

  /// The path of a socket; the address of a port, with the one that the system has chosen if none
  /// was asked for.
  package let name: String
  /// True for a Unix socket: its directory and mode have decided who may connect.
  package let isSocket: Bool
  let descriptor: Int32
  /// The socket's file, to remove at the end.
  private let file: SocketFile?
  private let isClosed = Atomic(false)

  init(_ descriptor: Int32, name: String, isSocket: Bool, file: SocketFile? = nil) {
    self.descriptor = descriptor
    self.name = name
    self.isSocket = isSocket
    self.file = file
  }

  deinit { close() }

  /// The next connection as a nonblocking socket; -1 with errno set if there is none.
  func accept() -> Int32 {
    accept4(
      descriptor, nil, nil, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
  }

  /// Stops listening, and removes the socket's file.
  package func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    // While it listens, nobody puts another one in its place.
    file?.remove()
    _ = Glibc.close(descriptor)
  }
}

/// Why nothing listens.
package enum ListenFault: Error, Sendable, Hashable {
  /// The path is longer than a socket's may be.
  case tooLong
  /// Another program listens there.
  case inUse
  /// Something else than a socket is there.
  case occupied
  case unknownGroup
  /// The caller is not in the group.
  case notInGroup
  /// systemd has passed another number of descriptors, or another kind.
  case notOneListener
  /// systemd has passed a port that other machines can reach.
  case notLoopback
  /// A system call failed, with this errno.
  case failed(Int32)
}

extension Listener.Place {
  /// A port of this machine's own addresses, `8466`, `127.0.0.1:8466` or `[::1]:8466`; nil for
  /// anything else.
  package init?(port text: String) {
    var (loopback, digits) = (Listener.Loopback.v4, Substring(text))
    if let colon = text.lastIndex(of: ":") {
      guard let named = Listener.Loopback(rawValue: String(text[..<colon])) else { return nil }
      (loopback, digits) = (named, text[text.index(after: colon)...])
    }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits),
      port > 0
    else { return nil }
    self = .port(loopback, port)
  }
}

extension Listener {
  /// How many connections may wait to be let in: as many as the system allows.
  static let backlog = Int32(SOMAXCONN)

  /// Begins to listen.
  package static func open(
    _ place: Place, environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(ListenFault) -> Listener {
    raiseLimit()
    switch place {
    case .socket(let path, let group): return try SocketFile.listen(at: path, group: group)
    case .port(let loopback, let port): return try listen(on: loopback, port)
    case .inherited: return try inherited(environment)
    }
  }

  /// Whether systemd has passed descriptors to this process.
  package static func isInherited(_ environment: (String) -> String?) -> Bool {
    environment("LISTEN_PID") == "\(getpid())" && environment("LISTEN_FDS") != nil
  }

  private static func inherited(
    _ environment: (String) -> String?
  ) throws(ListenFault) -> Listener {
    guard environment("LISTEN_FDS") == "1" else { throw .notOneListener }
    return try passed(3)
  }

  /// A listener that another program has made.
  static func passed(_ descriptor: Int32) throws(ListenFault) -> Listener {
    guard option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
      option(SO_ACCEPTCONN, of: descriptor) == 1,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0,
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else { throw .notOneListener }
    switch option(SO_DOMAIN, of: descriptor) {
    case AF_UNIX?: return Listener(descriptor, name: "systemd's socket", isSocket: true)
    case AF_INET?, AF_INET6?:
      guard let name = loopbackName(of: descriptor) else { throw .notLoopback }
      return Listener(descriptor, name: name, isSocket: false)
    default: throw .notOneListener
    }
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout.size(ofValue: value))
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  /// Raises the limit of descriptors, of which each connection needs one.
  private static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 else {
      return
    }
    limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4_096))
    setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
  }
}
