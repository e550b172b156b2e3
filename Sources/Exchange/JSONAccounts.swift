import Accounts
import LosslessJSON

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
      value(of: field).map { JSONLiteral.Member(field.key, $0.literal) }
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

  private static let accountsIsArray = Problem(.key("accounts"), .file(.accountsIsArray))

  /// The fault of a value without accounts.
  private static func foreign(
    _ root: JSONValue, in document: JSONDocument, _ text: ExchangeText
  ) -> ExchangeFault {
    func has(_ key: String) -> Bool { document.value(for: JSONKey(key), in: root) != nil }
    if has("realm"), has("users") { return .keycloakRealm }
    let data = document.value(for: JSONKey("data"), in: root)
    if let data, data.kind == .object, document.value(for: JSONKey("users"), in: data) != nil {
      return .otherList("Home Assistant")
    }
    let values = root.kind == .object ? document.members(of: root).map(\.value) : []
    let texts = values.compactMap { document.string($0) }
    let areHashes = texts.allSatisfy { text in
      text.isEmpty || HashSpelling.isBareLock(text) || (try? HashSpelling.hash(text)) != nil
    }
    let isAny = texts.contains { $0.utf8.count > 2 }
    if isAny, areHashes, texts.count == values.count, !has("password") { return .namesAndHashes }
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
