/// A login that counted when it was looked at, with a proof of the id and the password that its
/// account had then.
///
/// A code that leads to a further host stands for it, so that no login lives on through a
/// change of the password. The password itself is not in it.
package struct ProvedLogin: Sendable {
  /// The login as its session proved it.
  let login: BrowserLogin
  package var id: BrowserLogin.ID { login.id }
  private let key: SessionToken
  private let proof: TokenDigest

  /// - Parameter password: the password as the account has it: a hash, or a text typed by hand.
  init(_ login: BrowserLogin, password: String) {
    let key = SessionToken()
    (self.login, self.key) = (login, key)
    proof = key.proof(at: "", of: login.account, id: login.accountID, password: password)
  }

  /// True if these are the account's name, its id and its password still.
  func isOf(_ account: String, id: AccountID?, password: String) -> Bool {
    key.proof(at: "", of: account, id: id, password: password) == proof
  }
}
