/// Writes records in a format, one after the other.
///
/// A file is `head`, the text of each record and `end`.
public struct ExchangeWriter: Sendable {
  /// The format that it writes.
  public let format: ExchangeFormat
  /// Whether the hashes of passwords are written.
  public let withHashes: Bool
  private let forSpreadsheet: Bool
  private let base: String
  /// The program that reads the text; nil for any that reads the format.
  private let reader: Reader?
  private var count = 0
  /// The lines of a CSV table, from 1, with a value that a spreadsheet would run as a formula.
  public private(set) var linesWithFormulas: [Int] = []
  /// The names of those written, in a format where they need not be emails.
  private var names: Set<String> = []
  private var htgroup = Htgroup()
  private var directory = LDIFGroups()

  /// The entry under which an LDIF file puts accounts, unless another one is given.
  public static let usualBase = "dc=example,dc=com"

  /// Begins a text.
  ///
  /// - Parameters:
  ///   - format: the format of the text.
  ///   - withHashes: for formats that carry hashes on request.
  ///   - forSpreadsheet: for CSV, whether values that a spreadsheet would run as formulas get a `'`
  ///     before them. Such a table is not to be imported again.
  ///   - base: for LDIF, the name of the entry under which accounts are; see `isBase`.
  public init(
    _ format: ExchangeFormat, withHashes: Bool = false, forSpreadsheet: Bool = false,
    base: String = ExchangeWriter.usualBase
  ) {
    self.format = format
    self.forSpreadsheet = forSpreadsheet
    self.withHashes = format.alwaysCarriesHashes || withHashes
    self.base = base
    reader = nil
  }

  /// Begins a text for a program. An account that it cannot name is left out.
  public init(for reader: Reader) {
    format = reader.format ?? .htpasswd
    forSpreadsheet = false
    withHashes = true
    base = Self.usualBase
    self.reader = reader
  }

  /// Whether a text is the name of an entry: `ou=people,dc=example,dc=com`.
  public static func isBase(_ text: String) -> Bool { LDIF.isName(text) }

  /// What goes before the first record.
  public var head: String {
    if let head = reader?.head { return head }
    return switch format {
    case .htpasswd, .htgroup, .dovecot, .ldif, .json: ""
    case .authelia: Authelia.head
    case .csv: CSV.header(withHashes: withHashes)
    }
  }

  /// The text of the next record. One that throws is left out.
  public mutating func text(of record: ExchangeRecord) throws(ExportObstacle) -> String {
    try add(record, as: entry(of: record))
  }

  /// The text of a record, or why it has none, as far as that does not depend on those before it. It
  /// can be made on any thread, for `add`.
  package func entry(of record: ExchangeRecord) -> Result<String, ExportObstacle> {
    Result { () throws(ExportObstacle) in try entry(of: record, isFirst: false) }
  }

  private func entry(
    of record: ExchangeRecord, isFirst: Bool
  ) throws(ExportObstacle) -> String {
    if let line = try reader?.line(record) { return line }
    return switch format {
    case .htpasswd: try Htpasswd.line(record)
    case .htgroup: ""
    case .dovecot: try Dovecot.line(record)
    case .authelia: try Authelia.user(record)
    case .ldif: try LDIF.entry(record, base: base, isFirst: isFirst)
    case .csv: CSV.line(record, withHashes: withHashes, forSpreadsheet: forSpreadsheet)
    case .json: JSONAccounts.line(record, withHashes: withHashes, isFirst: isFirst)
    }
  }

  /// Adds a record, the next one, as its entry says; returns its text. One that throws is left out.
  package mutating func add(
    _ record: ExchangeRecord, as entry: Result<String, ExportObstacle>
  ) throws(ExportObstacle) -> String {
    let name = format == .authelia ? Authelia.name(of: record) : nil
    if let name, names.contains(name) { throw .nameTaken(name) }
    var text = try entry.get()
    if count == 0 { text = try self.entry(of: record, isFirst: true) }
    if format == .htgroup { try htgroup.add(record) }
    if format == .ldif { directory.add(record, base: base) }
    if let name { names.insert(name) }
    count += 1
    if format == .csv, !forSpreadsheet, CSV.hasFormula(record) {
      linesWithFormulas.append(count + 1)
    }
    return text
  }

  /// What goes behind the last record.
  public var end: String {
    if count == 0, let reader { return reader.entryForNobody }
    return switch format {
    case .json: JSONAccounts.end(isEmpty: count == 0)
    case .htgroup: htgroup.text
    case .ldif: directory.text
    case .htpasswd, .dovecot, .authelia, .csv: ""
    }
  }
}
