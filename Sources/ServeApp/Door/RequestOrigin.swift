import Accounts
import HTTP
import TextTools

/// Says whether a request acts in somebody's name for a page of another origin.
///
/// Browsers add a password that they remember, and a session, to requests that pages of others make,
/// too: those may change nothing, and open no WebSocket.
struct RequestOrigin: Sendable {
  /// A request brings one of these, right or not.
  enum Credential: Sendable, Hashable { case password, session }

  /// The value of a field; an empty one is as none.
  private enum Value: Sendable, Equatable {
    case none
    case one([UInt8])
    /// Two different ones.
    case several

    init(_ request: Request, _ name: String) {
      let values = request.values(of: name).filter { !$0.isEmpty }
      guard let first = values.first else {
        self = .none
        return
      }
      self = values.allSatisfy { $0 == first } ? .one(first) : .several
    }
  }

  /// The methods that change nothing, byte for byte.
  private static let reading = Set(
    ["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT", "SEARCH", "QUERY", "TRACE"].map {
      Array($0.utf8)
    })
  private static let ownSites = ["same-origin", "none"].map { Array($0.utf8) }

  /// Whether the request changes something or opens a WebSocket.
  let mayChange: Bool
  private let site: Value
  private let origin: Value

  init(_ request: Request) {
    (site, origin) = (Value(request, "sec-fetch-site"), Value(request, "origin"))
    // Each handshake has its version, no script can set it, and no web server takes it away.
    let opensWebSocket = Value(request, "sec-websocket-version") != .none
    if !opensWebSocket, case .one(let method) = Value(request, "x-forwarded-method") {
      mayChange = !Self.reading.contains(method)
    } else {
      mayChange = true
    }
  }

  /// Whether the request may do what it asks for.
  ///
  /// - Parameters:
  ///   - entry: the host's; nil without a list.
  ///   - host: the host as the web server says it.
  func passes(_ credential: Credential, to entry: GuardedHosts.Entry?, at host: String) -> Bool {
    guard mayChange else { return true }
    guard site != .several, origin != .several else { return false }
    if case .one(let origin) = origin, let entry,
      entry.from.contains(where: { Array($0.utf8) == origin })
    {
      return true
    }
    switch (site, origin) {
    case (.one(let site), _): return Self.ownSites.contains(site)
    case (_, .one(let origin)):
      return entry.map { Array($0.host.origin.utf8) == origin } ?? Self.isOrigin(origin, of: host)
    // Programs say neither; each browser says one, and a session comes from browsers.
    default: return credential == .password
    }
  }

  /// Whether an origin has the host and the port that a web server says, in any scheme.
  private static func isOrigin(_ origin: [UInt8], of host: String) -> Bool {
    let bytes = host.utf8.map(\.lowercasedASCII)
    guard !bytes.isEmpty else { return false }
    return [("https://", ":443"), ("http://", ":80")].contains { scheme, port in
      let name =
        bytes.suffix(port.utf8.count) == Array(port.utf8)[...]
        ? bytes.dropLast(port.utf8.count) : bytes[...]
      return !name.isEmpty && origin == Array(scheme.utf8) + name
    }
  }
}

extension Request {
  /// Whether a form was posted by a page of the address itself, as `CrossOriginProtection` of Go
  /// judges it: browsers say so, and a client that says nothing keeps nobody's cookies.
  func isOwn(of address: ServeAddress) -> Bool {
    if let site = word("sec-fetch-site") { return site == "same-origin" || site == "none" }
    guard let origin = word("origin") else { return true }
    return origin == address.origin
  }
}
