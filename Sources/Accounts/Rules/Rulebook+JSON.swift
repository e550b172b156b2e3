public import LosslessJSON

extension Rulebook {
  /// The rulebook as written in the accounts file under `rules`, with all keys that have a value,
  /// but for `own` of what people change anyway.
  public var json: JSONLiteral { object(at: "rules", isWhole: false) }

  /// The same, with each `own`.
  package var wholeJSON: JSONLiteral { object(at: "rules", isWhole: true) }

  private func object(at path: String, isWhole: Bool) -> JSONLiteral {
    .object(
      RuleKey.names(in: path).compactMap { name in
        let path = "\(path).\(name)"
        let key = RuleKey.at(path)
        if !isWhole, let key, key.isOwn, let field = key.field, self[field].own,
          self[field].says == .person
        {
          return nil
        }
        let value = key.map(value) ?? object(at: path, isWhole: isWhole)
        // An object whose keys have no values.
        return value == .object([]) ? nil : value.map { .init(name, $0) }
      })
  }

  private func value(of key: RuleKey) -> JSONLiteral? {
    switch key.form {
    case .text(let place): .string(self[place])
    case .flag(let place), .alwaysTrue(let place): .bool(self[place])
    case .count(_, let place): .number("\(self[place])")
    case .limit(_, let place): self[place].map { .number("\($0)") }
    case .path(let place), .link(let place), .line(_, let place): self[place].map { .string($0) }
    case .address(let place): self[place].map { .string($0.text) }
    case .hosts(let place): self[place].isEmpty ? nil : self[place].json
    // An empty list is no rule.
    case .texts(let place, _):
      self[place].isEmpty ? nil : .array(self[place].map { .string($0) })
    case .choice(let choice): .string(choice.word(self))
    case .fields(_, let place): Self.oneOrMany(self[place].map(\.key))
    case .cost(let place): .number("\(self[place].cost)")
    case .mask(let place): .string(self[place].text)
    case .trunk(let place): .string(self[place].trunk)
    }
  }

  private static func oneOrMany(_ words: [String]) -> JSONLiteral {
    words.count == 1 ? .string(words[0]) : .array(words.map { .string($0) })
  }
}

extension GuardedHosts {
  /// The list as a rulebook has it.
  var json: JSONLiteral { .array(all.map(\.json)) }
}

extension GuardedHosts.Entry {
  /// The entry as the list has it: its host alone, if everybody may enter.
  fileprivate var json: JSONLiteral {
    let lists = [("groups", groups), ("from", from)].filter { !$1.isEmpty }.map { name, texts in
      JSONLiteral.Member(name, .array(texts.map { .string($0) }))
    }
    let members = lists + (requiresID ? [.init("subject", .bool(true))] : [])
    return members.isEmpty
      ? .string(host.text) : .object([.init("host", .string(host.text))] + members)
  }
}
