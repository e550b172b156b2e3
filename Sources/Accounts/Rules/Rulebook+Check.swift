import TextTools

extension Rulebook {
  /// The rules that a text breaks in a field of an account with these values, in the order of
  /// reports; a password is never a hash.
  public func brokenRules(
    _ text: String, in field: Field, of values: FieldValues = FieldValues(), today: CalendarDay
  ) -> [FieldRule] {
    switch field {
    case .email: fields.email.brokenRules(text)
    case .username: Self.brokenRule { () throws(FieldRule) in _ = try Username(text) }
    case .password: fields.password.brokenRules(text, of: OwnNames(values))
    case .firstName: fields.firstName.brokenRules(text)
    case .lastName: fields.lastName.brokenRules(text)
    case .birthDate: fields.birthDate.brokenRules(text, today: today)
    case .phone: fields.phone.brokenRules(text)
    case .groups: brokenRules(groups: [text])
    case .disabled: Self.brokenRules(reason: text)
    case .mustChange: ["true", "false"].contains(text) ? [] : [.trueOrFalse]
    case .validFrom, .validUntil: CalendarDay.brokenRules(text)
    }
  }

  /// The rules that a text breaks as a person types it for a field: several groups at once.
  public func brokenRules(
    typed text: String, in field: Field, of values: FieldValues = FieldValues(), today: CalendarDay
  ) -> [FieldRule] {
    if case .texts(let groups)? = FieldValues.typed(text, for: field) {
      return brokenRules(groups: groups)
    }
    return brokenRules(text, in: field, of: values, today: today)
  }

  private static func brokenRule(_ body: () throws(FieldRule) -> Void) -> [FieldRule] {
    do throws(FieldRule) {
      try body()
      return []
    } catch {
      return [error]
    }
  }

  private func brokenRules(groups: [String]) -> [FieldRule] {
    var seen: Set<[UInt8]> = []
    return groups.compactMap { group -> FieldRule? in
      if let fault = Self.fault(inGroup: group) { return fault }
      guard fields.groups.allows(group) else {
        return .allowedGroup(group, among: fields.groups.allowed)
      }
      return seen.insert(Array(group.utf8)).inserted ? nil : .groupTwice(group)
    }
  }

  /// Why a text is not the name of a group; nil if it is one.
  static func fault(inGroup group: String) -> FieldRule? {
    if let culprit = group.firstForbiddenScalar { return .noControlCharacters(culprit) }
    let hasForm =
      (1...64).contains(group.count) && !group.utf8.contains { ",:".utf8.contains($0) }
      && FieldValues.trimmed(group, for: .groups)?.utf8.count == group.utf8.count
    return hasForm ? nil : .groupForm(group)
  }

  /// A reason is a text; one that a person may have meant as "no" is none.
  private static func brokenRules(reason: String) -> [FieldRule] {
    if let culprit = reason.firstForbiddenScalar { return [.noControlCharacters(culprit)] }
    let word = FieldValues.trimmed(reason, for: .disabled)?.lowercased() ?? ""
    return ["", "false", "no", "0"].contains(word) ? [.disabledForm] : []
  }

  /// Everything that is wrong with the fields of an account, in the order of the fields.
  ///
  /// `newPassword` is a password about to be set; without one, `values.password` is what a file
  /// contains: a hash, a lock or a typed password.
  public func problems(
    with values: FieldValues, newPassword: PasswordEntry? = nil, today: CalendarDay
  ) -> [Problem] {
    var problems: [Problem] = []
    for field in Field.allCases {
      let broken: [FieldRule]
      if field == .password, let newPassword {
        broken = brokenRules(newPassword, of: values)
      } else {
        switch values[field] {
        case .text where field == .groups: broken = [.listOfTexts]
        case .text where field == .mustChange: broken = [.trueOrFalse]
        case .text(let text) where isObviouslyValid(text.utf8.span, as: field, today: today):
          broken = []
        case .text(let text) where field == .password:
          broken = brokenRules(stored: text, of: values)
        case .text(let text): broken = brokenRules(text, in: field, today: today)
        case .texts(let groups) where field == .groups: broken = brokenRules(groups: groups)
        case .flag where field == .disabled || field == .mustChange: broken = []
        case .texts where field == .mustChange: broken = [.trueOrFalse]
        case .texts, .flag: broken = [.text]
        case nil: broken = requires(field) ? [.required] : []
        }
      }
      for rule in broken { problems.append(Problem(.field(field), .field(rule))) }
    }
    if !values.areDatesInOrder {
      problems.append(Problem(.field(.validUntil), .field(.dateOrder)))
    }
    return problems
  }

  /// Whether the bytes of a text alone show that it keeps the rules of its field, as nearly all do.
  /// Where they do not, `problems(with:)` decides. A password is one that is stored.
  package func isObviouslyValid(_ utf8: Span<UInt8>, as field: Field, today: CalendarDay) -> Bool {
    switch field {
    case .email: fields.email.isObviouslyValid(utf8)
    case .username: Username.hasForm(utf8)
    case .password: StoredPassword.isObviouslyValid(utf8)
    case .firstName: fields.firstName.isObviouslyValid(utf8)
    case .lastName: fields.lastName.isObviouslyValid(utf8)
    case .birthDate: fields.birthDate.isObviouslyValid(utf8, today: today)
    case .phone: fields.phone.mask.isFilled(with: utf8)
    case .groups: fields.groups.isObviouslyValid(utf8)
    case .disabled, .mustChange: false
    case .validFrom, .validUntil: CalendarDay(utf8) != nil
    }
  }

  /// The rules that a password breaks which is about to be set in an account with these values.
  public func brokenRules(_ password: PasswordEntry, of values: FieldValues) -> [FieldRule] {
    switch password.text {
    case .success(let text): brokenRules(text, of: values)
    case .failure(let rule): [rule]
    }
  }

  /// The same, of a password that crypt(3) takes.
  public func brokenRules(_ password: PasswordText, of values: FieldValues) -> [FieldRule] {
    guard let text = password.text else { return [.wholeUnicode] }
    return fields.password.brokenRules(text, of: OwnNames(values))
  }

  private func brokenRules(stored text: String, of values: FieldValues) -> [FieldRule] {
    switch Result(catching: { () throws(FieldRule) in try StoredPassword(text) }) {
    case .success(.typed(let typed)): brokenRules(typed, of: values)
    case .success(.hash), .success(.locked):
      text.firstForbiddenScalar.map { [.noControlCharacters($0)] } ?? []
    case .failure(let rule): [rule]
    }
  }
}
