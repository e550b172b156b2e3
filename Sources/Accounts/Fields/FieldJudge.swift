import TextTools

/// The rules that a value breaks, by the kind of its field.
///
/// Accounts are judged on several threads, one by one. The kind is read in its place in the table:
/// a copy of it, or a count of who holds it, costs more than most rules.
extension FieldKind {
  /// The rules that a stored value breaks. A password is a hash, a lock or typed by hand.
  ///
  /// - Parameter values: the account's values, for judging a typed password.
  func brokenRules(
    _ value: FieldValue, isRequired: Bool, of values: @autoclosure () -> FieldValues,
    today: CalendarDay
  ) -> [FieldRule] {
    switch value {
    case .text(let text):
      return brokenRules(text.utf8.span, isRequired: isRequired, of: values(), today: today)
    case .texts(let texts):
      if case .list(let rule) = self { return rule.brokenRules(texts) }
      return form == .flag ? [.trueOrFalse] : [.text]
    case .flag: return form.takes(value) ? [] : [.text]
    }
  }

  /// The rules that a stored text in UTF-8 breaks.
  @inline(__always) func brokenRules(
    _ utf8: Span<UInt8>, isRequired: Bool, of values: @autoclosure () -> FieldValues,
    today: CalendarDay
  ) -> [FieldRule] {
    switch self {
    case .email(let rule): rule.brokenRules(utf8)
    case .username: Username.brokenRule(utf8).map { [$0] } ?? []
    case .password(let rule): rule.brokenRules(stored: utf8, of: values())
    case .text(let rule): rule.brokenRules(utf8, isRequired: isRequired)
    case .day: CalendarDay.brokenRules(utf8)
    case .birthDay(let rule): rule.brokenRules(utf8, today: today)
    case .phone(let rule): rule.brokenRules(utf8)
    case .list: [.listOfTexts]
    case .yesNo: [.trueOrFalse]
    case .lock: Self.brokenRules(reason: utf8)
    case .id: GivenID(utf8) == nil ? [.idForm(GivenID.meant(by: String(utf8), of: values()))] : []
    }
  }

  /// The rule that one of the texts of a list breaks, in UTF-8; nil if it is allowed.
  @inline(__always) func brokenRule(ofOne utf8: Span<UInt8>) -> FieldRule? {
    guard case .list(let rule) = self else { return nil }
    return rule.brokenRule(utf8)
  }

  /// The rules that a typed text breaks. A password is judged as typed, even if it looks like a
  /// hash.
  func brokenRules(
    typed text: String, isRequired: Bool, of values: FieldValues, today: CalendarDay
  ) -> [FieldRule] {
    switch self {
    case .password(let rule): rule.brokenRules(text, of: OwnNames(values))
    case .list(let rule): rule.brokenRules([text])
    case .yesNo: ["true", "false"].contains(text) ? [] : [.trueOrFalse]
    case .email, .username, .text, .day, .birthDay, .phone, .lock, .id:
      brokenRules(text.utf8.span, isRequired: isRequired, of: values, today: today)
    }
  }

  /// A reason must be a text, but not one that may mean "no".
  private static func brokenRules(reason utf8: Span<UInt8>) -> [FieldRule] {
    if let culprit = utf8.firstForbiddenScalar { return [.noControlCharacters(culprit)] }
    let word = FieldValues.trimmed(String(utf8), for: .disabled)?.lowercased() ?? ""
    return wordsForFalse.contains(word) ? [.disabledForm] : []
  }

  private static let wordsForFalse: Set<String> = [
    "", "-", "0", "f", "false", "n", "no", "none", "off",
  ]

  /// The rule that its rules break together; nil if some value keeps them.
  var contradiction: RulebookRule? {
    switch self {
    case .email(let rule): rule.canBeMet ? nil : .cannotBeMet
    case .password(let rule): rule.leastCharacters > rule.mostCharacters ? .cannotBeMet : nil
    case .birthDay(let rule): rule.minimumAge > rule.maximumAge ? .ageOrder : nil
    case .username, .text, .day, .phone, .list, .yesNo, .lock, .id: nil
    }
  }
}
