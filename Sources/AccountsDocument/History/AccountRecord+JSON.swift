package import Accounts
package import LosslessJSON

extension AccountRecord {
  /// The greatest depth of a value: the line has five levels around it.
  static let deepest = JSONDocument.maximumDepth - 5

  /// Reads the account from its text in a line; nil for anything else.
  package init?(recorded text: String) {
    guard let object = JSONObject(parsing: Array(text.utf8)) else { return nil }
    self.init(recorded: object.value, in: object.document)
  }

  /// The text of the account in a line.
  package var recordedText: String { recordedJSON.text(style: .compact) }

  package init(recorded value: JSONValue, in document: JSONDocument) {
    let members = JSONObject(value, in: document)?.values(of: Self.keys)
    func found(_ place: Int) -> JSONValue? { members.flatMap { $0[place] } }
    var changes: [Change]?
    if let list = found(1), list.kind == .object {
      let nulls = RecordedNulls(found(2), in: document)
      var read: [Change] = []
      var isWhole = true
      for member in document.members(of: list) {
        guard let change = Change(member, nulls, in: document) else {
          isWhole = false
          break
        }
        read.append(change)
      }
      // Without all values it cannot be taken back.
      changes = isWhole ? read : nil
    }
    let place = found(3).map { document.string($0).map { Place.behind($0) } ?? .first }
    func name(_ place: Int) -> String? { found(place).flatMap { document.string($0) } }
    self.init(
      name: name(0), changes, place: place, id: name(4).flatMap { AccountID($0) })
    setsID = found(5).flatMap(document.literal) == .bool(true)
  }

  private static let keys = ["account", "changes", "null", "after", "id", "newId"]
    .map { JSONKey($0) }

  /// The account as JSON in a line.
  package var recordedJSON: JSONLiteral {
    var members: [JSONLiteral.Member] = []
    if let id { members.append(.init("id", .string(id.description))) }
    members.append(.init("account", name.map { .string($0) } ?? .null))
    if setsID { members.append(.init("newId", .bool(true))) }
    if isWhole, let changes {
      members.append(.init("changes", .object(changes.map(\.pair))))
      members += changes.nulls
    }
    switch place {
    case .first: members.append(.init("after", .null))
    case .behind(let name): members.append(.init("after", .string(name)))
    case nil: break
    }
    return .object(members)
  }
}

extension DocumentRecord {
  /// The greatest depth of a value: the line has four levels around it.
  static let deepest = JSONDocument.maximumDepth - 4

  package init?(recorded value: JSONValue, in document: JSONDocument) {
    guard let record = JSONObject(value, in: document) else { return nil }
    var (changes, lostKeys) = ([AccountRecord.Change](), [String]())
    let nulls = RecordedNulls(record["null"], in: document)
    for member in record.members("changes") {
      if let change = AccountRecord.Change(member, nulls, in: document) {
        changes.append(change)
      } else {
        lostKeys.append(document.string(member.key) ?? "")
      }
    }
    self.init(changes, lostKeys: lostKeys)
  }

  /// The JSON in a line, with null for values that are not kept.
  package var json: JSONLiteral {
    var members: [JSONLiteral.Member] = []
    if !keys.isEmpty {
      let lost = lostKeys.map { JSONLiteral.Member($0, .null) }
      members.append(.init("changes", .object(changes.map(\.pair) + lost)))
      members += changes.nulls
    }
    return .object(members)
  }
}

extension AccountRecord.Change {
  /// Reads a key's pair from a line; nil for anything else.
  fileprivate init?(_ member: JSONMember, _ nulls: RecordedNulls, in document: JSONDocument) {
    var (old, new, count) = (JSONLiteral?.none, JSONLiteral?.none, 0)
    _ = document.allElements(of: member.value) { value in
      count += 1
      if count == 1 { old = document.literal(value) }
      if count == 2 { new = document.literal(value) }
      return count <= 2
    }
    guard count == 2, let key = document.string(member.key), let old, let new else { return nil }
    func value(_ literal: JSONLiteral, _ nulls: Set<[UInt8]>) -> JSONLiteral? {
      guard case .null = literal else { return literal }
      return !nulls.isEmpty && nulls.contains(Array(key.utf8)) ? literal : nil
    }
    self.init(key, from: value(old, nulls.old), to: value(new, nulls.new))
  }

  /// The pair in a line, with null for "absent".
  fileprivate var pair: JSONLiteral.Member {
    JSONLiteral.Member(key, .array([old ?? .null, new ?? .null]))
  }
}

extension [AccountRecord.Change] {
  /// The keys whose old or new value is null. A line lists them separately, since null in a pair
  /// means "absent".
  package var nulls: [JSONLiteral.Member] {
    func names(_ value: (AccountRecord.Change) -> JSONLiteral?) -> JSONLiteral {
      .array(filter { value($0) == .null }.map { .string($0.key) })
    }
    guard contains(where: { $0.old == .null || $0.new == .null }) else { return [] }
    return [JSONLiteral.Member("null", .array([names(\.old), names(\.new)]))]
  }
}

/// The keys whose old and new values are null, in UTF-8.
private struct RecordedNulls {
  private(set) var (old, new): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])

  init(_ value: JSONValue?, in document: JSONDocument) {
    guard let value else { return }
    let sides = document.elements(of: value).map { side in
      Set(document.elements(of: side).compactMap { document.string($0).map { Array($0.utf8) } })
    }
    if sides.count == 2 { (old, new) = (sides[0], sides[1]) }
  }
}
