import CPostgres
import Glibc

/// Making a connection, as `PQconnectdbParams` does, but so that libpq says nothing on its own from
/// the first moment on, and gives the server's reasons as codes, in any of its languages.
struct Connecting {
  private let address: DatabaseAddress
  private let warnings = Warnings()
  /// Settings that name hosts.
  typealias Hosts = [(key: String, value: String)]
  /// Replaces the hosts of the address, once one of several did not answer in time.
  private(set) var others: Hosts

  /// - Parameter resolve: looks up the addresses of a host.
  init(
    _ address: DatabaseAddress, _ hosts: Hosts = [],
    resolve: @escaping @Sendable (String) -> HostNames.Answer
  ) throws(Failure) {
    (self.address, others) = (address, hosts)
    if hosts.isEmpty { others = try Self.lookedUp(address, resolve) }
  }

  /// The hosts with their addresses, a name with several as several hosts; empty if there is nothing
  /// to look up. Throws if none of them has an address.
  private static func lookedUp(
    _ address: DatabaseAddress, _ resolve: @escaping @Sendable (String) -> HostNames.Answer
  ) throws(Failure) -> Hosts {
    let (hosts, ports, seconds) = address.hosts
    let names = hosts.filter(HostNames.isName)
    guard !names.isEmpty, ports.count <= 1 || ports.count == hosts.count else { return [] }
    let answers = HostNames.lookUp(names, within: TimeLimit(seconds: seconds).orLimit, resolve)
    var found: [(host: String, address: String, port: String)] = []
    var fault: PostgresFault?
    for (index, host) in hosts.enumerated() {
      let port = index < ports.count ? ports[index] : ""
      switch answers[host] {
      case .addresses(let addresses)?: found += addresses.map { (host, $0, port) }
      case .unknown?: fault = fault ?? .unknownHost(host)
      case .silent?: fault = fault ?? .hostNotLookedUp(host)
      case nil: found.append((host, "", port))
      }
    }
    if found.isEmpty, let fault { throw .notConnected(fault) }
    let all = [
      ("host", found.map(\.host)), ("hostaddr", found.map(\.address)),
      ("port", ports.count > 1 ? found.map(\.port) : []),
    ]
    return all.filter { !$0.1.isEmpty }.map { ($0.0, $0.1.joined(separator: ",")) }
  }

  /// A connection that is made.
  func connected() throws(Failure) -> (connection: OpaquePointer, warnings: Warnings) {
    var attempt = self
    var words = ""
    while true {
      guard let connection = attempt.start() else { throw .notConnected(.unreachable) }
      let isSilent = attempt.polled(connection)
      if !isSilent, PQstatus(connection) == CONNECTION_OK { return (connection, warnings) }
      let own = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
      words += own
      let rest = Self.withoutCurrentHost(connection)
      // It is not used again: the next one begins with the hosts that are left. libpq itself goes
      // on where nobody listens, and ends where somebody says no: so does a pooler whose server is
      // gone.
      PQfinish(connection)
      guard isSilent || Self.mayPass(own), let rest else { throw Self.failure(words) }
      attempt.others = rest
    }
  }

  private func start() -> OpaquePointer? {
    let settings = address.settings + others
    let keys = ["dbname"] + settings.map(\.key)
    let values = [address.text] + settings.map(\.value)
    let made = Libpq.strings(keys, values) { PQconnectStartParams($0, $1, 1) }
    guard let made else { return nil }
    PQsetErrorVerbosity(made, PQERRORS_SQLSTATE)
    warnings.listen(to: made)
    return made
  }

  /// Goes on until the connection is made or cannot be; true if a server took it, and then did not
  /// answer in time.
  private func polled(_ connection: OpaquePointer) -> Bool {
    let limit = Int(Self.values(connection)["connect_timeout"] ?? "") ?? 0
    let seconds = limit > 0 ? max(limit, 2) : 86_400
    var place = Self.place(connection)
    var deadline = TimeLimit(seconds: seconds).orLimit
    var state = PGRES_POLLING_WRITING
    while PQstatus(connection) != CONNECTION_BAD, state != PGRES_POLLING_OK,
      state != PGRES_POLLING_FAILED
    {
      let events = Int16(state == PGRES_POLLING_READING ? POLLIN : POLLOUT)
      var descriptor = pollfd(fd: PQsocket(connection), events: events, revents: 0)
      let count = WaitingTime.current.wait(&descriptor, max(deadline.millisecondsLeft, 0))
      if count < 0, errno == EINTR { continue }
      if count == 0 {
        guard PQstatus(connection) == CONNECTION_STARTED else { return true }
        // No server answers. libpq finds the attempt failed, and goes on to the next address.
        shutdown(descriptor.fd, Int32(SHUT_RDWR))
      }
      state = PQconnectPoll(connection)
      let now = Self.place(connection)
      if now != place {
        place = now
        deadline = TimeLimit(seconds: seconds).orLimit
      }
    }
    return false
  }

  /// The address of the attempt: each address of each host has its own time.
  static func place(_ connection: OpaquePointer) -> [String] {
    [PQhost(connection), PQport(connection), PQhostaddr(connection)].map { text in
      text.map { String(cString: $0) } ?? ""
    }
  }

  private static func values(_ connection: OpaquePointer) -> [String: String] {
    guard let options = PQconninfo(connection) else { return [:] }
    defer { PQconninfoFree(options) }
    return DatabaseAddress.values(of: options)
  }

  /// The hosts without the one that is tried now; nil if there are no others.
  static func withoutCurrentHost(_ connection: OpaquePointer) -> Hosts? {
    let all = values(connection)
    func list(_ key: String) -> [Substring] {
      (all[key] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    }
    let lists = ["host", "hostaddr", "port"].map { (key: $0, values: list($0)) }
    let count = max(lists[0].values.count, lists[1].values.count)
    let (now, ports) = (place(connection), lists[2].values)
    // A host of several addresses is there several times.
    let left = (0..<count).filter { index in
      let names = lists[..<2].map { index < $0.values.count ? $0.values[index] : "" }
      let port = ports.count > 1 && index < ports.count ? ports[index] : ports.first ?? ""
      return !names.contains { $0 == now[0] } || !port.isEmpty && port != now[1]
    }
    guard !left.isEmpty, left.count < count else { return nil }
    return lists.compactMap { key, values in
      guard values.count == count else { return nil }
      return (key, left.map { values[$0] }.joined(separator: ","))
    }
  }
}

extension Connecting {
  /// Whether the last word of a server or of a pooler may not hold for another. A standby that is
  /// behind lacks a database that was just made. If a password is refused, no other server is
  /// asked, as libpq has it.
  private static func mayPass(_ words: String) -> Bool {
    states(words).last.map { $0 == "3D000" || PostgresFault(beforeSession: $0).isPassing } ?? false
  }

  /// Why there is no connection: the server's code, or else what libpq found itself, of which it
  /// has no codes: its words, which are never shown, are searched for the few reasons that an
  /// administrator can do something about. libpq speaks English here, since nothing sets this
  /// program's locale.
  static func failure(_ words: String) -> Failure {
    let faults = states(words).map(PostgresFault.init(beforeSession:))
    // If one of several hosts may be there soon, the caller waits for it.
    if let fault = faults.first(where: \.isPassing) { return .busy(fault) }
    let reasons: [(String, PostgresFault)] = [
      ("invalid sslmode value", .invalidAddress), ("invalid integer value", .invalidAddress),
      ("invalid port number", .invalidAddress), ("does not support SSL", .noTLS),
      ("does not match host name", .otherHost),
      ("certificate verify failed", .untrusted), ("root certificate file", .noRootCertificate),
      ("session is read-only", .readOnly), ("server is in hot standby mode", .readOnly),
      ("no password supplied", .notAuthenticated),
    ]
    let found = reasons.first { words.contains($0.0) }?.1
    return .notConnected(found ?? faults.first ?? .unreachable)
  }

  /// The SQLSTATEs, each at the end of a line behind a severity in some language.
  private static func states(_ words: String) -> [String] {
    words.split(separator: "\n").compactMap { line in
      guard let code = line.split(separator: " ").last, code.utf8.count == 5,
        code.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) }),
        line.dropLast(5).hasSuffix(":  ")
      else { return nil }
      return String(code)
    }
  }
}

extension PostgresFault {
  /// Whether it may be over soon. A pooler says so of a server that it does not reach.
  fileprivate var isPassing: Bool {
    switch self {
    case .full, .starting: true
    case .refusesConnection(let state): ["08", "58", "XX"].contains(String(state.prefix(2)))
    default: false
    }
  }
}
