/// What an account consists of, under the names that the fields have in the file.
public enum Field: String, CaseIterable, Sendable, Hashable {
  /// A field by its name in the file.
  case email, username, password, firstName, lastName, birthDate, phone
  /// What an administrator says of an account: where it belongs, and who may log in when.
  case groups, disabled, validFrom, validUntil

  /// The fields that may be a rulebook's key. No two accounts share any of them.
  public static let keys: [Field] = [.email, .username]

  /// The fields that a person types as they are; a password is proved, and an account disabled.
  public static let typed = allCases.filter { $0 != .password && $0 != .disabled }

  /// The fields that login may be by.
  package static let logins: [Field] = [.email, .username, .firstName]
}
