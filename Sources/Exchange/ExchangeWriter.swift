package import Accounts

/// Writes records in a format, one after another.
///
/// A file is `head`, the text of each record and `end`.
public struct ExchangeWriter: Sendable {
  /// The format of the text.
  public let format: ExchangeFormat
  /// True if the text contains hashes of passwords.
  public let withHashes: Bool
  private let forSpreadsheet: Bool
  private let base: String
  /// The program that reads the text; nil for any that reads the format.
  private let reader: Reader?
  private var count = 0
  /// The lines of a CSV table, from 1, with a value that a spreadsheet would run as a formula.
  public private(set) var linesWithFormulas: [Int] = []
  /// The names so far, in a format whose names need not be emails.
  private var names: Set<String> = []
  private var groups = GroupMembers()

  /// The default entry for accounts in an LDIF file.
  public static let usualBase = "dc=example,dc=com"

  /// Begins a text.
  ///
  /// - Parameters:
  ///   - format: the format of the text.
  ///   - withHashes: adds hashes to formats that contain them on request.
  ///   - forSpreadsheet: for CSV, puts a `'` before values that a spreadsheet would run as
  ///     formulas. Such a table must not be imported again.
  ///   - base: for LDIF, the name of the entry above accounts; see ``isBase(_:)``.
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

  /// Begins a text for a program. Accounts that it cannot name are left out.
  public init(for reader: Reader) {
    format = reader.format ?? .htpasswd
    forSpreadsheet = false
    withHashes = true
    base = Self.usualBase
    self.reader = reader
  }

  /// True if a text is the name of an entry: `ou=people,dc=example,dc=com`.
  public static func isBase(_ text: String) -> Bool { LDIF.isName(text) }

  /// The text before the first record.
  public var head: String {
    if let head = reader?.head { return head }
    return switch format {
    case .htpasswd, .htgroup, .dovecot, .ldif: ""
    case .json: JSONAccounts.head
    case .authelia: Authelia.head
    case .csv: CSV.header(withHashes: withHashes)
    }
  }

  /// The text of the next record. Throws for a record to leave out.
  public mutating func text(of record: ExchangeRecord) throws(ExportObstacle) -> String {
    var text = ""
    try add(entry(of: record), to: &text)
    return text
  }

  /// The part of a record's text that does not depend on earlier records; can be made on any
  /// thread, for `add`.
  package struct Entry: Sendable {
    fileprivate let text: Result<String, ExportObstacle>
    /// The record, in a list because it is large; empty if later records do not depend on it.
    fileprivate let record: [ExchangeRecord]
  }

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

  /// The entry of an account whose bytes can be copied from its file; otherwise nil. A fast path
  /// for `entry(of:)`.
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

  /// Adds the next record to a text. Throws for a record to leave out.
  package mutating func add(_ entry: Entry, to text: inout String) throws(ExportObstacle) {
    let name = format == .authelia ? entry.record.first?.name : nil
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

  /// The groups that are not in the text, each with why: the other program would take two of them
  /// for one, or the name for something else. Complete after the last record.
  public var groupsLeftOut: [(name: String, obstacle: ExportObstacle)] {
    switch format {
    case .htgroup: groups.separated(by: Htgroup.key, but: Htgroup.obstacle).leftOut
    case .ldif: groups.separated(by: LDIF.key).leftOut
    case .htpasswd, .dovecot, .authelia, .csv, .json: []
    }
  }

  /// The text after the last record.
  public var end: String {
    if count == 0, let reader { return reader.entryForNobody }
    return switch format {
    case .json: JSONAccounts.end(isEmpty: count == 0)
    case .htgroup: Htgroup.text(groups.separated(by: Htgroup.key, but: Htgroup.obstacle).kept)
    case .ldif: LDIF.entries(of: groups.separated(by: LDIF.key).kept, base: base)
    case .htpasswd, .dovecot, .authelia, .csv: ""
    }
  }
}

/// The members of groups, in the order of adding.
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

extension GroupMembers {
  /// The groups that a program can tell from each other, and the others: of two that are one to it,
  /// members of either would have the rights of both.
  ///
  /// - Parameters:
  ///   - key: what the program compares of a name.
  ///   - obstacle: why the program cannot read a name at all.
  func separated(
    by key: (String) -> String, but obstacle: (String) -> ExportObstacle? = { _ in nil }
  ) -> (kept: GroupMembers, leftOut: [(name: String, obstacle: ExportObstacle)]) {
    let names = Dictionary(grouping: all.map(\.name)) { key($0) }
    var (kept, leftOut) = (GroupMembers(), [(name: String, obstacle: ExportObstacle)]())
    for group in all {
      let others = names[key(group.name)]?.filter { !sameText($0, group.name) } ?? []
      if let obstacle = obstacle(group.name) ?? others.first.map(ExportObstacle.sameGroup) {
        leftOut.append((group.name, obstacle))
      } else {
        for member in group.members { kept.add(member, to: [group.name]) }
      }
    }
    return (kept, leftOut)
  }
}
