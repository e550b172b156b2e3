extension Rulebook {
  /// The rulebooks that a file may name, in the order in which help lists them.
  public static let builtIns: [Rulebook] = [.register, .albums, .authorisation, .standard]

  /// The built-in rulebook with a name; nil if there is none.
  public static func builtIn(_ name: String) -> Rulebook? { builtIns.first { $0.name == name } }

  /// Email and password make an account; a file with one account opens by itself.
  public static let register = Rulebook(
    name: "register",
    login: Login(unknown: .create, opensOnlyAccount: true),
    fields: Fields(
      email: EmailRule(beforeAt: 3, firstLabel: 3, afterDot: 2),
      password: PasswordRule(characters: 5)))

  /// Every field is required, names are English, and the person is of age.
  public static let albums = Rulebook(
    name: "albums",
    login: Login(unknown: .refuse),
    fields: Fields(
      password: PasswordRule(characters: 6, digits: 1, lowercase: 1, uppercase: 1),
      firstName: TextRule(letters: .english), lastName: TextRule(letters: .english),
      birthDate: AgeRule(minimumAge: 18),
      required: [.firstName, .lastName, .birthDate, .phone]))

  /// People log in by their first name.
  public static let authorisation = Rulebook(
    name: "authorisation",
    login: Login(by: [.firstName], unknown: .refuse),
    fields: Fields(
      password: PasswordRule(letters: 8, digits: 1, onlyLettersAndDigits: true),
      required: [.firstName, .lastName]))

  /// For services: user names as keys, and passwords as ASVS and NIST require.
  public static let standard = Rulebook(
    name: "standard",
    key: .username,
    login: Login(by: [.username, .email], unknown: .refuse, changeGenerated: true),
    fields: Fields(
      password: PasswordRule(characters: 15, notOwnNames: true, blocklist: true),
      phone: PhoneRule(mask: .digits)))
}
