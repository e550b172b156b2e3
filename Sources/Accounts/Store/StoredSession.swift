/// A session as a store has it.
public struct StoredSession: Sendable {
  /// Its login.
  public let login: BrowserLogin
  /// The host at which it counts.
  public let host: String
  /// ``SessionToken/proof(at:of:id:password:)`` of its token, ``TokenDigest/covering(_:)`` its login
  /// if that could be changed without it.
  public let proof: TokenDigest
  /// True if the proof covers the login: in a file, whose lines a hand may change. In a database the
  /// server sets the times, after the proof was made, and nobody else writes them.
  public let coversLogin: Bool
  /// The store's time, in seconds since 1970.
  public let now: Int
  /// The accounts with its name, if the store found them together with it; else nil.
  public let found: LookupResult?

  /// A session at a time.
  public init(
    login: BrowserLogin, host: String, proof: TokenDigest, coversLogin: Bool = false, now: Int,
    found: LookupResult? = nil
  ) {
    (self.login, self.host, self.proof) = (login, host, proof)
    (self.coversLogin, self.now, self.found) = (coversLogin, now, found)
  }

  /// Whether its proof is the one of its token.
  public func isProved(by proof: TokenDigest) -> Bool {
    self.proof == (coversLogin ? proof.covering(login) : proof)
  }
}
