import TextTools

/// A text that another program wrote in place of a password: nobody typed it, and no login here
/// checks it.
///
/// Passwords that only look odd are none: the rest behind a scheme must be as long as a digest, and
/// of the signs of one behind a scheme that nobody knows.
public enum ForeignHash: Sendable, Hashable {
  /// `{SSHA512}…`, `pbkdf2_sha256$…`: the scheme, nil for one that nobody knows. It may be a
  /// secret.
  case hash(scheme: String?)
  /// `{CRYPT}$2y$…`: a scheme in braces before a hash that is checked without it.
  case braced(scheme: String)
  /// `{PLAIN}…`: a password behind the name of plain text.
  case plain(scheme: String)
  /// `ada:$2y$…`: a name before a hash.
  case line
  /// `$$2y$$…`: each dollar twice, as in Compose files.
  case doubledDollars
  /// `"$2y$…"`, `\$2y\$…`: a hash in quotes or with backslashes, as in `.env` files.
  case quoted

  /// The least number of characters behind a scheme in braces, and of a hash with dollars.
  static let (leastBehindBraces, leastWithDollars) = (16, 40)

  /// The program's text that a text in UTF-8 looks like, nil for a password. Of `StoredPassword`,
  /// only a text that is kept as it is comes first.
  package init?(_ utf8: Span<UInt8>) {
    guard !utf8.isEmpty, utf8.count <= PasswordText.maximumBytes else { return nil }
    let first = utf8[0]
    let mayHaveDollars = utf8.count >= Self.leastWithDollars
    guard mayHaveDollars || "{\"'\\".utf8.contains(first), !StoredPassword.isKept(utf8) else {
      return nil
    }
    var bytes: [UInt8] = []
    for index in utf8.indices { bytes.append(utf8[index]) }
    // Tables of other programs leave space behind their hashes.
    while let last = bytes.last, " \t\r\n".utf8.contains(last) { bytes.removeLast() }
    let found: ForeignHash? =
      switch first {
      case UInt8(ascii: "{"): Self.braced(bytes[...])
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): Self.quoted(bytes[...])
      default: mayHaveDollars ? Self.withDollars(bytes[...]) : nil
      }
    guard let found else { return nil }
    self = found
  }

  private static func braced(_ bytes: ArraySlice<UInt8>) -> ForeignHash? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "}")), (3...33).contains(end) else {
      return nil
    }
    let (name, rest) = (bytes[1..<end], bytes[(end + 1)...])
    guard name.first?.isASCIILetter == true, name.allSatisfy(isOfBracedName) else { return nil }
    let scheme = String(decoding: name, as: UTF8.self)
    let known = schemesInBraces.first { $0 == scheme.uppercased() }.map { "{\($0)}" }
    if let known, ["{PLAIN}", "{CLEARTEXT}", "{CLEAR}"].contains(known) {
      return rest.isEmpty ? nil : .plain(scheme: known)
    }
    if let known, isChecked(rest) { return .braced(scheme: known) }
    let (isOfHash, count) = (rest.allSatisfy(isOfHash), rest.count { $0 & 0xC0 != 0x80 })
    if known == "{CRYPT}" {
      // A hash of classic DES has 13 characters; a lock may have nothing behind it.
      let isLocked = rest.first.map { "!*".utf8.contains($0) } ?? false
      if isLocked || isOfHash && count >= 13 { return .hash(scheme: known) }
    }
    guard count >= leastBehindBraces, known != nil || isOfHash else { return nil }
    return .hash(scheme: known)
  }

  /// `NAME[:…]$…$…`, with a digest behind the last dollar where nobody knows the name.
  private static func withDollars(_ bytes: ArraySlice<UInt8>) -> ForeignHash? {
    let dollar = UInt8(ascii: "$")
    guard let last = bytes.lastIndex(of: dollar), let head = bytes.firstIndex(of: dollar),
      head < last
    else { return nil }
    let name = bytes[..<(bytes.firstIndex(of: UInt8(ascii: ":")).map { min($0, head) } ?? head)]
    let scheme = String(decoding: name, as: UTF8.self)
    if schemesWithDollars.contains(scheme) { return .hash(scheme: scheme) }
    guard bytes.allSatisfy({ $0 == dollar || isOfHash($0) }), bytes.endIndex - last > leastDigest
    else { return nil }
    if head == bytes.startIndex {
      let text = String(decoding: bytes, as: UTF8.self).replacing("$$", with: "$")
      return isChecked(Array(text.utf8)[...]) ? .doubledDollars : nil
    }
    if bytes[name.endIndex] != dollar, isChecked(bytes[(name.endIndex + 1)...]) { return .line }
    return .hash(scheme: nil)
  }

  /// A hash that is checked, in quotes or with a backslash before each dollar.
  private static func quoted(_ bytes: ArraySlice<UInt8>) -> ForeignHash? {
    guard bytes.count > 2, let first = bytes.first else { return nil }
    if first != UInt8(ascii: "\\") {
      return bytes.last == first && isChecked(bytes.dropFirst().dropLast()) ? .quoted : nil
    }
    let text = String(decoding: bytes, as: UTF8.self).replacing("\\$", with: "$")
    return isChecked(Array(text.utf8)[...]) ? .quoted : nil
  }

  private static let leastDigest = 16

  /// True for a hash of a scheme that this program knows by its name.
  private static func isChecked(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = Array(bytes)
    guard let scheme = PasswordHash.scheme(of: text.span) else { return false }
    return HashKind(ofScheme: PasswordHash.name(ofScheme: text.span.extracting(scheme))) != .other
  }

  /// A character of base 64, hexadecimal digits, crypt(3), parameters or names.
  private static func isOfHash(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "./+=,:_-@|#$".utf8.contains(byte)
  }

  private static func isOfBracedName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-_., ".utf8.contains(byte)
  }

  /// The schemes that messages name: of directories and Dovecot, of Django, Werkzeug and
  /// PostgreSQL.
  static let schemesInBraces = [
    "PLAIN", "CLEARTEXT", "CLEAR", "CRYPT", "BLF-CRYPT", "SHA256-CRYPT", "SHA512-CRYPT",
    "MD5-CRYPT", "DES-CRYPT", "MD5", "SMD5", "LDAP-MD5", "PLAIN-MD5", "DIGEST-MD5", "CRAM-MD5",
    "HMAC-MD5", "SHA", "SHA1", "SSHA", "SHA224", "SSHA224", "SHA256", "SSHA256", "SHA384",
    "SSHA384",
    "SHA512", "SSHA512", "ARGON2", "ARGON2I", "ARGON2ID", "PBKDF2", "PBKDF2-SHA1", "PBKDF2-SHA256",
    "PBKDF2-SHA512", "PBKDF2_SHA256", "SCRAM-SHA-1", "SCRAM-SHA-256", "NTLM", "LANMAN", "SASL",
    "KERBEROS", "OTP", "SKEY", "BCRYPT", "SCRYPT", "X-ISSHA, 1024",
  ]
  static let schemesWithDollars = [
    "pbkdf2_sha256", "pbkdf2_sha1", "pbkdf2", "argon2", "bcrypt", "bcrypt_sha256", "scrypt", "md5",
    "sha1", "unsalted_sha1", "crypt", "SCRAM-SHA-1", "SCRAM-SHA-256", "SCRAM-SHA-512", "PBKDF2",
  ]
}

extension ForeignHash {
  /// The lengths of hashes in hexadecimal digits: of MD5, SHA-1, SHA-256 and SHA-512. Programs make
  /// passwords of such a form, too.
  static let hexadecimalDigits = [32, 40, 64, 128]

  /// How many hexadecimal digits a text is, if it has no other sign and may be a hash.
  package static func hexadecimal(_ utf8: Span<UInt8>) -> Int? {
    guard hexadecimalDigits.contains(utf8.count) else { return nil }
    for index in utf8.indices {
      let byte = utf8[index]
      guard byte.isASCIIDigit || (0x61...0x66).contains(byte | 0x20) else { return nil }
    }
    return utf8.count
  }
}
