package import Accounts

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
  private var groups = GroupMembers()

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
    var text = ""
    try add(entry(of: record), to: &text)
    return text
  }

  /// What does not depend on the records before one: it can be made on any thread, for `add`.
  package struct Entry: Sendable {
    fileprivate let text: Result<String, ExportObstacle>
    /// The record, in a list since it is large; none where those behind it do not depend on it.
    fileprivate let record: [ExchangeRecord]
  }

  /// A record as it is written, or why it cannot be.
  package func entry(of record: ExchangeRecord) -> Entry {
    let isNeeded: Bool =
      switch format {
      case .htgroup, .authelia, .ldif, .csv: true
      case .htpasswd, .dovecot, .json: false
      }
    return Entry(
      text: Result { () throws(ExportObstacle) in try line(record) },
      record: isNeeded ? [record] : [])
  }

  /// The entry of an account whose bytes can be copied from its file; nil otherwise. A fast path for
  /// `entry(of:)`.
  package func entry(passingOn account: StoredAccount) -> Entry? {
    guard format == .json, reader == nil, !withHashes else { return nil }
    return account.line(passingOn: CSV.columns(withHashes: false)).map { line in
      Entry(text: .success(line), record: [])
    }
  }

  private func line(_ record: ExchangeRecord) throws(ExportObstacle) -> String {
    if let line = try reader?.line(record) { return line }
    return switch format {
    case .htpasswd: try Htpasswd.line(record)
    case .htgroup: ""
    case .dovecot: try Dovecot.line(record)
    case .authelia: try Authelia.user(record)
    case .ldif: try LDIF.entry(record, base: base)
    case .csv: CSV.line(record, withHashes: withHashes, forSpreadsheet: forSpreadsheet)
    case .json: JSONAccounts.line(record, withHashes: withHashes)
    }
  }

  /// Adds the next record, by its entry, to a text. One that throws is left out.
  package mutating func add(_ entry: Entry, to text: inout String) throws(ExportObstacle) {
    let name = format == .authelia ? entry.record.first.map(Authelia.name) : nil
    if let name, names.contains(name) { throw .nameTaken(name) }
    let line = try entry.text.get()
    for record in entry.record {
      if format == .htgroup {
        groups.add(try NameColonHash.name(record), to: record.values.groups)
      }
      if format == .ldif {
        groups.add(LDIF.entryName(record, base: base), to: record.values.groups)
      }
      if format == .csv, !forSpreadsheet, CSV.hasFormula(record) {
        linesWithFormulas.append(count + 2)
      }
    }
    if let name { names.insert(name) }
    if format == .json { text += JSONAccounts.start(isFirst: count == 0) }
    if format == .ldif, count > 0 { text += "\n" }
    text += line
    count += 1
  }

  /// What goes behind the last record.
  public var end: String {
    if count == 0, let reader { return reader.entryForNobody }
    return switch format {
    case .json: JSONAccounts.end(isEmpty: count == 0)
    case .htgroup: Htgroup.text(groups)
    case .ldif: LDIF.entries(of: groups, base: base)
    case .htpasswd, .dovecot, .authelia, .csv: ""
    }
  }
}

/// The members of groups, in the order in which they were added.
struct GroupMembers {
  private(set) var all: [(name: String, members: [String])] = []
  private var places: [String: Int] = [:]

  mutating func add(_ member: String, to groups: [String]) {
    for group in groups {
      let place = places[group] ?? all.count
      if place == all.count {
        places[group] = place
        all.append((group, []))
      }
      all[place].members.append(member)
    }
  }
}
