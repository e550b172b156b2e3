import Accounts
import HTTP

/// The door for a request without a password that can be read: whose session it has, and how
/// somebody without one is led to the login.
///
/// A session asks no count of failures, and adds none: guesses at a name keep nobody out.
struct SessionDoor {
  let door: Door
  let gate: DoorGate
  /// Nil if `Basic` alone answers: the line does not say `login`, or there is no page for it.
  let logins: BrowserLogins?
  let words: DoorAnswer

  private var log: ServeLog { door.log }

  /// The answer to a request without the name and the password of `Basic`.
  func answer(_ request: Request, _ question: DoorQuestion) async -> Answer {
    do throws(AccountsError) {
      let place = gate.guarded.map { LoginPlace($0) }
      var session: FoundSession?
      if let logins, let place { session = try await logins.session(in: gate.cookies, at: place) }
      // A host that was taken out of the list lets no session in.
      var rulebook = session?.rulebook
      if rulebook == nil { rulebook = try await door.rulebook() }
      let entry: GuardedHosts.Entry?
      do throws(DoorVerdict) { entry = try rulebook.flatMap(gate.entry) } catch {
        log.note(error, at: gate.host)
        return words.answer(error, to: question, [])
      }
      guard let logins, let entry else {
        log.note(nil)
        return words.login
      }
      guard let session else {
        log.note(nil)
        return noSession(request, at: entry.host, question.login ?? .now, logins)
      }
      let verdict = await verdict(
        session, question.groups, entry, from: request.client, logins)
      log.note(verdict, at: gate.host)
      return words.answer(
        verdict, to: question, gate.cookiesForApplications, inSession: session.account.name.text)
    } catch {
      let verdict = DoorVerdict(error)
      log.note(verdict, at: gate.host)
      return words.answer(verdict, to: question, [])
    }
  }

  private func verdict(
    _ session: FoundSession, _ groups: [String], _ host: GuardedHosts.Entry,
    from client: String?, _ logins: BrowserLogins
  ) async -> DoorVerdict {
    do throws(AccountsError) {
      try session.check(groups: groups, host.groups, requiresID: host.requiresID)
      await logins.record(nil, of: session, from: client)
      return .granted(session.account, session.stored.id)
    } catch {
      await logins.record(error, of: session, from: client)
      return DoorVerdict(error)
    }
  }

  private func noSession(
    _ request: Request, at host: GuardedHost, _ login: DoorQuestion.Login, _ logins: BrowserLogins
  ) -> Answer {
    switch AskedRequest(request) {
    case .navigation: return wayIn(request, to: host, login, logins.address)
    case .script: return Answer(.unauthorized)
    case .program: return words.login
    }
  }

  /// Leads to the login, and begins the way back from it.
  private func wayIn(
    _ request: Request, to host: GuardedHost, _ login: DoorQuestion.Login, _ page: ServeAddress
  ) -> Answer {
    let isPlain = LoginPlace(host).isPlain
    // Several tabs may go the way in at once.
    let old = LoginCookie.nonce.values(in: gate.cookies, isPlain: isPlain).lazy.compactMap(
      Nonce.init)
    let nonce = old.first ?? Nonce()
    let method = request.text(of: "x-forwarded-method")
    let uris = request.values(of: "x-forwarded-uri")
    let mayBeAskedAgain = (method == "GET" || method == "HEAD") && uris.count == 1
    let path = mayBeAskedAgain ? ReturnPath(uris[0]) : .root
    let way = WayIn(
      host: host, path: path, at: nonce.digest,
      hasUnsaved: method?.isEmpty == false && gate.mayChange)
    let address = "\(page.text)in?\(way.query)"
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
