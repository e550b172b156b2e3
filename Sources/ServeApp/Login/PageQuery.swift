import Accounts
import CommandKit
import HTTP

/// The query of an address of the page or of the way in.
///
/// A key that is not known is left out, since programs on the way of a link add theirs; a form's
/// own address has none. A key that comes twice makes no sense, and could be read in two ways.
struct PageQuery: Sendable {
  enum Key: String, Sendable, CaseIterable {
    case host, path, at, unsaved
    case language = "lang"
    case code = "c"
  }

  private var values: [Key: [UInt8]] = [:]

  /// The keys that say where a login leads on to.
  static let way: Set<Key> = [.host, .path, .at, .unsaved, .language]

  /// The query of the end of a way in: if the web server's line says the address in `Regapp-Uri`,
  /// of that. Caddy 2.6 has lost it from the request, if the site rewrites.
  init?(wayIn request: Request) {
    let given = request.values(of: "regapp-uri").filter { !$0.isEmpty }
    guard let uri = given.first else {
      self.init(request, [.code])
      return
    }
    let mark = UInt8(ascii: "?")
    guard given.count == 1 else { return nil }
    self.init(request, [.code], of: Array(uri.drop { $0 != mark }.dropFirst()))
  }

  /// - Parameters:
  ///   - known: the keys that mean something at this address.
  ///   - query: the query, if it is not the request's own.
  /// - Returns: nil for a request that is malformed.
  init?(_ request: Request, _ known: Set<Key>, of query: [UInt8]? = nil) {
    guard let pairs = PercentEncoding.bytePairs(query ?? Array((request.query ?? "").utf8))
    else { return nil }
    for (name, value) in pairs {
      guard let key = Key(rawValue: String(decoding: name, as: UTF8.self)), known.contains(key)
      else {
        guard request.method != .post else { return nil }
        continue
      }
      guard values[key] == nil else { return nil }
      values[key] = value
    }
  }

  subscript(key: Key) -> String? { values[key].map { String(decoding: $0, as: UTF8.self) } }

  /// The language that was chosen.
  var language: Language? { self[.language].flatMap(Language.init(rawValue:)) }

  /// The way on after the login; nil if it names no host of the list, or no way in has begun there.
  func way(among hosts: GuardedHosts) -> WayIn? {
    guard let host = self[.host].flatMap({ hosts[$0]?.host }), let at = self[.at],
      Nonce.isDigest(at)
    else { return nil }
    return WayIn(
      host: host, path: ReturnPath(values[.path] ?? []), at: at, hasUnsaved: self[.unsaved] == "yes"
    )
  }

  /// Whether the login leads on to the form of the profile, which is no host's but the page's own.
  var leadsToEdit: Bool { self[.host] == nil && self[.path] == "/edit" }

  /// The query of a form or a link that goes on with this, with its question mark.
  func suffix(_ way: WayIn?, leadsToEdit: Bool = false) -> String {
    let parts = [next(way, leadsToEdit), language.map { "lang=\($0.rawValue)" }].compactMap(\.self)
    return parts.isEmpty ? "" : "?\(parts.joined(separator: "&"))"
  }

  /// The query of the same address in another language, with its question mark.
  func suffix(_ way: WayIn?, leadsToEdit: Bool, in language: Language) -> String {
    let code = self[.code].map { "c=\(ServeAddress.escaped($0))" }
    let parts = [next(way, leadsToEdit), code, "lang=\(language.rawValue)"].compactMap(\.self)
    return "?\(parts.joined(separator: "&"))"
  }

  private func next(_ way: WayIn?, _ leadsToEdit: Bool) -> String? {
    way?.query ?? (leadsToEdit ? "path=%2Fedit" : nil)
  }
}
