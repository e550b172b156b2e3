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
  public init(_ said: String) throws(GuardedHostFault) {
    guard said.utf8.allSatisfy({ $0 < 0x80 }) else { throw .beyondASCII(said) }
    guard let parts = ServeAddress.parts(ofHost: said[...]) else { throw .notHost(said) }
    var name = parts.host.lowercased()
    if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isNumber = name.utf8.first == UInt8(ascii: "[")
    guard !name.isEmpty, isNumber || !labels.contains(where: \.isEmpty) else {
      throw .notHost(said)
    }
    self.name = name
    isLoopback = ServeAddress.isLoopback(name)
    let usual = isLoopback ? 80 : 443
    text = parts.port.flatMap { $0 == usual ? nil : "\(name):\($0)" } ?? name
  }

  /// The directory that is open at each host, where a way in ends.
  package static let openDirectory = "_regapp"
  /// The beginning of the paths in it.
  package static let openPath = "/\(openDirectory)/"
  /// The path where a way in ends, with a code.
  package static let wayIn = "\(openPath)in"
  /// The path where one goes to log out.
  package static let wayOut = "\(openPath)out"

  /// Its address without a path: `https://wiki.example.com`.
  public var origin: String { (isLoopback ? "http://" : "https://") + text }
}

/// The hosts that are guarded, and who may enter which: each is written out, and has one port.
public struct GuardedHosts: Sendable, Hashable {
  /// A host of the list.
  public struct Entry: Sendable, Hashable {
    /// The host.
    public let host: GuardedHost
    /// The groups that may enter, byte for byte; empty for everybody.
    public let groups: [String]
    /// The origins, beside its own, that may act there in somebody's name, as browsers write them.
    public let from: [String]

    /// The most groups and origins of a host.
    public static let most = 64

    /// Reads an entry; throws what is wrong with it.
    public init(
      _ host: String, groups: [String] = [], from: [String] = []
    ) throws(GuardedHostFault) {
      try self.init(GuardedHost(host), groups: groups, from: from)
    }

    init(_ host: GuardedHost, groups: [String], from: [String]) throws(GuardedHostFault) {
      try Self.check(groups: groups)
      try Self.check(from: from)
      (self.host, self.groups, self.from) = (host, groups, from)
    }

    /// Throws what is wrong with the groups of an entry.
    static func check(groups: [String]) throws(GuardedHostFault) {
      for group in groups {
        if let rule = GroupsRule.brokenRule(name: group.utf8.span) { throw .group(rule) }
      }
      try checkOnce(groups)
    }

    /// Throws what is wrong with the origins of an entry.
    static func check(from: [String]) throws(GuardedHostFault) {
      for origin in from where !isOrigin(origin) { throw .notOrigin(origin) }
      try checkOnce(from)
    }

    private static func checkOnce(_ texts: [String]) throws(GuardedHostFault) {
      guard texts.count <= most else { throw .tooLong(most: most) }
      for (place, text) in texts.enumerated()
      where texts[..<place].contains(where: { sameText($0, text) }) {
        throw .listedTwice(text)
      }
    }

    /// Whether an account may enter, by its groups.
    public func lets(in account: Account) -> Bool { groups.isEmpty || account.isIn(anyOf: groups) }

    /// Whether a text is an origin as browsers write it: a scheme, a name in lower case, and a port
    /// if it is not the usual one.
    private static func isOrigin(_ text: String) -> Bool {
      let bytes = text.utf8
      let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
      let isScheme = scheme.enumerated().allSatisfy { place, byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || place > 0 && (byte.isASCIIDigit || "+-.".utf8.contains(byte))
      }
      let rest = bytes.dropFirst(scheme.count)
      guard !scheme.isEmpty, isScheme, rest.starts(with: "://".utf8) else { return false }
      let authority = Substring(rest.dropFirst(3))
      guard authority == authority.lowercased(),
        let parts = ServeAddress.parts(ofHost: authority),
        parts.port.map({ authority.hasSuffix(":\($0)") }) ?? true
      else { return false }
      switch String(Substring(scheme)) {
      case "https": return parts.port != 443
      case "http": return parts.port != 80 && ServeAddress.isLoopback(parts.host)
      default: return true
      }
    }
  }

  /// The hosts, in the order of the list.
  public let all: [Entry]

  /// The most hosts of a list.
  public static let most = 64

  /// Reads a list of hosts that everybody may enter; throws what is wrong with it.
  public init(_ texts: [String] = []) throws(GuardedHostFault) {
    var entries: [Entry] = []
    for text in texts { entries.append(try Entry(text)) }
    try self.init(entries)
  }

  /// A list of entries; throws what is wrong with it.
  public init(_ entries: [Entry]) throws(GuardedHostFault) {
    for (place, entry) in entries.enumerated()
    where entries[..<place].contains(where: { $0.host.name == entry.host.name }) {
      throw .repeated(entry.host.name)
    }
    guard entries.count <= Self.most else { throw .tooMany(most: Self.most) }
    all = entries
  }

  private init(checked all: [Entry]) { self.all = all }

  /// No list: no host is guarded by its name.
  public static let none = GuardedHosts(checked: [])

  /// True without a host.
  public var isEmpty: Bool { all.isEmpty }

  /// The entry that has the name of a host. The port is not asked: cookies know none, and a port
  /// may be mapped on the way.
  public subscript(host: GuardedHost) -> Entry? { all.first { $0.host.name == host.name } }

  /// The entry of the host that a web server says, by its name.
  public subscript(said: String) -> Entry? {
    (try? GuardedHost(said)).flatMap { self[$0] }
  }

  /// The hosts that an account may enter.
  public func letting(in account: Account) -> [GuardedHost] {
    all.filter { $0.lets(in: account) }.map(\.host)
  }

  /// Throws where the page has no host of its own: there a script of an application would be of one
  /// origin with it.
  public func check(page: ServeAddress) throws(GuardedHostFault) {
    guard !isEmpty else { return }
    guard page.path == "/" else { throw .pageHasPath }
    if let entry = self[page.host] { throw .ofPage(entry.host.name) }
  }
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
