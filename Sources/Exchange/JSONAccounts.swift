import Accounts
import LosslessJSON
import TextTools

/// A list of accounts as printed by `list --json`, including keys that are not ours; or a whole
/// accounts file.
enum JSONAccounts {
  static func line(_ record: ExchangeRecord, withHashes: Bool) -> String {
    // Otherwise an own key that has the name of a mark would count when the account is read.
    let effect = LoginMarks.effect(of: record.ownKeys)
    func value(of field: Field) -> FieldValue? {
      let isDenied =
        field == .disabled && effect.isClosing || field == .mustChange && effect.isRenewing
      return record.values[field] ?? (isDenied ? .flag(false) : nil)
    }
    let fields = CSV.columns(withHashes: withHashes).compactMap { field in
      value(of: field).map { JSONLiteral.Member(field.rawValue, $0.literal) }
    }
    return JSONLiteral.object(fields + record.ownKeys).text(style: .oneLine)
  }

  static func start(isFirst: Bool) -> String { isFirst ? "[\n  " : ",\n  " }

  static func end(isEmpty: Bool) -> String { isEmpty ? "[]\n" : "\n]\n" }

  static func read(
    _ text: ExchangeText, _ options: ReadingOptions = ReadingOptions()
  ) -> ExchangeReading {
    unsettled(text, options).settled()
  }

  private static func unsettled(
    _ text: ExchangeText, _ options: ReadingOptions
  ) -> ExchangeReading {
    var reading = ExchangeReading(options)
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: text.bytes, dialect: options.dialect)
    } catch {
      let isLines = error.reason == .unexpected(.scalar("{"), expected: .end)
      reading.stop(
        isLines ? lines(text) : .rule(Problem(.file, .file(.syntax(error.reason)))),
        at: error.offset
      )
      return reading
    }
    reading.comments = document.commentCount
    let root = document.root
    if readHashes(in: document, into: &reading) { return reading }
    let list = root.kind == .array ? root : document.value(for: JSONKey("accounts"), in: root)
    guard let list, list.kind == .array else {
      let fault = list == nil ? foreign(root, in: document, text) : .rule(accountsIsArray)
      reading.stop(fault, at: (list ?? root).range.lowerBound)
      return reading
    }
    let hasMarks = LoginMarks.areIn(document)
    if root.kind == .object, let version = document.value(for: JSONKey("regapp"), in: root),
      !document.isFormatVersion(version)
    {
      let problem = Problem(.key("regapp"), .file(.newerVersion))
      reading.stop(.rule(problem), at: version.range.lowerBound)
      return reading
    }
    if root.kind == .object {
      let rules = document.members(of: root).filter { document.isKey($0.key, JSONKey("rules")) }
      reading.rules = (rules.map(\.value).filter { $0.kind != .null }, document)
    }
    reading.records.table = JSONTable(
      of: list, in: document, marks: hasMarks ? options : nil, options, into: &reading)
    return reading
  }

  /// Reads other programs' hashes: an object of names and hashes, or Home Assistant's users, whose
  /// hashes are in base 64. Returns false for anything else.
  private static func readHashes(
    in document: JSONDocument, into reading: inout ExchangeReading
  ) -> Bool {
    func value(_ key: String, in object: JSONValue?) -> JSONValue? {
      object.flatMap { $0.kind == .object ? document.value(for: JSONKey(key), in: $0) : nil }
    }
    func add(_ name: String, at offset: Int, _ hash: String, at place: Int) {
      let faults = reading.faults.count
      var record = ExchangeRecord(at: offset)
      record.setName(name, at: offset)
      // As in shadow, nothing is typed there, and `!!` is a lock.
      if !hash.isEmpty {
        reading.set(.password, hash, at: place, of: &record) { text throws(ExchangeFault) in
          HashSpelling.isBareLock(text) ? text : try HashSpelling.hash(text)
        }
      }
      reading.add(record, faultsBefore: faults)
    }
    let users = value("users", in: value("data", in: document.root))
    if let users, users.kind == .array {
      for user in document.elements(of: users) {
        guard let name = value("username", in: user), let hash = value("password", in: user),
          let text = document.string(name), let base64 = document.string(hash),
          let bytes = Base64.bytes(Array(base64.utf8)[...]),
          let decoded = String(validating: bytes, as: UTF8.self)
        else {
          reading.fail(.notAccounts, at: user.range.lowerBound)
          continue
        }
        add(text, at: name.range.lowerBound, decoded, at: hash.range.lowerBound)
      }
      return true
    }
    guard document.root.kind == .object else { return false }
    let members = Array(document.members(of: document.root))
    var hasHash = false
    let pairs = members.compactMap { member -> (String, String)? in
      guard let name = document.string(member.key), let hash = document.string(member.value),
        hash.isEmpty || HashSpelling.isBareLock(hash) || (try? HashSpelling.hash(hash)) != nil
      else { return nil }
      hasHash = hasHash || PasswordHash(Substring(hash.utf8.drop { "!*".utf8.contains($0) })) != nil
      return (name, hash)
    }
    guard hasHash, pairs.count == members.count else { return false }
    for (member, pair) in zip(members, pairs) {
      add(
        pair.0, at: member.key.range.lowerBound, pair.1, at: member.value.range.lowerBound)
    }
    return true
  }

  private static let accountsIsArray = Problem(.key("accounts"), .file(.accountsIsArray))

  /// The fault of a value without accounts.
  private static func foreign(
    _ root: JSONValue, in document: JSONDocument, _ text: ExchangeText
  ) -> ExchangeFault {
    func has(_ key: String) -> Bool { document.value(for: JSONKey(key), in: root) != nil }
    if has("realm"), has("users") { return .keycloakRealm }
    // A single line of several.
    return has("email") || has("username") ? lines(text) : .notAccounts
  }

  private static func lines(_ text: ExchangeText) -> ExchangeFault {
    func has(_ key: String) -> Bool { text.bytes.firstRange(of: Array("\"\(key)\"".utf8)) != nil }
    return .jsonLines(
      hasOtherHashes: passwordsElsewhere.contains(where: has), hasUsernames: has("username"))
  }

  /// Reads an account with its faults; nil if the value is not an account.
  ///
  /// - Parameter options: tells which keys are marks; nil in a file of ours, where none is.
  static func record(
    _ value: JSONValue, in document: JSONDocument, _ options: ReadingOptions?,
    into reading: inout ExchangeReading
  ) -> ExchangeRecord? {
    let listed = ListedAccount(value, in: document, notMarks: options?.notMarks)
    for problem in listed.problems {
      if case .field(let field) = problem.subject, reading.without.contains(field) { continue }
      reading.fail(.rule(Problem(problem.subject, problem.rule)), at: problem.offset ?? 0)
    }
    guard value.kind == .object else { return nil }
    var record = ExchangeRecord(at: value.range.lowerBound)
    record.tellsOwnKeys = true
    (record.values, record.offsets) = (listed.values, listed.offsets)
    (record.ownKeys, record.slips, record.marks) = (listed.ownKeys, listed.slips, listed.marks)
    record.isInvited =
      listed.offsets[.invitedUntil] != nil && !listed.cleared.contains(.invitedUntil)
    // In another program's list, null says nothing of a field that is not there.
    if options != nil {
      record.ownKeys.removeAll { key in
        key.value == .null && KeySlip.brokenRule(of: key, beside: { listed.values[$0] }) != nil
      }
    }
    for field in listed.cleared + reading.without { record.offsets[field] = nil }
    if let password = listed.values.password {
      record.values.password = nil
      reading.set(
        .password, password, at: listed.offsets[.password] ?? 0, of: &record,
        password: HashSpelling.fromAccountsFile)
    }
    if record.offsets[.password] == nil {
      for member in document.members(of: value) {
        guard let key = document.string(member.key), passwordsElsewhere.contains(key) else {
          continue
        }
        record.offsets[.password] = member.key.range.lowerBound
        reading.fail(.otherKey(key, .password), at: member.key.range.lowerBound)
        break
      }
    }
    return record
  }

  /// Auth0's names for the hash of a password.
  private static let passwordsElsewhere: Set<String> = ["password_hash", "passwordHash"]
}
