/// What an account must look like, and how users log in: rules as data.
///
/// The accounts file names a rulebook or contains one. Anything that one in a file leaves out has
/// the value that `Rulebook.init` gives it.
public struct Rulebook: Sendable {
  /// What the rulebook is called.
  public var name: String
  /// The field that names an account, `email` or `username`: it is required, and no two accounts
  /// share it.
  public var key: Field
  /// How one logs in.
  public var login: Login
  /// What each field must be.
  public var fields: Fields
  /// The built-in rulebook from which this one begins, where it was written so.
  package internal(set) var origin: RulebookOrigin?

  /// A rulebook; what is left out asks for no more than the key and a password.
  public init(
    name: String = "custom", key: Field = .email, login: Login = Login(), fields: Fields = Fields()
  ) {
    self.name = name
    self.key = key
    self.login = login
    self.fields = fields
    normalise()
  }

  /// Writes down what follows from the key: that it is required, and that login is by it where
  /// nothing else is named.
  mutating func normalise() {
    if key == .email { fields.email.required = true } else { fields.username.required = true }
    if login.by.isEmpty { login.by = [key] }
  }

  /// How one logs in.
  public struct Login: Sendable, Hashable {
    /// What the login of a ``PersonalRegistry`` does with an unknown name.
    public enum Unknown: String, Sendable, Hashable, CaseIterable { case create, refuse }

    /// The fields that may name the account: email, user name, first name. None is the key.
    public var by: [Field]
    /// What the login of a ``PersonalRegistry`` does with an unknown name; a ``Registry`` refuses it.
    public var unknown: Unknown
    /// Whether a file with exactly one valid account opens without login, until someone logs out.
    public var opensOnlyAccount: Bool
    /// Whether a weak hash becomes a stronger one when its owner logs in to a ``PersonalRegistry``.
    public var upgradesHashes: Bool
    /// Whether a record of logins is kept, and the system's log says which failed.
    public var log: Bool
    /// Whether a password that was generated for an account must be changed by its owner.
    public var changeGenerated: Bool

    /// A way to log in; what is left out has its plain value: by the key, unknown ones refused.
    public init(
      by: [Field] = [], unknown: Unknown = .refuse, opensOnlyAccount: Bool = false,
      upgradesHashes: Bool = true, log: Bool = true, changeGenerated: Bool = false
    ) {
      self.by = by
      self.unknown = unknown
      self.opensOnlyAccount = opensOnlyAccount
      self.upgradesHashes = upgradesHashes
      self.log = log
      self.changeGenerated = changeGenerated
    }
  }

  /// What each field must be.
  public struct Fields: Sendable, Hashable {
    /// What an email must be.
    public var email: EmailRule
    /// Whether a user name must be there.
    public var username: UsernameRule
    /// What a password must be.
    public var password: PasswordRule
    /// What a first name must be.
    public var firstName: NameRule
    /// What a last name must be.
    public var lastName: NameRule
    /// What a birth date must be.
    public var birthDate: BirthDateRule
    /// What a phone number must be.
    public var phone: PhoneRule
    /// What groups there may be.
    public var groups: GroupsRule

    /// Rules for the fields; what is left out has its plain rule.
    public init(
      email: EmailRule = EmailRule(), username: UsernameRule = UsernameRule(),
      password: PasswordRule = PasswordRule(),
      firstName: NameRule = NameRule(), lastName: NameRule = NameRule(),
      birthDate: BirthDateRule = BirthDateRule(), phone: PhoneRule = PhoneRule(),
      groups: GroupsRule = GroupsRule()
    ) {
      self.email = email
      self.username = username
      self.password = password
      self.firstName = firstName
      self.lastName = lastName
      self.birthDate = birthDate
      self.phone = phone
      self.groups = groups
    }
  }

  /// What names the account with these fields; nil if it has no name.
  public func name(of values: FieldValues) -> AccountName? {
    values[text: key].map { AccountName($0) }
  }

  /// What to call the account with these fields: its key or, without one, whatever else names it.
  public func anyName(of values: FieldValues) -> (field: Field, text: String)? {
    nameField { values[text: $0] != nil }.flatMap { field in
      values[text: field].map { (field, $0) }
    }
  }

  /// The field that names an account: its key or, without one, whatever else does.
  package func nameField(_ isThere: (Field) -> Bool) -> Field? {
    isThere(key) ? key : Field.keys.first(where: isThere)
  }

  /// The field in which a name is looked for: what has an `@` is an email, whatever the key.
  public static func field(of name: String) -> Field {
    name.utf8.contains(UInt8(ascii: "@")) ? .email : .username
  }

  /// The field that login with a name is by: of those there are, in any order, the one that the name
  /// has the form of.
  package func loginField(of name: String) -> Field {
    if Self.field(of: name) == .email, key == .email || login.by.contains(.email) { return .email }
    return [.username, .firstName].first { login.by.contains($0) } ?? key
  }

  /// Whether an account must have the field.
  public func requires(_ field: Field) -> Bool {
    switch field {
    case .email: fields.email.required
    case .username: fields.username.required
    case .password: fields.password.required
    case .firstName: fields.firstName.required
    case .lastName: fields.lastName.required
    case .birthDate: fields.birthDate.required
    case .phone: fields.phone.required
    case .groups, .disabled, .validFrom, .validUntil, .mustChange: false
    }
  }
}
