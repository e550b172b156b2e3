import TextTools

/// A hash of a password: `$id$…`, as crypt(3) spells it; `{SHA}` and 28 characters of base 64, as
/// htpasswd does; or `{SSHA}` and base 64 of 24 to 52 bytes, as directories do.
///
/// Having this form does not mean that this system can check it; see `PasswordHasher`.
public struct PasswordHash: Sendable, Hashable {
  package let text: String
  /// The name of the scheme: `y` for yescrypt, `6` for SHA-512-crypt, `2b` for bcrypt; `{SHA}`,
  /// `{SSHA}`.
  public let scheme: String

  static let sha1Name = "{SHA}"
  static let saltedName = "{SSHA}"

  /// A hash, or nil if the text does not have one of these forms.
  ///
  /// Classic DES hashes have no such prefix and are not recognised: thirteen characters could just
  /// as well be a password.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    guard let scheme = Self.scheme(of: text.utf8.span) else { return nil }
    self.text = text
    self.scheme = Self.name(ofScheme: text.utf8.span.extracting(scheme))
  }

  /// The name of a scheme, in comparable case.
  static func name(ofScheme utf8: Span<UInt8>) -> String {
    let isSalted = utf8.count == saltedName.utf8.count && utf8[0] == UInt8(ascii: "{")
    var name = ""
    for index in utf8.indices { name.unicodeScalars.append(Unicode.Scalar(utf8[index])) }
    return isSalted ? saltedName : name
  }

  /// The range of the scheme's name in UTF-8; nil if it is not a hash. None ends with a space, a
  /// quote or another sign than ASCII.
  package static func scheme(of utf8: Span<UInt8>) -> Range<Int>? {
    guard !utf8.isEmpty, utf8[0] == UInt8(ascii: "$") else { return sha1Scheme(of: utf8) }
    let last = utf8[utf8.count - 1]
    guard last < 0x80, !" \"'`".utf8.contains(last) else { return nil }
    var end = 1
    // SunMD5 writes its rounds into the name: `$md5,rounds=904$`.
    var comma: Int?
    while end < utf8.count, utf8[end] != UInt8(ascii: "$") {
      let byte = utf8[end]
      if byte == UInt8(ascii: ","), comma == nil { comma = end }
      guard byte.isASCIILetter || byte.isASCIIDigit || "-_,=".utf8.contains(byte) else {
        return nil
      }
      end += 1
    }
    return end < utf8.count && end > 1 ? 1..<(comma ?? end) : nil
  }

  private static func sha1Scheme(of utf8: Span<UInt8>) -> Range<Int>? {
    let count = sha1Name.utf8.count
    guard utf8.count == count + 28, utf8.extracting(first: count).isSame(as: sha1Name.utf8.span)
    else { return saltedScheme(of: utf8) }
    return isBase64(utf8.extracting(count..<utf8.count)) ? 0..<count : nil
  }

  /// `{SSHA}` in any case, 20 bytes of digest and 4 to 32 of salt.
  private static func saltedScheme(of utf8: Span<UInt8>) -> Range<Int>? {
    let name = saltedName.utf8.span
    guard utf8.count > name.count else { return nil }
    for index in name.indices where utf8[index] & 0xDF != name[index] & 0xDF { return nil }
    guard utf8[0] == name[0], utf8[name.count - 1] == name[name.count - 1] else { return nil }
    let rest = utf8.extracting(name.count..<utf8.count)
    guard rest.count % 4 == 0, rest.count >= 4, isBase64(rest) else { return nil }
    let padding = UInt8(ascii: "=")
    let missing =
      rest[rest.count - 1] != padding ? 0 : rest[rest.count - 2] != padding ? 1 : 2
    return (24...52).contains(rest.count / 4 * 3 - missing) ? 0..<name.count : nil
  }

  private static func isBase64(_ utf8: Span<UInt8>) -> Bool {
    for index in utf8.indices {
      let byte = utf8[index]
      guard byte.isASCIILetter || byte.isASCIIDigit || "+/=".utf8.contains(byte) else {
        return false
      }
    }
    return true
  }

  /// The hash as other programs expect it: the name of a scheme in braces in capitals.
  package var spelling: String {
    scheme == Self.saltedName ? scheme + text.dropFirst(scheme.count) : text
  }

  /// True if it contains a character that separates fields of a line.
  package var hasSeparator: Bool { text.utf8.contains { ": \t\n\r".utf8.contains($0) } }

  /// The beginning of every hash of a scheme: `$y$`, `{SHA}`.
  package static func beginning(ofScheme scheme: String) -> String {
    scheme.utf8.first == UInt8(ascii: "{") ? scheme : "$\(scheme)$"
  }
}

extension PasswordHash: Redacted {
  /// The scheme only; a hash is never shown.
  public var description: String { Self.beginning(ofScheme: scheme) + "…" }
}

/// The value of an account's `password`.
public enum StoredPassword: Sendable, Hashable {
  /// A hash, whether or not it can be checked here.
  case hash(PasswordHash)
  /// Typed by hand; becomes a hash at the owner's next login, or when the file is sealed.
  case typed(PasswordText)
  /// A lock: one or more of `!` and `*`, alone or before a hash. Login is disabled.
  case locked

  /// The signs that lock an account, at the beginning of its password; empty if it is no lock.
  package static func lock(of text: String) -> String {
    guard isLock(text.utf8.span) else { return "" }
    return String(decoding: text.utf8.prefix(while: isLockSign), as: UTF8.self)
  }

  /// The password of an account whose invitation was ended, and whose own is not known: it keeps
  /// everybody out, and is not a lock that a new password would keep.
  package static let none = "*"

  /// Stands for the hash of a typed password while a change is only judged.
  static let standIn = "$typed$"

  /// True if two texts have the same hash, or typed password, behind their locks.
  static func haveOneHash(_ one: String?, _ other: String?) -> Bool {
    one.flatMap(unlocked).map { sameText($0, other.flatMap(unlocked)) } ?? false
  }

  /// A stored text to compare: without its lock, and a hash of bcrypt in one of its spellings,
  /// `$2a$`, `$2b$` and `$2y$` for the same. Nil if nothing is behind the lock.
  package static func unlocked(_ text: String) -> String? {
    let rest = text.utf8.dropFirst(lock(of: text).utf8.count)
    guard !rest.isEmpty else { return nil }
    guard rest.starts(with: "$2".utf8), rest.dropFirst(3).first == UInt8(ascii: "$"),
      rest.dropFirst(2).first.map("aby".utf8.contains) ?? false
    else { return String(Substring(rest)) }
    return "$2b" + String(Substring(rest.dropFirst(3)))
  }

  /// True for a lock with nothing behind it.
  package static func isLockAlone(_ text: String) -> Bool {
    !text.isEmpty && unlocked(text) == nil
  }

  /// The lock that a new password keeps; empty if there is none.
  static func lockToKeep(of text: String) -> String { text == none ? "" : lock(of: text) }

  /// The hash behind a lock; nil if there is none with a salt.
  package static func saltedHash(behindLockOf text: String) -> String? {
    hash(behindLockOf: text).flatMap {
      PasswordHash($0)?.scheme == PasswordHash.sha1Name ? nil : $0
    }
  }

  package static func hash(behindLockOf text: String) -> String? {
    let hash = String(Substring(text.utf8.drop(while: isLockSign)))
    return PasswordHash(hash) == nil ? nil : hash
  }

  /// Locks a new password if the one that it replaces was locked.
  static func keepingLock(of old: String, in new: String) -> String {
    lock(of: new).isEmpty ? lockToKeep(of: old) + new : new
  }

  private static func isLockSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "!") || byte == UInt8(ascii: "*")
  }

  /// True if UTF-8 is a lock.
  package static func isLock(_ utf8: Span<UInt8>) -> Bool {
    !utf8.isEmpty && isLockSign(utf8[0]) && isKept(utf8)
  }

  /// True if UTF-8 is stored as it is: a hash, or a lock.
  package static func isKept(_ utf8: Span<UInt8>) -> Bool {
    var start = 0
    while start < utf8.count, isLockSign(utf8[start]) { start += 1 }
    return start == utf8.count
      ? start > 0 : PasswordHash.scheme(of: utf8.extracting(start..<utf8.count)) != nil
  }

  /// Classifies the text; throws if it is a typed password that cannot be used, or has the shape of
  /// another program's hash.
  public init(_ text: String) throws(FieldRule) {
    if Self.isLock(text.utf8.span) {
      self = .locked
    } else if let hash = PasswordHash(text) {
      self = .hash(hash)
    } else if let foreign = ForeignHash(text.utf8.span) {
      throw .foreignHash(foreign)
    } else {
      self = .typed(try PasswordText(text))
    }
  }
}
