public import LosslessJSON

/// The built-in rulebook from which another begins, and how that one is written.
package struct RulebookOrigin: Sendable {
  /// The built-in rulebook.
  package let name: String
  /// The rulebook as it is written: `from`, and what differs.
  package let written: JSONLiteral
}

/// Rulebooks are equal if their rules are, whatever they begin from.
extension Rulebook: Hashable {
  public static func == (left: Rulebook, right: Rulebook) -> Bool {
    left.name == right.name && left.key == right.key && left.login == right.login
      && left.fields == right.fields
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(key)
    hasher.combine(login)
    hasher.combine(fields)
  }
}

extension Rulebook {
  /// The same rulebook, whose new passwords are hashed in another way; it begins from this one where
  /// this is built in.
  public func making(_ hash: HashScheme) -> Rulebook {
    guard hash != fields.password.hash else { return self }
    var rulebook = self
    rulebook.fields.password.hash = hash
    let fields = JSONLiteral.object([
      .init("password", .object([.init("hash", .string(hash.rawValue))]))
    ])
    if Rulebook.builtIn(name) == self {
      let written = JSONLiteral.object([.init("from", .string(name)), .init("fields", fields)])
      rulebook.origin = RulebookOrigin(name: name, written: written)
    }
    return rulebook
  }

  /// The rulebook as it is to be written under `rules`: the name of a built-in one, what it was read as
  /// where it begins from one, or all of it.
  public var written: JSONLiteral {
    if Rulebook.builtIn(name) == self { return .string(name) }
    // A program may have changed it since it was read.
    guard let written = origin?.written, Rulebook(reading: written) == self else { return json }
    return written
  }

  private init?(reading literal: JSONLiteral) {
    guard let document = try? JSONDocument(parsing: literal.bytes(style: .compact)),
      let rulebook = Rulebook.read(document.root, in: document).rulebook
    else { return nil }
    self = rulebook
  }
}
