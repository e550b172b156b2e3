import LosslessJSON

/// A change to one account: open while it is not saved, and saved once it is.
///
/// It holds each field's old and new text; a password only ever as a hash.
public struct Edit: Sendable, Hashable {
  /// Whether it is still to be saved.
  public enum State: String, Sendable, Hashable { case open, saved }

  /// One field's old and new text; nil is nothing there.
  public struct Change: Sendable, Hashable {
    /// What stood there when the edit began; a typed password as its hash.
    public var old: String?
    /// What is to stand there; a password as its hash.
    public var new: String?
  }

  /// Whether it is open or saved.
  public var state: State
  /// The account's email before the edit.
  public let email: String
  /// What it changes, by field.
  public private(set) var changes: [Field: Change]

  init(state: State = .open, email: String, changes: [Field: Change] = [:]) {
    self.state = state
    self.email = email
    self.changes = changes
  }

  /// The account's email after the edit.
  public var newEmail: String { changes[.email]?.new ?? email }

  /// The fields that it changes, in their usual order.
  public var fields: [Field] { Field.allCases.filter { changes[$0] != nil } }

  /// Sets one field's change, or drops it where it changes nothing.
  mutating func set(_ field: Field, from old: String?, to new: String?) {
    changes[field] = sameText(old, new) ? nil : Change(old: old, new: new)
  }

  /// Leaves a field as it is.
  mutating func drop(_ field: Field) { changes[field] = nil }

  /// Whether the edit is of the account with an email.
  func serves(_ email: String) -> Bool {
    EmailAddress.key(of: self.email) == EmailAddress.key(of: email)
  }

  /// Whether the account with an email is the edit's, before it or after it.
  func concerns(_ email: String) -> Bool {
    serves(email) || EmailAddress.key(of: newEmail) == EmailAddress.key(of: email)
  }
}

extension Edit: CustomStringConvertible, CustomReflectable {
  /// Which fields it changes; never to what, which may be a hash.
  public var description: String {
    "\(state.rawValue) edit of \(email): \(fields.map(\.rawValue).joined(separator: ", "))"
  }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Edit.Change: CustomStringConvertible, CustomReflectable {
  public var description: String { "a change" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Edit {
  /// Reads the text of an edit file; throws what is wrong with it.
  init(path: String, bytes: [UInt8]) throws(AccountsError) {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch {
      let problem = Problem(.file, .syntax(error.reason), at: error.place)
      throw .noteBroken(path: path, problem)
    }
    func broken(_ key: String, _ rule: Rule, _ value: JSONValue?) -> AccountsError {
      let place = document.place(at: (value ?? document.root).range.lowerBound)
      return .noteBroken(path: path, Problem(.key(key), rule, at: place))
    }
    let root = document.root
    let stateValue = document.value(for: JSONKey("state"), in: root)
    guard let state = stateValue.flatMap({ document.string($0) }).flatMap(State.init) else {
      throw broken("state", .choice([State.open.rawValue, State.saved.rawValue]), stateValue)
    }
    let emails = document.value(for: JSONKey("email"), in: root)
    let before = emails.flatMap { document.value(for: JSONKey("before"), in: $0) }
    guard let email = before.flatMap({ document.string($0) }) else {
      throw broken("email.before", .text, before ?? emails)
    }
    var changes: [Field: Change] = [:]
    if let list = document.value(for: JSONKey("changes"), in: root) {
      guard list.kind == .object else { throw broken("changes", .object, list) }
      for member in document.members(of: list) {
        guard let field = document.string(member.key).flatMap(Field.init) else {
          throw broken("changes", .choice(Field.allCases.map(\.rawValue)), member.key)
        }
        guard member.value.kind == .object else {
          throw broken("changes.\(field.rawValue)", .object, member.value)
        }
        func text(_ key: String) throws(AccountsError) -> String? {
          guard let value = document.value(for: JSONKey(key), in: member.value),
            value.kind != .null
          else { return nil }
          guard let text = document.string(value) else { throw broken(key, .text, value) }
          return text
        }
        changes[field] = Change(old: try text("old"), new: try text("new"))
      }
    }
    self.init(state: state, email: email, changes: changes)
  }

  /// The text of an edit file.
  var text: [UInt8] {
    func literal(_ text: String?) -> JSONLiteral { text.map { .string($0) } ?? .null }
    let emails = JSONLiteral.object([
      .init("before", .string(email)), .init("after", .string(newEmail)),
    ])
    let list = fields.map { field in
      JSONLiteral.Member(
        field.rawValue,
        .object([
          .init("old", literal(changes[field]?.old)), .init("new", literal(changes[field]?.new)),
        ]))
    }
    let file = JSONLiteral.object([
      .init("state", .string(state.rawValue)), .init("email", emails),
      .init("changes", .object(list)),
    ])
    return file.bytes(style: .pretty) + [UInt8(ascii: "\n")]
  }
}
