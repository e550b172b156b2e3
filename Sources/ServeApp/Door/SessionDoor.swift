import Accounts
import HTTP

/// The door of a line that says `login`: whose session a request has, and how somebody without one
/// is led to the login.
///
/// A session asks no count of failures, and adds none: who guesses at a name keeps nobody out.
struct SessionDoor {
  let logins: BrowserLogins
  let words: DoorAnswer

  private var log: ServeLog { logins.log }

  /// The answer to a request without `Basic`.
  func answer(_ request: Request, _ question: DoorQuestion) async -> Answer {
    do throws(AccountsError) {
      let cookies = Cookies(request)
      guard let said = try? GuardedHost(request.forwardedHost) else {
        return unlisted(request.forwardedHost, try await logins.hosts())
      }
      let place = LoginPlace(said)
      let held = try await logins.session(in: cookies, at: place)
      // A host that was taken out of the list lets no session in.
      let hosts = try await logins.hosts(after: held)
      guard let host = hosts[said] else { return unlisted(said.text, hosts) }
      guard let held else {
        log.note(nil)
        return noSession(request, at: host, cookies, question.login ?? .now)
      }
      let verdict = await verdict(held.session, question.groups, from: request.client)
      log.note(verdict)
      return words.answer(
        verdict, to: question, cookies.line(without: LoginCookie.names(isPlain: place.isPlain)),
        inSession: held.session.account.name.text)
    } catch {
      let verdict = DoorVerdict(error)
      log.note(verdict)
      return words.answer(verdict, to: question, [])
    }
  }

  /// A host that is not in the list knows Basic alone. Without a list, and of a server block without
  /// a name, that is what was asked for.
  private func unlisted(_ host: String, _ hosts: GuardedHosts) -> Answer {
    let isNamed = !host.isEmpty && host.utf8.first != UInt8(ascii: ":")
    if isNamed, !hosts.isEmpty { log.note(unlisted: host) }
    return words.login
  }

  private func verdict(
    _ session: FoundSession, _ groups: [String], from client: String?
  ) async -> DoorVerdict {
    do throws(AccountsError) {
      try session.check(groups: groups)
      await logins.record(nil, of: session, from: client)
      return .granted(session.account)
    } catch {
      await logins.record(error, of: session, from: client)
      return DoorVerdict(error)
    }
  }

  private func noSession(
    _ request: Request, at host: GuardedHost, _ cookies: Cookies, _ login: DoorQuestion.Login
  ) -> Answer {
    switch AskedRequest(request) {
    case .navigation: return wayIn(request, to: host, cookies, login)
    case .script: return Answer(.unauthorized)
    case .program: return words.login
    }
  }

  /// Leads to the login, and begins the way back from it.
  private func wayIn(
    _ request: Request, to host: GuardedHost, _ cookies: Cookies, _ login: DoorQuestion.Login
  ) -> Answer {
    let isPlain = LoginPlace(host).isPlain
    // Several tabs may go the way in at once.
    let old = LoginCookie.nonce.values(in: cookies, isPlain: isPlain).lazy.compactMap(Nonce.init)
    let nonce = old.first ?? Nonce()
    let method = request.text(of: "x-forwarded-method")
    let uris = request.values(of: "x-forwarded-uri")
    let mayBeAskedAgain = (method == "GET" || method == "HEAD") && uris.count == 1
    let path = mayBeAskedAgain ? ReturnPath(uris[0]) : .root
    let address =
      "\(logins.address.text)in?\(WayIn(host: host, path: path, at: nonce.digest).query)"
    var answer: Answer
    switch login {
    case .now:
      answer = Answer(.found)
      answer.set("Location", address)
    case .later:
      answer = Answer(.unauthorized)
      answer.set("Regapp-Login", address)
    }
    answer.add(
      "Set-Cookie", LoginCookie.nonce.setting(nonce.text, isPlain: isPlain, maxAge: Nonce.seconds))
    answer.set("Cache-Control", "no-store")
    return answer
  }
}
