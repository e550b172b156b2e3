import TextTools

extension Rulebook {
  /// The rules that a text breaks in a field, in the order of reports; a password is never a hash.
  public func brokenRules(_ text: String, in field: Field, today: CalendarDay) -> [Rule] {
    switch field {
    case .email: fields.email.brokenRules(text)
    case .password: fields.password.brokenRules(text)
    case .firstName: fields.firstName.brokenRules(text)
    case .lastName: fields.lastName.brokenRules(text)
    case .birthDate: fields.birthDate.brokenRules(text, today: today)
    case .phone: fields.phone.brokenRules(text)
    }
  }

  /// Everything that is wrong with the fields of an account, in the order of the fields.
  ///
  /// `newPassword` is a password about to be set; without one, `values.password` is what a file
  /// contains: a hash, a lock or a typed password.
  public func problems(
    with values: FieldValues, newPassword: PasswordText? = nil, today: CalendarDay
  ) -> [Problem] {
    Field.allCases.flatMap { field -> [Problem] in
      let broken: [Rule]
      if field == .password, let newPassword {
        broken = brokenRules(newPassword)
      } else if let text = values[text: field] {
        broken =
          field == .password
          ? brokenRules(stored: text) : brokenRules(text, in: field, today: today)
      } else if values[field] != nil {
        broken = [.text]
      } else {
        broken = requires(field) ? [.required] : []
      }
      return broken.map { Problem(.field(field), $0) }
    }
  }

  /// The rules that a password about to be set breaks.
  public func brokenRules(_ password: PasswordText) -> [Rule] {
    guard let text = password.text else { return [.wholeUnicode] }
    return fields.password.brokenRules(text)
  }

  private func brokenRules(stored text: String) -> [Rule] {
    switch Result(catching: { () throws(Rule) in try StoredPassword(text) }) {
    case .success(.typed(let typed)): brokenRules(typed)
    case .success(.hash), .success(.locked):
      text.firstForbiddenScalar.map { [.noControlCharacters($0)] } ?? []
    case .failure(let rule): [rule]
    }
  }
}
