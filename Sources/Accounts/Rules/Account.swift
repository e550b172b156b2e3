/// A valid account: it keeps the rules of its rulebook.
public struct Account: Sendable, Hashable {
  /// The name in the rulebook's key.
  public let name: AccountName
  /// The email; nil if it has none.
  public let email: EmailAddress?
  /// The user name, if any.
  public let username: Username?
  /// The content of its password field: a hash, a lock or a text typed by hand.
  public let password: StoredPassword
  /// How the password is stored.
  public let hash: HashKind
  /// The first name, if any.
  public let firstName: PersonName?
  /// The last name, if any.
  public let lastName: PersonName?
  /// The birth date, if any.
  public let birthDate: BirthDate?
  /// The phone number, if any.
  public let phone: PhoneNumber?
  /// The groups it is in.
  public let groups: [String]
  /// True, false or the reason for which an administrator disabled it; nil if nothing is set.
  public let disabled: FieldValue?
  /// The first day on which it can be logged in to; nil for any.
  public let validFrom: CalendarDay?
  /// The last day on which it can be logged in to; nil for any.
  public let validUntil: CalendarDay?
  /// True if its owner has to set a new password at the next login. Not part of the state: other
  /// programs may let the owner in.
  public let mustChangePassword: Bool
  /// The last day on which its password, the code of an invitation, can set another one; nil if it
  /// is an ordinary password.
  public let invitedUntil: CalendarDay?

  /// Reads an account's fields under a rulebook. Nil if they break it; the rulebook's
  /// `problems(with:)` tells why.
  public init?(_ values: FieldValues, rulebook: Rulebook, today: CalendarDay) {
    guard rulebook.problems(with: values, today: today).isEmpty else { return nil }
    self.init(checked: values, rulebook: rulebook, today: today)
  }

  /// Reads fields that the rulebook has just accepted.
  package init?(checked values: FieldValues, rulebook: Rulebook, today: CalendarDay) {
    guard let name = rulebook.name(of: values), let password = values.password else { return nil }
    self.name = name
    hash = HashKind(ofStored: password.utf8.span)
    groups = values.groups
    disabled = values[.disabled]
    validFrom = values.day(.validFrom)
    validUntil = values.day(.validUntil)
    mustChangePassword = values.mustChangePassword
    invitedUntil = values.day(.invitedUntil)
    do throws(FieldRule) {
      self.email = try values.email.map { text throws(FieldRule) in try EmailAddress(text) }
      self.username = try values.username.map { text throws(FieldRule) in try Username(text) }
      self.password = try StoredPassword(password)
      self.firstName = try values.firstName.map { text throws(FieldRule) in try PersonName(text) }
      self.lastName = try values.lastName.map { text throws(FieldRule) in try PersonName(text) }
      self.birthDate = try values.birthDate.map { text throws(FieldRule) in
        try BirthDate(text, today: today)
      }
      self.phone = try values.phone.map { text throws(FieldRule) in
        try PhoneNumber(text, mask: rulebook.fields.phone.mask)
      }
    } catch {
      return nil
    }
  }

  /// Whether the account can be logged in to on a day. Never `closed`: then there is no account.
  public func state(on today: CalendarDay) -> AccountState {
    AccountState(
      isLocked: password == .locked, disabled, from: validFrom, until: validUntil,
      isInvited: invitedUntil != nil, on: today)
  }

  /// True if its password is an invitation's code that can set another one on a day. That may be
  /// before its first day, so that its owner is ready then.
  public func takesCode(on today: CalendarDay) -> Bool {
    invitedUntil.map { today <= $0 } == true && isOnlyInvited(on: today)
  }

  /// True if nothing but an invitation and the first day keeps its owner from logging in.
  func isOnlyInvited(on today: CalendarDay) -> Bool {
    invitedUntil != nil && [.invited, .notYetValid].contains(state(on: today))
  }

  /// Whether it is in one of some groups, compared byte by byte.
  func isIn(anyOf sought: [String]) -> Bool {
    groups.contains { group in sought.contains { sameText($0, group) } }
  }

  /// The field's value; nil for a password.
  public func value(of field: Field) -> FieldValue? {
    switch field {
    case .groups: groups.isEmpty ? nil : .texts(groups)
    case .disabled: disabled
    case .mustChange: mustChangePassword ? .flag(true) : nil
    default: self[field].map { .text($0) }
    }
  }

  /// The field for display; nil for a password.
  public subscript(field: Field) -> String? {
    switch field {
    case .email: email?.text
    case .username: username?.text
    case .password: nil
    case .firstName: firstName?.text
    case .lastName: lastName?.text
    case .birthDate: birthDate?.description
    case .phone: phone?.text
    case .groups: groups.isEmpty ? nil : FieldValue.texts(groups).shown
    case .disabled: disabled?.shown
    case .validFrom: validFrom?.description
    case .validUntil: validUntil?.description
    case .mustChange: value(of: field)?.shown
    case .invitedUntil: invitedUntil?.description
    }
  }
}
