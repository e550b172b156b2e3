import Accounts
import HTTP

/// The door asks this before it judges who sends a request: whether the host is in the list, and
/// whether the request comes from another origin. So neither costs a hash, is counted or recorded.
/// The list is in the rulebook, which comes along with the account that was looked up.
struct DoorGate: Sendable {
  /// The host as the web server says it; empty if it says none, or several.
  let host: String
  /// The same, if it can be guarded.
  let guarded: GuardedHost?
  let cookies: Cookies
  /// The kind of credential that the request brings, right or not; nil if it brings none.
  private let credential: RequestOrigin.Credential?
  private let origin: RequestOrigin
  /// Whether the request changes something, as far as its method says.
  var mayChange: Bool { origin.mayChange }
  /// The page of the login; nil if there is none.
  private let page: ServeAddress?

  /// - Parameter hasPassword: whether the request has an `Authorization` of `Basic`.
  init(_ request: Request, hasPassword: Bool, page: ServeAddress?) {
    host = request.forwardedHost
    guarded = try? GuardedHost(host)
    cookies = Cookies(request)
    (origin, self.page) = (RequestOrigin(request), page)
    let hasCookie = cookies.hasAny(of: LoginCookie.names(isPlain: guarded?.isLoopback))
    credential = hasPassword ? .password : hasCookie ? .session : nil
  }

  /// The client's cookies without ours.
  var cookiesForApplications: [UInt8] {
    cookies.line(without: LoginCookie.names(isPlain: guarded?.isLoopback))
  }

  /// The entry of the host; nil without a list. Throws the refusal.
  func entry(under rulebook: Rulebook) throws(DoorVerdict) -> GuardedHosts.Entry? {
    let hosts: GuardedHosts
    do throws(AccountsError) { hosts = try rulebook.hosts(page: page) } catch {
      throw DoorVerdict(error)
    }
    let entry = guarded.flatMap { hosts[$0] }
    guard entry != nil || hosts.isEmpty else { throw .host }
    guard let credential, !origin.passes(credential, to: entry, at: host) else { return entry }
    throw .origin
  }
}

extension Rulebook {
  /// The list of guarded hosts. Throws `rulebookBroken` if a page is at one of them: an option may
  /// say where it is, of which the rulebook knows nothing.
  func hosts(page: ServeAddress?) throws(AccountsError) -> GuardedHosts {
    do throws(GuardedHostFault) { if let page { try serve.hosts.check(page: page) } } catch {
      let key = Problem.Subject.key(RulebookKey.serveHosts.rawValue)
      throw .rulebookBroken([Problem(key, .rulebook(.guardedHosts(error)))])
    }
    return serve.hosts
  }
}
