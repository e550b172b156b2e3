import Accounts
import TextTools

/// Hashes with a scheme name in braces: `{CRYPT}$y$…`.
enum HashSpelling {
  /// The schemes that Debian's crypt(3) can check, and so all programs that use it.
  static let crypt: Set<String> = [
    "y", "gy", "7", "2a", "2b", "2x", "2y", "6", "5", "1", "md5", "sha1", "3", "des",
  ]

  /// The name in braces for a scheme in a format; nil if the format does not support it.
  static func name(of scheme: String, for format: ExchangeFormat) -> String? {
    if crypt.contains(scheme) { return "{CRYPT}" }
    switch (scheme, format) {
    // Its name is part of the hash.
    case ("{SHA}", .dovecot), ("{SHA}", .ldif), ("{SSHA}", .dovecot), ("{SSHA}", .ldif): return ""
    case ("argon2id", .dovecot): return "{ARGON2ID}"
    case ("argon2i", .dovecot): return "{ARGON2I}"
    case ("argon2id", .ldif), ("argon2i", .ldif): return "{ARGON2}"
    default: return nil
    }
  }

  static func spelt(_ hash: String, for format: ExchangeFormat) throws(ExportObstacle) -> String {
    let scheme = PasswordHash(hash)?.scheme ?? ""
    guard let name = name(of: scheme, for: format) else { throw .scheme(scheme) }
    return name + bare(hash)
  }

  /// Another program's password, in the form of an accounts file.
  static func stored(_ text: String) throws(ExchangeFault) -> String {
    guard text.utf8.first == UInt8(ascii: "{"),
      let end = text.utf8.firstIndex(of: UInt8(ascii: "}"))
    else { return try hash(text) }
    let name = text[text.utf8.index(after: text.utf8.startIndex)..<end].uppercased()
    let rest = String(text[text.utf8.index(after: end)...])
    switch name {
    case "CRYPT", "BLF-CRYPT", "SHA256-CRYPT", "SHA512-CRYPT", "MD5-CRYPT", "ARGON2", "ARGON2I",
      "ARGON2ID":
      return try hash(rest)
    case "SHA", "SHA1", "SSHA":
      let hash = (name == "SSHA" ? "{SSHA}" : "{SHA}") + rest
      guard PasswordHash(hash) != nil else { throw .foreignHash("{\(name)}") }
      return hash
    case "PLAIN", "CLEARTEXT": return try typed(rest)
    default: throw .foreignHash("{\(name)}")
    }
  }

  /// A hash or a lock, for programs that store nothing else. Thirteen characters are a classic DES
  /// hash there; since they could be a password in an accounts file, they get a name.
  static func hash(_ text: String) throws(ExchangeFault) -> String {
    if isDES(text) { return des + text }
    guard isHashOrLock(text) else {
      throw isHashOrLock(text.replacing("$$", with: "$")) ? .doubledDollars : .bareHash
    }
    return text
  }

  /// Our name for classic DES before a hash. No login checks it.
  private static let des = "$des$"

  /// A hash in other programs' spelling: classic DES without our name.
  static func bare(_ hash: String) -> String {
    let rest = String(hash.dropFirst(des.count))
    return hash.hasPrefix(des) && isDES(rest) ? rest : hash
  }

  /// True for the form of a classic DES hash.
  static func isDES(_ text: String) -> Bool {
    text.utf8.count == 13
      && text.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/")
      }
  }

  /// A password from an accounts file. Plain text that looks locked would lock its owner out.
  static func fromAccountsFile(_ text: String) throws(ExchangeFault) -> String {
    guard let first = text.utf8.first, "!*".utf8.contains(first) else { return text }
    return try isHashOrLock(text) ? text : typed(text)
  }

  /// True for a lock of any length without a hash: `!!`.
  static func isBareLock(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { "!*".utf8.contains($0) }
  }

  /// True for a hash, for `!` or `*` alone, and for a lock before a hash.
  private static func isHashOrLock(_ text: String) -> Bool {
    let hash = Substring(text.utf8.drop { "!*".utf8.contains($0) })
    return ["!", "*"].contains(text) || PasswordHash(hash) != nil
  }

  static func typed(_ text: String) throws(ExchangeFault) -> String {
    switch try? StoredPassword(text) {
    case .hash, .locked:
      throw .rule(Problem(.field(.password), .field(.misleadingPassword)))
    // The rulebook decides which passwords are allowed.
    case .typed, nil: return text
    }
  }
}
