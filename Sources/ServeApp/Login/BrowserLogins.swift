import Accounts
import AccountsFile
import CommandKit
import HTTP

/// The logins in browsers, as page, door and way in share them: which hosts are guarded, whose
/// session a request has, and the codes that lead from one host to another.
///
/// Nothing is kept before a login. The sessions are the registry's; the codes are in memory,
/// bounded.
final class BrowserLogins: Sendable {
  /// The page's.
  let address: ServeAddress
  let registry: Registry
  let turns: HashTurns
  let log: ServeLog
  /// The codes that end a way in.
  let codes: OneTimeCodes<BrowserLogin.ID, (login: ProvedLogin, way: WayIn)>
  /// The codes that say at the page which login a guarded host has.
  let outCodes: OneTimeCodes<BrowserLogin.ID, EndingLogin>
  /// The news that the profile of a login shows once.
  let news: Recent<BrowserLogin.ID, Phrase>
  /// How often browsers came from an address to a host without the nonce of their way in.
  private let strays: Recent<[String], Int>

  init(
    _ address: ServeAddress, _ registry: Registry, turns: HashTurns, log: ServeLog
  ) {
    (self.address, self.turns, self.log) = (address, turns, log)
    self.registry = registry.via(.serve)
    codes = OneTimeCodes(seconds: CodeLimits.wayIn, turns.digester, now: turns.now)
    outCodes = OneTimeCodes(seconds: CodeLimits.logout, turns.digester, now: turns.now)
    news = Recent(most: 10_000, seconds: 60, now: turns.now)
    strays = Recent(most: 10_000, seconds: 600, now: turns.now)
  }

  /// The guarded hosts as they are now.
  ///
  /// - Parameter session: one that was just found, which knows the rulebook.
  func hosts(after session: FoundSession? = nil) async throws(AccountsError) -> GuardedHosts {
    var rulebook = session?.rulebook
    if rulebook == nil { rulebook = try await registry.rulebookInUse(log) }
    return try rulebook?.hosts(page: address) ?? .none
  }

  // MARK: - Sessions

  /// The session that a request has at a place; nil if it has none that counts there.
  func session(
    in cookies: Cookies, at place: LoginPlace
  ) async throws(AccountsError) -> FoundSession? {
    let tokens = Self.tokens(in: cookies, at: place)
    // Nobody waits as long again for a database that is away.
    if !tokens.isEmpty, log.hasFault { _ = try await registry.rulebookInUse(log) }
    for token in tokens {
      if let found = try await registry.session(token, at: place.host, warn: { log.note($0) }) {
        return found
      }
    }
    if !tokens.isEmpty { log.note(sign: .wrongSession) }
    return nil
  }

  /// The session that a request has at the page.
  func sessionAtPage(of request: Request) async throws(AccountsError) -> FoundSession? {
    try await session(in: Cookies(request), at: place)
  }

  /// A login that ends where a request logs out.
  struct EndingLogin: Sendable {
    let login: BrowserLogin.ID
    /// False for an idle login, for example. The page does not say whose it is.
    let isIn: Bool
  }

  /// The login that ends where a request logs out at a place: its session's, or else the first of
  /// its tokens; and the session. Nil if there is none.
  func ending(
    in cookies: Cookies, at place: LoginPlace
  ) async throws(AccountsError) -> (ending: EndingLogin?, session: FoundSession?) {
    if let found = try await session(in: cookies, at: place) {
      return (EndingLogin(login: found.login.id, isIn: true), found)
    }
    let first = try await all(in: cookies, at: place).first
    return (first.map { EndingLogin(login: $0, isIn: false) }, nil)
  }

  /// The logins of all tokens that a request has at a place, whether or not they let anybody in.
  func all(in cookies: Cookies, at place: LoginPlace) async throws(AccountsError)
    -> [BrowserLogin.ID]
  {
    var logins: [BrowserLogin.ID] = []
    for token in Self.tokens(in: cookies, at: place) {
      if let login = try await registry.login(of: token, at: place.host) { logins.append(login) }
    }
    return logins
  }

  private static func tokens(in cookies: Cookies, at place: LoginPlace) -> [SessionToken] {
    LoginCookie.session.values(in: cookies, isPlain: place.isPlain).compactMap {
      SessionToken($0)
    }
  }

  /// Begins a login of an account whose password was right or has just been set, and its session at
  /// the page. The logins that the browser had before end.
  ///
  /// - Parameters:
  ///   - id: the account's id when the password was right; nil if none counted.
  ///   - typed: the right password; nil if it has just been set.
  func begin(
    _ account: Account, id: AccountID?, typed: PasswordEntry?, keeps: Bool, for request: Request
  ) async throws(AccountsError) -> BegunSession {
    let agent = request.values(of: "user-agent").first.map { String(decoding: $0, as: UTF8.self) }
    return try await registry.beginLogin(
      of: account, id: id, typed: typed, at: place.host, in: BrowserName(agent ?? "").text,
      keeps: keeps,
      replacing: Self.tokens(in: Cookies(request), at: place),
      from: .serve(request.client), warn: { log.note($0) })
  }

  /// Records the answer to a session, once in five minutes; nil stands for success.
  func record(
    _ error: AccountsError?, of session: FoundSession, from client: String?
  ) async {
    let origin = LoginOrigin.serve(client)
    let answer = error.map { LoginOutcome.Answer($0) } ?? .yes
    guard turns.recorded.isNews(answer, to: session.login.id, from: origin.network) else { return }
    do throws(AccountsError) {
      try await registry.record(
        error, of: session, from: origin, warn: { log.note($0) })
    } catch { log.note(rarely: error) }
  }

  /// The page's own host.
  var place: LoginPlace { LoginPlace(pageAt: address) }

  // MARK: - Codes

  /// The address at which a way in ends, with a new code.
  func addressAtEnd(of way: WayIn, for login: ProvedLogin) -> String {
    "\(way.host.origin)\(GuardedHost.wayIn)?c=\(codes.make((login, way), of: login.id))"
  }

  /// Whether a browser without the nonce of its way in is led on without a word. It came with a
  /// bookmark of the login, or keeps no cookies: then it comes from the same address again.
  ///
  /// - Parameter most: how often, until none has come from there for ten minutes.
  func leadsOn(from client: String?, at host: GuardedHost, most: Int) -> Bool {
    let key = [LoginOrigin.serve(client).network ?? "", host.name, "\(most)"]
    let count = strays[key] ?? 0
    strays[key] = count + 1
    return count < most
  }

  /// The address at which one logs out of a login.
  func out(of ending: EndingLogin?) -> String {
    guard let ending else { return "\(address.text)out" }
    return "\(address.text)out?c=\(outCodes.make(ending, of: ending.login))"
  }
}

extension LoginOrigin {
  /// The origin of a request, with its client's address.
  static func serve(_ client: String?) -> LoginOrigin {
    LoginOrigin(service: "serve", address: client)
  }
}
