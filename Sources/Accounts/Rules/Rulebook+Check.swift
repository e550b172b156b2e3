import TextTools

extension Rulebook {
  /// The rules that a text breaks in a field of an account with these values, in the order of
  /// reports; a password is never a hash.
  public func brokenRules(
    _ text: String, in field: Field, of values: FieldValues = FieldValues(), today: CalendarDay
  ) -> [Rule] {
    switch field {
    case .email: fields.email.brokenRules(text)
    case .password: fields.password.brokenRules(text, of: OwnNames(values))
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
    with values: FieldValues, newPassword: PasswordEntry? = nil, today: CalendarDay
  ) -> [Problem] {
    Field.allCases.flatMap { field -> [Problem] in
      let broken: [Rule]
      if field == .password, let newPassword {
        broken = brokenRules(newPassword, of: values)
      } else if let text = values[text: field] {
        broken =
          field == .password
          ? brokenRules(stored: text, of: values)
          : brokenRules(text, in: field, of: values, today: today)
      } else if values[field] != nil {
        broken = [.text]
      } else {
        broken = requires(field) ? [.required] : []
      }
      return broken.map { Problem(.field(field), $0) }
    }
  }

  /// The rules that a password breaks which is about to be set in an account with these values.
  public func brokenRules(_ password: PasswordEntry, of values: FieldValues) -> [Rule] {
    switch password.text {
    case .success(let text): brokenRules(text, of: values)
    case .failure(let rule): [rule]
    }
  }

  /// The same, of a password that crypt(3) takes.
  public func brokenRules(_ password: PasswordText, of values: FieldValues) -> [Rule] {
    guard let text = password.text else { return [.wholeUnicode] }
    return fields.password.brokenRules(text, of: OwnNames(values))
  }

  private func brokenRules(stored text: String, of values: FieldValues) -> [Rule] {
    switch Result(catching: { () throws(Rule) in try StoredPassword(text) }) {
    case .success(.typed(let typed)): brokenRules(typed, of: values)
    case .success(.hash), .success(.locked):
      text.firstForbiddenScalar.map { [.noControlCharacters($0)] } ?? []
    case .failure(let rule): [rule]
    }
  }
}
