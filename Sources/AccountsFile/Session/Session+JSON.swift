import Accounts
import AccountsDocument
import LosslessJSON

extension Session {
  init(source: String, text: FileText?) {
    guard let text else {
      self = .none
      return
    }
    let document: JSONDocument
    do { document = try JSONDocument(parsing: text.bytes) } catch {
      self = .broken(error.problem(in: text.bytes, of: source))
      return
    }
    let (field, value) = document.name(in: document.root)
    if value?.kind == .null {
      self = .loggedOut
    } else if let name = value.flatMap({ document.string($0) }) {
      self = .loggedIn(name, by: field, since: SessionMark(document.root, in: document))
    } else {
      let position = document.place(at: (value ?? document.root).range.lowerBound)
      self = .broken(Problem(.key(field.key), .field(.text), at: Place(source, position)))
    }
  }

  var text: [UInt8] {
    var members = [JSONLiteral.Member(Field.email.key, .null)]
    if case .loggedIn(let name, let field, let mark) = self {
      members = [.init(field.key, .string(name))] + (mark.map { [$0.member] } ?? [])
    }
    return JSONLiteral.object(members).bytes(style: .oneLine) + [UInt8(ascii: "\n")]
  }
}

extension SessionMark {
  private static let key = "since"

  fileprivate init?(_ session: JSONValue, in document: JSONDocument) {
    guard let value = document.value(for: JSONKey(Self.key), in: session),
      let mark = JSONObject(value, in: document)
    else { return nil }
    self.init(
      change: mark.integer("change"), time: mark.text("at").flatMap(UTC.seconds),
      accounts: mark.text("accounts"))
  }

  fileprivate var member: JSONLiteral.Member {
    var members: [JSONLiteral.Member] = []
    if let change { members.append(.init("change", .integer(change))) }
    if let time { members.append(.init("at", .string(UTC.text(time)))) }
    if let accounts { members.append(.init("accounts", .string(accounts))) }
    return JSONLiteral.Member(Self.key, .object(members))
  }
}

extension JSONDocument {
  /// The field and the value by which an object names an account; a nil value if it names none.
  func name(in object: JSONValue) -> (field: Field, value: JSONValue?) {
    for field in Field.keys {
      if let value = value(for: FieldKeys[field], in: object) { return (field, value) }
    }
    return (.email, nil)
  }
}
