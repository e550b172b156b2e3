public import Accounts
public import LosslessJSON
import TextTools

/// The formats for importing and exporting accounts.
public enum ExchangeFormat: String, Sendable, CaseIterable {
  /// The formats, named after their program or standard. `/etc/shadow` is read as `htpasswd`.
  case htpasswd, htgroup, dovecot, authelia, ldif, csv, json

  /// True if it says who is invited, so that nobody takes a code for a password.
  package var keepsInvitations: Bool {
    switch self {
    case .csv, .json: true
    case .htpasswd, .htgroup, .dovecot, .authelia, .ldif: false
    }
  }

  /// True if an export reads the keys beside the fields: to write them or, of csv, to count them.
  package var readsOwnKeys: Bool {
    switch self {
    case .json, .authelia, .dovecot, .csv: true
    case .htpasswd, .htgroup, .ldif: false
    }
  }

  /// The formats that can be imported.
  public static let readable = allCases.filter { $0.parse != nil }

  /// True if the format can mark accounts that cannot be logged in to.
  public var saysWhoCanLogIn: Bool {
    switch self {
    case .dovecot, .authelia, .csv, .json: true
    case .htpasswd, .htgroup, .ldif: false
    }
  }

  /// True if the format always contains hashes; others contain them on request.
  public var alwaysCarriesHashes: Bool {
    switch self {
    case .htpasswd, .dovecot, .authelia, .ldif: true
    case .htgroup, .csv, .json: false
    }
  }

  /// The scheme for hashing typed passwords in an export: the rulebook's, or bcrypt if not every
  /// program that reads the format can check that, such as Authelia before 4.39.2.
  public func schemeForTyped(under rulebook: Rulebook) -> HashScheme {
    let scheme = rulebook.fields.password.hash
    if self == .authelia, scheme == .yescrypt { return .bcrypt }
    return PasswordHash(scheme.prefix).map { takes(scheme: $0.scheme) } == true ? scheme : .bcrypt
  }

  /// True if the programs that read this format can check a hash of a scheme.
  public func takes(scheme: String) -> Bool {
    switch self {
    case .htpasswd: HashSpelling.crypt.contains(scheme) || ["apr1", "{SHA}"].contains(scheme)
    case .dovecot, .ldif: HashSpelling.name(of: scheme, for: self) != nil
    case .authelia: Authelia.schemes.contains(scheme)
    case .htgroup, .csv, .json: true
    }
  }

  /// Reads a text, as far as possible.
  ///
  /// - Parameters:
  ///   - text: the text of the file.
  ///   - options: the meanings of names in it.
  public func read(
    _ text: ExchangeText, _ options: ReadingOptions = ReadingOptions()
  ) -> ExchangeReading {
    if let program = otherList(in: text) {
      var other = ExchangeReading()
      other.stop(.otherList(program), at: text.start)
      return other
    }
    let brokenByte = text.isUTF16 ? 0 : self == .json ? nil : text.firstBrokenByte
    if let offset = brokenByte {
      var broken = ExchangeReading()
      broken.stop(.notUTF8, at: offset)
      return broken
    }
    return parse?(text, options) ?? ExchangeReading()
  }

  /// The program that another list than this format's is of; nil if it may be of this format.
  package func otherList(in text: ExchangeText) -> String? {
    switch self {
    case .dovecot: "Dovecot"
    case .ldif: "LDAP"
    case .authelia: YAMLUsers.list(in: text)?.kind.program
    case .htpasswd, .htgroup, .csv, .json: nil
    }
  }

  private var parse: ((ExchangeText, ReadingOptions) -> ExchangeReading)? {
    switch self {
    case .htpasswd: Htpasswd.read
    case .htgroup, .dovecot, .ldif: nil
    case .authelia: AutheliaReader.read
    case .csv: CSVTable.read
    case .json: JSONAccounts.read
    }
  }
}

/// The meanings of names in a text to import.
public struct ReadingOptions: Sendable {
  /// The names of CSV columns, for fields whose column has another name.
  public var columns = FieldTable<String>()
  /// The fields to ignore.
  public var without: Set<Field> = []
  /// The columns or keys to leave out that no field is.
  package var others = OtherNames()
  /// The domain for names without one: with `example.com`, `admin` becomes `admin@example.com`.
  public var domain: String?
  /// The dialect of JSON. Comments are dropped.
  public var dialect = JSONDialect.json

  /// The default meanings.
  public init() {}
}

extension ExchangeFormat {
  /// The format of a file, if its name or its beginning makes it clear.
  public static func guess(path: String, _ text: ExchangeText) -> ExchangeFormat? {
    let name =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    let lowered = name.lowercased()
    let byEnding: [(String, ExchangeFormat)] = [
      (".json", .json), (".jsonc", .json), (".csv", .csv), (".ldif", .ldif),
      (".htpasswd", .htpasswd),
    ]
    if let format = byEnding.first(where: { lowered.hasSuffix($0.0) })?.1 { return format }
    let format = guess(text)
    // Lines of other YAML look like a name and a password.
    let isYAML = lowered.hasSuffix(".yml") || lowered.hasSuffix(".yaml")
    return isYAML && (format == .htpasswd || format == .dovecot) ? nil : format
  }

  private static func guess(_ text: ExchangeText) -> ExchangeFormat? {
    let lines = text.lines.lazy.filter { line in
      guard let first = text.bytes[line].first(where: { $0 != 0x20 && $0 != 0x09 }) else {
        return false
      }
      return first != UInt8(ascii: "#")
    }
    guard let line = lines.first(where: { _ in true }) else { return nil }
    let first = text.string(line)
    // The sections of an INI file begin so too.
    let isSection = first.hasPrefix("[") && first.dropFirst().first?.isLetter == true
    if let sign = first.first(where: { !$0.isWhitespace }), "[{".contains(sign) {
      return isSection ? nil : .json
    }
    if CSV.isPreface(text.bytes[line]) { return .csv }
    if isOfDirectory(first) { return .ldif }
    if first == "---" || first.hasPrefix("users:") { return .authelia }
    let mayBeYAML = first.hasSuffix(":") || first.contains(": ")
    if mayBeYAML, YAMLUsers.list(in: text) != nil { return .authelia }
    // docker-mailserver's accounts are Dovecot's.
    if let bar = first.firstRange(of: "|{"), first[..<bar.lowerBound].contains("@"),
      !first[..<bar.lowerBound].contains(":")
    {
      return .dovecot
    }
    if Shadow.isLine(text.bytes[line]) { return .htpasswd }
    let parts = first.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if parts.count > 1, let password = parts[1].first {
      let isHash =
        PasswordHash(Substring(parts[1])) != nil || HashSpelling.isDES(String(Substring(parts[1])))
      if parts.count == 2, isHash { return .htpasswd }
      if password == UInt8(ascii: "{") || parts.count > 2 { return .dovecot }
    }
    let columns = first.utf8.split { CSV.delimiters.contains($0) }
      .map { CSV.field(named: String(Substring($0))) }
    return columns.contains(.email) || columns.contains(.username) ? .csv : nil
  }

  /// Whether a line begins an LDIF file: an entry's name, or the version.
  private static func isOfDirectory(_ line: String) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let value = parts[1].drop { $0 == " " }
    return switch parts[0].lowercased() {
    case "dn": value.first == ":" || value.first?.isLetter == true && value.contains("=")
    case "version": !value.isEmpty && value.utf8.allSatisfy(\.isASCIIDigit)
    default: false
    }
  }
}

/// A text to import.
public struct ExchangeText: Sendable {
  /// All bytes, including a byte-order mark.
  public let bytes: [UInt8]
  /// The offset after a byte-order mark.
  let start: Int

  /// A text as bytes, which need not be UTF-8.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// A text.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  /// True for UTF-16, recognised by its byte-order mark or by the zeros beside ASCII.
  public var isUTF16: Bool {
    let head = bytes.prefix(64)
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return true }
    return head.count > 3 && head.count { $0 == 0 } * 3 > head.count
  }

  /// True for valid UTF-8 that is not UTF-16.
  public var isUTF8: Bool { firstBrokenByte == nil && !isUTF16 }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The first byte of invalid UTF-8; nil if there is none. Does not copy the text.
  var firstBrokenByte: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// The bytes of each line, without line ends.
  var lines: UnfoldSequence<Range<Int>, Int> {
    sequence(state: start) { position in
      guard position < bytes.count else { return nil }
      let start = position
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      position = end + 1
      let isPair = end > start && bytes[end - 1] == UInt8(ascii: "\r")
      return start..<(isPair ? end - 1 : end)
    }
  }
}
