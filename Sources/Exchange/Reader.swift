public import Accounts
import LosslessJSON
import TextTools

/// A program that checks exported passwords, as tested with the program itself.
public struct Reader: Sendable {
  enum Layout: Sendable { case htpasswd, dovecot, authelia, caddy, prometheus }

  /// When the program notices a change of its file.
  public enum Rereading: Sendable {
    /// On its own.
    case always
    /// When it is told to reload, or with a setting.
    case onReload
  }

  /// When the program computes a hash.
  public enum Hashing: Sendable {
    /// At each request: a dear hash makes everybody wait.
    case atEachRequest
    /// When somebody logs in.
    case atEachLogin
    /// At each request, unless it has proved the password a while ago.
    case onceInAWhile
  }

  /// The program's name on the command line.
  public let name: String
  let layout: Layout
  /// The schemes that it checks, by their names in hashes.
  let schemes: Set<String>
  /// Tells whether a name can be written so that the program takes it as just that name.
  let canBeNamed: @Sendable (String) -> Bool
  /// True if a file without entries would switch passwords off, or keep the program from starting.
  let needsEntry: Bool
  /// When the program notices a change of its file.
  public let rereads: Rereading
  /// When the program computes a hash.
  public let hashing: Hashing
  /// True if the program also writes the file, such as when people change their passwords.
  public let writesItsFile: Bool

  /// The programs, in the order in which help lists them.
  public static let all: [Reader] = [
    Reader(
      "apache", .htpasswd, crypt.union(["apr1", "{SHA}"]), needsEntry: false, rereads: .always),
    Reader(
      "nginx", .htpasswd, crypt.union(["apr1", "{SHA}", "{SSHA}"]), needsEntry: false,
      rereads: .always),
    Reader("traefik", .htpasswd, bcrypt.union(["apr1", "1", "{SHA}"]), rereads: .onReload),
    Reader("caddy", .caddy, bcrypt, rereads: .onReload, hashing: .onceInAWhile) {
      // There braces hold a variable, and import at the start of a line is a command.
      isPlain($0, others: "._-+@") && $0 != "import"
    },
    Reader("registry", .htpasswd, bcrypt, rereads: .always),
    Reader("prometheus", .prometheus, bcrypt, rereads: .always, hashing: .onceInAWhile) { _ in true
    },
    // Dovecot refuses other characters at login: its auth_username_chars.
    Reader(
      "dovecot", .dovecot, crypt.union(["{SHA}", "{SSHA}", "argon2id", "argon2i"]),
      needsEntry: false, rereads: .always, hashing: .atEachLogin
    ) { isPlain($0, others: "._-@") },
    // A name is a part of the paths there.
    Reader("radicale", .htpasswd, bcrypt, needsEntry: false, rereads: .always) {
      isPlain($0, others: "._-+@")
    },
    Reader(
      "squid", .htpasswd, crypt.union(["apr1"]), needsEntry: false, rereads: .always,
      hashing: .onceInAWhile),
    Reader(
      "authelia", .authelia, Authelia.schemes, rereads: .onReload, hashing: .atEachLogin,
      writesItsFile: true
    ) { _ in true },
  ]

  /// The program with a name; nil if it is unknown.
  public static func named(_ name: String) -> Reader? { all.first { $0.name == name } }

  /// The bcrypt prefixes that Go computes as crypt(3) does.
  private static let bcrypt: Set<String> = ["2a", "2b", "2y"]
  private static let crypt = HashSpelling.crypt

  private init(
    _ name: String, _ layout: Layout, _ schemes: Set<String>, needsEntry: Bool = true,
    rereads: Rereading, hashing: Hashing = .atEachRequest, writesItsFile: Bool = false,
    canBeNamed: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.name = name
    self.layout = layout
    self.schemes = schemes
    self.needsEntry = needsEntry
    self.rereads = rereads
    self.hashing = hashing
    self.writesItsFile = writesItsFile
    self.canBeNamed = canBeNamed
  }

  private static func isPlain(_ name: String, others: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || others.utf8.contains($0)
      }
  }
}

extension Reader {
  /// The format of the file; nil if only this program reads it.
  public var format: ExchangeFormat? {
    switch layout {
    case .htpasswd: .htpasswd
    case .dovecot: .dovecot
    case .authelia: .authelia
    case .caddy, .prometheus: nil
    }
  }

  /// The names that a file of its format lets in, and another one does not.
  public func names(letInBy file: [UInt8], not other: [UInt8]) -> [String] {
    func names(_ bytes: [UInt8]) -> [String] {
      let records = format.map { $0.read(ExchangeText(bytes)).records }
      return records?.filter { !$0.isShut }.map(\.name) ?? []
    }
    let others = Set(names(other))
    return names(file).filter { !others.contains($0) }
  }

  /// True if the program checks hashes of a scheme.
  public func takes(scheme: String) -> Bool { schemes.contains(scheme) }

  /// The kinds of hash that the program checks, in the words of lists.
  public var kinds: [HashKind] {
    HashKind.allCases.filter { kind in
      kind != .other && schemes.contains { HashKind(ofScheme: $0) == kind }
    }
  }

  /// The scheme for hashing typed passwords: the rulebook's, or bcrypt, which all programs check.
  public func schemeForTyped(under rulebook: Rulebook) -> HashScheme {
    let scheme = rulebook.fields.password.hash
    return PasswordHash(scheme.prefix).map { takes(scheme: $0.scheme) } == true ? scheme : .bcrypt
  }

  /// One account, in a layout that no format has; nil for other layouts.
  func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String? {
    let (name, hash) = (record.name, record.values.password ?? "")
    guard canBeNamed(name) else { throw .nameForReader(self.name) }
    switch layout {
    case .caddy: return "\(name) \(hash)\n"
    case .prometheus: return Self.prometheusLine(name, hash)
    case .htpasswd, .dovecot, .authelia: return nil
    }
  }

  private static func prometheusLine(_ name: String, _ hash: String) -> String {
    "  \(YAMLScalar.text(name)): \(YAMLScalar.text(hash))\n"
  }

  /// The text before the first entry, if the layout has its own.
  var head: String? { layout == .prometheus ? Self.prometheusHead : nil }

  private static let prometheusHead = "basic_auth_users:\n"

  /// The text in place of all entries if there are none: an entry with a hash that no password
  /// matches, since an empty file might let everyone in.
  ///
  /// Its hash is `PasswordHash.ofNobody`.
  var entryForNobody: String {
    let hash = PasswordHash.ofNobody
    let name = "nobody"
    guard needsEntry else { return "" }
    switch layout {
    case .htpasswd: return "\(name):\(hash)\n"
    case .caddy: return "\(name) \(hash)\n"
    case .prometheus: return Self.prometheusLine(name, hash)
    case .dovecot: return ""
    case .authelia:
      return YAMLText.lines(
        of: .object([
          .init(
            name,
            .object([
              .init("disabled", .bool(true)), .init("displayname", .string(name)),
              .init("password", .string(hash)), .init("groups", .array([])),
            ]))
        ]), indentation: 2)
    }
  }
}

extension Reader {
  /// The number of the first line that is in none of its files; nil if a text is one of them, as an
  /// empty one is. Comments and empty lines may be anywhere.
  public func strangeLine(in bytes: [UInt8]) -> Int? {
    let text = ExchangeText(bytes)
    let all = text.lines.map { text.string($0) }
    let numbers = all.indices.filter { index in
      let line = all[index].drop { $0 == " " || $0 == "\t" }
      return !line.isEmpty && line.utf8.first != UInt8(ascii: "#")
    }
    guard let first = numbers.first else { return nil }
    let lines = numbers.map { all[$0] }
    func strange(_ isOurs: (String) -> Bool) -> Int? {
      lines.firstIndex { !isOurs($0) }.map { numbers[$0] + 1 }
    }
    if text.firstBrokenByte != nil { return strange { !$0.contains("\u{FFFD}") } ?? first + 1 }
    let isWhole: Bool
    switch layout {
    case .htpasswd: return strange(isHtpasswdLine)
    case .caddy:
      return strange { line in
        let parts = line.split { $0 == " " || $0 == "\t" }
        return parts.count == 2 && isEntry(parts[0], parts[1])
      }
    case .dovecot: return strange(isDovecotLine)
    case .prometheus:
      let users = YAMLUsers.ofPrometheus(in: text)
      isWhole =
        lines[0] + "\n" == Self.prometheusHead && users?.count == lines.count - 1
        && users?.allSatisfy { isEntry($0.name, $0.hash) } == true
    case .authelia:
      // Own keys for Authelia may be more than an import reads.
      isWhole = AutheliaReader.read(text, ReadingOptions()).faults.isEmpty || isAuthelia(lines)
    }
    return isWhole ? nil : first + 1
  }

  /// True for `users:`, and below it a key for each user with a password. Anything else below a
  /// user may be any YAML.
  private func isAuthelia(_ lines: [String]) -> Bool {
    func depth(_ line: String) -> Int { line.utf8.prefix { $0 == UInt8(ascii: " ") }.count }
    guard lines.first == "users:", lines.count > 1 else { return false }
    let usual = depth(lines[1])
    var hasPassword = true
    for line in lines.dropFirst() {
      let text = line.drop { $0 == " " }
      if depth(line) > usual {
        hasPassword = hasPassword || text.hasPrefix("password:")
      } else {
        guard depth(line) == usual, usual > 0, hasPassword, text.hasSuffix(":"),
          !text.hasPrefix("-")
        else { return false }
        hasPassword = false
      }
    }
    return hasPassword
  }

  private func isEntry(_ name: some StringProtocol, _ hash: some StringProtocol) -> Bool {
    guard !name.isEmpty, canBeNamed(String(name)) else { return false }
    if HashSpelling.isDES(String(hash)) { return takes(scheme: "des") }
    guard let hash = PasswordHash(hash), !hash.hasSeparator else { return false }
    return takes(scheme: hash.scheme)
  }

  /// True for `name:hash`, perhaps with a comment behind a colon; nginx knows a password without a
  /// hash.
  private func isHtpasswdLine(_ line: String) -> Bool {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return false }
    return isEntry(parts[0], parts[1]) || !parts[0].isEmpty && parts[1].hasPrefix("{PLAIN}")
  }

  /// True for `name:{CRYPT}hash` with up to six more fields, the last with any text. A line without
  /// braces may be from another file of the system.
  private func isDovecotLine(_ line: String) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, !parts[0].isEmpty, parts[1].utf8.first == UInt8(ascii: "{")
    else { return false }
    return parts[1] == "{CRYPT}*"
      || (try? HashSpelling.stored(String(parts[1]))) != nil
  }
}

extension PasswordHash {
  /// A hash that no password matches, and that every program can read.
  ///
  /// It is bcrypt's form with a salt and a digest of zeros. Nobody has a password for it: that
  /// would take a digest of 184 zero bits. A fresh hash of a random password would be as good, but
  /// would change a file each time.
  package static let ofNobody = "$2b$10$" + String(repeating: ".", count: 22 + 31)
}
