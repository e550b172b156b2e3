import TextTools

/// What a password is kept as, in the words of lists and programs.
public enum HashKind: String, Sendable, Hashable, CaseIterable {
  case yescrypt, bcrypt, sha512crypt, sha256crypt, md5crypt, apr1, sha1, ssha
  case argon2id, argon2i, argon2d, scrypt
  /// Typed by hand, and not a hash yet.
  case typed
  /// A lock without a hash, or a hash of a scheme that has no word of its own.
  case other

  /// The kind of a stored password, in UTF-8. A lock before a hash has the kind of the hash.
  package init(ofStored utf8: Span<UInt8>) {
    var start = 0
    while start < utf8.count, "!*".utf8.contains(utf8[start]) { start += 1 }
    let rest = utf8.extracting(start..<utf8.count)
    guard let scheme = PasswordHash.scheme(of: rest) else {
      self = start == 0 ? .typed : .other
      return
    }
    self.init(ofScheme: PasswordHash.name(ofScheme: rest.extracting(scheme)))
  }

  /// The kind of hashes of a scheme, by its name in the hash.
  package init(ofScheme name: String) { self = Self.schemes[name] ?? .other }

  /// By the name in the hash.
  private static let schemes: [String: HashKind] = [
    "y": .yescrypt, "2": .bcrypt, "2a": .bcrypt, "2b": .bcrypt, "2x": .bcrypt, "2y": .bcrypt,
    "6": .sha512crypt, "5": .sha256crypt, "1": .md5crypt, "apr1": .apr1,
    PasswordHash.sha1Name: .sha1, PasswordHash.saltedName: .ssha, "argon2id": .argon2id,
    "argon2i": .argon2i, "argon2d": .argon2d, "7": .scrypt,
  ]
}
