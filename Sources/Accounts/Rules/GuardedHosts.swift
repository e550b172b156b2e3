import TextTools

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
    /// Whether only an account with an id that counts may enter: an application goes by it.
    public let requiresID: Bool

    /// The most groups and origins of a host.
    public static let most = 64

    /// Reads an entry; throws what is wrong with it.
    public init(
      _ host: String, groups: [String] = [], from: [String] = [], requiresID: Bool = false
    ) throws(GuardedHostFault) {
      try self.init(GuardedHost(host), groups: groups, from: from, requiresID: requiresID)
    }

    init(
      _ host: GuardedHost, groups: [String], from: [String], requiresID: Bool
    ) throws(GuardedHostFault) {
      try Self.check(groups: groups)
      try Self.check(from: from)
      (self.host, self.groups, self.from) = (host, groups, from)
      self.requiresID = requiresID
    }

    /// Throws what is wrong with the groups of an entry.
    static func check(groups: [String]) throws(GuardedHostFault) {
      for group in groups {
        if let rule = ListRule.brokenRule(name: group.utf8.span) { throw .group(rule) }
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
  public subscript(text: String) -> Entry? {
    (try? GuardedHost(text)).flatMap { self[$0] }
  }

  /// The hosts that an account may enter.
  public func letting(in account: Account) -> [GuardedHost] {
    all.filter { $0.lets(in: account) }.map(\.host)
  }

  /// Throws if the page has no host of its own: there a script of an application would be of one
  /// origin with it.
  public func check(page: ServeAddress) throws(GuardedHostFault) {
    guard !isEmpty else { return }
    guard page.path == "/" else { throw .pageHasPath }
    if let entry = self[page.host] { throw .ofPage(entry.host.name) }
  }
}
