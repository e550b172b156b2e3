/// What an account consists of, under the names that the fields have in the file.
public enum Field: String, CaseIterable, Sendable, Hashable {
  /// A field by its name in the file.
  case email, username, password, firstName, lastName, birthDate, phone
  /// What an administrator says of an account: where it belongs, and who may log in when.
  case groups, disabled, validFrom, validUntil
  /// That its owner's next login has to set a new password.
  case mustChange

  /// The fields that may be a rulebook's key. No two accounts share any of them.
  public static let keys: [Field] = [.email, .username]

  /// The fields that a person types as they are; a password is proved, an account is disabled, and its
  /// password marked.
  public static let typed = allCases.filter { ![.password, .disabled, .mustChange].contains($0) }

  /// The fields that login may be by.
  package static let logins: [Field] = [.email, .username, .firstName]
}
