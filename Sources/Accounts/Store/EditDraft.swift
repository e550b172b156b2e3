/// A change of one account: each field's old and new value. A password is always a hash.
public struct EditDraft: Sendable {
  /// The field that names the account.
  public let key: Field
  /// The account's name before the edit.
  public let name: String
  /// The changes by field.
  public private(set) var changes: [AccountRecord.Change]

  /// An edit of the account with a name in a field.
  public init(key: Field = .email, name: String, changes: [AccountRecord.Change] = []) {
    self.key = key
    self.name = name
    self.changes = Field.allCases.compactMap { field in
      changes.last { $0.field == field }.map { .init(field, from: $0.oldValue, to: $0.newValue) }
    }
  }

  /// The account's name after the edit.
  public var newName: String { changes[key]?.newValue?.text ?? name }

  /// The changed fields, in their usual order.
  public var fields: [Field] { changes.compactMap(\.field) }

  /// Sets one field's change, or drops it if it changes nothing.
  mutating func set(_ field: Field, from old: FieldValue?, to new: FieldValue?) {
    put(old == new ? nil : .init(field, from: old, to: new), in: field)
  }

  /// Clears a field whose value is of a type that no text can express.
  mutating func clear(_ field: Field) {
    put(.init(field, from: FieldValue?.none, to: nil), in: field)
  }

  private mutating func put(_ change: AccountRecord.Change?, in field: Field) {
    changes = Field.allCases.compactMap { $0 == field ? change : changes[$0] }
  }

  /// The edit for an account that was renamed; the old values stay.
  func named(_ name: String, in key: Field) -> EditDraft {
    EditDraft(key: key, name: name, changes: changes)
  }

  /// True if the account with these fields has the edit's name.
  func serves(_ values: FieldValues) -> Bool {
    values[text: key].map { AccountName($0) } == AccountName(name)
  }

  /// True if the account with these fields has the edit's name, old or new.
  func concerns(_ values: FieldValues) -> Bool {
    serves(values) || values[text: key].map { AccountName($0) } == AccountName(newName)
  }
}

extension EditDraft: Redacted {
  /// The names of the changed fields; values may be hashes, and are not shown.
  public var description: String {
    "edit of \(name): \(fields.map(\.key).joined(separator: ", "))"
  }
}

extension EditDraft: Equatable {
  public static func == (left: EditDraft, right: EditDraft) -> Bool {
    left.key == right.key && sameText(left.name, right.name) && left.changes == right.changes
  }
}
