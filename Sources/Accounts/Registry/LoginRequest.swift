/// A name and password to log in with.
public struct LoginRequest: Sendable, Hashable {
  /// A login name of unknown kind. `settled(under:)` moves it into the field whose form it has.
  package private(set) var name: String?
  /// The email, if it is the login name or is needed to choose among several people.
  public var email: String?
  /// The user name, likewise.
  public var username: String?
  /// The first name, where the rulebook logs in by it.
  public var firstName: String?
  /// The given password.
  public var password: PasswordEntry
  /// Where the attempt comes from, for the record of logins and the system's log.
  public var origin: LoginOrigin
  /// Whether to throw `mustChange` if the password must be changed.
  public var requiresChanged = false

  /// A request; the names are trimmed.
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

  /// A request by an email, user name or first name: the rulebook's login field whose form the name
  /// has. The name is trimmed, and replaces a value set for that field.
  public init(
    name: String, password: PasswordEntry, from origin: LoginOrigin = LoginOrigin()
  ) {
    self.init(password: password, from: origin)
    self.name = FieldValues.trimmed(name, for: .email)
  }

  /// Moves the name into the field that the rulebook chooses.
  package func settled(under rulebook: Rulebook) -> LoginRequest {
    guard let name else { return self }
    var request = self
    request.name = nil
    switch rulebook.loginField(of: name) {
    case .email: request.email = name
    case .username: request.username = name
    default: request.firstName = name
    }
    return request
  }

  /// True if no name is given.
  public var isNameless: Bool { name == nil && fields.isEmpty }

  var fields: [Field] { Field.logins.filter { self[$0] != nil } }

  subscript(field: Field) -> String? {
    switch field {
    case .email: email
    case .username: username
    case .firstName: firstName
    default: nil
    }
  }

  /// A new attempt, counted under the matching account or, if there is none or several, under the
  /// given name in comparable form.
  func attempt(among candidates: LookupResult) -> LoginAttempt {
    let key = candidates.rulebook.key
    if let name = candidates.meant?.values[text: key] {
      return LoginAttempt(AccountName(name).throttled(key), from: origin.network)
    }
    for field in [Field.email, .username] {
      if let name = self[field] {
        return LoginAttempt(AccountName(name).throttled(field), from: origin.network)
      }
    }
    return LoginAttempt(
      "first name " + PersonName.key(of: firstName ?? ""), from: origin.network)
  }
}
