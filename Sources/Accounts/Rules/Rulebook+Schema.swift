public import LosslessJSON

extension Rulebook {
  /// A JSON Schema (draft 2020-12) of the accounts file under this rulebook, for editors: types,
  /// words and required keys, and no other keys but people's own. Other problems of values are left
  /// to `check`, which gives their places.
  public var schema: JSONLiteral {
    object(
      [
        .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        .init("title", .string("regapp accounts under the rulebook \(name)")),
      ],
      required: ["rules", "accounts"],
      properties: [
        .init("$schema", .type("string")),
        .init("regapp", .object([.init("const", .number("1"))])),
        .init(
          "rules",
          .anyOf([
            .oneOf(Rulebook.builtIns.map(\.name)),
            RuleKey.schema(inherits: false), RuleKey.schema(inherits: true),
          ])),
        .init("accounts", .list(of: accountSchema)),
      ])
  }

  private var accountSchema: JSONLiteral {
    let required = Field.allCases.filter(requires)
    let always = required.filter { $0 == key || $0 == .password }
    let others = required.filter { !always.contains($0) }
    // Invited people give the others when they accept.
    let choice = [[.invitedUntil], others].map { JSONLiteral.object([Self.requiring($0)]) }
    return object(
      others.isEmpty ? [] : [.init("anyOf", .array(choice))], required: always.map(\.key),
      properties: Field.allCases.map { .init($0.key, schema(of: $0)) })
  }

  private static func requiring(_ fields: [Field]) -> JSONLiteral.Member {
    .init("required", .array(fields.map { .string($0.key) }))
  }

  private func object(
    _ head: [JSONLiteral.Member], required: [String], properties: [JSONLiteral.Member]
  ) -> JSONLiteral {
    .object(
      head + [
        .init("type", .string("object")),
        .init("required", .array(required.map { .string($0) })),
        .init("properties", .object(properties)),
      ] + JSONLiteral.noOtherKeys)
  }

  private func schema(of field: Field) -> JSONLiteral {
    let day = "YYYY-MM-DD"
    return switch self[field].kind {
    case .email, .username, .text, .phone: .type("string")
    case .password: described("string", "a hash; or typed by hand, which the next login hashes")
    case .birthDay: described("string", day)
    case .list(let rule):
      described(
        "array", "the \(self[field].label) that the account is in",
        [.init("items", rule.allowed.isEmpty ? .type("string") : .oneOf(rule.allowed))])
    case .lock: .anyOf([.type("boolean"), described("string", "the reason")])
    case .day where field == .invitedUntil:
      described("string", "\(day), until which the password only sets another one")
    case .day: described("string", "\(day), the day itself included")
    case .id: described("string", "a name of the account, a space and a UUID; regapp gives it")
    case .yesNo: described("boolean", self[field].help)
    }
  }

  private func described(
    _ name: String, _ description: String, _ members: [JSONLiteral.Member] = []
  ) -> JSONLiteral {
    .type(name, [.init("description", .string(description))] + members)
  }
}
