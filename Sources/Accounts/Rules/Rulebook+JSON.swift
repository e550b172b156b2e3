import LosslessJSON

extension Rulebook {
  /// The rulebook as it may stand in the accounts file under `rules`, every key written out.
  public var json: JSONLiteral {
    .object([
      .init("name", .string(name)),
      .init(
        "login",
        .object([
          .init("by", .string(login.by.rawValue)),
          .init("unknown", .string(login.unknown.rawValue)),
          .init("opensOnlyAccount", .bool(login.opensOnlyAccount)),
          .init("upgradesHashes", .bool(login.upgradesHashes)),
        ])),
      .init("fields", .object(Field.allCases.map { .init($0.rawValue, json(of: $0)) })),
    ])
  }

  private func json(of field: Field) -> JSONLiteral {
    let rules: [JSONLiteral.Member]
    switch field {
    case .email:
      rules = [
        .init("beforeAt", .number("\(fields.email.beforeAt)")),
        .init("firstLabel", .number("\(fields.email.firstLabel)")),
        .init("afterDot", .number("\(fields.email.afterDot)")),
      ]
    case .password:
      rules = [
        .init("characters", .number("\(fields.password.characters)")),
        .init("letters", .number("\(fields.password.letters)")),
        .init("digits", .number("\(fields.password.digits)")),
        .init("lowercase", .number("\(fields.password.lowercase)")),
        .init("uppercase", .number("\(fields.password.uppercase)")),
        .init("onlyLettersAndDigits", .bool(fields.password.onlyLettersAndDigits)),
      ]
    case .firstName: rules = [.init("letters", .string(fields.firstName.letters.rawValue))]
    case .lastName: rules = [.init("letters", .string(fields.lastName.letters.rawValue))]
    case .birthDate:
      rules = [
        .init("minimumAge", .number("\(fields.birthDate.minimumAge)")),
        .init("maximumAge", .number("\(fields.birthDate.maximumAge)")),
      ]
    case .phone:
      rules = [
        .init("mask", .string(fields.phone.mask.text)),
        .init("trunk", .string(fields.phone.mask.trunk)),
      ]
    }
    return .object([.init("required", .bool(requires(field)))] + rules)
  }
}
