import Accounts
import LosslessJSON

/// A list of accounts as `export` prints it, with people's own keys; or a whole accounts file.
enum JSONAccounts {
  static func line(_ record: ExchangeRecord, withHashes: Bool) -> String {
    let fields = CSV.columns(withHashes: withHashes).compactMap { field in
      record.values[field].map { JSONLiteral.Member(field.key, $0.literal) }
    }
    let id = record.id.map { [JSONLiteral.Member(Field.id.key, .string($0.description))] } ?? []
    return JSONLiteral.object(fields + record.ownKeys + id).text(style: .oneLine)
  }

  /// What says that the list is of regapp, and so its ids.
  static let head = "{\"regapp\": 1, \"accounts\": ["

  static func start(isFirst: Bool) -> String { isFirst ? "\n  " : ",\n  " }

  static func end(isEmpty: Bool) -> String { isEmpty ? "]}\n" : "\n]}\n" }

  static func read(
    _ text: ExchangeText, _ options: ReadingOptions = ReadingOptions()
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
    // The top of a file is judged as that of the accounts themselves.
    let shape =
      root.kind == .object ? FileShape(document, needsRules: false, isInUse: true) : nil
    guard let list = root.kind == .array ? root : shape?.accounts else {
      let other = document.value(for: JSONKey("accounts"), in: root)
      let fault = other == nil ? foreign(root, in: document, text) : .rule(accountsIsArray)
      reading.stop(fault, at: (other ?? root).range.lowerBound)
      return reading
    }
    if let shape, shape.isOfOtherVersion {
      for problem in shape.problems where problem.rule == .file(.newerVersion) {
        reading.stop(.rule(problem.placed()), at: problem.offset ?? text.start)
      }
      return reading
    }
    for problem in shape?.problems ?? [] {
      reading.refuse(problem.placed(), at: problem.offset ?? text.start)
    }
    if let rules = shape?.rules { reading.rules = (rules, document) }
    reading.idKey = ListedIDKey(
      in: document, named: options.columns[.id], leavingOut: options.others)
    reading.records.table = JSONTable(of: list, in: document, options, into: &reading)
    if let name = options.columns[.id], !reading.hasIDs {
      let first = document.elements(of: list).first { $0.kind == .object }
      let keys = first.map { document.members(of: $0).compactMap { document.string($0.key) } }
      reading.stop(.noColumn(name, among: keys ?? []), at: text.start)
    }
    reading.refuseOthers(in: .json, from: text.start)
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
      text.isEmpty || (try? HashSpelling.hash(text)) != nil
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
  static func record(
    _ value: JSONValue, in document: JSONDocument, into reading: inout ExchangeReading
  ) -> ExchangeRecord? {
    let listed = ListedAccount(value, in: document, ids: reading.idKey)
    for problem in listed.problems {
      // What cannot be read may keep somebody from logging in.
      if case .field(let field) = problem.subject, field != .disabled,
        reading.without.contains(field)
      {
        continue
      }
      reading.fail(.rule(Problem(problem.subject, problem.rule)), at: problem.offset ?? 0)
    }
    guard value.kind == .object else { return nil }
    var record = ExchangeRecord(at: value.range.lowerBound)
    (record.values, record.offsets, record.id) = (listed.values, listed.offsets, listed.id)
    if listed.offsets[.id] != nil { reading.hasIDs = true }
    record.isInvited =
      listed.offsets[.invitedUntil] != nil && !listed.cleared.contains(.invitedUntil)
    for field in listed.cleared { record.offsets[field] = nil }
    for field in reading.without where field != .disabled { record.offsets[field] = nil }
    if let password = listed.values.password {
      record.values.password = nil
      reading.set(
        .password, password, at: listed.offsets[.password] ?? 0, of: &record,
        password: { $0 })
    }
    for other in listed.others {
      let key = other.member.key
      if reading.others.leavesOut(key) {
        reading.others.note(other)
        record.dropped.insert(key)
      } else if other.isOwn {
        record.ownKeys.append(other.member)
      } else if record.offsets[.password] == nil, passwordsElsewhere.contains(key) {
        record.offsets[.password] = other.place
        reading.fail(.otherKey(key, .password), at: other.place)
      } else {
        reading.others.note(other)
      }
    }
    return record
  }

  /// Auth0's names for the hash of a password.
  private static let passwordsElsewhere: Set<String> = ["password_hash", "passwordHash"]
}
