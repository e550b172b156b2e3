public import Accounts
public import LosslessJSON

/// An account to import or export. Nothing in it has been checked.
public struct ExchangeRecord: Sendable {
  /// The fields but the id. The password has the form of an accounts file: a hash, a lock or plain text.
  public var values = FieldValues()
  /// The id; nil without one that counts.
  public var id: AccountID?
  /// The own keys.
  public var ownKeys: [JSONLiteral.Member] = []
  /// The account's offset in the text that it was read from, in bytes.
  public internal(set) var offset = 0
  /// The offsets of its fields, also of those whose value could not be used.
  public internal(set) var offsets = FieldTable<Int>()
  /// True if a part of it could not be read.
  public internal(set) var isBroken = false
  /// False if the account cannot be logged in to now. Formats write this if they can.
  public var canLogIn = true
  /// The names of values that have no place in an account.
  public internal(set) var dropped: Set<String> = []

  init(at offset: Int = 0) { self.offset = offset }

  /// True if an invitation is beside the password, which so is its code.
  var isInvited = false

  /// Removes some fields. Without its invitation, a code would be a password: it goes, too.
  mutating func remove(_ without: Set<Field>) {
    let hasCode = isInvited || values[.invitedUntil] != nil
    let isCodeLeft = hasCode && without.contains(.invitedUntil)
    for field in isCodeLeft ? without.union([.password]) : without {
      values[field] = nil
      offsets[field] = nil
    }
  }

  /// True if the account is disabled, or its password a lock.
  package var isShut: Bool {
    (values[.disabled] ?? .flag(false)) != .flag(false)
      || values.password.map { StoredPassword.isLock($0.utf8.span) } ?? false
  }

  /// A record to write.
  public init(_ values: FieldValues, ownKeys: [JSONLiteral.Member] = []) {
    self.values = values
    self.ownKeys = ownKeys
  }

  /// The name for services: the user name, or else the email.
  var name: String { values.username ?? values.email ?? "" }

  /// The first and last name together; without both, the email or the user name.
  var displayName: String {
    let names = [values.firstName, values.lastName].compactMap(\.self)
      .filter { FieldValues.trimmed($0, for: .firstName) != nil }
    return names.isEmpty ? values.email ?? name : names.joined(separator: " ")
  }

  /// Sets a service's name of a user: an email if it has an `@`, otherwise a user name.
  mutating func setName(_ name: String, at offset: Int) {
    let field = name.utf8.contains(UInt8(ascii: "@")) ? Field.email : .username
    values[text: field] = name
    offsets[field] = offset
  }

  /// The name, and its offset, of an account that has only the other name than the key.
  package func bareName(under key: Field) -> (name: String, offset: Int)? {
    let other = key == .email ? Field.username : .email
    guard values[key] == nil, offsets[key] == nil, let name = values[text: other] else {
      return nil
    }
    return (name, offsets[other] ?? offset)
  }

  /// Makes an email from a bare name, which stays the user name.
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
  /// The names of the fields, without values.
  public var description: String { values.description }
}

extension [JSONLiteral.Member] {
  /// The text of a key; nil for any other value.
  func text(_ key: String) -> String? {
    guard case .string(let text)? = first(where: { $0.key == key })?.value else { return nil }
    return text
  }
}

/// The accounts of a text, in its order. The values of a table or of a list in JSON are decoded at
/// each access.
public struct ExchangeRecords: RandomAccessCollection, Sendable {
  var list: [ExchangeRecord] = []
  var table: (any RecordTable)?
  /// The picked positions; nil for all.
  private var picked: [Int]?

  public var startIndex: Int { 0 }
  public var endIndex: Int { picked?.count ?? table?.count ?? list.count }

  public subscript(index: Int) -> ExchangeRecord {
    let place = picked?[index] ?? index
    return table?[place] ?? list[place]
  }

  /// The names of an account. In a table, none of its other values is decoded.
  package func names(at index: Int) -> FieldValues {
    let place = picked?[index] ?? index
    return table?.names(at: place) ?? list[place].values
  }

  /// The accounts at some positions.
  public func picking(_ places: [Int]) -> ExchangeRecords {
    var records = self
    records.picked = picked.map { picked in places.map { picked[$0] } } ?? places
    return records
  }

  /// What was left out, and what has no place in an account, each with the number of its accounts.
  package var dropped: [String: Int] {
    if let table, table.isKeptWhole { return [:] }
    return reduce(into: [:]) { counts, record in
      for name in record.dropped { counts[name, default: 0] += 1 }
    }
  }
}

/// The accounts that were read from a text, and its faults.
public struct ExchangeReading: Sendable {
  /// The accounts, in the order of the text.
  public internal(set) var records = ExchangeRecords()
  /// The faults with their offsets.
  public private(set) var faults: [(offset: Int, fault: ExchangeFault)] = []
  /// The rulebook beside the accounts of a whole accounts file.
  var rules: (value: JSONValue, document: JSONDocument)?
  /// The number of dropped comments.
  public internal(set) var comments = 0
  /// The offsets of hashes and locks that had space around them, which was cut.
  package private(set) var cutHashes: [Int] = []
  /// True if a fault ended the reading.
  public private(set) var endedEarly = false
  /// True if a fault keeps out all accounts, also those without faults.
  package private(set) var isRefused = false
  /// The fields to ignore, with all faults in them.
  private(set) var without: Set<Field> = []
  /// The columns or keys that no field is, but for those of people's own, which are kept.
  var others = OtherNames()
  /// The key of ids in JSON.
  var idKey = ListedIDKey.none
  /// True if accounts may bring ids.
  package internal(set) var hasIDs = false
  private var domain: String?

  init(_ options: ReadingOptions = ReadingOptions()) {
    (without, others, domain) = (options.without, options.others, options.domain)
  }

  /// The faults of a rulebook beside the accounts, which has to be the one in force.
  package func faults(
    ofRulesUnder rulebook: Rulebook
  ) -> [(offset: Int, fault: ExchangeFault)] {
    guard let (value, document) = rules else { return [] }
    return rulebook.problems(ofListed: value, in: document).map { problem in
      (problem.offset ?? 0, .rule(Problem(problem.subject, problem.rule)))
    }
  }

  mutating func fail(_ fault: ExchangeFault, at offset: Int) { faults.append((offset, fault)) }

  /// Adds a fault that ends the reading.
  mutating func stop(_ fault: ExchangeFault, at offset: Int) {
    fail(fault, at: offset)
    endedEarly = true
  }

  /// Adds a fault that keeps out all accounts.
  mutating func refuse(_ problem: Problem, at offset: Int) {
    fail(.rule(problem), at: offset)
    isRefused = true
  }

  /// Refuses a text that begins at an offset for its columns or keys that no field is.
  mutating func refuseOthers(in source: OtherNames.Source, from start: Int) {
    for problem in others.problems(in: source, from: start) {
      // Behind the place where the reading ended it may be there.
      if endedEarly, case .column(.present) = problem.rule { continue }
      refuse(problem.placed(), at: problem.offset ?? start)
    }
  }

  /// Sets a field of a record; a password that cannot be stored is a fault.
  mutating func set(
    _ field: Field, _ text: String, at offset: Int, of record: inout ExchangeRecord,
    password stored: (String) throws(ExchangeFault) -> String
  ) {
    if without.contains(field) { return }
    record.offsets[field] = offset
    do throws(ExchangeFault) {
      if field == .password {
        record.values.password = try password(text, at: offset, stored)
      } else if field.form == .text {
        record.values[text: field] = text
      } else {
        record.values.set(text, for: field)
      }
    } catch {
      fail(error, at: offset)
    }
  }

  /// The password to store. Space around a hash or a lock is cut.
  mutating func password(
    _ text: String, at offset: Int, _ stored: (String) throws(ExchangeFault) -> String
  ) throws(ExchangeFault) -> String {
    guard let bare = HashSpelling.withoutSpace(text) else { return try stored(text) }
    let result = Result { () throws(ExchangeFault) in try stored(bare) }
    if let hash = try? result.get(), StoredPassword.isKept(hash.utf8.span) {
      cutHashes.append(offset)
      return hash
    }
    // Of what is no hash, each sign counts.
    return try stored(text)
  }

  /// Adds a record. It is broken, too, if there are more faults than `count`.
  mutating func add(_ record: ExchangeRecord, faultsBefore count: Int) {
    var record = record
    finish(&record)
    if faults.count > count { record.isBroken = true }
    records.list.append(record)
  }

  /// Takes out the fields to ignore; a `disabled` that keeps somebody out is refused instead.
  mutating func finish(_ record: inout ExchangeRecord) {
    // The email is made of a name that may be left out itself.
    record.complete(in: domain)
    if without.contains(.disabled), record.values[.disabled]?.keepsOut == true {
      let place = record.offsets[.disabled] ?? record.offset
      refuse(Problem(.field(.disabled), .column(.keptOut)), at: place)
    }
    record.remove(without)
  }
}

/// A fault of a text to import.
public enum ExchangeFault: Error, Sendable, Hashable {
  /// A rule of the accounts is broken.
  case rule(Problem)
  /// An earlier account in the text has this name.
  case repeats(name: String, line: Int)
  /// An account in the store has this email or user name.
  case exists(name: String, Field)
  /// A closed account in the store has this email or user name.
  case existsClosed(name: String, Field)
  /// The bytes are not UTF-8.
  case notUTF8

  // Passwords.
  /// A hash that neither crypt(3) nor we support.
  case foreignHash(String)
  /// A text without `$` or a scheme's name: an old hash or plain text.
  case bareHash
  /// A hash with every `$` doubled, as Compose files escape it.
  case doubledDollars

  /// A list that is not imported, and the program that it is of.
  case otherList(String)
  /// JSON: an object of names and hashes.
  case namesAndHashes
  /// htpasswd: a line has no colon; one of `/etc/shadow` is not whole.
  case noColon, shadow
  /// CSV: no line of column names, a quote inside a value, an unclosed quote.
  case noHeader, strayQuote, openQuote
  /// CSV: a space before a quoted value.
  case spaceBeforeQuote
  /// CSV: no column has the requested name.
  case noColumn(String, among: [String])
  /// CSV: a line with more or fewer values than there are columns.
  case columns(found: Int, expected: Int)
  /// A name that is not an email, although emails are the key.
  case noEmail(String)
  /// An email as the name, although user names are the key.
  case noUsername(String)
  /// JSON: neither a list of accounts nor an accounts file.
  case notAccounts
  /// JSON: several values, one per line, instead of a list. Whether any has its hash under one of
  /// Auth0's keys, and whether any has a user name.
  case jsonLines(hasOtherHashes: Bool, hasUsernames: Bool)
  /// JSON: a realm of Keycloak.
  case keycloakRealm
  /// JSON: another program's key for one of our fields.
  case otherKey(String, Field)
  /// Authelia: unsupported YAML.
  case yaml(YAMLFault)
}

/// Why an account is left out of an export.
public enum ExportObstacle: Error, Sendable, Hashable {
  /// The account is invalid; its first problem.
  case closed(Problem?)
  /// The other program cannot check this kind of hash.
  case scheme(String)
  /// The hash is cut short or misspelt: no password matches it.
  case brokenHash
  /// The name begins with `#`, like a comment.
  case commentSign
  /// The program would misread or refuse the name.
  case nameForReader(String)
  /// The name contains the separator that follows names.
  case colon
  /// An earlier account has the same name there.
  case nameTaken(String)
  /// The line has more bytes than the other program reads.
  case recordTooLong(Int, maximum: Int)
  /// The typed password is too long for the other program's hash.
  case typedTooLong
  /// The phone number has characters that a directory does not accept.
  case phoneSigns
  /// Another group has a name that is the same to the other program.
  case sameGroup(String)
  /// The name is empty, which a directory does not accept.
  case emptyName
  /// The text of an own key does not fit into a line.
  case ownKey(String)
}

extension ExchangeFault {
  /// The name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .rule(let problem): problem.rule.name
    case .repeats: "repeats"
    case .exists, .existsClosed: "unique"
    case .notUTF8: "utf8"
    case .notAccounts, .keycloakRealm, .otherList, .namesAndHashes: "required"
    case .noEmail: "address"
    case .noUsername: "required"
    case .noColon, .shadow, .noHeader, .jsonLines, .noColumn, .columns, .strayQuote,
      .spaceBeforeQuote,
      .openQuote, .yaml:
      "syntax"
    case .otherKey: "knownKey"
    case .foreignHash, .bareHash, .doubledDollars: caseName(of: self)
    }
  }
}

extension ExportObstacle {
  /// The name for programs: stable, and the same in every language.
  public var name: String {
    if case .closed(let problem?) = self { problem.rule.name } else { caseName(of: self) }
  }
}
