import TextTools

/// A host that a web server guards by the door, such as `wiki.example.com` or
/// `lab.example.com:8443`.
///
/// Its name is in lower case, without a dot at the end. It has a port only if that is not the usual
/// one of its scheme, so equal hosts have equal texts.
public struct GuardedHost: Sendable, Hashable {
  /// The host as a list and a browser's address have it.
  public let text: String
  /// Its name, without a port. Cookies know no port.
  public let name: String
  /// True for a name of this machine, for trying: there it is `http://`, elsewhere `https://`.
  public let isLoopback: Bool

  /// Reads a host as a person wrote it or a web server says it; throws what keeps it from being
  /// one.
  public init(_ written: String) throws(GuardedHostFault) {
    guard written.utf8.allSatisfy({ $0 < 0x80 }) else { throw .beyondASCII(written) }
    guard let parts = ServeAddress.parts(ofHost: written[...]) else { throw .notHost(written) }
    var name = parts.host.lowercased()
    if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isNumber = name.utf8.first == UInt8(ascii: "[")
    guard !name.isEmpty, isNumber || !labels.contains(where: \.isEmpty) else {
      throw .notHost(written)
    }
    self.name = name
    isLoopback = ServeAddress.isLoopback(name)
    let usual = isLoopback ? 80 : 443
    text = parts.port.flatMap { $0 == usual ? nil : "\(name):\($0)" } ?? name
  }

  /// The directory that is open at each host, where a way in ends.
  package static let openDirectory = "_regapp"
  package static let openPath = "/\(openDirectory)/"
  /// The path where a way in ends, with a code.
  package static let wayIn = "\(openPath)in"
  /// The path where one goes to log out.
  package static let wayOut = "\(openPath)out"

  /// Its address without a path: `https://wiki.example.com`.
  public var origin: String { (isLoopback ? "http://" : "https://") + text }
}

/// Why a list of guarded hosts is refused.
public enum GuardedHostFault: Error, Sendable, Hashable {
  /// The text is not a host, which is a name, or a name and a port.
  case notHost(String)
  /// The host has letters beyond ASCII: it is to be written as `xn--…`.
  case beyondASCII(String)
  /// A name is in the list twice.
  case repeated(String)
  /// The list has more hosts than this.
  case tooMany(most: Int)
  /// An entry of the list has no host.
  case missing
  /// A group of a host breaks this rule.
  case group(FieldRule)
  /// The text is not an origin as browsers write it.
  case notOrigin(String)
  /// A group or an origin of a host is there twice.
  case listedTwice(String)
  /// A host has more groups, or more origins, than this.
  case tooLong(most: Int)
  /// The page itself is at the host.
  case ofPage(String)
  /// The page's address has a path, so its host may be an application's, too.
  case pageHasPath
}
