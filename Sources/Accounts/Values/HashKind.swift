import TextTools

/// How a password is stored, in the words of lists and programs.
public enum HashKind: String, Sendable, Hashable, CaseIterable {
  /// yescrypt, `$y$`.
  case yescrypt
  /// bcrypt, `$2…$`.
  case bcrypt
  /// SHA-crypt with SHA-512, `$6$`.
  case sha512crypt
  /// SHA-crypt with SHA-256, `$5$`.
  case sha256crypt
  /// MD5-crypt, `$1$`.
  case md5crypt
  /// Apache's form of MD5-crypt, `$apr1$`.
  case apr1
  /// SHA-1 without a salt, `{SHA}`.
  case sha1
  /// SHA-1 with a salt, `{SSHA}`.
  case ssha
  /// Argon2id, `$argon2id$`.
  case argon2id
  /// Argon2i, `$argon2i$`.
  case argon2i
  /// Argon2d, `$argon2d$`.
  case argon2d
  /// scrypt, `$7$`.
  case scrypt
  /// Typed by hand, and not a hash yet.
  case typed
  /// A lock without a hash, a hash of a scheme without a word of its own, or what other programs
  /// write.
  case other

  /// Classifies a stored password in UTF-8. A locked hash counts as the hash.
  package init(ofStored utf8: Span<UInt8>) {
    var start = 0
    while start < utf8.count, "!*".utf8.contains(utf8[start]) { start += 1 }
    let rest = utf8.extracting(start..<utf8.count)
    guard let scheme = PasswordHash.scheme(of: rest) else {
      self = start == 0 && ForeignHash(rest) == nil ? .typed : .other
      return
    }
    let name = rest.extracting(scheme)
    // A file has as many as it has accounts: no text is made of the names that crypt(3) writes.
    if let index = Self.schemes.firstIndex(where: { name.isSame(as: $0.name.span) }) {
      self = Self.schemes[index].kind
    } else {
      self.init(ofScheme: PasswordHash.name(ofScheme: name))
    }
  }

  /// Classifies a scheme by its name in the hash.
  package init(ofScheme name: String) {
    let name = Array(name.utf8)
    self = Self.schemes.first { $0.name == name }?.kind ?? .other
  }

  /// By the name in the hash, common ones first.
  private static let schemes = names.map { (name: Array($0.key.utf8), kind: $0.value) }

  private static let names: KeyValuePairs<String, HashKind> = [
    "y": .yescrypt, "2b": .bcrypt, "2y": .bcrypt, "6": .sha512crypt, "5": .sha256crypt,
    "1": .md5crypt, "apr1": .apr1, "2": .bcrypt, "2a": .bcrypt, "2x": .bcrypt,
    PasswordHash.sha1Name: .sha1, PasswordHash.saltedName: .ssha, "argon2id": .argon2id,
    "argon2i": .argon2i, "argon2d": .argon2d, "7": .scrypt,
  ]
}
