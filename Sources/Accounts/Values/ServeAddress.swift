import TextTools

/// The address of the page on which owners set their passwords: `https://…`, or `http://` of this
/// machine's own names, with a path that ends in `/`, and without user, query and fragment.
public struct ServeAddress: Sendable, Hashable {
  /// The address, with its last `/`; a name beyond ASCII is in ASCII, as `xn--…`.
  public let text: String
  /// The name or number of the host, as it was typed, or in ASCII; an IPv6 number is in brackets.
  public let host: String
  /// The path, from `/` to `/`.
  public let path: String

  /// An address, to which a last `/` is added; nil for any other text.
  public init?(_ text: String) {
    guard let scheme = ["https://", "http://"].first(where: { Self.begins(text, with: $0) }) else {
      return nil
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let typed = Substring(rest.prefix { $0 != UInt8(ascii: "/") })
    guard let authority = Self.inASCII(typed), let host = Self.parts(ofHost: authority)?.host else {
      return nil
    }
    guard scheme == "https://" || Self.isLoopback(host) else { return nil }
    let path = String(Substring(rest.dropFirst(typed.utf8.count)))
    guard Self.isPath(path) else { return nil }
    let missing = path.utf8.last == UInt8(ascii: "/") ? "" : "/"
    self.text = "\(Substring(text.utf8.prefix(scheme.utf8.count)))\(authority)\(path)\(missing)"
    self.host = host
    self.path = path + missing
  }

  /// The link of an invitation. It holds the code: it is a password.
  public func link(to name: String, code: PasswordText) -> String {
    "\(text)i/\(Self.escaped(name))/\(Self.escaped(code.text ?? ""))"
  }

  /// All but letters, digits, `-`, `.`, `_` and `~` in UTF-8 after `%`.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      if byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte) {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += "%\(digits.utf8.count < 2 ? "0" : "")\(digits)"
      }
    }
    return escaped
  }

  /// The address of any page, `https://…` or `http://…` without a user, in which a name beyond
  /// ASCII is in ASCII; nil for any other text.
  static func link(_ text: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: { begins(text, with: $0) }) else {
      return nil
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let typed = Substring(rest.prefix { !"/?#".utf8.contains($0) })
    guard let authority = inASCII(typed), parts(ofHost: authority) != nil else { return nil }
    let beginning = Substring(text.utf8.prefix(scheme.utf8.count))
    let link = "\(beginning)\(authority)\(Substring(rest.dropFirst(typed.utf8.count)))"
    let isPlain = link.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0)
    }
    return isPlain ? link : nil
  }

  /// `host` or `host:port` as it was typed, with a name beyond ASCII in ASCII; nil if that cannot
  /// be.
  package static func inASCII(_ authority: Substring) -> Substring? {
    guard authority.utf8.contains(where: { $0 >= 0x80 }) else { return authority }
    let end = authority.utf8.lastIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    return HostName.ascii(authority[..<end]).map { "\($0)\(authority[end...])" }
  }

  private static func begins(_ text: String, with scheme: String) -> Bool {
    text.utf8.count > scheme.utf8.count
      && zip(text.utf8, scheme.utf8).allSatisfy { $0.lowercasedASCII == $1 }
  }

  /// The parts of `host` or `host:port`; nil if it is neither.
  static func parts(ofHost authority: Substring) -> (host: String, port: Int?)? {
    var host = authority[...]
    var port: Int?
    if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
      !authority[colon...].utf8.contains(UInt8(ascii: "]"))
    {
      let digits = authority[authority.utf8.index(after: colon)...]
      guard digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int(digits),
        (1...65_535).contains(number)
      else { return nil }
      (host, port) = (authority[..<colon], number)
    }
    let bytes = host.utf8
    let isNumber =
      bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]") && bytes.count > 3
      && bytes.dropFirst().dropLast().allSatisfy { ":.0123456789abcdefABCDEF".utf8.contains($0) }
    let isName =
      !bytes.isEmpty && bytes.first != UInt8(ascii: ".")
      && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
    return isNumber || isName ? (String(host), port) : nil
  }

  static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "[::1]"].contains(host.lowercased()) { return true }
    let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt8(String(Substring($0))) }
    return numbers.count == 4 && parts.count == 4 && numbers[0] == 127
  }

  /// True for an empty path, and a path that every program reads alike.
  private static func isPath(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    let isHex = { (byte: UInt8) in "0123456789abcdefABCDEF".utf8.contains(byte) }
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.count, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else {
          return false
        }
      } else if !byte.isASCIILetter, !byte.isASCIIDigit, !"/-._~!$&'()*+,;=:@".utf8.contains(byte) {
        return false
      }
    }
    let segments = bytes.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isOdd = { (segment: ArraySlice<UInt8>) in
      [Array(".".utf8), Array("..".utf8)].contains(Array(segment))
    }
    return !segments.contains(where: isOdd) && !segments.dropLast().contains(where: \.isEmpty)
  }
}
