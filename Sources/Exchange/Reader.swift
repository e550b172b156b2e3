public import Accounts
import LosslessJSON
import TextTools

/// A program that checks exported passwords: one row of the table of those that were run to prove it.
public struct Reader: Sendable {
  /// How its file is written.
  enum Layout: Sendable { case htpasswd, dovecot, authelia, caddy, prometheus }

  /// When it sees that its file has changed.
  public enum Rereading: Sendable {
    /// By itself.
    case always
    /// When it is told to reload, or with a setting of its own.
    case onReload
  }

  /// The program, as it is typed.
  public let name: String
  let layout: Layout
  /// The hashes that it checks, by the scheme's name in the hash.
  let schemes: Set<String>
  /// Whether a name can be written so that it takes it for that name and nothing more.
  let canBeNamed: @Sendable (String) -> Bool
  /// Whether a file without entries would switch its passwords off, or keep it from starting.
  let needsEntry: Bool
  /// When it sees that its file has changed.
  public let rereads: Rereading
  /// Whether the program writes the file too, as when people change their passwords there.
  public let writesItsFile: Bool

  /// The programs, in the order in which help lists them.
  public static let all: [Reader] = [
    Reader(
      "apache", .htpasswd, crypt.union(["apr1", "{SHA}"]), needsEntry: false, rereads: .always),
    Reader(
      "nginx", .htpasswd, crypt.union(["apr1", "{SHA}", "{SSHA}"]), needsEntry: false,
      rereads: .always),
    Reader("traefik", .htpasswd, bcrypt.union(["apr1", "1", "{SHA}"]), rereads: .onReload),
    Reader("caddy", .caddy, bcrypt, rereads: .onReload) {
      // There braces hold a variable, and import at the start of a line is a command.
      isPlain($0, others: "._-+@") && $0 != "import"
    },
    Reader("registry", .htpasswd, bcrypt, rereads: .always),
    Reader("prometheus", .prometheus, bcrypt, rereads: .always) { _ in true },
    // What else is in a name it refuses at login: its auth_username_chars.
    Reader(
      "dovecot", .dovecot, crypt.union(["{SHA}", "{SSHA}", "argon2id", "argon2i"]),
      needsEntry: false, rereads: .always
    ) { isPlain($0, others: "._-@") },
    // A name is a part of the paths there.
    Reader("radicale", .htpasswd, bcrypt, needsEntry: false, rereads: .always) {
      isPlain($0, others: "._-+@")
    },
    Reader("squid", .htpasswd, crypt.union(["apr1"]), needsEntry: false, rereads: .always),
    Reader("authelia", .authelia, Authelia.schemes, rereads: .onReload, writesItsFile: true) { _ in
      true
    },
  ]

  /// The program of a name; nil if it is in no row.
  public static func named(_ name: String) -> Reader? { all.first { $0.name == name } }

  /// What Go's bcrypt computes as crypt(3) does.
  private static let bcrypt: Set<String> = ["2a", "2b", "2y"]
  private static let crypt = HashSpelling.crypt

  private init(
    _ name: String, _ layout: Layout, _ schemes: Set<String>, needsEntry: Bool = true,
    rereads: Rereading, writesItsFile: Bool = false,
    canBeNamed: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.name = name
    self.layout = layout
    self.schemes = schemes
    self.needsEntry = needsEntry
    self.rereads = rereads
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
  /// The format of its file, if others have it too; nil for one that it alone reads.
  public var format: ExchangeFormat? {
    switch layout {
    case .htpasswd: .htpasswd
    case .dovecot: .dovecot
    case .authelia: .authelia
    case .caddy, .prometheus: nil
    }
  }

  /// The names in a file of its format that are not in another one.
  public func names(in file: [UInt8], not other: [UInt8]) -> [String] {
    func names(_ bytes: [UInt8]) -> [String] {
      format.map { $0.read(ExchangeText(bytes)).records.map(\.name) } ?? []
    }
    let others = Set(names(other))
    return names(file).filter { !others.contains($0) }
  }

  /// Whether it checks hashes of a scheme.
  public func takes(scheme: String) -> Bool { schemes.contains(scheme) }

  /// The kinds of hash that it checks, in the words of lists.
  public var kinds: [HashKind] {
    HashKind.allCases.filter { kind in
      kind != .other && schemes.contains { HashKind(ofScheme: $0) == kind }
    }
  }

  /// The scheme of the hash that a plain-text password becomes for it: the rulebook's, or bcrypt, which
  /// all of them check.
  public func schemeForTyped(under rulebook: Rulebook) -> HashScheme {
    let scheme = rulebook.fields.password.hash
    return PasswordHash(scheme.prefix).map { takes(scheme: $0.scheme) } == true ? scheme : .bcrypt
  }

  /// One account as it is written, in a layout that no format has.
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

  /// What goes before the first entry.
  var head: String? { layout == .prometheus ? Self.prometheusHead : nil }

  private static let prometheusHead = "basic_auth_users:\n"

  /// What goes in the place of all entries where there is none: an entry with a hash that no password
  /// matches, where an empty file would let in everyone or nobody could say what it does.
  ///
  /// The hash is bcrypt's form with a salt and a digest of zeros. Nobody has a password for it: that would
  /// take a digest of 184 zero bits. A fresh hash of a random password would be as good, but would make
  /// the file another one each time.
  var entryForNobody: String {
    let hash = "$2b$10$" + String(repeating: ".", count: 22 + 31)
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
  /// Whether a text is one of its files: every line, but comments and empty ones, is one that it takes.
  /// An empty text is.
  public func takes(_ bytes: [UInt8]) -> Bool {
    let text = ExchangeText(bytes)
    guard text.firstBrokenByte == nil else { return false }
    let lines = text.lines.map { text.string($0) }.filter { line in
      let line = line.drop { $0 == " " || $0 == "\t" }
      return !line.isEmpty && line.utf8.first != UInt8(ascii: "#")
    }
    guard let first = lines.first else { return true }
    switch layout {
    case .htpasswd:
      return lines.allSatisfy { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && isEntry(parts[0], parts[1])
      }
    case .caddy:
      return lines.allSatisfy { line in
        let parts = line.split { $0 == " " || $0 == "\t" }
        return parts.count == 2 && isEntry(parts[0], parts[1])
      }
    case .dovecot: return lines.allSatisfy(isDovecotLine)
    case .prometheus:
      guard first + "\n" == Self.prometheusHead,
        let reading = YAMLUsers.read(text, ReadingOptions()), reading.faults.isEmpty
      else { return false }
      return reading.records.count == lines.count - 1
        && reading.records.allSatisfy { isEntry($0.name, $0.values.password ?? "") }
    case .authelia:
      // What accounts carry along for Authelia may be more than an import reads.
      return AutheliaReader.read(text, ReadingOptions()).faults.isEmpty || isAuthelia(lines)
    }
  }

  /// `users:`, and below it a key for each user, with a password below that. What else is below a user may be
  /// any YAML.
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

  /// `name:{CRYPT}hash`, and up to six fields more, the last with any text. What has no braces may be another
  /// file of the system.
  private func isDovecotLine(_ line: String) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, !parts[0].isEmpty, parts[1].utf8.first == UInt8(ascii: "{")
    else { return false }
    return parts[1] == "{CRYPT}*"
      || (try? HashSpelling.stored(String(parts[1]), bare: .crypt)) != nil
  }
}
