/// What identifies an account in its store: one of its names, an email or a user name. An account has
/// another identity after that name has changed, and accounts that share the name share the identity.
public struct AccountID: Sendable, Hashable {
  /// The field that holds the name.
  public let field: Field
  /// The name as it compares: without capital ASCII letters.
  public let key: String

  /// The identity that a name in a field gives.
  public init(_ field: Field, _ name: AccountName) { (self.field, key) = (field, name.key) }
}

extension AccountID: CustomStringConvertible {
  public var description: String { "\(field.rawValue) \(key)" }
}

extension Rulebook {
  /// The identity of the account with these fields: its key or, without one, whatever else names it.
  public func id(of values: FieldValues) -> AccountID? {
    anyName(of: values).map { AccountID($0.field, AccountName($0.text)) }
  }
}

extension FieldValues {
  /// All that an account with these fields can be found by.
  public var ids: [AccountID] {
    Field.keys.compactMap { field in
      self[text: field].map { AccountID(field, AccountName($0)) }
    }
  }
}

extension AccountChange {
  /// All that it concerns: the accounts that have any of these names, and no others, decide what it
  /// comes to.
  package var ids: [AccountID] {
    switch self {
    case .add(let new, _):
      return Field.keys.compactMap { field in
        new.text(of: field).map { AccountID(field, AccountName($0)) }
      }
    case .edit(let id, let edits, _, _, _):
      return [id]
        + Field.keys.compactMap { field in
          edits[field]?.new?.text.map { AccountID(field, AccountName($0)) }
        }
    case .remove(let id, _): return [id]
    case .takeBack(let account, _, _):
      return account.allNames.flatMap { name in
        Field.keys.map { AccountID($0, AccountName(name)) }
      }
    }
  }
}
