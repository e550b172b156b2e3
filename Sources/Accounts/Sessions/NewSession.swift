/// A session that is to begin.
public struct NewSession: Sendable, Redacted {
  /// The login that it is of.
  public enum Login: Sendable {
    /// A new one, for so many seconds. ``Registry`` chooses its identity beside the logins that its
    /// account has.
    case new(
      id: BrowserLogin.ID = BrowserLogin.ID(), account: String, browser: String, isKept: Bool,
      seconds: Int)
    /// A login that is there, as it was when its session was proved: its hosts do not matter. With
    /// other times it is another login, if a proof covers them.
    case known(BrowserLogin)
  }

  /// Its login.
  public let login: Login
  /// The host at which it counts.
  public let host: String
  /// ``SessionToken/digest`` of its token.
  public let digest: TokenDigest
  /// ``SessionToken/proof(at:of:id:password:)`` of its token.
  public let proof: TokenDigest
  /// The name of the account. It must be there and open when the session is written, and have this
  /// id and this password.
  public let account: String
  /// The id of the account; nil if none counts.
  public let accountID: AccountID?
  /// The password as the account has it: a hash, or a text typed by hand.
  public let password: String
  /// The logins that have these sessions end, since they were in the same browser.
  public let replacing: [TokenDigest]

  /// A session with a token.
  public init(
    of login: Login, at host: String, _ token: SessionToken, account: String,
    id: AccountID? = nil, password: String, replacing: [TokenDigest] = []
  ) {
    (self.login, self.host, self.replacing) = (login, host, replacing)
    (self.account, accountID, self.password) = (account, id, password)
    digest = token.digest
    proof = token.proof(at: host, of: account, id: id, password: password)
  }
}

/// Logins, and the store's time when they were listed, in seconds since 1970.
public struct ListedLogins: Sendable {
  /// The logins, those that are over among them.
  public let logins: [BrowserLogin]
  /// The time.
  public let now: Int

  /// Logins at a time.
  public init(_ logins: [BrowserLogin], now: Int) { (self.logins, self.now) = (logins, now) }
}

/// The logins in browsers that are listed or ended.
public enum ChosenLogins: Sendable {
  /// The logins with these identities.
  case ids(Set<BrowserLogin.ID>)
  /// The logins of accounts with these names.
  case names(Set<AccountName>)
  /// All.
  case all

  /// True if a login is one of them.
  public func contain(_ login: BrowserLogin) -> Bool {
    switch self {
    case .ids(let ids): ids.contains(login.id)
    case .names(let names): names.contains(AccountName(login.account))
    case .all: true
    }
  }
}
