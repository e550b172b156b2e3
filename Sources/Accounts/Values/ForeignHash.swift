import TextTools

/// A text that another program wrote in place of a password: nobody typed it, and no login here
/// checks it.
///
/// Passwords that only look odd do not count: the rest behind a scheme must be as long as a digest,
/// and of the signs of one behind a scheme that nobody knows.
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
  /// `"$2y$…"`, ` !$2y$…`, `b'$2b$…'`, `\$2y\$…`: a hash or a lock with spaces, quotes or other
  /// text around it, or with backslashes, as in `.env` files.
  case quoted

  /// The least number of characters behind a scheme in braces, and of a hash with dollars.
  static let (leastBehindBraces, leastWithDollars) = (16, 40)

  /// The program's text that a text in UTF-8 looks like, nil for a password. Of `StoredPassword`,
  /// only a text that is kept as it is comes first.
  package init?(_ utf8: Span<UInt8>) {
    guard !utf8.isEmpty, utf8.count <= PasswordText.maximumBytes, !StoredPassword.isKept(utf8)
    else { return nil }
    // Most typed passwords are short, and begin and end with a letter or a digit.
    guard
      utf8.count >= Self.leastInside
        || !utf8[0].isLetterOrDigit || !utf8[utf8.count - 1].isLetterOrDigit
    else { return nil }
    var bytes: [UInt8] = []
    for index in utf8.indices { bytes.append(utf8[index]) }
    let bare = Self.bare(bytes[...])
    // Tables of other programs leave space behind their hashes.
    while let last = bytes.last, " \t\r\n".utf8.contains(last) { bytes.removeLast() }
    guard
      let found = Self.whole(bytes[...])
        ?? (bare.count < utf8.count ? Self.surrounded(bare) : nil)
        ?? (Self.beginsLikeHash(bytes) || Self.hasHashInside(bytes) ? .quoted : nil)
    else { return nil }
    self = found
  }

  /// The form of a text without anything around it.
  private static func whole(_ bytes: ArraySlice<UInt8>) -> ForeignHash? {
    guard let first = bytes.first else { return nil }
    let found: ForeignHash? =
      switch first {
      case UInt8(ascii: "{"): braced(bytes)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): quoted(bytes)
      default: bytes.count >= leastWithDollars ? withDollars(bytes) : nil
      }
    return found ?? (isOfOneProgram(bytes) ? .hash(scheme: nil) : nil)
  }

  /// The rest of a text in quotes, spaces or brackets, if that is a hash or a lock.
  private static func surrounded(_ bare: ArraySlice<UInt8>) -> ForeignHash? {
    guard !bare.isEmpty else { return nil }
    let rest = bare.drop { "!*".utf8.contains($0) }
    if rest.isEmpty || isChecked(rest) { return .quoted }
    return rest.count == bare.count ? whole(bare) : nil
  }

  /// True for the beginning of a hash, with any end: nobody typed that.
  private static func beginsLikeHash(_ bytes: [UInt8]) -> Bool {
    bytes.first == UInt8(ascii: "$")
      && PasswordHash.scheme(of: (bytes + [UInt8(ascii: "x")]).span) != nil
  }

  private static func braced(_ bytes: ArraySlice<UInt8>) -> ForeignHash? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "}")),
      (3...33).contains(end - bytes.startIndex)
    else { return nil }
    let (name, rest) = (bytes[(bytes.startIndex + 1)..<end], bytes[(end + 1)...])
    guard name.first?.isASCIILetter == true, name.allSatisfy(isOfBracedName) else { return nil }
    let scheme = String(decoding: name, as: UTF8.self)
    let known = schemesInBraces.first { $0 == scheme.uppercased() }.map { "{\($0)}" }
    if let known, plainSchemes.contains(where: { known == "{\($0)}" }) {
      return rest.isEmpty ? nil : .plain(scheme: known)
    }
    if let known, schemesElsewhere.contains(where: { known == "{\($0)}" }) {
      return rest.isEmpty ? nil : .hash(scheme: known)
    }
    if isChecked(rest) { return known.map { .braced(scheme: $0) } ?? .hash(scheme: nil) }
    let (isOfHash, count) = (rest.allSatisfy(isOfHash), rest.count { $0 & 0xC0 != 0x80 })
    if known == "{CRYPT}" {
      // A hash of classic DES has 13 characters; a lock may have nothing behind it.
      let isLocked = rest.first.map { "!*".utf8.contains($0) } ?? false
      if isLocked || isOfHash && count >= 13 { return .hash(scheme: known) }
    }
    guard count >= leastBehindBraces, known != nil || isOfHash else { return nil }
    return .hash(scheme: known)
  }

  /// `NAME[:…]$…$…`, with a digest behind the last dollar if nobody knows the name.
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
      let isDoubled = text.utf8.count < bytes.count && isChecked(Array(text.utf8)[...])
      return isDoubled ? .doubledDollars : nil
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

  static let leastDigest = 16

  /// True for a hash of a scheme that this program knows by its name.
  private static func isChecked(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = Array(bytes)
    guard let scheme = PasswordHash.scheme(of: text.span) else { return false }
    return HashKind(ofScheme: PasswordHash.name(ofScheme: text.span.extracting(scheme))) != .other
  }

  /// A character of base 64, hexadecimal digits, crypt(3), parameters or names.
  private static func isOfHash(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "./+=,:_-@|#$".utf8.contains(byte)
  }

  private static func isOfBracedName(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-_., @".utf8.contains(byte)
  }

  /// The schemes that messages name: of directories and Dovecot, of Django, Werkzeug and
  /// PostgreSQL.
  static let schemesInBraces = [
    "PLAIN", "CLEARTEXT", "CLEAR", "NOOP", "CRYPT", "BLF-CRYPT", "SHA256-CRYPT", "SHA512-CRYPT",
    "MD5-CRYPT", "DES-CRYPT", "MD5", "SMD5", "LDAP-MD5", "PLAIN-MD5", "DIGEST-MD5", "CRAM-MD5",
    "HMAC-MD5", "SHA", "SHA1", "SSHA", "SHA224", "SSHA224", "SHA256", "SSHA256", "SHA384",
    "SSHA384",
    "SHA512", "SSHA512", "ARGON2", "ARGON2I", "ARGON2ID", "PBKDF2", "PBKDF2-SHA1", "PBKDF2-SHA256",
    "PBKDF2-SHA512", "PBKDF2_SHA256", "SCRAM-SHA-1", "SCRAM-SHA-256", "NTLM", "LANMAN", "SASL",
    "KERBEROS", "OTP", "SKEY", "BCRYPT", "SCRYPT", "X-ISSHA, 1024",
  ]
  static let plainSchemes = ["PLAIN", "CLEARTEXT", "CLEAR", "NOOP"]
  /// Schemes whose text names an account at another server, of any length.
  static let schemesElsewhere = ["SASL", "KERBEROS"]
  static let schemesWithDollars = [
    "pbkdf2_sha256", "pbkdf2_sha1", "pbkdf2", "argon2", "bcrypt", "bcrypt_sha256", "scrypt", "md5",
    "sha1", "unsalted_sha1", "crypt", "SCRAM-SHA-1", "SCRAM-SHA-256", "SCRAM-SHA-512", "PBKDF2",
  ]
}

extension ForeignHash {
  /// The signs that people and programs leave around a hash or a lock.
  static let around =
    " \t\n\u{B}\u{C}\r\"'`()<>[],;\u{A0}\u{AB}\u{BB}\u{2018}\u{2019}\u{201A}\u{201C}\u{201D}"
    + "\u{201E}\u{200B}\u{200E}\u{202F}\u{2060}\u{3000}\u{FEFF}"
  private static let scalarsAround = Set(around.unicodeScalars)

  /// The text without such signs, and without the letter of a Python string (`b'…'`).
  private static func bare(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isAround(_ bytes: ArraySlice<UInt8>) -> Bool {
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      return scalars.count == 1 && scalars.allSatisfy(scalarsAround.contains)
    }
    func dropFirst(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      var rest = bytes
      while let count = (1...3).first(where: { rest.count >= $0 && isAround(rest.prefix($0)) }) {
        rest = rest.dropFirst(count)
      }
      return rest
    }
    var rest = dropFirst(bytes)
    if let letter = rest.first, "bBuUrR".utf8.contains(letter),
      let quote = rest.dropFirst().first, "\"'".utf8.contains(quote)
    {
      rest = dropFirst(rest.dropFirst())
    }
    while let count = (1...3).first(where: { rest.count >= $0 && isAround(rest.suffix($0)) }) {
      rest = rest.dropLast(count)
    }
    return rest
  }

  /// A text without space around it; nil if there is none.
  package static func withoutSpace(_ text: String) -> String? {
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

  /// The least number of characters of a text with a hash that crypt(3) made inside.
  static let leastInside = 26
  /// The least number of characters of such a hash behind the name of its scheme.
  static let leastOfCrypt = 22
  static let cryptNames = [
    "y", "gy", "7", "2", "2a", "2b", "2x", "2y", "6", "5", "1", "apr1", "md5", "sha1", "argon2id",
    "argon2i", "argon2d",
  ]

  /// True if a hash that crypt(3) made is somewhere in a text.
  private static func hasHashInside(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= leastInside else { return false }
    let dollar = UInt8(ascii: "$")
    for (start, byte) in bytes.enumerated() where byte == dollar {
      guard let end = bytes[(start + 1)...].prefix(10).firstIndex(of: dollar) else { continue }
      let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
      if cryptNames.contains(name),
        bytes[(end + 1)...].prefix(while: isOfHash).count >= leastOfCrypt
      {
        return true
      }
    }
    return false
  }

  /// A form of hashes that is one program's own, by its beginning and its length.
  struct Form {
    let beginnings: [String]
    var isHexadecimal = false
    /// How many such signs come behind the beginning.
    let least: Int
    /// True if there are no more, and nothing behind them; else anything may follow.
    var isExact = false
  }

  /// In any case: of PostgreSQL and pgbouncer, GRUB, SQL Server and Sybase, Oracle, MediaWiki,
  /// CouchDB, Redis, Defuse and others with colons, ASP.NET Identity, and Kafka.
  static let forms = [
    Form(beginnings: ["md5"], isHexadecimal: true, least: 32, isExact: true),
    Form(beginnings: ["grub.pbkdf2."], least: 40),
    Form(beginnings: ["0x0100", "0x0200", "0xc007"], isHexadecimal: true, least: 40),
    Form(beginnings: ["S:", "T:", "H:"], isHexadecimal: true, least: 32),
    Form(beginnings: [":pbkdf2:", ":A:", ":B:", ":bcrypt:", ":argon2:"], least: 24),
    Form(beginnings: ["-pbkdf2", "-hashed-"], least: 40),
    Form(beginnings: ["#"], isHexadecimal: true, least: 64, isExact: true),
    Form(
      beginnings: [
        "md5:", "sha1:", "sha224:", "sha256:", "sha384:", "sha512:", "ssha:", "bcrypt:", "scrypt:",
        "pbkdf2:", "argon2:", "crypt:",
      ], least: 28),
    Form(beginnings: ["AQAAAA"], least: 78, isExact: true),
    Form(beginnings: ["salt=", "stored_key="], least: 60),
  ]

  private static func isOfOneProgram(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.count >= leastWithDollars, bytes.starts(with: "{\"".utf8),
      bytes.last == UInt8(ascii: "}")
    {
      return true
    }
    let isOfForm = forms.contains { form in
      guard
        let beginning = form.beginnings.first(where: { beginning in
          bytes.count > beginning.utf8.count
            && zip(bytes, beginning.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
        })
      else { return false }
      let rest = bytes.dropFirst(beginning.utf8.count)
      let count = rest.prefix(while: form.isHexadecimal ? isHexadecimal : isOfHash).count
      return form.isExact ? count == form.least && count == rest.count : count >= form.least
    }
    return isOfForm || hasDigestAmongColons(bytes)
  }

  /// `NAME:REALM:…`, `…:SALT`: lines and pairs with a digest of 16 or 32 bytes between colons.
  private static func hasDigestAmongColons(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.contains { [32, 64].contains($0.count) && $0.allSatisfy(isHexadecimal) }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || (0x61...0x66).contains(byte | 0x20)
  }

  /// The lengths of hashes in hexadecimal digits: of MD5, SHA-1, the sizes of SHA-2, and of Gitea.
  /// Programs make passwords of such a form, too.
  static let hexadecimalDigits = [32, 40, 56, 64, 96, 100, 128]

  /// How many hexadecimal digits a text is, if it has no other sign and may be a hash.
  package static func hexadecimal(_ utf8: Span<UInt8>) -> Int? {
    guard hexadecimalDigits.contains(utf8.count) else { return nil }
    for index in utf8.indices where !isHexadecimal(utf8[index]) { return nil }
    return utf8.count
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
}
