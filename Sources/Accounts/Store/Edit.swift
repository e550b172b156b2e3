/// A change to one account: each field's old and new text, a password only ever as a hash.
public struct Edit: Sendable {
  /// The field that names the account.
  public let key: Field
  /// The account's name before the edit.
  public let name: String
  /// What it changes, by field.
  public private(set) var changes: FieldEdits

  /// An edit of the account that has a name in a field.
  public init(key: Field = .email, name: String, changes: FieldEdits = FieldEdits()) {
    self.key = key
    self.name = name
    self.changes = changes
  }

  /// The account's name after the edit.
  public var newName: String { changes[key]?.new?.text ?? name }

  /// The fields that it changes, in their usual order.
  public var fields: [Field] { changes.fields }

  /// Sets one field's change, or drops it if it changes nothing.
  mutating func set(_ field: Field, from old: FieldValue?, to new: FieldValue?) {
    changes[field] = old == new ? nil : FieldEdit(from: old, to: new)
  }

  /// Removes what a field holds and no text can say: a value of another type.
  mutating func clear(_ field: Field) {
    changes[field] = FieldEdit(from: FieldValue?.none, to: nil)
  }

  mutating func drop(_ field: Field) { changes[field] = nil }

  /// The same edit of an account that has another name now. It still starts from what it started from.
  func named(_ name: String, in key: Field) -> Edit {
    Edit(key: key, name: name, changes: changes)
  }

  /// Whether the edit is of the account with these fields.
  func serves(_ values: FieldValues) -> Bool {
    values[text: key].map { AccountName($0) } == AccountName(name)
  }

  /// Whether the account with these fields is the edit's, before it or after it.
  func concerns(_ values: FieldValues) -> Bool {
    serves(values) || values[text: key].map { AccountName($0) } == AccountName(newName)
  }
}

extension Edit: Redacted {
  /// Which fields it changes; never to what, which may be a hash.
  public var description: String {
    "edit of \(name): \(fields.map(\.rawValue).joined(separator: ", "))"
  }
}

extension Edit: Equatable {
  public static func == (left: Edit, right: Edit) -> Bool {
    left.key == right.key && sameText(left.name, right.name) && left.changes == right.changes
  }
}
