import TextTools

/// A hash of a password: `$id$…`, as crypt(3) spells it, or `{SHA}` and 28 characters of base 64, as
/// htpasswd does.
///
/// Having this form does not mean that this system can check it; see `PasswordHasher`.
public struct PasswordHash: Sendable, Hashable {
  package let text: String
  /// The name of the scheme: `y` for yescrypt, `6` for SHA-512-crypt, `2b` for bcrypt; `{SHA}`.
  public let scheme: String

  static let sha1Name = "{SHA}"

  /// A hash, or nil if the text does not have one of the two forms.
  ///
  /// Classic DES hashes have no such prefix and are not recognised: thirteen characters could just
  /// as well be a password.
  public init?(_ text: some StringProtocol) {
    guard let scheme = Self.scheme(of: text) else { return nil }
    self.text = String(text)
    self.scheme = scheme
  }

  private static func scheme(of text: some StringProtocol) -> String? {
    if text.utf8.starts(with: sha1Name.utf8) {
      let digest = text.utf8.dropFirst(sha1Name.utf8.count)
      let isBase64 = digest.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || "+/=".utf8.contains($0)
      }
      return digest.count == 28 && isBase64 ? sha1Name : nil
    }
    let dollar = UInt8(ascii: "$")
    guard text.utf8.first == dollar, let end = text.utf8.dropFirst().firstIndex(of: dollar) else {
      return nil
    }
    let id = text[text.utf8.index(after: text.utf8.startIndex)..<end]
    let isName = id.utf8.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "-_,=".utf8.contains($0)
    }
    guard isName, !id.isEmpty else { return nil }
    // SunMD5 writes its rounds into the name: `$md5,rounds=904$`.
    return String(id.prefix { $0 != "," })
  }

  /// How every hash of a scheme begins: `$y$`, `{SHA}`.
  package static func beginning(ofScheme scheme: String) -> String {
    scheme == sha1Name ? scheme : "$\(scheme)$"
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
  /// Begins with `!` or `*`: login is disabled.
  case locked

  /// The signs that lock an account, at the beginning of its password.
  package static func lock(of text: String) -> String {
    String(decoding: text.utf8.prefix { "!*".utf8.contains($0) }, as: UTF8.self)
  }

  /// A new password in the place of another: locked, if that one was.
  static func keepingLock(of old: String, in new: String) -> String {
    lock(of: new).isEmpty ? lock(of: old) + new : new
  }

  /// Classifies the text; throws if it is a typed password that cannot be used.
  public init(_ text: String) throws(Rule) {
    // By its first byte: a combining character after it must not open the account.
    if let first = text.utf8.first, "!*".utf8.contains(first) {
      self = .locked
    } else if let hash = PasswordHash(text) {
      self = .hash(hash)
    } else {
      self = .typed(try PasswordText(text))
    }
  }
}
