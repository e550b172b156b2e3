import LosslessJSON

extension RuleKey {
  /// A JSON Schema of the object at a path, such as `rules`: its keys, and no others.
  ///
  /// - Parameter inherits: the rulebook extends another, and null resets a key.
  static func schema(at path: String = "rules", inherits: Bool) -> JSONLiteral {
    var properties = names(in: path).map { name in
      let inner = "\(path).\(name)"
      let key = RuleKey.at(inner)
      let value = key?.schema ?? schema(at: inner, inherits: inherits)
      let mayBeNull = inherits || key?.mayBeNull == true
      return JSONLiteral.Member(name, mayBeNull ? .anyOf([value, .type("null")]) : value)
    }
    let isWhole = path == "rules"
    if inherits, isWhole { properties.append(.init("from", .oneOf(Rulebook.builtIns.map(\.name)))) }
    // A rulebook that extends no other says a rule of a field: not all its fields are empty.
    let isEmpty = JSONLiteral.object([.init("maxProperties", .number("0"))])
    let saysNothing = JSONLiteral.object([.init("additionalProperties", isEmpty)])
    let says =
      !inherits && path == fields ? [JSONLiteral.Member("not", saysNothing)] : []
    return .object(
      [
        .init("type", .string("object")), .init("properties", .object(properties)),
        .init("required", .array(isWhole ? [.string(inherits ? "from" : "fields")] : [])),
      ] + JSONLiteral.noOtherKeys + says)
  }

  private var schema: JSONLiteral {
    switch form {
    case .text, .mask, .path, .trunk, .address, .link, .line: .type("string")
    case .flag: .type("boolean")
    case .alwaysTrue: .object([.init("const", .bool(true))])
    case .count, .limit, .cost: .type("integer")
    case .texts: .list(of: .type("string"), least: 1)
    case .hosts: .list(of: .anyOf([.type("string"), Self.host]), least: 1)
    case .choice(let choice): .oneOf(choice.words)
    case .fields(let fields, _):
      .anyOf([.oneOf(fields.map(\.key)), .list(of: .oneOf(fields.map(\.key)), least: 1)])
    }
  }
}

extension RuleKey {
  /// A host with its groups, with the origins that may act there, and whether it asks for an id.
  private static var host: JSONLiteral {
    func texts(_ description: String) -> JSONLiteral {
      .list(
        of: .type("string"), least: 1, most: GuardedHosts.Entry.most,
        [.init("description", .string(description))])
    }
    return .type(
      "object",
      [
        .init(
          "properties",
          .object([
            .init("host", .type("string")),
            .init("groups", texts("who may enter: whoever is in one of these")),
            .init("from", texts("the other pages' addresses that may post to this host")),
            .init(
              "subject",
              .type(
                "boolean",
                [
                  .init(
                    "description", .string("whether only an account with an id may enter"))
                ])),
          ])),
        .init("required", .array([.string("host")])),
      ] + JSONLiteral.noOtherKeys)
  }
}

/// The words of JSON Schema.
extension JSONLiteral {
  static func type(_ name: String, _ members: [Member] = []) -> JSONLiteral {
    .object([.init("type", .string(name))] + members)
  }

  /// No other key than those that are named, and people's own.
  static var noOtherKeys: [Member] {
    [
      .init("patternProperties", .object([.init("^(x-|//)", .bool(true))])),
      .init("additionalProperties", .bool(false)),
    ]
  }

  static func oneOf(_ words: [String]) -> JSONLiteral {
    .object([.init("enum", .array(words.map { .string($0) }))])
  }

  static func anyOf(_ schemas: [JSONLiteral]) -> JSONLiteral {
    .object([.init("anyOf", .array(schemas))])
  }

  static func list(
    of items: JSONLiteral, least: Int = 0, most: Int? = nil, _ members: [Member] = []
  ) -> JSONLiteral {
    let limits = [("minItems", least > 0 ? least : nil), ("maxItems", most)]
    return .type(
      "array",
      members + [.init("items", items)]
        + limits.compactMap { name, count in count.map { .init(name, .number("\($0)")) } })
  }
}
