/// The fields of an account, under their names in the file.
public enum Field: String, CaseIterable, Sendable, Hashable {
  /// A field by its name in the file.
  case email, username, password, firstName, lastName, birthDate, phone
  /// Set by administrators: groups, and who may log in when.
  case groups, disabled, validFrom, validUntil
  /// Requires the owner to set a new password at the next login.
  case mustChange
  /// The last day on which the password, which is an invitation's code, can set another one.
  case invitedUntil

  /// The fields that may be a rulebook's key. No two accounts share a value of them.
  public static let keys: [Field] = [.email, .username]

  /// The fields whose values a person types: not the password, which is proved, nor the marks of
  /// administrators.
  public static let typed = allCases.filter {
    ![.password, .disabled, .mustChange, .invitedUntil].contains($0)
  }

  /// The fields that say something of a person, and not who may log in when.
  package static let ofPeople: [Field] = [
    .email, .username, .firstName, .lastName, .birthDate, .phone, .groups,
  ]

  /// The fields that may be used for login.
  package static let logins: [Field] = [.email, .username, .firstName]
}
