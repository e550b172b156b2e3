/// What an account must look like, and how users log in: rules as data.
///
/// The accounts file names a rulebook or contains one. Anything that one in a file leaves out has
/// the value that `Rulebook.init` gives it.
public struct Rulebook: Sendable, Hashable {
  /// What the rulebook is called.
  public var name: String
  /// How one logs in.
  public var login: Login
  /// What each field must be.
  public var fields: Fields

  /// A rulebook; what is left out asks for no more than an email and a password.
  public init(name: String = "custom", login: Login = Login(), fields: Fields = Fields()) {
    self.name = name
    self.login = login
    self.fields = fields
  }

  /// How one logs in.
  public struct Login: Sendable, Hashable {
    /// The field that names the account at login.
    public enum Key: String, Sendable, Hashable, CaseIterable { case email, firstName }
    /// What login does with an unknown name.
    public enum Unknown: String, Sendable, Hashable, CaseIterable { case create, refuse }

    /// What names the account.
    public var by: Key
    /// What login does with an unknown name.
    public var unknown: Unknown
    /// Whether a file with exactly one valid account opens without login, until someone logs out.
    public var opensOnlyAccount: Bool
    /// Whether a hash weaker than ours becomes one of ours when its owner logs in.
    public var upgradesHashes: Bool

    /// A way to log in; what is left out has its plain value: by email, unknown ones refused.
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
  public struct Fields: Sendable, Hashable {
    /// What an email must be.
    public var email: EmailRule
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

    /// Rules for the fields; what is left out has its plain rule.
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

  /// The field that names an account: it is required, and no two accounts share it.
  public var key: Field { .email }

  /// What names the account with these fields; nil if it has no name.
  public func name(of values: FieldValues) -> AccountName? {
    values[text: key].map { AccountName($0) }
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
