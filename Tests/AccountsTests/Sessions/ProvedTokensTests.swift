import Testing

@testable import Accounts

@Suite("A proof that was right once")
struct ProvedTokensTests {
  @Test("is right for the same host, account, password and login alone", arguments: [false, true])
  func compared(coversLogin: Bool) {
    let (tokens, token, id) = (ProvedTokens(), SessionToken(), BrowserLogin.ID())
    let (host, account, password) = ("wiki.example.com", "ren\u{E9}", "$y$j75$salt$hash")
    func login(
      _ account: String = account, _ id: BrowserLogin.ID = id, begun: Int = 5, ends: Int = 9,
      isKept: Bool = false, accountID: AccountID? = nil
    ) -> BrowserLogin {
      BrowserLogin(
        id: id, account: account, accountID: accountID, begun: begun, ends: ends, isKept: isKept,
        browser: "",
        hosts: ["wiki.example.com"])
    }
    let plain = token.proof(at: host, of: account, password: password)
    let proof = coversLogin ? plain.covering(login()) : plain
    func isRight(
      _ login: BrowserLogin = login(), at host: String = host, by proof: TokenDigest = proof,
      _ password: String = password
    ) -> Bool {
      let session = StoredSession(
        login: login, host: host, proof: proof, coversLogin: coversLogin, now: 6)
      return tokens.isRight(session, of: token, token.digest, password: password)
    }
    for _ in 0..<2 {
      #expect(isRight())
      #expect(!isRight(at: "notes.example.com"))
      #expect(!isRight(login("rene\u{301}")))
      #expect(!isRight(login(accountID: .random())))
      #expect(!isRight(login(), by: proof, "!" + password))
      #expect(!isRight(by: SessionToken().digest))
      // A hand could write these in a file.
      for other in [
        login(begun: 6), login(ends: 10), login(isKept: true), login(account, BrowserLogin.ID()),
      ] {
        #expect(isRight(other) != coversLogin)
        #expect(isRight())
      }
      if coversLogin { #expect(!isRight(by: plain)) }
    }
  }
}
