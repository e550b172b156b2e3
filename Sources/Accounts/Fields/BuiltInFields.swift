/// The fields of an account. A new one is its lines here, its words in Russian, and its row in
/// docs/file.md.
extension Field {
  /// The email.
  @inlinable public static var email: Field { Field(slot: 0) }
  /// The user name.
  @inlinable public static var username: Field { Field(slot: 1) }
  /// The password: a hash, a lock, or typed by hand.
  @inlinable public static var password: Field { Field(slot: 2) }
  /// The first name.
  @inlinable public static var firstName: Field { Field(slot: 3) }
  /// The last name.
  @inlinable public static var lastName: Field { Field(slot: 4) }
  /// The birth date.
  @inlinable public static var birthDate: Field { Field(slot: 5) }
  /// The phone number.
  @inlinable public static var phone: Field { Field(slot: 6) }
  /// Set by administrators: groups, and who may log in when.
  @inlinable public static var groups: Field { Field(slot: 7) }
  /// True, false or the reason for which an administrator keeps its owner out.
  @inlinable public static var disabled: Field { Field(slot: 8) }
  /// The first day on which its owner can log in.
  @inlinable public static var validFrom: Field { Field(slot: 9) }
  /// The last day on which its owner can log in.
  @inlinable public static var validUntil: Field { Field(slot: 10) }
  /// Requires the owner to set a new password at the next login.
  @inlinable public static var mustChange: Field { Field(slot: 11) }
  /// The last day on which the password, which is an invitation's code, can set another one.
  @inlinable public static var invitedUntil: Field { Field(slot: 12) }
  /// The id, with the name for which it was given. Only regapp sets it.
  @inlinable public static var id: Field { Field(slot: 13) }
}

/// The table of the fields, with the rules that a rulebook has which says nothing of them.
enum BuiltInFields {
  /// In the order in which an account is written.
  static let rows: [FieldSpec] = [
    FieldSpec(
      .email, "email", .email(EmailRule()), "email", .name, help: "the email address",
      yours: "your email",
      option: "--email", autofill: "email", ldif: "mail", authelia: "email"),
    FieldSpec(
      .username, "username", .username, "user name", .name,
      help: "the user name: letters, digits, dots, _ and -", yours: "your user name",
      option: "--username", ldif: "uid"),
    FieldSpec(
      .password, "password", .password(PasswordRule()), "password", .access, required: true,
      own: true,
      option: "--password", ldif: "userPassword", authelia: "password"),
    FieldSpec(
      .firstName, "firstName", .text(TextRule()), "first name", .person, help: "the first name",
      yours: "your first name", option: "--first-name",
      autofill: "given-name", ldif: "givenName", authelia: "given_name"),
    FieldSpec(
      .lastName, "lastName", .text(TextRule()), "last name", .person, help: "the last name",
      yours: "your last name", option: "--last-name",
      autofill: "family-name", ldif: "sn", authelia: "family_name"),
    FieldSpec(
      .birthDate, "birthDate", .birthDay(AgeRule()), "birth date", .person,
      help: "the birth date, YYYY-MM-DD", yours: "your birth date", option: "--birth-date",
      autofill: "bday",
      authelia: "birthdate"),
    FieldSpec(
      .phone, "phone", .phone(PhoneRule()), "phone", .person,
      help: "the phone number, in any spacing", yours: "your phone number", option: "--phone",
      autofill: "tel", ldif: "telephoneNumber", authelia: "phone_number"),
    FieldSpec(
      .groups, "groups", .list(ListRule()), "groups", .access,
      help: "the groups, with commas between them", option: "--groups", authelia: "groups"),
    FieldSpec(
      .disabled, "disabled", .lock, "disabled", .access, help: "why the account is disabled",
      option: "--reason", authelia: "disabled"),
    FieldSpec(
      .validFrom, "validFrom", .day, "valid from", .access,
      help: "the first day on which to log in, YYYY-MM-DD", option: "--valid-from"),
    FieldSpec(
      .validUntil, "validUntil", .day, "valid until", .access,
      help: "the last day on which to log in, YYYY-MM-DD", option: "--valid-until"),
    FieldSpec(
      .mustChange, "mustChange", .yesNo, "must change", .access,
      help: "the next login has to set a new password", option: "--must-change"),
    FieldSpec(.invitedUntil, "invitedUntil", .day, "invitation", .access, option: "--until"),
    FieldSpec(.id, "id", .id, "id", .access, ldif: "entryUUID"),
  ]

  /// By the fields' places.
  static let table = rows.sorted { $0.field.slot < $1.field.slot }
  static let keys = table.map(\.key)
  /// What JSON keeps of each field, by its place.
  static let forms = table.map(\.kind.form)
}

extension FieldValues {
  /// The text of the email.
  public var email: String? {
    get { self[text: .email] }
    set { self[text: .email] = newValue }
  }

  /// The text of the user name.
  public var username: String? {
    get { self[text: .username] }
    set { self[text: .username] = newValue }
  }

  /// The text of the password.
  public var password: String? {
    get { self[text: .password] }
    set { self[text: .password] = newValue }
  }

  /// The text of the first name.
  public var firstName: String? {
    get { self[text: .firstName] }
    set { self[text: .firstName] = newValue }
  }

  /// The text of the last name.
  public var lastName: String? {
    get { self[text: .lastName] }
    set { self[text: .lastName] = newValue }
  }

  /// The text of the birth date.
  public var birthDate: String? {
    get { self[text: .birthDate] }
    set { self[text: .birthDate] = newValue }
  }

  /// The text of the phone number.
  public var phone: String? {
    get { self[text: .phone] }
    set { self[text: .phone] = newValue }
  }

  /// The groups of the account; empty if the field is missing.
  public var groups: [String] {
    get { if case .texts(let groups) = self[.groups] { groups } else { [] } }
    set { self[.groups] = newValue.isEmpty ? nil : .texts(newValue) }
  }

  /// True if the account's owner has to set a new password at the next login.
  public var mustChangePassword: Bool {
    get { self[.mustChange] == .flag(true) }
    set { self[.mustChange] = newValue ? .flag(true) : nil }
  }
}
