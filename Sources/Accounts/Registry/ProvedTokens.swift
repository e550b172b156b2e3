import Synchronization
import TextTools

/// Remembers proofs of tokens, so that a session that is asked for again costs no HMAC.
///
/// A proof follows from the token, the host, the account's name and id, its password's text and the
/// login, and from nothing else. All of them are compared, the token by its digest and the texts byte by
/// byte, so no change has to reach this memory. An entry has the password's text as the account had
/// it, and stays after its session has ended, until there are too many.
final class ProvedTokens: Sendable {
  private struct Entry {
    let host: String
    let login: BrowserLogin
    let password: String
    let proof: TokenDigest

    init(_ session: StoredSession, _ password: String) {
      (host, proof, self.password) = (session.host, session.proof, password)
      login = session.login.withoutHosts
    }

    func isSame(as other: Entry) -> Bool {
      sameText(host, other.host) && sameText(login.account, other.login.account)
        && sameText(password, other.password) && login == other.login && proof == other.proof
    }
  }

  private let known = Mutex<[TokenDigest: Entry]>([:])

  private static let most = 4_096

  /// Whether the proof of a session is that of a token.
  ///
  /// - Parameter digest: the token's own.
  func isRight(
    _ session: StoredSession, of token: SessionToken, _ digest: TokenDigest, password: String
  ) -> Bool {
    let asked = Entry(session, password)
    if known.withLock({ $0[digest]?.isSame(as: asked) == true }) { return true }
    let login = session.login
    let proof = token.proof(
      at: session.host, of: login.account, id: login.accountID, password: password)
    let isRight = session.isProved(by: proof)
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[digest] = isRight ? asked : nil
    }
    return isRight
  }
}
