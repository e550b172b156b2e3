import TextTools

/// An http or https address, in ASCII and without a user or a fragment.
struct WebAddress: Sendable, Hashable {
  /// In lower case, like the host.
  let scheme: String
  let host: String
  let port: Int?
  /// Path and query: empty, or beginning with a slash or a question mark.
  let target: String

  var text: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(target)" }
}

extension WebAddress {
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: "\\") }),
      let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
    else { return nil }
    let rest = text[text.index(colon, offsetBy: 3)...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let end =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map(authority.index(after:))
      : authority.firstIndex(of: ":")
    let host = authority[..<(end ?? authority.endIndex)].lowercased()
    let number = authority[(end ?? authority.endIndex)...]
    scheme = text[..<colon].lowercased()
    self.host = host
    port = number.hasPrefix(":") ? UInt16(number.dropFirst()).map(Int.init) : nil
    target = String(rest[authority.endIndex...].prefix { $0 != "#" })
    guard scheme == "http" || scheme == "https", number.isEmpty || port != nil,
      !host.isEmpty, host.utf8.allSatisfy(Self.isOfHost)
    else { return nil }
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-._:[]".utf8.contains(byte)
  }

  /// The target of a redirect from here; nil if it is not an http or https address.
  func following(_ location: String) -> WebAddress? {
    if location.hasPrefix("//") { return WebAddress("\(scheme):\(location)") }
    if let address = WebAddress(location) { return address }
    if location.prefix(while: { !"/?#".contains($0) }).contains(":") { return nil }
    let path = target.prefix { $0 != "?" }
    let base =
      location.hasPrefix("/")
      ? ""
      : location.hasPrefix("?")
        ? path
        : path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return WebAddress(
      WebAddress(scheme: scheme, host: host, port: port, target: "\(base)\(location)").text)
  }

  /// Within the host, and never from a secure connection to an insecure one.
  func allowsRedirect(to other: WebAddress) -> Bool {
    other.host == host && (other.scheme == scheme ? other.port == port : other.scheme == "https")
  }
}

/// The address of the service: Apple's, or another that answers in the same shape.
public struct ITunesAddress: Sendable, Hashable {
  let address: WebAddress

  public static let apple = ITunesAddress(
    address: WebAddress(scheme: "https", host: "itunes.apple.com", port: nil, target: ""))
}

extension ITunesAddress {
  /// An `http` or `https` address with a host; nil for anything else, and if it contains a user, a
  /// query or a fragment.
  public init?(_ text: String) {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let address = WebAddress(text), !text.contains("#"), !address.target.contains("?") else {
      return nil
    }
    self.init(address: address)
  }
}
