/// What an account consists of, under the names that the fields have in the file.
public enum Field: String, CaseIterable, Sendable, Hashable {
  /// A field by its name in the file.
  case email, password, firstName, lastName, birthDate, phone

  /// The fields that may be a rulebook's key.
  package static let keys: [Field] = [.email]
}
