/// A name and password to log in with.
public struct LoginRequest: Sendable, Hashable {
  /// Whatever a person calls themselves. It is taken for the one of the fields that login is by that it has
  /// the form of, as soon as the rulebook is known.
  package private(set) var name: String?
  /// The email, if it is the login name or is needed to choose among several people.
  public var email: String?
  /// The user name, likewise.
  public var username: String?
  /// The first name, where the rulebook logs in by it.
  public var firstName: String?
  /// What was given as the password.
  public var password: PasswordEntry
  /// Where the attempt comes from, for the record of logins and the system's log.
  public var origin: LoginOrigin
  /// Whether a password that must be changed is refused, with `mustChange`.
  public var requiresChanged = false

  /// A request; space around the names is dropped.
  public init(
    email: String? = nil, username: String? = nil, firstName: String? = nil,
    password: PasswordEntry, from origin: LoginOrigin = LoginOrigin()
  ) {
    self.email = email.flatMap { FieldValues.trimmed($0, for: .email) }
    self.username = username.flatMap { FieldValues.trimmed($0, for: .username) }
    self.firstName = firstName.flatMap { FieldValues.trimmed($0, for: .firstName) }
    self.password = password
    self.origin = origin
  }

  /// A request by whatever a person calls themselves: of the fields that login is by, the one that
  /// the name has the form of. Space around it is dropped. It wins over what is put into that field.
  public init(
    name: String, password: PasswordEntry, from origin: LoginOrigin = LoginOrigin()
  ) {
    self.init(password: password, from: origin)
    self.name = FieldValues.trimmed(name, for: .email)
  }

  /// The same, with the name in its field.
  package func settled(under rulebook: Rulebook) -> LoginRequest {
    name.map { with($0, in: rulebook.loginField(of: $0)) } ?? self
  }

  /// The same, with the name in a field.
  private func with(_ name: String, in field: Field) -> LoginRequest {
    var request = self
    request.name = nil
    switch field {
    case .email: request.email = name
    case .username: request.username = name
    default: request.firstName = name
    }
    return request
  }

  /// Whether nothing in it names an account.
  public var isNameless: Bool { name == nil && fields.isEmpty }

  /// The fields that name the account.
  var fields: [Field] { Field.logins.filter { self[$0] != nil } }

  subscript(field: Field) -> String? {
    switch field {
    case .email: email
    case .username: username
    case .firstName: firstName
    default: nil
    }
  }

  /// A new attempt, counted under the account that is meant or, where none or several are found,
  /// under what was given: in the form in which it is looked up.
  func attempt(among candidates: LookupResult) -> LoginAttempt {
    let key = candidates.rulebook.key
    if let name = candidates.meant?.values[text: key] {
      return LoginAttempt(AccountName(name).throttled(key))
    }
    for field in [Field.email, .username] {
      if let name = self[field] { return LoginAttempt(AccountName(name).throttled(field)) }
    }
    return LoginAttempt("first name " + PersonName.key(of: firstName ?? ""))
  }
}
