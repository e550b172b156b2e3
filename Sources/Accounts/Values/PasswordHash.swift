/// A password as crypt(3) keeps it: `$id$…`.
///
/// That it has this form does not say that this system can check it; `PasswordHasher` knows.
public struct PasswordHash: Sendable, Hashable {
  let text: String

  /// A hash, or nil where the text does not begin with `$id$`.
  ///
  /// Classic DES hashes have no such beginning and are not recognised: thirteen characters may
  /// just as well be somebody's password.
  public init?(_ text: some StringProtocol) {
    guard Self.scheme(of: text) != nil else { return nil }
    self.text = String(text)
  }

  /// The name of the scheme: `y` for yescrypt, `6` for SHA-512-crypt, `2b` for bcrypt.
  public var scheme: String { Self.scheme(of: text) ?? "" }

  private static func scheme(of text: some StringProtocol) -> String? {
    guard text.first == "$", let end = text.dropFirst().firstIndex(of: "$") else { return nil }
    let id = text[..<end].dropFirst()
    let isName = id.utf8.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "-_,=".utf8.contains($0)
    }
    guard isName, !id.isEmpty else { return nil }
    // SunMD5 writes its rounds into the name: `$md5,rounds=904$`.
    return String(id.prefix { $0 != "," })
  }
}

extension PasswordHash: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The scheme alone; a hash is never shown.
  public var description: String { "$\(scheme)$…" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What stands in an account's `password`.
public enum StoredPassword: Sendable, Hashable {
  /// A hash made by crypt(3).
  case hash(PasswordHash)
  /// Typed by hand; it becomes a hash when its owner logs in, or when it is sealed.
  case typed(PasswordText)
  /// Begins with `!` or `*`: nobody logs in.
  case locked

  /// Tells from the text alone which of the three it is; throws where a typed one cannot be used.
  public init(_ text: String) throws(Rule) {
    if text.hasPrefix("!") || text.hasPrefix("*") {
      self = .locked
    } else if let hash = PasswordHash(text) {
      self = .hash(hash)
    } else {
      self = .typed(try PasswordText(text))
    }
  }
}
