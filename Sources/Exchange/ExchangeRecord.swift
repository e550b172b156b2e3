// Exchange: accounts in the formats of other programs.
//
// `ExchangeFormat.read` makes records of a text, `ExchangeWriter` texts of records. A format knows
// texts: no disk, no rulebook and no terminal. What it cannot read or write it reports as a fact,
// with its place, and in no language.

public import Accounts
public import LosslessJSON

/// An account on its way from or to another format. Nothing in it has been checked.
public struct ExchangeRecord: Sendable {
  /// Its fields. The password is what an accounts file may hold: a hash, a lock or plain text.
  public var values = FieldValues()
  /// Its other keys.
  public var ownKeys: [JSONLiteral.Member] = []
  /// Where it begins in the text it was read from, in bytes.
  public internal(set) var offset = 0
  /// Where its fields are in that text, in bytes; also those whose value could not be used.
  public internal(set) var offsets = FieldTable<Int>()
  /// Whether a part of it could not be read.
  public internal(set) var isBroken = false
  /// Whether the account can be logged in to now. Formats that can say so do.
  public var canLogIn = true
  /// The names of what stood there and has no place in an account.
  public internal(set) var dropped: Set<String> = []
  /// Whether its own keys were another program's, so that an import tells them.
  var tellsOwnKeys = false
  /// The marks that stood there, before they are settled.
  var marks = LoginMarks()
  /// What the marks came to.
  package private(set) var verdict = LoginMarks.Verdict()

  init(at offset: Int = 0) { self.offset = offset }

  /// Leaves out some fields, then puts in what the marks say: these count whatever is left out.
  mutating func settle(without: Set<Field> = []) {
    for field in without {
      values[field] = nil
      offsets[field] = nil
    }
    verdict = marks.apply(to: &values, &offsets)
    marks = LoginMarks()
    if !tellsOwnKeys { dropped.formUnion(verdict.others) }
  }

  /// A record to be written.
  public init(_ values: FieldValues, ownKeys: [JSONLiteral.Member] = []) {
    self.values = values
    self.ownKeys = ownKeys
  }

  /// A text under a key that is not a field.
  func ownText(_ key: String) -> String? {
    guard case .string(let text) = ownKeys.first(where: { $0.key == key })?.value else {
      return nil
    }
    return text
  }

  /// What a service knows the user by: the user name, or the email.
  var name: String { values.username ?? values.email ?? "" }

  /// The first and last name together; the email or the user name if it has neither.
  var displayName: String {
    let names = [values.firstName, values.lastName].compactMap(\.self)
      .filter { FieldValues.trimmed($0, for: .firstName) != nil }
    return names.isEmpty ? values.email ?? name : names.joined(separator: " ")
  }

  /// Takes a service's name of a user: an email if it has an `@`, otherwise a user name.
  mutating func setName(_ name: String, at offset: Int) {
    let field = name.utf8.contains(UInt8(ascii: "@")) ? Field.email : .username
    values[text: field] = name
    offsets[field] = offset
  }

  /// The user name of one who has no email, and where it stands.
  public var bareName: (name: String, offset: Int)? {
    guard values.email == nil, let name = values.username else { return nil }
    return (name, offsets[.username] ?? offset)
  }

  /// Makes an email of a bare name, which stays the user name.
  mutating func complete(in domain: String?) {
    guard let domain else { return }
    func trimmed(_ field: Field) -> String? {
      values[text: field].flatMap { FieldValues.trimmed($0, for: field) }
    }
    if let email = trimmed(.email) {
      guard !email.utf8.contains(UInt8(ascii: "@")) else { return }
      if values.username == nil { values.username = email }
      values.email = "\(email)@\(domain)"
    } else if values.email == nil, let name = trimmed(.username) {
      values.email = "\(name)@\(domain)"
      offsets[.email] = offsets[.username]
    }
  }
}

extension ExchangeRecord: Redacted {
  /// The names of its fields; no values.
  public var description: String { values.description }
}

/// The accounts of a text, in its order. Those of a table are decoded each time they are asked for.
public struct ExchangeRecords: RandomAccessCollection, Sendable {
  private var list: [ExchangeRecord] = []
  private var table: CSVTable?
  /// The positions of those that were picked; nil for all.
  private var picked: [Int]?
  /// Where the emails of bare names are.
  var domain: String?

  init() {}
  init(_ table: CSVTable) { self.table = table }

  public var startIndex: Int { 0 }
  public var endIndex: Int { picked?.count ?? table?.count ?? list.count }

  public subscript(index: Int) -> ExchangeRecord {
    let place = picked?[index] ?? index
    var record = table?[place] ?? list[place]
    record.complete(in: domain)
    return record
  }

  /// The fields of one account, and its other keys.
  public func contents(at index: Int) -> (values: FieldValues, ownKeys: [JSONLiteral.Member]) {
    let record = self[index]
    return (record.values, record.ownKeys)
  }

  /// The text of one field of one account.
  public func text(of field: Field, at index: Int) -> String? {
    guard domain == nil, let table else { return self[index].values[text: field] }
    return table.text(of: field, at: picked?[index] ?? index)
  }

  /// Whether an account has a field.
  public func holds(_ field: Field, at index: Int) -> Bool {
    table?.mayHold(field) == false ? false : self[index].values[field] != nil
  }

  /// Those at some positions.
  public func picking(_ places: [Int]) -> ExchangeRecords {
    var records = self
    records.picked = picked.map { picked in places.map { picked[$0] } } ?? places
    return records
  }

  /// What became of the keys of another program, and which accounts a mark shuts on a day.
  package func keyCounts(on day: CalendarDay) -> KeyCounts {
    if let table, table.isKeptWhole { return KeyCounts() }
    return reduce(into: KeyCounts()) { counts, record in
      counts.add(
        kept: record.tellsOwnKeys ? record.ownKeys.map(\.key) : [], dropped: record.dropped,
        record.verdict, of: record.values, record.name, on: day)
    }
  }

  mutating func append(_ record: ExchangeRecord) { list.append(record) }

  mutating func setGroups(_ groups: [String], at index: Int) { list[index].values.groups = groups }
}

/// What was read from a text: the accounts in it, and everything that is wrong with it.
public struct ExchangeReading: Sendable {
  /// The accounts.
  public internal(set) var records = ExchangeRecords()
  /// What is wrong, each with the byte at which it is.
  public private(set) var faults: [(offset: Int, fault: ExchangeFault)] = []
  /// How many entries were not accounts, and left out.
  public internal(set) var passedOver = 0
  /// How many comments were left out.
  public internal(set) var comments = 0
  /// Whether the text could not be read beyond one of the faults.
  public private(set) var endedEarly = false
  /// The fields that are left out, so that nothing can be wrong with them.
  private(set) var without: Set<Field> = []

  init(_ options: ReadingOptions = ReadingOptions()) { without = options.without }

  mutating func fail(_ fault: ExchangeFault, at offset: Int) { faults.append((offset, fault)) }

  /// A fault that ends the reading.
  mutating func stop(_ fault: ExchangeFault, at offset: Int) {
    fail(fault, at: offset)
    endedEarly = true
  }

  /// Sets a field of a record; a password that cannot be stored is a fault.
  mutating func set(
    _ field: Field, _ text: String, at offset: Int, of record: inout ExchangeRecord,
    password stored: (String) throws(ExchangeFault) -> String
  ) {
    if without.contains(field) { return }
    record.offsets[field] = offset
    do throws(ExchangeFault) {
      switch field {
      case .password: record.values.password = try stored(text)
      case .groups, .disabled, .mustChange: record.values.set(text, for: field)
      default: record.values[text: field] = text
      }
    } catch {
      fail(error, at: offset)
    }
  }

  /// Adds a record, which is broken if there are more faults than when it began.
  mutating func add(_ record: ExchangeRecord, faultsBefore count: Int) {
    var record = record
    record.settle(without: without)
    record.isBroken = faults.count > count
    records.append(record)
  }
}

/// What is wrong with a text to import.
public enum ExchangeFault: Error, Sendable, Hashable {
  /// One of our rules is broken.
  case rule(Problem)
  /// An earlier account in the text has this name.
  case repeats(name: String, line: Int)
  /// An account in the store has this email or user name.
  case exists(name: String, Field)
  /// The same, and that account is closed.
  case existsClosed(name: String, Field)
  /// The bytes are not UTF-8.
  case notUTF8

  // Passwords.
  /// A kind of hash that neither crypt(3) nor we support: `{SSHA}`.
  case foreignHash(String)
  /// Neither `$` nor the name of a kind: it could be an old hash or plain text.
  case bareHash
  /// A hash whose every `$` is doubled, as Compose files escape it.
  case doubledDollars
  /// A plain-text password that would be read as a hash or a lock here.
  case misleadingPassword
  /// Dovecot: `nopassword`, by which any password would do.
  case noPassword

  /// htpasswd, Dovecot: a line has no colon.
  case noColon
  /// CSV: no first line with names of columns, a quote inside a value, a quote that is not closed.
  case noHeader, strayQuote, openQuote
  /// CSV: a column that is not one of ours.
  case unknownColumn(String)
  /// CSV: no column has the name that one should have.
  case noColumn(String, among: [String])
  /// CSV: a line with more or fewer values than there are columns.
  case columns(found: Int, expected: Int)
  /// LDIF: not an attribute, an entry without a name, a bad value, a value in another file.
  case noAttribute, noDN, badBase64, valueElsewhere
  /// A name that is no email, where accounts are known by that.
  case noEmail(String)
  /// JSON: neither a list of accounts nor an accounts file.
  case notAccounts
  /// JSON: several values, one a line, as Auth0 exports them; a realm of Keycloak.
  case jsonLines, keycloakRealm
  /// JSON: another program's key for one of our fields.
  case otherKey(String, Field)
  /// LDIF: a change other than `add`.
  case changeType(String)
  /// Authelia: not the YAML that is supported.
  case yaml(YAMLFault)
  /// Authelia: a key that it does not know.
  case unknownKey(String)
}

/// Why an account is left out of an export.
public enum ExportObstacle: Error, Sendable, Hashable {
  /// It is invalid; this is its first problem.
  case closed(Problem?)
  /// The other program cannot check this kind of hash.
  case scheme(String)
  /// The hash is cut short or misspelt: no password matches it.
  case brokenHash
  /// The name begins with `#`, like a comment.
  case commentSign
  /// The program would take the name for more than a name, or refuse it.
  case nameForReader(String)
  /// The name contains the separator after a name.
  case colon
  /// An earlier account has the same name there.
  case nameTaken(String)
  /// Its line has more bytes than the other program reads.
  case recordTooLong(Int, maximum: Int)
  /// A typed password that is too long for the other program's hash to cover.
  case typedTooLong
  /// A phone number with characters that a directory does not accept.
  case phoneSigns
  /// An empty name, which a directory does not accept.
  case emptyName
  /// An own key whose text does not fit into a line.
  case ownKey(String)
}

extension ExchangeFault {
  /// Its name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .rule(let problem): problem.rule.name
    case .repeats: "repeats"
    case .exists, .existsClosed: "unique"
    case .notUTF8: "utf8"
    case .foreignHash: "foreignHash"
    case .bareHash: "bareHash"
    case .doubledDollars: "doubledDollars"
    case .misleadingPassword: "misleadingPassword"
    case .noPassword: "noPassword"
    case .notAccounts, .keycloakRealm: "required"
    case .noEmail: "address"
    case .noColon, .noHeader, .jsonLines, .noColumn, .unknownColumn, .columns, .strayQuote,
      .openQuote, .noAttribute, .noDN, .badBase64, .valueElsewhere, .yaml:
      "syntax"
    case .changeType: "changeType"
    case .unknownKey, .otherKey: "knownKey"
    }
  }
}

extension ExportObstacle {
  /// Its name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .closed(let problem): problem?.rule.name ?? "closed"
    case .scheme: "scheme"
    case .brokenHash: "brokenHash"
    case .commentSign: "commentSign"
    case .nameForReader: "nameForReader"
    case .colon: "colon"
    case .nameTaken: "nameTaken"
    case .recordTooLong: "recordTooLong"
    case .typedTooLong: "typedTooLong"
    case .phoneSigns: "phoneSigns"
    case .emptyName: "emptyName"
    case .ownKey: "ownKey"
    }
  }
}
