import Accounts
import CommandKit
import HTTP

/// All that is at the page's address: the login, who is logged in, and the form for a new password.
///
/// If the address has a path, an application may be of the same origin: then there is the form for
/// a new password alone.
final class Page: Sendable {
  let address: ServeAddress
  /// Nil if there is no login.
  let logins: BrowserLogins?
  let passwords: PasswordPage
  let loginPage: LoginPage?
  let profilePage: ProfilePage?

  init(
    _ address: ServeAddress, _ registry: Registry,
    turns: HashTurns, today: @escaping @Sendable () -> CalendarDay, log: ServeLog
  ) {
    self.address = address
    let logins =
      address.path == "/"
      ? BrowserLogins(address, registry, turns: turns, log: log) : nil
    let passwords = PasswordPage(
      address, registry, logins, turns: turns, today: today, log: log)
    (self.logins, self.passwords) = (logins, passwords)
    let loginPage = logins.map { LoginPage($0, passwords) }
    self.loginPage = loginPage
    profilePage = logins.flatMap { logins in
      loginPage.map { ProfilePage(logins, passwords, $0) }
    }
  }

  /// The address at which a new password is set.
  var passwordsAddress: String { logins == nil ? address.text : "\(address.text)password" }

  /// The answer to a request, in a language unless its address names another one.
  func answer(_ request: Request, _ language: Language) async -> Answer {
    var answer = await found(request, language)
    if address.isSecure { answer.set("Strict-Transport-Security", "max-age=31536000") }
    return answer
  }

  private func found(_ request: Request, _ language: Language) async -> Answer {
    let isHere = request.path + "/" == address.path
    let isWellKnown = request.path == "/.well-known/change-password"
    let path = PagePath(request.path, under: address.path, hasLogin: logins != nil)
    let visit = PageQuery(request, path?.keys ?? [.language]).map { query in
      PageVisit(
        request, query.language ?? language, query,
        of: PageOwner(address.host, passwords.rulebook))
    }
    guard isHere || isWellKnown || path != nil else {
      var page = SmallPage.notFound
      page.links = visit.flatMap { logins == nil ? nil : [($0.path("/"), Phrase("Go on"))] } ?? []
      return visit.map { page.answer(.notFound, to: $0) } ?? page.answer(.notFound, language)
    }
    let hasForm = path?.hasForm ?? isHere
    guard request.method == .get || request.method == .head || hasForm && request.method == .post
    else { return .methods(hasForm ? "GET, HEAD, POST" : "GET, HEAD") }
    guard let path else {
      var answer = Answer(isHere ? .permanentRedirect : .found)
      answer.set("Location", isHere ? address.text : passwordsAddress)
      return answer
    }
    guard let visit else { return SmallPage.malformed.answer(.badRequest, language) }
    guard let logins, let loginPage, let profilePage else {
      return await passwords.answer(visit, at: path)
    }
    // Nothing is counted, and nothing done, for the page of somebody else.
    guard request.method != .post || request.isOwn(of: address) else {
      return SmallPage.foreignForm.answer(.forbidden, to: visit)
    }
    return await answer(visit, at: path, logins, loginPage, profilePage)
  }

  private func answer(
    _ visit: PageVisit, at path: PagePath, _ logins: BrowserLogins, _ loginPage: LoginPage,
    _ profilePage: ProfilePage
  ) async -> Answer {
    var visit = visit
    do throws(AccountsError) {
      switch path {
      case .home: return try await profilePage.profile(visit)
      case .edit: return try await profilePage.edit(visit)
      case .logout:
        _ = try await passwords.rulebook.read()
        return try await LogoutPage(logins: logins, visit: visit).answer()
      case .login:
        visit.lead(to: try await logins.hosts())
        return try await loginPage.answer(visit)
      case .password, .link, .done: return await passwords.answer(visit, at: path)
      }
    } catch {
      let verdict = DoorVerdict(error)
      logins.log.note(verdict)
      let later = verdict.later ?? (.unavailable, .unreadable, 10)
      return later.page.answer(later.status, to: visit, retryAfter: later.seconds)
    }
  }
}
