import Accounts
import HTTP
import TextTools

/// A path of a guarded host, with its query, to which somebody is led after the login.
///
/// Whoever makes a link chooses it. So it is a path and nothing else, for every program that reads
/// it, and never one of the way in itself, which would lead round in a circle.
struct ReturnPath: Sendable, Hashable {
  static let root = ReturnPath(text: "/")
  /// The most bytes of a path.
  static let longest = 2 << 10
  /// The most bytes of a path as the value of a parameter.
  static let longestParameter = 3 << 10

  let text: String

  private init(text: String) { self.text = text }

  /// A path as it was said; any other text is the root.
  init(_ said: some Collection<UInt8>) {
    let isPlain = said.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    let text = String(decoding: Array(said), as: UTF8.self)
    guard isPlain, said.count <= Self.longest, text.utf8.first == UInt8(ascii: "/"),
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

  /// Whether a path is below that of the way in once a browser has resolved its dots, or a web
  /// server its percent-encoding.
  static func isOfWayIn(_ text: String) -> Bool {
    let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var (segments, isDirectory): ([String], Bool) = ([], false)
    for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      let segment = PercentEncoding.text(Substring(part)) ?? ""
      isDirectory = segment == "." || segment == ".."
      switch segment {
      case ".": continue
      case "..": _ = segments.popLast()
      default: segments.append(segment)
      }
    }
    return segments.first == GuardedHost.openDirectory && (segments.count > 1 || isDirectory)
  }
}
