import Accounts
import CommandKit
import HTTP

/// The one open directory of each guarded host: where a way in ends, and a way out begins.
///
/// An application's script is of the same origin. So no form is here, and nothing that it could
/// read: a code in, the session's cookie out.
struct GuardedPaths {
  let logins: BrowserLogins
  let language: Language

  func answer(_ request: Request) async -> Answer {
    do throws(AccountsError) {
      guard let host = try await logins.hosts()[request.forwardedHost]?.host else {
        return SmallPage.notFound.answer(.notFound, language)
      }
      switch request.path {
      case GuardedHost.wayIn: return try await end(request, at: host)
      case GuardedHost.wayOut: return try await out(request, at: host)
      default: return SmallPage.notFound.answer(.notFound, language)
      }
    } catch {
      return later(error)
    }
  }

  private func later(_ error: AccountsError) -> Answer {
    // Nobody guesses here: it is the login that has begun too many sessions.
    if case .throttled(let seconds) = error {
      return SmallPage.manySessions(seconds, out: "\(logins.address.text)out")
        .answer(.tooManyRequests, language, retryAfter: seconds)
    }
    let verdict = DoorVerdict(error)
    logins.log.note(verdict)
    return verdict.later.map { $0.page.answer($0.status, language, retryAfter: $0.seconds) }
      ?? SmallPage.unreadable.answer(.unavailable, language, retryAfter: 10)
  }

  /// The end of a way in. The first request that brings a code uses it up, right or not, unless the
  /// accounts or the sessions cannot be read.
  private func end(
    _ request: Request, at host: GuardedHost
  ) async throws(AccountsError) -> Answer {
    // HEAD must use nothing up.
    guard request.method == .get else { return .methods("GET") }
    guard let query = PageQuery(wayIn: request) else { return Answer(.badRequest) }
    let used = query[.code].flatMap { logins.codes.take($0) }
    do throws(AccountsError) { return try await end(request, at: host, by: used?.value) } catch {
      // Nobody could know what the code is worth.
      if let used { logins.codes.putBack(used) }
      throw error
    }
  }

  private func end(
    _ request: Request, at host: GuardedHost, by found: (login: ProvedLogin, way: WayIn)?
  ) async throws(AccountsError) -> Answer {
    let (place, cookies) = (LoginPlace(host), Cookies(request))
    let code = found?.way.host == host ? found : nil
    // A browser that has a session here keeps it, with anybody's code: else a person could be
    // logged in as somebody else unawares.
    if let session = try await logins.session(in: cookies, at: place) {
      let path = session.login.id == code?.login.id ? code?.way.path : nil
      return go(to: (path ?? .root).text)
    }
    guard let code else { return over }
    let nonces = LoginCookie.nonce.values(in: cookies, isPlain: place.isPlain)
    guard nonces.contains(where: { Nonce($0)?.digest == code.way.at }) else {
      let hasOther = nonces.contains { Nonce($0) != nil }
      return noNonce(code.way, place, cookies, hasOther: hasOther, from: request.client)
    }
    // Nil if the login is over, or its account is not as it was when the code was made.
    let session = try await logins.registry.beginSession(
      of: code.login, at: place.host, from: .serve(request.client))
    guard let begun = session else { return over }
    var answer = go(to: code.way.path.text)
    answer.add(
      "Set-Cookie",
      LoginCookie.session.setting(
        begun.token.revealed(), isPlain: place.isPlain, maxAge: begun.maxAge))
    answer.add("Set-Cookie", LoginCookie.nonce.clearing(isPlain: place.isPlain))
    return answer
  }

  /// A way in begins afresh, unless the browser seems to keep or to clear no cookies: then it comes
  /// from the same address again.
  ///
  /// - Parameter hasOther: whether it has the nonce of another way in, as where two tabs log in.
  private func noNonce(
    _ way: WayIn, _ place: LoginPlace, _ cookies: Cookies, hasOther: Bool, from client: String?
  ) -> Answer {
    let old = LoginCookie.session.values(in: cookies, isPlain: place.isPlain)
    // Several tabs may have a session that is over, and log in one after the other.
    let most = old.isEmpty ? 1 : 20
    guard hasOther || logins.leadsOn(from: client, at: way.host, most: most) else {
      return noCookie(way)
    }
    var answer = go(to: way.path.text)
    // Its session is over.
    if !hasOther, !old.isEmpty {
      answer.add("Set-Cookie", LoginCookie.session.clearing(isPlain: place.isPlain))
    }
    return answer
  }

  private func go(to address: String) -> Answer {
    var answer = Answer(.seeOther)
    answer.set("Location", address)
    answer.set("Cache-Control", "no-store")
    return answer
  }

  /// A page in place of a redirect, so that nothing goes round in a circle. No page here is a 2xx:
  /// a web server's line that asks here in place of the door lets nobody in.
  private var over: Answer {
    SmallPage(
      title: Phrase("This way in is over"), links: [(ReturnPath.root.text, Phrase("Go on"))]
    ).answer(.gone, language)
  }

  private func noCookie(_ way: WayIn) -> Answer {
    let words = Phrase("Go on to \(way.host.text)")
    return SmallPage(
      title: words,
      sentences: [
        Phrase("If this comes again, this browser keeps no cookies here.")
      ], links: [(way.path.text, words)]
    ).answer(.gone, language)
  }

  /// Leads to the page that asks whether to log out: it ends nothing.
  private func out(
    _ request: Request, at host: GuardedHost
  ) async throws(AccountsError) -> Answer {
    guard [.get, .head, .post].contains(request.method) else { return .methods("GET, HEAD, POST") }
    let found = try await logins.ending(in: Cookies(request), at: LoginPlace(host))
    return go(to: logins.out(of: found.ending))
  }
}

extension Answer {
  static func methods(_ allowed: String) -> Answer {
    var answer = Answer(.methodNotAllowed)
    answer.set("Allow", allowed)
    return answer
  }
}

extension Request {
  /// The host that the proxy says; empty if it says none, or several.
  var forwardedHost: String { text(of: "x-forwarded-host") ?? "" }
}
