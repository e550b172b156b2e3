import LosslessJSON

extension RulebookKey {
  /// A JSON Schema of the object at a path, such as `rules`: its keys, and no others.
  static func schema(at path: String) -> JSONLiteral { schema(at: path, inherits: false) }

  /// The same of a whole rulebook that begins from another: null takes a key away.
  static var schemaOfInheriting: JSONLiteral { schema(at: "rules", inherits: true) }

  private static func schema(at path: String, inherits: Bool) -> JSONLiteral {
    var properties = names(in: path).map { name in
      let inner = "\(path).\(name)"
      let value = RulebookKey(rawValue: inner)?.schema ?? schema(at: inner, inherits: inherits)
      guard inherits else { return JSONLiteral.Member(name, value) }
      return JSONLiteral.Member(
        name, .object([.init("anyOf", .array([value, type("null")]))]))
    }
    let isBeginning = inherits && path == "rules"
    if isBeginning { properties.append(.init("from", oneOf(Rulebook.builtIns.map(\.name)))) }
    let costs = path == "rules.fields.password" ? [JSONLiteral.Member("allOf", costs)] : []
    return .object(
      [
        .init("type", .string("object")), .init("properties", .object(properties)),
        .init("required", .array(isBeginning ? [.string("from")] : [])),
        .init("additionalProperties", .bool(false)),
      ] + costs)
  }

  private var schema: JSONLiteral {
    switch kind {
    case .text, .mask: Self.type("string")
    case .path: Self.type("string", [.init("minLength", .number("1"))])
    case .trunk: Self.type("string", [.init("pattern", .string("^[0-9]*$"))])
    case .flag: Self.type("boolean")
    case .alwaysTrue: .object([.init("const", .bool(true))])
    case .count(let range, _), .limit(let range, _): Self.number(in: range)
    case .cost: Self.type("integer")
    case .texts: Self.list(of: Self.type("string"))
    case .choice(let choice): Self.oneOf(choice.words)
    case .field(let fields, _): Self.oneOf(fields.map(\.rawValue))
    case .fields(let fields, _):
      .object([
        .init(
          "anyOf",
          .array([
            Self.oneOf(fields.map(\.rawValue)), Self.list(of: Self.oneOf(fields.map(\.rawValue))),
          ]))
      ])
    }
  }

  /// The costs that each scheme allows; without a scheme it is yescrypt.
  private static var costs: JSONLiteral {
    .array(
      HashScheme.allCases.map { scheme in
        let isIt = JSONLiteral.object([
          .init(
            "properties",
            .object([.init("hash", .object([.init("const", .string(scheme.rawValue))]))])),
          .init("required", .array(scheme == .yescrypt ? [] : [.string("hash")])),
        ])
        let cost = JSONLiteral.object([
          .init(
            "properties",
            .object([
              .init(
                "cost",
                .object([.init("anyOf", .array([number(in: scheme.costs), type("null")]))]))
            ]))
        ])
        return .object([.init("if", isIt), .init("then", cost)])
      })
  }

  private static func type(_ name: String, _ members: [JSONLiteral.Member] = []) -> JSONLiteral {
    .object([.init("type", .string(name))] + members)
  }

  private static func number(in range: ClosedRange<Int>) -> JSONLiteral {
    type(
      "integer",
      [
        .init("minimum", .number("\(range.lowerBound)")),
        .init("maximum", .number("\(range.upperBound)")),
      ])
  }

  private static func oneOf(_ words: [String]) -> JSONLiteral {
    .object([.init("enum", .array(words.map { .string($0) }))])
  }

  private static func list(of items: JSONLiteral) -> JSONLiteral {
    type("array", [.init("items", items), .init("uniqueItems", .bool(true))])
  }
}
