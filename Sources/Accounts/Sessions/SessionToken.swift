import TextTools

/// The secret of a session: 256 random bits, which the browser alone keeps. It counts at one host.
///
/// A store has its digest and its proof. So a reader of the store can use no session.
public struct SessionToken: Sendable, Hashable, Redacted {
  private let bytes: [UInt8]

  /// A new token.
  public init() {
    bytes = (0..<4).flatMap { _ in UInt64.random(in: 0...UInt64.max).bigEndianBytes }
  }

  /// Reads the 43 characters of base 64 of a URL; nil for any other text.
  public init?(_ text: some Collection<UInt8>) {
    guard text.count == 43, let bytes = Base64.urlBytes(text), bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The 43 characters in the open: the value of the cookie.
  public func revealed() -> String { Base64.urlText(bytes) }

  /// The SHA-256 of the token, by which a store finds it.
  public var digest: TokenDigest { TokenDigest(checked: SHA256.digest(of: bytes)) }

  /// Proves that the token was made for a host and an account with this password: an HMAC under the
  /// token. It is another one if any of them changes.
  ///
  /// - Parameters:
  ///   - host: the host at which the token counts.
  ///   - account: the account's name.
  ///   - id: the account's id; nil if none counts.
  ///   - password: the password as the account has it: a hash, or a text typed by hand.
  public func proof(
    at host: String, of account: String, id: AccountID? = nil, password: String
  ) -> TokenDigest {
    // With their lengths, no two lists of texts are one message.
    let message = [host, id?.description ?? "", account, password].flatMap { text in
      UInt64(text.utf8.count).bigEndianBytes + Array(text.utf8)
    }
    return TokenDigest(checked: SHA256.authentication(of: message, key: bytes))
  }
}

/// The 32 bytes that a store has of a token, compared in constant time.
public struct TokenDigest: Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Takes 32 bytes.
  init(checked bytes: [UInt8]) {
    func word(_ index: Int) -> UInt64 { bytes.dropFirst(8 * index).prefix(8).bigEndianWord }
    words = (word(0), word(1), word(2), word(3))
  }

  /// Reads the 43 characters of base 64 of a URL; nil for any other text.
  public init?(_ text: some Collection<UInt8>) {
    guard text.count == 43, let bytes = Base64.urlBytes(text), bytes.count == 32 else { return nil }
    self.init(checked: bytes)
  }

  /// The 43 characters.
  public var text: String { Base64.urlText(bytes) }

  private var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap(\.bigEndianBytes)
  }

  /// A proof over the login of its session, too: an HMAC under this one. It is another one if the
  /// login's identity, its beginning, its end or whether it is kept changes.
  public func covering(_ login: BrowserLogin) -> TokenDigest {
    let times = [login.begun, login.ends, login.isKept ? 1 : 0].flatMap { number in
      UInt64(bitPattern: Int64(number)).bigEndianBytes
    }
    return TokenDigest(
      checked: SHA256.authentication(of: Array("\(login.id)".utf8) + times, key: bytes))
  }

  /// The first eight bytes, as a number.
  package var beginning: UInt64 { words.0 }
}

extension TokenDigest: Hashable {
  public static func == (left: TokenDigest, right: TokenDigest) -> Bool {
    (left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1)
      | (left.words.2 ^ right.words.2) | (left.words.3 ^ right.words.3) == 0
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
