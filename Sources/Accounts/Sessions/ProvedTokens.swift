import Synchronization
import TextTools

/// Remembers proofs of tokens, so that a session that is asked for again costs no HMAC.
///
/// A proof follows from the token, the host, the account's name and its password's text, and from
/// nothing else. All of them are compared, byte by byte, so nothing that is kept is ever stale.
final class ProvedTokens: Sendable {
  private struct Proved {
    let host: String
    let account: String
    let password: String
    let proof: TokenDigest

    func isSame(as other: Proved) -> Bool {
      sameText(host, other.host) && sameText(account, other.account)
        && sameText(password, other.password) && proof == other.proof
    }
  }

  private let known = Mutex<[TokenDigest: Proved]>([:])

  private static let most = 4_096

  /// Whether a proof is that of a token.
  ///
  /// - Parameter digest: the token's own.
  func isRight(
    _ proof: TokenDigest, of token: SessionToken, _ digest: TokenDigest, at host: String,
    of account: String, password: String
  ) -> Bool {
    let asked = Proved(host: host, account: account, password: password, proof: proof)
    if known.withLock({ $0[digest]?.isSame(as: asked) == true }) { return true }
    guard token.proof(at: host, of: account, password: password) == proof else { return false }
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[digest] = asked
    }
    return true
  }
}
