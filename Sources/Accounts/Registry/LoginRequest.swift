/// A name and password to log in with.
public struct LoginRequest: Sendable, Hashable {
  /// A login name of unknown kind. `settled(under:)` moves it into the field in which it is looked up first.
  package private(set) var name: String?
  /// The email, if it is the login name or is needed to choose among several people.
  public var email: String?
  /// The user name, likewise.
  public var username: String?
  /// The first name, if the rulebook logs in by it.
  public var firstName: String?
  /// The given password.
  public var password: PasswordEntry
  /// Passwords to try in their order if that one fits nothing; all of them are one attempt.
  package var otherPasswords: [PasswordEntry] = []
  /// The origin of the attempt, for the record of logins and the system's log.
  public var origin: LoginOrigin
  /// Whether to throw `mustChange` if the password must be changed.
  public var requiresChanged = false
  /// Whether a first name names nobody, as for PAM, to which another user of the machine may have it
  /// as a name.
  package var knowsNoFirstName = false
  /// Throws `notInGroup` if the account is in none of these groups; compared exactly. Empty for
  /// any.
  public var groups: [String] = []
  /// The same, of the groups that may enter a host: the account is in one of both lists.
  package var hostGroups: [String] = []
  /// Whether to throw `withoutID` if the account has no id that counts, as a host may ask for.
  package var requiresID = false

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

  /// A request by an email, user name or first name: by what the rulebook offers, an email by its
  /// form, else a user name before a first name. The name is trimmed, and replaces a value set for that field.
  public init(
    name: String, password: PasswordEntry, from origin: LoginOrigin = LoginOrigin()
  ) {
    self.init(password: password, from: origin)
    self.name = FieldValues.trimmed(name, for: .email)
  }

  /// Moves the name into the field in which the rulebook looks first.
  package func settled(under rulebook: Rulebook) -> LoginRequest {
    choices(under: rulebook).first ?? self
  }

  /// The request with its name in each field in which it is looked up, until somebody is found.
  func choices(under rulebook: Rulebook) -> [LoginRequest] {
    guard let name else { return [self] }
    let fields = rulebook.loginFields(of: name).filter { !knowsNoFirstName || $0 != .firstName }
    return (fields.isEmpty ? [rulebook.key] : fields).map { field in
      var request = self
      request.name = nil
      request[field] = name
      return request
    }
  }

  /// True if no name is given.
  public var isNameless: Bool { name == nil && fields.isEmpty }

  var fields: [Field] { Field.logins.filter { self[$0] != nil } }

  subscript(field: Field) -> String? {
    get { Self.places[field].flatMap { self[keyPath: $0] } }
    set { if let place = Self.places[field] { self[keyPath: place] = newValue } }
  }

  private static let places: [Field: any WritableKeyPath<LoginRequest, String?> & Sendable] = [
    .email: \.email, .username: \.username, .firstName: \.firstName,
  ]

  /// The request with its only name as it was typed.
  func named(_ typed: String) -> LoginRequest {
    var request = self
    request[fields.first ?? .firstName] = typed
    return request
  }

  /// New attempts: counted under the account that is meant, else under each of those that share a
  /// first name and are tried, else under the given name in comparable form. In an order that all
  /// attempts have, since they wait for each other.
  func attempts(among candidates: LookupResult) -> [LoginAttempt] {
    let key = candidates.rulebook.key
    let counted =
      candidates.only.map { [$0] }
      ?? (fields.first == .firstName ? candidates.tried(by: self) : [])
    let keys = counted.map { $0.values[text: key] }
    var names = Set(keys.compactMap { $0.map { AccountName($0).throttled(key) } })
    if names.isEmpty || keys.contains(nil) { names.insert(givenName) }
    return names.sorted().map { LoginAttempt($0, from: origin.network) }
  }

  /// The name under which an attempt counts that is at no account.
  private var givenName: String {
    for field in [Field.email, .username] {
      if let name = self[field] { return AccountName(name).throttled(field) }
    }
    return "first name " + PersonName.key(of: firstName ?? "")
  }
}
