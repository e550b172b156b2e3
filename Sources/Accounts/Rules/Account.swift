/// A valid account: it keeps the rules of its rulebook.
public struct Account: Sendable, Hashable {
  /// The name in the rulebook's key.
  public let name: AccountName
  /// The content of its password field: a hash, a lock or a text typed by hand.
  public let password: StoredPassword
  /// How the password is stored.
  public let hash: HashKind
  /// The birth date, if any.
  public let birthDate: BirthDate?
  /// The first day on which it can be logged in to; nil for any.
  public let validFrom: CalendarDay?
  /// The last day on which it can be logged in to; nil for any.
  public let validUntil: CalendarDay?
  /// The last day on which its password, the code of an invitation, can set another one; nil if it
  /// is an ordinary password.
  public let invitedUntil: CalendarDay?
  /// The UUID that tells it from all others, whatever its names are; nil if it has none that counts.
  public internal(set) var id: AccountID?
  /// All but the password and the id, as they are shown.
  private let values: FieldValues

  /// The email; nil if it has none.
  public var email: EmailAddress? { values.email.map { EmailAddress(checked: $0) } }
  /// The user name, if any.
  public var username: Username? { values.username.map { Username(checked: $0) } }
  /// The first name, if any.
  public var firstName: PersonName? { values.firstName.map { PersonName(checked: $0) } }
  /// The last name, if any.
  public var lastName: PersonName? { values.lastName.map { PersonName(checked: $0) } }
  /// The phone number, if any.
  public var phone: PhoneNumber? { values.phone.map { PhoneNumber(checked: $0) } }
  /// The groups it is in.
  public var groups: [String] { values.groups }
  /// True, false or the reason for which an administrator disabled it; nil if nothing is set.
  public var disabled: FieldValue? { values[.disabled] }
  /// True if its owner has to set a new password at the next login. Not part of the state: other
  /// programs may let the owner in.
  public var mustChangePassword: Bool { values.mustChangePassword }

  /// Reads an account's fields under a rulebook. Nil if they break it; the rulebook's
  /// `problems(with:)` tells why.
  public init?(_ values: FieldValues, rulebook: Rulebook, today: CalendarDay) {
    guard rulebook.problems(with: values, today: today).isEmpty else { return nil }
    self.init(checked: values, rulebook: rulebook, today: today)
  }

  /// Reads fields that the rulebook has just accepted.
  package init?(checked values: FieldValues, rulebook: Rulebook, today: CalendarDay) {
    guard let name = rulebook.name(of: values), let password = values.password else { return nil }
    do {
      self.password = try StoredPassword(password)
      birthDate = try values.birthDate.map { try BirthDate($0, today: today) }
    } catch {
      return nil
    }
    self.name = name
    hash = HashKind(ofStored: password.utf8.span)
    validFrom = values.day(.validFrom)
    validUntil = values.day(.validUntil)
    invitedUntil = values.day(.invitedUntil)
    id = values.claimedID
    var shown = FieldValues()
    for spec in rulebook.table where spec.field != .password && spec.field != .id {
      shown[spec.field] = values[spec.field].flatMap(spec.shown)
    }
    self.values = shown
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

  /// The field's value; nil for a password and the id.
  public func value(of field: Field) -> FieldValue? { values[field] }

  /// The field for display; nil for a password and the id.
  public subscript(field: Field) -> String? { values[field]?.shown }
}
