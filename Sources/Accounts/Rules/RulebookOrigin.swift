public import LosslessJSON

/// The text of a rulebook that says more than its rules: the built-in one that it extends, or keys
/// that begin as people's own do.
package struct RulebookOrigin: Sendable {
  /// The built-in rulebook that it extends; nil if it stands alone.
  package let name: String?
  /// The text: `from` and the differences, or all of it.
  package let written: JSONLiteral
  /// Whether keys that begin as people's own do are in it, which nothing else keeps.
  package var hasOwnKeys = false
}

/// Rulebooks with equal rules are equal, even if they extend different ones.
extension Rulebook: Hashable {
  public static func == (left: Rulebook, right: Rulebook) -> Bool {
    left.name == right.name && left.hasSameRules(as: right)
  }

  /// True if both mean the same, whatever they are called and however they are written.
  func hasSameRules(as other: Rulebook) -> Bool {
    key == other.key && login == other.login && table == other.table && serve == other.serve
      && sessions == other.sessions
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(key)
    hasher.combine(login)
    hasher.combine(table)
    hasher.combine(serve)
    hasher.combine(sessions)
  }
}

extension Rulebook {
  /// Sets the scheme of new hashes. If this rulebook is built in, the new one extends it.
  public func making(_ hash: HashScheme) -> Rulebook {
    guard hash != fields.password.hash else { return self }
    var rulebook = self
    rulebook.fields.password.hash = hash
    let password = JSONLiteral.object([.init("hash", .string(hash.rawValue))])
    rulebook.extend(self, .init("fields", .object([.init("password", password)])))
    return rulebook
  }

  /// Sets the address of the page and the list of guarded hosts, as far as they are given. If this
  /// rulebook is built in, the new one extends it.
  public func serving(
    at address: ServeAddress? = nil, _ hosts: GuardedHosts = .none
  ) -> Rulebook {
    var rulebook = self
    if let address { rulebook.serve.url = address }
    if !hosts.isEmpty { rulebook.serve.hosts = hosts }
    guard rulebook != self else { return self }
    let members =
      (address.map { [JSONLiteral.Member("url", .string($0.text))] } ?? [])
      + (hosts.isEmpty ? [] : [.init("hosts", hosts.json)])
    rulebook.extend(self, .init("serve", .object(members)))
    return rulebook
  }

  /// Adds a key to the text of a rulebook that extends a built-in one.
  private mutating func extend(_ old: Rulebook, _ member: JSONLiteral.Member) {
    if Rulebook.builtIn(old.name) == old, old.origin?.hasOwnKeys != true {
      let written = JSONLiteral.object([.init("from", .string(old.name)), member])
      origin = RulebookOrigin(name: old.name, written: written)
    } else if let known = old.origin, case .object(let members) = known.written,
      !members.contains(where: { $0.key == member.key })
    {
      origin = RulebookOrigin(
        name: known.name, written: .object(members + [member]), hasOwnKeys: known.hasOwnKeys)
    }
  }

  /// The rulebook as it should be written under `rules`: a built-in one's name, the text of an
  /// unchanged one that extends another or has keys of people's own, or all keys.
  public var written: JSONLiteral {
    let isBuiltIn = Rulebook.builtIn(name) == self
    guard let origin, origin.hasOwnKeys || !isBuiltIn,
      // A program may have changed it since it was read.
      Rulebook(reading: origin.written) == self
    else { return isBuiltIn ? .string(name) : json }
    return origin.written
  }

  private init?(reading literal: JSONLiteral) {
    guard let document = try? JSONDocument(parsing: literal.bytes(style: .compact)),
      let rulebook = Rulebook.read(document.root, in: document).rulebook
    else { return nil }
    self = rulebook
  }

  /// The problems of the `rules` that a list of accounts says beside them: it does not change the
  /// rulebook of the accounts that are there, this one.
  package func problems(
    ofListed value: JSONValue, in document: JSONDocument
  ) -> [LocatedProblem] {
    let (read, problems, _) = Self.read(value, in: document)
    guard let read, !read.hasSameRules(as: self) else { return problems }
    return [LocatedProblem(.key("rules"), .file(.sameRules), at: value.range.lowerBound)]
  }
}
