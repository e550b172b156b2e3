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
      let (id, fault) = document.id(in: document.root, of: source)
      self = fault.map { Session.broken($0) } ?? .loggedIn(name, by: field, id: id)
    } else {
      let position = document.place(at: (value ?? document.root).range.lowerBound)
      self = .broken(Problem(.key(field.key), .field(.text), at: Place(source, position)))
    }
  }

  var text: [UInt8] {
    var members = [JSONLiteral.Member(Field.email.key, .null)]
    if case .loggedIn(let name, let field, let id) = self {
      members = [.init(field.key, .string(name))] + AccountID.member(id)
    }
    return JSONLiteral.object(members).bytes(style: .oneLine) + [UInt8(ascii: "\n")]
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

  /// The UUID by which an object means an account; nil if it has none. Anything else under its key
  /// is a problem.
  func id(in object: JSONValue, of source: String) -> (id: AccountID?, fault: Problem?) {
    guard let value = value(for: FieldKeys[.id], in: object) else { return (nil, nil) }
    let text = string(value)
    if let id = text.flatMap({ AccountID($0) }) { return (id, nil) }
    let rule = text == nil ? Rule.field(.text) : .column(.id(.form(nil)))
    let position = place(at: value.range.lowerBound)
    return (nil, Problem(.key(Field.id.key), rule, at: Place(source, position)))
  }
}

extension AccountID {
  /// An id as a member of a file; none without one.
  static func member(_ id: AccountID?) -> [JSONLiteral.Member] {
    id.map { [.init(Field.id.key, .string($0.description))] } ?? []
  }
}
