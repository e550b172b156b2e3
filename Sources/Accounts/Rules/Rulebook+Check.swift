public import LosslessJSON
import TextTools

extension Rulebook {
  /// The rules that a text breaks in a field of an account with these values, in the order of
  /// reports. A password is judged as typed, even if it looks like a hash.
  public func brokenRules(
    _ text: String, in field: Field, of values: FieldValues = FieldValues(), today: CalendarDay
  ) -> [FieldRule] {
    table.span[Int(field.slot)].kind.brokenRules(
      typed: text, isRequired: requires(field), of: values, today: today)
  }

  /// The rules that entered text breaks in a field; groups are separated by commas.
  public func brokenRules(
    entered text: String, in field: Field, of values: FieldValues = FieldValues(),
    today: CalendarDay
  ) -> [FieldRule] {
    if case .texts(let texts)? = FieldValues.typed(text, for: field) {
      return self[field].list.brokenRules(texts)
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
    let rules = table.span[Int(field.slot)].kind.brokenRules(
      utf8, isRequired: requires(field), of: values(), today: today)
    return field == .id ? byKey(rules, of: values()) : rules
  }

  /// The same, with an id as it was meant beside the account's name by this rulebook.
  private func byKey(_ rules: [FieldRule], of values: FieldValues) -> [FieldRule] {
    guard case .idForm(let meant?)? = rules.first, let name = anyName(of: values)?.text else {
      return rules
    }
    return [.idForm(GivenID(meant.id, to: name))]
  }

  /// The rule that one of the texts of a list breaks, in UTF-8; nil if it is allowed.
  package func brokenRule(_ utf8: Span<UInt8>, ofOneIn field: Field) -> FieldRule? {
    table.span[Int(field.slot)].kind.brokenRule(ofOne: utf8)
  }

  /// All problems of an account's fields, in the order of the fields.
  ///
  /// `newPassword` is a password about to be set; without one, `values.password` is judged as
  /// stored: a hash, a lock or a typed password.
  ///
  /// Invited people give what is missing when they accept, but for what is not theirs to change.
  /// Of the keys beside the fields, each is a problem that does not begin as people's own do.
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
        broken =
          values[field].map {
            byKey(
              table.span[Int(field.slot)].kind.brokenRules(
                $0, isRequired: requires(field), of: values, today: today), of: values)
          } ?? (requires(field) && !(isInvited && field != key && isOwn(field)) ? [.required] : [])
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
      if let meaning = KeyMeaning(member.key, member.value) {
        problems.append(Problem(.key(member.key), .field(.knownKey(meaning))))
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
