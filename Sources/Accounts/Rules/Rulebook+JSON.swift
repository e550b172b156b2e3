public import LosslessJSON

extension Rulebook {
  /// The rulebook as it can be written in the accounts file under `rules`, with every key.
  public var json: JSONLiteral { object(at: "rules") }

  private func object(at path: String) -> JSONLiteral {
    .object(
      RulebookKey.names(in: path).map { name in
        let path = "\(path).\(name)"
        return .init(name, RulebookKey(rawValue: path).map(value) ?? object(at: path))
      })
  }

  private func value(of key: RulebookKey) -> JSONLiteral {
    switch key.kind {
    case .text(let place): .string(self[keyPath: place])
    case .flag(let place), .alwaysTrue(let place): .bool(self[keyPath: place])
    case .count(_, let place): .number("\(self[keyPath: place])")
    case .choice(let choice): .string(choice.word(self))
    case .field(_, let place): .string(self[keyPath: place].rawValue)
    case .fields(_, let place): Self.oneOrMany(self[keyPath: place].map(\.rawValue))
    case .mask: .string(fields.phone.mask.text)
    case .trunk: .string(fields.phone.mask.trunk)
    }
  }

  private static func oneOrMany(_ words: [String]) -> JSONLiteral {
    words.count == 1 ? .string(words[0]) : .array(words.map { .string($0) })
  }
}
