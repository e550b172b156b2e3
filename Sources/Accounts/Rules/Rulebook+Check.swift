public import LosslessJSON
import TextTools

extension Rulebook {
  /// The rules that a text breaks in a field of an account with these values, in the order of
  /// reports. A password is judged as typed, even if it looks like a hash.
  public func brokenRules(
    _ text: String, in field: Field, of values: FieldValues = FieldValues(), today: CalendarDay
  ) -> [FieldRule] {
    switch field {
    case .password: fields.password.brokenRules(text, of: OwnNames(values))
    case .groups: fields.groups.brokenRules([text])
    case .mustChange: ["true", "false"].contains(text) ? [] : [.trueOrFalse]
    default: brokenRules(text.utf8.span, storedIn: field, of: values, today: today)
    }
  }

  /// The rules that entered text breaks in a field; groups are separated by commas.
  public func brokenRules(
    entered text: String, in field: Field, of values: FieldValues = FieldValues(),
    today: CalendarDay
  ) -> [FieldRule] {
    if case .texts(let groups)? = FieldValues.typed(text, for: field) {
      return fields.groups.brokenRules(groups)
    }
    return brokenRules(text, in: field, of: values, today: today)
  }

  /// The rules that a stored value in UTF-8 breaks. A password is a hash, a lock or typed by hand.
  ///
  /// - Parameter values: the account's values, for judging a typed password.
  package func brokenRules(
    _ utf8: Span<UInt8>, storedIn field: Field, of values: @autoclosure () -> FieldValues,
    today: CalendarDay
  ) -> [FieldRule] {
    switch field {
    case .email: fields.email.brokenRules(utf8)
    case .username: Username.hasForm(utf8) ? [] : [.usernameForm]
    case .password where StoredPassword.isKept(utf8):
      utf8.firstForbiddenScalar.map { [.noControlCharacters($0)] } ?? []
    case .password:
      ForeignHash(utf8).map { [.foreignHash($0)] }
        ?? fields.password.brokenRules(String(utf8), of: OwnNames(values()))
    case .firstName: fields.firstName.brokenRules(utf8)
    case .lastName: fields.lastName.brokenRules(utf8)
    case .birthDate: fields.birthDate.brokenRules(utf8, today: today)
    case .phone: fields.phone.brokenRules(utf8)
    case .groups: [.listOfTexts]
    case .disabled: Self.brokenRules(reason: utf8)
    case .mustChange: [.trueOrFalse]
    case .validFrom, .validUntil, .invitedUntil: CalendarDay.brokenRules(utf8)
    }
  }

  /// A reason must be a text, but not one that may mean "no".
  private static func brokenRules(reason utf8: Span<UInt8>) -> [FieldRule] {
    if let culprit = utf8.firstForbiddenScalar { return [.noControlCharacters(culprit)] }
    let word = FieldValues.trimmed(String(utf8), for: .disabled)?.lowercased() ?? ""
    return ["", "false", "no", "0"].contains(word) ? [.disabledForm] : []
  }

  /// All problems of an account's fields, in the order of the fields.
  ///
  /// `newPassword` is a password about to be set; without one, `values.password` is judged as
  /// stored: a hash, a lock or a typed password.
  ///
  /// Invited people give what is missing when they accept, but for a name that they may not choose.
  /// Of the keys beside the fields, those are problems that `KeySlip` finds.
  public func problems(
    with values: FieldValues, ownKeys: [JSONLiteral.Member] = [],
    newPassword: PasswordEntry? = nil, today: CalendarDay
  ) -> [Problem] {
    var problems: [Problem] = []
    let isInvited = values[.invitedUntil] != nil
    for field in Field.allCases {
      let broken: [FieldRule]
      if field == .password, let newPassword {
        broken = brokenRules(newPassword, of: values)
      } else {
        switch values[field] {
        case .text(let text):
          broken = brokenRules(text.utf8.span, storedIn: field, of: values, today: today)
        case .texts(let groups) where field == .groups: broken = fields.groups.brokenRules(groups)
        case .flag where field == .disabled || field == .mustChange: broken = []
        case .texts where field == .mustChange: broken = [.trueOrFalse]
        case .texts, .flag: broken = [.text]
        case nil:
          let isGivenLater = isInvited && field != key && isOwn(field)
          broken = requires(field) && !isGivenLater ? [.required] : []
        }
      }
      if field == .invitedUntil, isInvited, broken.isEmpty, newPassword == nil, !values.hasCode {
        problems.append(Problem(.field(field), .field(.besideCode)))
      }
      for rule in broken { problems.append(Problem(.field(field), .field(rule))) }
    }
    if !values.areDatesInOrder {
      problems.append(Problem(.field(.validUntil), .field(.dateOrder)))
    }
    for member in ownKeys {
      if let (_, rule) = KeySlip.brokenRule(of: member, beside: { values[$0] }) {
        problems.append(Problem(.key(member.key), .field(rule)))
      }
    }
    return problems
  }

  /// The rules that a new password breaks in an account with these values.
  public func brokenRules(_ password: PasswordEntry, of values: FieldValues) -> [FieldRule] {
    switch password.text {
    case .success(let text): brokenRules(text, of: values)
    case .failure(let rule): [rule]
    }
  }

  /// The rules that a password which crypt(3) takes breaks as a new one.
  public func brokenRules(_ password: PasswordText, of values: FieldValues) -> [FieldRule] {
    guard let text = password.text else { return [.wholeUnicode] }
    return fields.password.brokenRules(text, of: OwnNames(values))
  }
}
