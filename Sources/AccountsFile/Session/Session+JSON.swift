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
      self = .loggedIn(name, by: field)
    } else {
      let position = document.place(at: (value ?? document.root).range.lowerBound)
      self = .broken(Problem(.key(field.rawValue), .field(.text), at: Place(source, position)))
    }
  }

  var text: [UInt8] {
    var member = JSONLiteral.Member(Field.email.rawValue, .null)
    if case .loggedIn(let name, let field) = self { member = .init(field.rawValue, .string(name)) }
    return JSONLiteral.object([member]).bytes(style: .oneLine) + [UInt8(ascii: "\n")]
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
