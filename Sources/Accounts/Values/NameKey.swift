/// A name by which a store finds an account: its email or user name. It changes with that name, and
/// accounts that share the name share the key.
public struct NameKey: Sendable, Hashable {
  /// The field that holds the name.
  public let field: Field
  /// The name in comparable form: ASCII letters in lower case.
  public let key: String

  /// The identity by a name in a field.
  public init(_ field: Field, _ name: AccountName) { (self.field, key) = (field, name.key) }

  /// The identity by the UUID of an id that was given to a name of the account.
  public init(_ id: AccountID) { (field, key) = (.id, id.description) }
}

extension NameKey: CustomStringConvertible {
  public var description: String { "\(field.key) \(key)" }
}

extension FieldValues {
  /// All identities under which an account with these fields can be found.
  public var nameKeys: [NameKey] {
    Field.keys.compactMap { field in
      self[text: field].map { NameKey(field, AccountName($0)) }
    }
  }
}
