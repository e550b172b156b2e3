import Testing

@testable import Accounts

@Suite("A proof that was right once")
struct ProvedTokensTests {
  @Test("is right for the same host, account and password alone, byte by byte")
  func compared() {
    let (tokens, token) = (ProvedTokens(), SessionToken())
    let (host, account, password) = ("wiki.example.com", "ren\u{E9}", "$y$j75$salt$hash")
    let proof = token.proof(at: host, of: account, password: password)
    func isRight(
      _ proof: TokenDigest, at host: String, of account: String, _ password: String
    ) -> Bool {
      tokens.isRight(proof, of: token, token.digest, at: host, of: account, password: password)
    }
    for _ in 0..<2 {
      #expect(isRight(proof, at: host, of: account, password))
      #expect(!isRight(proof, at: "notes.example.com", of: account, password))
      #expect(!isRight(proof, at: host, of: "rene\u{301}", password))
      #expect(!isRight(proof, at: host, of: account, "!" + password))
      #expect(!isRight(SessionToken().digest, at: host, of: account, password))
    }
  }
}
