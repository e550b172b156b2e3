/// The rules for accounts and logins, as data.
///
/// The accounts file names a rulebook or contains one. Omitted keys have the defaults of
/// `Rulebook.init`.
public struct Rulebook: Sendable {
  /// The rulebook's name.
  public var name: String
  /// The field that names an account, `email` or `username`: it is required, and no two accounts
  /// share it.
  public var key: Field
  /// How users log in.
  public var login: Login
  /// The table of the fields with its rules in it, by their places.
  public internal(set) var table: [FieldSpec]
  /// The page on which owners log in and set their passwords, and the hosts to which it leads on.
  public var serve = Serve()
  /// How long a login in a browser lasts.
  public var sessions = SessionLimits()
  /// The built-in rulebook that this one was written to extend, and its text.
  package internal(set) var origin: RulebookOrigin?

  /// By default, only the key and a password are required.
  public init(
    name: String = "custom", key: Field = .email, login: Login = Login(), fields: Fields = Fields()
  ) {
    self.name = name
    self.key = key
    self.login = login
    table = fields.table
    normalise()
  }

  /// All that it says of a field.
  public internal(set) subscript(field: Field) -> FieldSpec {
    get { table[Int(field.slot)] }
    set { table[Int(field.slot)] = newValue }
  }

  /// The rules for each field, as programs set them.
  public var fields: Fields {
    get { Fields(table: table) }
    set {
      table = newValue.table
      self[key].required = true
    }
  }

  /// Applies the consequences of the key: it is required, and login is by it if no fields are
  /// named.
  mutating func normalise() {
    self[key].required = true
    if login.by.isEmpty { login.by = [key] }
  }

  /// How users log in.
  public struct Login: Sendable, Hashable {
    /// Whether ``PersonalRegistry`` creates an account for an unknown name at login.
    public enum Unknown: String, Sendable, Hashable, CaseIterable { case create, refuse }

    /// The fields that may name the account: email, user name, first name. Empty means the key.
    public var by: [Field]
    /// Whether ``PersonalRegistry`` creates an account for an unknown name at login; a ``Registry``
    /// never does.
    public var unknown: Unknown
    /// Opens a file with exactly one valid account without login, until someone logs out.
    public var opensOnlyAccount: Bool
    /// Replaces a weak hash when its owner logs in to a ``PersonalRegistry``.
    public var upgradesHashes: Bool
    /// Records logins, and writes failed ones to the system's log.
    public var log: Bool
    /// Requires owners to change a password that was generated for them.
    public var changeGenerated: Bool

    /// By default, login is by the key, and unknown names are refused.
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

  /// The page on which owners log in and set their passwords.
  public struct Serve: Sendable, Hashable {
    /// Its address; nil if none is known.
    public var url: ServeAddress?
    /// The hosts that are guarded, and who may enter which; without one, any host is asked by
    /// `Basic` alone.
    public var hosts = GuardedHosts.none
    /// The address that the page names first, once somebody is logged in; nil for none.
    public var home: String?
    /// The title of the page; nil for its host alone.
    public var title: String?
    /// The words of the page beside a login, such as whom to ask; nil for none.
    public var note: String?

    package static let (longestTitle, longestNote) = (60, 300)

    /// By default, no address is known.
    public init(url: ServeAddress? = nil) { self.url = url }
  }

  /// The rules for each field.
  public struct Fields: Sendable, Hashable {
    var table: [FieldSpec]

    init(table: [FieldSpec]) { self.table = table }

    /// By default, fields have their default rules, and only the key and a password are required.
    public init(
      email: EmailRule = EmailRule(), password: PasswordRule = PasswordRule(),
      firstName: TextRule = TextRule(), lastName: TextRule = TextRule(),
      birthDate: AgeRule = AgeRule(), phone: PhoneRule = PhoneRule(),
      groups: ListRule = ListRule(), required: Set<Field> = []
    ) {
      table = BuiltInFields.table
      (self.email, self.password, self.phone) = (email, password, phone)
      (self.firstName, self.lastName, self.birthDate) = (firstName, lastName, birthDate)
      (self.groups, self.required) = (groups, required)
    }

    subscript(field: Field) -> FieldSpec {
      get { table[Int(field.slot)] }
      set { table[Int(field.slot)] = newValue }
    }

    /// The fields that an account must have, of those of a person. Its key and a password it always
    /// has.
    public var required: Set<Field> {
      get { Set(table.filter { $0.hasOwn && $0.required }.map(\.field)) }
      set {
        for index in table.indices where table[index].hasOwn {
          table[index].required = newValue.contains(table[index].field)
        }
      }
    }

    /// The fields of a person that people may change of their own account, wherever a request says
    /// that the owner asks. Programs and applications know people by their names.
    public var own: Set<Field> {
      get { Set(table.filter { $0.hasOwn && $0.own }.map(\.field)) }
      set {
        for index in table.indices where table[index].hasOwn {
          table[index].own = newValue.contains(table[index].field)
        }
      }
    }

    /// Requirements on an email.
    public var email: EmailRule {
      get { self[.email].email }
      set { self[.email].email = newValue }
    }

    /// Requirements on a password.
    public var password: PasswordRule {
      get { self[.password].password }
      set { self[.password].password = newValue }
    }

    /// Requirements on a first name.
    public var firstName: TextRule {
      get { self[.firstName].text }
      set { self[.firstName].text = newValue }
    }

    /// Requirements on a last name.
    public var lastName: TextRule {
      get { self[.lastName].text }
      set { self[.lastName].text = newValue }
    }

    /// Requirements on a birth date.
    public var birthDate: AgeRule {
      get { self[.birthDate].age }
      set { self[.birthDate].age = newValue }
    }

    /// Requirements on a phone number.
    public var phone: PhoneRule {
      get { self[.phone].phone }
      set { self[.phone].phone = newValue }
    }

    /// The allowed groups.
    public var groups: ListRule {
      get { self[.groups].list }
      set { self[.groups].list = newValue }
    }
  }

  /// The name in the key of an account with these fields; nil if it has none.
  public func name(of values: FieldValues) -> AccountName? {
    values[text: key].map { AccountName($0) }
  }

  /// The name for an account with these fields: its key or, without one, its other name.
  public func anyName(of values: FieldValues) -> (field: Field, text: String)? {
    nameField { values[text: $0]?.isEmpty == false }.flatMap { field in
      values[text: field].map { (field, $0) }
    }
  }

  /// The identity of the account with these fields: by its key or, without one, by its other name.
  public func nameKey(of values: FieldValues) -> NameKey? {
    anyName(of: values).map { NameKey($0.field, AccountName($0.text)) }
  }

  /// The field that names an account: its key or, without one, the other. No empty text is a name.
  package func nameField(_ isThere: (Field) -> Bool) -> Field? {
    isThere(key) ? key : Field.keys.first(where: isThere)
  }

  /// The field for a name without one: email if it has an `@`, under any key.
  public static func field(of name: String) -> Field {
    name.utf8.contains(UInt8(ascii: "@")) ? .email : .username
  }

  /// The fields by which accounts are logged in to: those that the rulebook names, and the key.
  public var waysToLogIn: [Field] { login.by.contains(key) ? login.by : login.by + [key] }

  /// The field in which a login name is looked up first.
  package func loginField(of name: String) -> Field { loginFields(of: name)[0] }

  /// The fields in which a login name is looked up, of ``waysToLogIn``, until somebody is found: an
  /// email by its form, else a user name before a first name.
  package func loginFields(of name: String) -> [Field] {
    let ways = waysToLogIn
    if Self.field(of: name) == .email, ways.contains(.email) { return [.email] }
    let others = [Field.username, .firstName].filter { ways.contains($0) }
    return others.isEmpty ? [key] : others
  }

  /// Whether people may change the field of their own account, wherever a request says that the
  /// owner asks.
  public func isOwn(_ field: Field) -> Bool { table.span[Int(field.slot)].own }

  /// The fields that an account must have and does not have, but for its password.
  package func missing(in values: FieldValues) -> [Field] {
    Field.allCases.filter { $0 != .password && values[$0] == nil && requires($0) }
  }

  /// Whether an account must have the field.
  public func requires(_ field: Field) -> Bool { table.span[Int(field.slot)].required }
}
