/// A change of one account: each field's old and new value. A password is always a hash.
public struct EditDraft: Sendable {
  /// The field that names the account.
  public let key: Field
  /// The account's name before the edit.
  public let name: String
  /// The id of the account for which a draft was begun: it is of nobody else, whatever the names are.
  public internal(set) var id: AccountID?
  /// The changes by field.
  public private(set) var changes: [AccountRecord.Change]

  /// An edit of the account with a name in a field; a draft has its id.
  public init(
    key: Field = .email, name: String, id: AccountID? = nil, changes: [AccountRecord.Change] = []
  ) {
    (self.key, self.name, self.id) = (key, name, id)
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

  /// True if the draft was begun for this account.
  func isOf(_ account: StoredAccount) -> Bool { id != nil && id == account.id }

  /// The draft under the name that its account has now; nil if it is another account's.
  func of(_ account: StoredAccount) -> EditDraft? {
    guard isOf(account) else { return nil }
    let field = ([key] + Field.keys).first { account[text: $0]?.isEmpty == false }
    guard let field, let name = account[text: field] else { return self }
    return EditDraft(key: field, name: name, id: id, changes: changes)
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
    left.key == right.key && sameText(left.name, right.name) && left.id == right.id
      && left.changes == right.changes
  }
}
