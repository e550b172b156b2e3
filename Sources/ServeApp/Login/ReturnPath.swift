import Accounts
import HTTP

/// A path of a guarded host, with its query, to which somebody is led after the login.
///
/// The author of a link chooses it. So it is a path and nothing else, for every program that reads
/// it, and never a path of the way in, which would lead round in a circle.
struct ReturnPath: Sendable, Hashable {
  static let root = ReturnPath(text: "/")
  /// The most bytes of a path.
  static let longest = 2 << 10
  /// The most bytes of a path as the value of a parameter.
  static let longestParameter = 3 << 10

  let text: String

  private init(text: String) { self.text = text }

  /// A path as it was said; any other text is the root.
  init(_ raw: some Collection<UInt8>) {
    let isPlain = raw.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    let text = String(decoding: Array(raw), as: UTF8.self)
    guard isPlain, raw.count <= Self.longest, text.utf8.first == UInt8(ascii: "/"),
      text.utf8.dropFirst().first != UInt8(ascii: "/"),
      ServeAddress.escaped(text).utf8.count <= Self.longestParameter,
      !Self.isOfWayIn(text)
    else {
      self = .root
      return
    }
    self.text = text
  }

  /// The path as the value of a parameter.
  var parameter: String { ServeAddress.escaped(text) }

  /// Whether a path is below that of the way in, once a browser has resolved its dots, or a web
  /// server its percent-encoding, slashes among it, and then its dots.
  static func isOfWayIn(_ text: String) -> Bool {
    let path = String(Substring(text.utf8.prefix { !"?#".utf8.contains($0) }))
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if isOfWayIn(parts.map { PercentEncoding.text($0) ?? "" }) { return true }
    guard let decoded = PercentEncoding.text(Substring(path)) else { return false }
    // nginx takes several slashes for one.
    let isDirectory = decoded.utf8.last == UInt8(ascii: "/")
    return isOfWayIn(decoded.split(separator: "/").map(String.init) + (isDirectory ? [""] : []))
  }

  private static func isOfWayIn(_ parts: [String]) -> Bool {
    var segments: [String] = []
    for part in parts {
      switch part {
      case ".": continue
      case "..": _ = segments.popLast()
      default: segments.append(part)
      }
    }
    let isDirectory = parts.last == "." || parts.last == ".."
    return segments.first == GuardedHost.openDirectory && (segments.count > 1 || isDirectory)
  }
}
