/// The identity of an account in its store: its email or user name. It changes with that name, and
/// accounts that share the name share the identity.
public struct AccountID: Sendable, Hashable {
  /// The field that holds the name.
  public let field: Field
  /// The name in comparable form: ASCII letters in lower case.
  public let key: String

  /// The identity by a name in a field.
  public init(_ field: Field, _ name: AccountName) { (self.field, key) = (field, name.key) }
}

extension AccountID: CustomStringConvertible {
  public var description: String { "\(field.rawValue) \(key)" }
}

extension Rulebook {
  /// The identity of the account with these fields: by its key or, without one, by its other name.
  public func id(of values: FieldValues) -> AccountID? {
    anyName(of: values).map { AccountID($0.field, AccountName($0.text)) }
  }
}

extension FieldValues {
  /// All identities under which an account with these fields can be found.
  public var ids: [AccountID] {
    Field.keys.compactMap { field in
      self[text: field].map { AccountID(field, AccountName($0)) }
    }
  }
}

extension AccountChange {
  /// All identities that the change concerns: only the accounts with these names affect its result.
  package var ids: [AccountID] {
    switch self {
    case .add(let new, _):
      return Field.keys.compactMap { field in
        new.text(of: field).map { AccountID(field, AccountName($0)) }
      }
    case .edit(let id, let edits, _, _): return [id] + edits.ids(\.newValue)
    case .remove(let id, _): return [id]
    case .takeBack(let account, _, _):
      return account.allNames.flatMap { name in
        Field.keys.map { AccountID($0, AccountName(name)) }
      }
    }
  }
}
