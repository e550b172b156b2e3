public import LosslessJSON

extension Rulebook {
  /// The rulebook as written in the accounts file under `rules`, with all keys that have a value.
  public var json: JSONLiteral { object(at: "rules") }

  private func object(at path: String) -> JSONLiteral {
    .object(
      RulebookKey.names(in: path).compactMap { name in
        let path = "\(path).\(name)"
        let value = RulebookKey(rawValue: path).map(value) ?? object(at: path)
        // An object whose keys have no values.
        return value == .object([]) ? nil : value.map { .init(name, $0) }
      })
  }

  private func value(of key: RulebookKey) -> JSONLiteral? {
    switch key.kind {
    case .text(let place): .string(self[keyPath: place])
    case .flag(let place), .alwaysTrue(let place): .bool(self[keyPath: place])
    case .count(_, let place): .number("\(self[keyPath: place])")
    case .limit(_, let place): self[keyPath: place].map { .number("\($0)") }
    case .path(let place), .link(let place), .line(_, let place):
      self[keyPath: place].map { .string($0) }
    case .address(let place): self[keyPath: place].map { .string($0.text) }
    case .hosts(let place):
      self[keyPath: place].isEmpty ? nil : self[keyPath: place].json
    // An empty list is no rule.
    case .texts(let place, _):
      self[keyPath: place].isEmpty ? nil : .array(self[keyPath: place].map { .string($0) })
    case .choice(let choice): .string(choice.word(self))
    case .fields(_, let place): Self.oneOrMany(self[keyPath: place].map(\.rawValue))
    case .cost: .number("\(fields.password.cost)")
    case .mask: .string(fields.phone.mask.text)
    case .trunk: .string(fields.phone.mask.trunk)
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
    return lists.isEmpty
      ? .string(host.text) : .object([.init("host", .string(host.text))] + lists)
  }
}
