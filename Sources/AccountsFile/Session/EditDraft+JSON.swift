import Accounts
import LosslessJSON

extension EditDraft {
  init(source: String, bytes: [UInt8]) throws(AccountsError) {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch {
      throw .noteBroken(error.problem(in: bytes, of: source))
    }
    func broken(_ key: String, _ rule: Rule, _ value: JSONValue?) -> AccountsError {
      let position = document.place(at: (value ?? document.root).range.lowerBound)
      return .noteBroken(Problem(.key(key), rule, at: Place(source, position)))
    }
    let root = document.root
    let stateValue = document.value(for: JSONKey("state"), in: root)
    guard stateValue.flatMap({ document.string($0) }) == Self.state else {
      throw broken("state", .rulebook(.choice([Self.state])), stateValue)
    }
    let (key, names) = document.name(in: root)
    let before = names.flatMap { document.value(for: JSONKey("before"), in: $0) }
    guard let name = before.flatMap({ document.string($0) }) else {
      throw broken("\(key.key).before", .field(.text), before ?? names)
    }
    let (given, fault) = document.id(in: root, of: source)
    if let fault { throw .noteBroken(fault) }
    guard let id = given else { throw broken(Field.id.key, .field(.required), nil) }
    var changes: [AccountRecord.Change] = []
    if let list = document.value(for: JSONKey("changes"), in: root) {
      guard list.kind == .object else { throw broken("changes", .rulebook(.object), list) }
      for member in document.members(of: list) {
        guard let field = document.string(member.key).flatMap(Field.init(_:)) else {
          throw broken("changes", .rulebook(.choice(Field.allCases.map(\.key))), member.key)
        }
        guard member.value.kind == .object else {
          throw broken("changes.\(field.key)", .rulebook(.object), member.value)
        }
        func value(_ key: String) throws(AccountsError) -> FieldValue? {
          guard let value = document.value(for: JSONKey(key), in: member.value),
            value.kind != .null
          else { return nil }
          do throws(FieldRule) { return try document.value(value, of: field) } catch {
            throw broken(key, .field(error), value)
          }
        }
        changes.append(.init(field, from: try value("old"), to: try value("new")))
      }
    }
    self.init(key: key, name: name, id: id, changes: changes)
  }

  private static let state = "open"

  var text: [UInt8] {
    let names = JSONLiteral.object([
      .init("before", .string(name)), .init("after", .string(newName)),
    ])
    let list = changes.map { change in
      JSONLiteral.Member(
        change.key,
        .object([.init("old", change.old ?? .null), .init("new", change.new ?? .null)]))
    }
    let file = JSONLiteral.object(
      [.init("state", .string(Self.state)), .init(key.key, names)] + AccountID.member(id)
        + [.init("changes", .object(list))])
    return file.bytes(style: .pretty) + [UInt8(ascii: "\n")]
  }
}
