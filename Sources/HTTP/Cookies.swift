/// The cookies of a request, as bytes, to be handed on unchanged.
///
///     Cookie: theme=dark; session=abc; x=%E4
///
/// Browsers send one line (RFC 6265, section 4.2.1); HTTP/2 and some proxies send several, which
/// are joined by a semicolon and a space (RFC 9113, section 8.2.3). Between two semicolons is a
/// cookie. Around its name only spaces and tabs are cut, and names are compared byte by byte: a
/// mark that a server takes for a space must not make one name of two.
package struct Cookies: Sendable {
  private let parts: [ArraySlice<UInt8>]

  package init(_ request: Request) { self.init(lines: request.values(of: "cookie")) }

  init(lines: [[UInt8]]) {
    let lines = lines.filter { !$0.isEmpty }
    let whole = Array(lines.joined(separator: Array("; ".utf8)))
    parts = whole.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
  }

  /// The values of the cookies with a name, as they were sent, in order.
  package func values(of name: String) -> [[UInt8]] {
    parts.filter { Self.isNamed($0, [name]) }.map { part in
      Array(part.drop { $0 != UInt8(ascii: "=") }.dropFirst().trimmingSpace)
    }
  }

  /// Whether there is a cookie with one of the names.
  package func hasAny(of names: [String]) -> Bool {
    parts.contains { Self.isNamed($0, names) }
  }

  /// All cookies but those with one of the names, byte for byte, in one line.
  package func line(without names: [String]) -> [UInt8] {
    let kept = parts.filter { !Self.isNamed($0, names) }
    return Array(Array(kept.joined(separator: [UInt8(ascii: ";")])).trimmingSpace)
  }

  /// False for a text without a name, too.
  private static func isNamed(_ part: ArraySlice<UInt8>, _ names: [String]) -> Bool {
    guard let end = part.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let name = part[..<end].trimmingSpace
    return names.contains { name.elementsEqual($0.utf8) }
  }
}
