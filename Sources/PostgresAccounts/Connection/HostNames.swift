import Dispatch
import Glibc
import Synchronization

/// Looks up the addresses of hosts. libpq would do that by itself, but waits for as long as the
/// system's resolver does, which is ten seconds for a name and knows no limit of ours.
enum HostNames {
  /// The result of a look-up.
  enum Answer: Sendable, Hashable {
    case addresses([String])
    /// No host has the name.
    case unknown
    /// Nobody who knows names has answered.
    case silent
  }

  /// A look-up that goes on, however long the system takes: whoever asks for the same name meanwhile
  /// waits for the same one, so that a silent resolver holds one thread for each name.
  private final class Lookup: Sendable {
    let end = DispatchGroup()
    let answer = Mutex(Answer.silent)
  }

  private static let lookups = Mutex<[String: Lookup]>([:])

  /// Asks for all names at once, and waits for them together.
  static func lookUp(
    _ names: [String], within limit: TimeLimit, _ resolve: @escaping @Sendable (String) -> Answer
  ) -> [String: Answer] {
    let begun = names.map { (name: $0, lookup: begin($0, resolve)) }
    return begun.reduce(into: [:]) { answers, one in
      let time = DispatchTime.now() + .milliseconds(Int(max(0, limit.millisecondsLeft)))
      let isThere = one.lookup.end.wait(timeout: time) == .success
      answers[one.name] = isThere ? one.lookup.answer.withLock { $0 } : .silent
    }
  }

  private static func begin(
    _ name: String, _ resolve: @escaping @Sendable (String) -> Answer
  ) -> Lookup {
    let (lookup, isNew) = lookups.withLock { lookups in
      if let lookup = lookups[name] { return (lookup, false) }
      let lookup = Lookup()
      lookup.end.enter()
      lookups[name] = lookup
      return (lookup, true)
    }
    if isNew {
      DispatchQueue.global().async {
        let answer = resolve(name)
        lookups.withLock { $0[name] = nil }
        lookup.answer.withLock { $0 = answer }
        lookup.end.leave()
      }
    }
    return lookup
  }

  /// Whether it is a name, and neither an address nor the place of a socket.
  static func isName(_ host: String) -> Bool {
    if host.isEmpty || "/@".contains(host.prefix(1)) { return false }
    return addresses(of: host, AI_NUMERICHOST) == .unknown
  }

  /// The system's answer, which may take long.
  @Sendable static func ofSystem(_ name: String) -> Answer { addresses(of: name, 0) }

  private static func addresses(of name: String, _ flags: Int32) -> Answer {
    var hints = addrinfo()
    (hints.ai_family, hints.ai_flags) = (AF_UNSPEC, flags)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(name, nil, &hints, &found)
    guard result == 0 else { return result == EAI_NONAME || result == noData ? .unknown : .silent }
    defer { freeaddrinfo(found) }
    var addresses: [String] = []
    var next = found
    while let one = next {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      if getnameinfo(
        one.pointee.ai_addr, one.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
        NI_NUMERICHOST) == 0
      {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let address = String(decoding: bytes, as: UTF8.self)
        if !addresses.contains(address) { addresses.append(address) }
      }
      next = one.pointee.ai_next
    }
    return addresses.isEmpty ? .unknown : .addresses(addresses)
  }

  /// EAI_NODATA, which glibc shows only to whom asks for GNU's own: a name without an address.
  private static let noData: Int32 = -5
}
