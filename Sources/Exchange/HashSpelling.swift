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
    if StoredPassword.isKept(text.utf8.span) { return text }
    let once = text.replacing("$$", with: "$")
    throw StoredPassword.isKept(once.utf8.span) ? .doubledDollars : .bareHash
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

  /// A text that another program marks as plain. As a hash or a lock it would be read as that here;
  /// of others, the rulebook decides.
  static func typed(_ text: String) throws(ExchangeFault) -> String {
    guard !StoredPassword.isKept(text.utf8.span) else {
      throw .rule(Problem(.field(.password), .field(.foreignHash(.marked))))
    }
    return text
  }

  /// A text without space around it; nil if there is none.
  static func withoutSpace(_ text: String) -> String? {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || ["\u{200B}", "\u{2060}", "\u{FEFF}"].contains(scalar)
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return nil }
    let bare = String(scalars[first...last])
    return bare.utf8.count == text.utf8.count ? nil : bare
  }
}
