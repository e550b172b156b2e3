import LosslessJSON

extension RulebookKey {
  /// A JSON Schema of the object at a path, such as `rules`: its keys, and no others.
  ///
  /// - Parameter inherits: the rulebook extends another, and null resets a key.
  static func schema(at path: String = "rules", inherits: Bool) -> JSONLiteral {
    var properties = names(in: path).map { name in
      let inner = "\(path).\(name)"
      let value = RulebookKey(rawValue: inner)?.schema ?? schema(at: inner, inherits: inherits)
      guard inherits else { return JSONLiteral.Member(name, value) }
      return JSONLiteral.Member(
        name, .object([.init("anyOf", .array([value, type("null")]))]))
    }
    let isBeginning = inherits && path == "rules"
    if isBeginning { properties.append(.init("from", oneOf(Rulebook.builtIns.map(\.name)))) }
    return .object(
      [
        .init("type", .string("object")), .init("properties", .object(properties)),
        .init("required", .array(isBeginning ? [.string("from")] : [])),
        .init("additionalProperties", .bool(false)),
      ])
  }

  private var schema: JSONLiteral {
    switch kind {
    case .text, .mask, .path, .trunk: Self.type("string")
    case .flag: Self.type("boolean")
    case .alwaysTrue: .object([.init("const", .bool(true))])
    case .count, .limit, .cost: Self.type("integer")
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

  private static func type(_ name: String, _ members: [JSONLiteral.Member] = []) -> JSONLiteral {
    .object([.init("type", .string(name))] + members)
  }

  private static func oneOf(_ words: [String]) -> JSONLiteral {
    .object([.init("enum", .array(words.map { .string($0) }))])
  }

  private static func list(of items: JSONLiteral) -> JSONLiteral {
    type("array", [.init("items", items)])
  }
}
