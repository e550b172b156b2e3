/// A session as a store has it.
public struct StoredSession: Sendable {
  /// Its login.
  public let login: BrowserLogin
  /// The host at which it counts.
  public let host: String
  /// ``SessionToken/proof(at:of:password:)`` of its token.
  public let proof: TokenDigest
  /// The store's time, in seconds since 1970.
  public let now: Int
  /// The accounts with its name, if the store found them together with it; else nil.
  public let found: LookupResult?

  /// A session at a time.
  public init(
    login: BrowserLogin, host: String, proof: TokenDigest, now: Int, found: LookupResult? = nil
  ) {
    (self.login, self.host, self.proof) = (login, host, proof)
    (self.now, self.found) = (now, found)
  }
}
