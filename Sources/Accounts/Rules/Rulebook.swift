/// What an account must look like, and how one logs in: rules as data.
///
/// A rulebook drives the commands, the forms, the messages and the checks. One is named in the
/// accounts file, or stands there whole. What a rulebook in a file leaves out has the value that
/// `Rulebook.init` gives it; Codable, by contrast, wants every key.
public struct Rulebook: Sendable, Hashable, Codable {
  public var name: String
  public var login: Login
  public var fields: Fields

  public init(name: String = "custom", login: Login = Login(), fields: Fields = Fields()) {
    self.name = name
    self.login = login
    self.fields = fields
  }

  /// How one logs in.
  public struct Login: Sendable, Hashable, Codable {
    /// The field that names the account at login.
    public enum Key: String, Sendable, Hashable, Codable, CaseIterable { case email, firstName }
    /// What login does with a name that nobody has.
    public enum Unknown: String, Sendable, Hashable, Codable, CaseIterable { case create, refuse }

    public var by: Key
    public var unknown: Unknown
    /// Whether a file with exactly one valid account opens without login, until someone logs out.
    public var opensOnlyAccount: Bool
    /// Whether a hash weaker than ours becomes one of ours when its owner logs in.
    public var upgradesHashes: Bool

    public init(
      by: Key = .email, unknown: Unknown = .refuse, opensOnlyAccount: Bool = false,
      upgradesHashes: Bool = true
    ) {
      self.by = by
      self.unknown = unknown
      self.opensOnlyAccount = opensOnlyAccount
      self.upgradesHashes = upgradesHashes
    }
  }

  /// What each field must be.
  public struct Fields: Sendable, Hashable, Codable {
    public var email: EmailRule
    public var password: PasswordRule
    public var firstName: NameRule
    public var lastName: NameRule
    public var birthDate: BirthDateRule
    public var phone: PhoneRule

    public init(
      email: EmailRule = EmailRule(), password: PasswordRule = PasswordRule(),
      firstName: NameRule = NameRule(), lastName: NameRule = NameRule(),
      birthDate: BirthDateRule = BirthDateRule(), phone: PhoneRule = PhoneRule()
    ) {
      self.email = email
      self.password = password
      self.firstName = firstName
      self.lastName = lastName
      self.birthDate = birthDate
      self.phone = phone
    }
  }

  /// Whether an account must have the field.
  public func requires(_ field: Field) -> Bool {
    switch field {
    case .email: fields.email.required
    case .password: fields.password.required
    case .firstName: fields.firstName.required
    case .lastName: fields.lastName.required
    case .birthDate: fields.birthDate.required
    case .phone: fields.phone.required
    }
  }
}
