import HTTP
import TextTools

/// A question of a proxy: may the sender of this request pass, and is one of these groups required?
struct DoorQuestion {
  /// How somebody without a way in is led to the login, if the proxy's line says so.
  enum Login: Sendable {
    /// By a redirect.
    case now
    /// By a field of a 401, from which nginx makes the redirect.
    case later
  }

  /// The scheme that one logs in by at the door itself.
  enum Basic: Sendable {
    case credentials(name: String, password: [UInt8])
    /// A value that `Basic` does not allow, which does not count as an attempt.
    case malformed
  }

  /// A slip in the proxy's configuration, which must not open the door, in words for the answer and
  /// the log. They hold nothing of the request.
  enum Slip: String, Error, CaseIterable {
    case secondAuthorization = "there is a second Authorization"
    case encoding = "the query is not urlencoded UTF-8"
    case emptyGroup = "a group in the query is empty"
    case login = "login in the query has another value than later"
    case secondLogin = "login is twice in the query"
    case openBesideOthers = "open in the query is not alone"
    case openAddress = "X-Forwarded-Uri does not say an address that can be open"
    case unknownKey = "the query has another key than group, login and open"
  }

  /// Empty if any account will do.
  let groups: [String]
  let login: Login?
  /// Nil for a request without `Authorization`, or with one of another scheme.
  let basic: Basic?
  /// The client's own `Authorization`, for the application: empty if it is `Basic`.
  let authorization: [UInt8]

  /// Whether a request asks what an application may hear in a part that is open to all, and not
  /// who may pass.
  static func isOpen(_ request: Request) -> Bool { request.query == "open" }

  /// A question about a part that is open to all. Throws if applications could read its address in
  /// two ways, or if it is one of our own.
  init(open request: Request) throws(Slip) {
    let addresses = request.values(of: "x-forwarded-uri")
    guard addresses.count == 1, OpenPath.isOne(addresses[0]) else { throw .openAddress }
    try self.init(request, pairs: [])
  }

  init(_ request: Request) throws(Slip) {
    guard let pairs = PercentEncoding.pairs((request.query ?? "").utf8) else { throw .encoding }
    try self.init(request, pairs: pairs)
  }

  private init(_ request: Request, pairs: [Request.Pair]) throws(Slip) {
    let authorizations = request.values(of: "authorization")
    guard authorizations.count < 2 else { throw .secondAuthorization }
    var groups: [String] = []
    var login: Login?
    for pair in pairs {
      switch (pair.name, pair.value) {
      case ("group", ""): throw .emptyGroup
      case ("group", let group): groups.append(group)
      case ("login", _) where login != nil: throw .secondLogin
      case ("login", ""): login = .now
      case ("login", "later"): login = .later
      case ("login", _): throw .login
      case ("open", _): throw .openBesideOthers
      default: throw .unknownKey
      }
    }
    (self.groups, self.login) = (groups, login)
    let authorization = authorizations.first ?? []
    let isBasic = Self.isBasic(authorization)
    basic = isBasic ? Self.credentials(authorization) : nil
    self.authorization = isBasic ? [] : authorization
  }

  /// Whether a value begins with the word `Basic`, with anything behind it.
  private static func isBasic(_ value: [UInt8]) -> Bool {
    let word = value.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    return word.map(\.lowercasedASCII) == Array("basic".utf8)
  }

  /// Name and password of `Basic`, in UTF-8; the password is all behind the first colon. Malformed
  /// if it is not base 64, without a colon, not UTF-8, or has a NUL.
  private static func credentials(_ value: [UInt8]) -> Basic {
    let parts = value.split(separator: 0x20, maxSplits: 1)
    guard parts.count == 2, let bytes = Base64.bytes(parts[1].drop { $0 == 0x20 }),
      !bytes.contains(0), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      String(validating: bytes, as: UTF8.self) != nil,
      let name = String(validating: bytes[..<colon], as: UTF8.self)
    else { return .malformed }
    return .credentials(name: name, password: Array(bytes[(colon + 1)...]))
  }
}
