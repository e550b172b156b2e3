import TextTools

/// A login in a browser, with a session at each host that it has come to.
///
/// Not the ``Session`` of a terminal: a browser's sessions are at the page of `regapp serve` and at
/// the hosts that it guards.
public struct BrowserLogin: Sendable, Hashable {
  /// The identity of a login: random, and no secret.
  public let id: ID
  /// The account's name when it began.
  public let account: String
  /// The account's id when it began; nil if none counted then.
  public let accountID: AccountID?
  /// When it began, in seconds since 1970.
  public let begun: Int
  /// When it ends at the latest, in seconds since 1970.
  public let ends: Int
  /// True if it is to outlive the browser.
  public let isKept: Bool
  /// The browser in words, such as "Firefox on Linux"; empty if it is not known.
  public let browser: String
  /// The hosts at which it has a session, each once, in the order of the store.
  public var hosts: [String]

  /// A login.
  public init(
    id: ID, account: String, accountID: AccountID? = nil, begun: Int, ends: Int, isKept: Bool,
    browser: String, hosts: [String] = []
  ) {
    (self.id, self.account, self.accountID) = (id, account, accountID)
    (self.begun, self.ends) = (begun, ends)
    (self.isKept, self.browser, self.hosts) = (isKept, browser, hosts)
  }

  /// The name by which a person chooses it among those of its account: see ``ID/shortName``.
  public var shortName: String { id.shortName }

  package var withoutHosts: BrowserLogin {
    var login = self
    login.hosts = []
    return login
  }

  /// The identity of a login.
  public struct ID: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// A new one.
    public init() { self.init(high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max)) }

    init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// A new one with a short name that no other has.
    ///
    /// - Parameters:
    ///   - others: the logins of its account. An identity stays while its login lasts, and its
    ///     short name with it, whichever of the others ends.
    ///   - draw: a new one.
    init(besides others: some Sequence<BrowserLogin>, drawing draw: () -> ID) {
      let taken = Set(others.map { $0.id.shortNumber })
      var id = draw()
      while taken.contains(id.shortNumber) { id = draw() }
      self = id
    }

    /// The number that its short name spells: one of 26⁶.
    private var shortNumber: UInt64 { high % 308_915_776 }

    /// Six letters, a to z, made of it.
    public var shortName: String {
      var (rest, letters) = (shortNumber, [UInt8]())
      for _ in 0..<6 {
        letters.append(UInt8(ascii: "a") + UInt8(rest % 26))
        rest /= 26
      }
      return String(decoding: letters, as: UTF8.self)
    }

    /// Reads the 22 characters of base 64 of a URL; nil for any other text.
    public init?(_ text: some Collection<UInt8>) {
      guard let bytes = Base64.urlBytes(text), bytes.count == 16 else { return nil }
      (high, low) = (bytes[..<8].bigEndianWord, bytes[8...].bigEndianWord)
    }

    /// The 22 characters.
    public var description: String { Base64.urlText(high.bigEndianBytes + low.bigEndianBytes) }
  }
}

extension Sequence<BrowserLogin> {
  /// How many logins each account has.
  package var counts: [String: Int] {
    reduce(into: [:]) { counts, login in counts[login.account, default: 0] += 1 }
  }
}

extension UInt64 {
  /// The eight bytes, the highest first.
  var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }
}

extension Sequence where Element == UInt8 {
  /// The number that the bytes are, the highest first.
  var bigEndianWord: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
