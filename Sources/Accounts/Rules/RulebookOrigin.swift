public import LosslessJSON

/// The built-in rulebook that another extends, and its text.
package struct RulebookOrigin: Sendable {
  package let name: String
  /// The text: `from`, and the differences.
  package let written: JSONLiteral
}

/// Rulebooks with equal rules are equal, whatever they extend.
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
  /// Sets the scheme of new hashes. If this rulebook is built in, the new one extends it.
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

  /// The rulebook as it should be written under `rules`: a built-in one's name, the text of an
  /// unchanged one that extends another, or all keys.
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
