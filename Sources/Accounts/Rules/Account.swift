/// An account that keeps the rules of its rulebook: it is valid because it exists.
public struct Account: Sendable, Hashable {
  /// What the account is known by.
  public let email: EmailAddress
  /// The content of its password field: a hash, a lock or a text typed by hand.
  public let password: StoredPassword
  /// The first name, if any.
  public let firstName: PersonName?
  /// The last name, if any.
  public let lastName: PersonName?
  /// The birth date, if any.
  public let birthDate: BirthDate?
  /// The phone number, if any.
  public let phone: PhoneNumber?

  /// Reads an account's fields under a rulebook; nil if they break it: the rulebook's
  /// `problems(with:)` says how.
  public init?(_ values: FieldValues, rulebook: Rulebook, today: CalendarDay) {
    guard rulebook.problems(with: values, today: today).isEmpty else { return nil }
    self.init(checked: values, rulebook: rulebook, today: today)
  }

  /// Reads fields in which the rulebook has just found no problem.
  package init?(checked values: FieldValues, rulebook: Rulebook, today: CalendarDay) {
    guard let email = values.email, let password = values.password else { return nil }
    do throws(Rule) {
      self.email = try EmailAddress(email)
      self.password = try StoredPassword(password)
      self.firstName = try values.firstName.map { text throws(Rule) in try PersonName(text) }
      self.lastName = try values.lastName.map { text throws(Rule) in try PersonName(text) }
      self.birthDate = try values.birthDate.map { text throws(Rule) in
        try BirthDate(text, today: today)
      }
      self.phone = try values.phone.map { text throws(Rule) in
        try PhoneNumber(text, mask: rulebook.fields.phone.mask)
      }
    } catch {
      return nil
    }
  }

  /// A field as it is shown; a password is never shown.
  public subscript(field: Field) -> String? {
    switch field {
    case .email: email.text
    case .password: nil
    case .firstName: firstName?.text
    case .lastName: lastName?.text
    case .birthDate: birthDate?.description
    case .phone: phone?.text
    }
  }
}
