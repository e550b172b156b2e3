import Accounts
import CommandKit
import HTTP

/// The page that shows where somebody is logged in, and ends it. A GET ends nothing: links are followed by
/// programs, too.
struct LogoutPage {
  let logins: BrowserLogins
  let visit: PageVisit

  /// The logins that the request knows of.
  private struct Known {
    /// That of the page's own session.
    var own: BrowserLogins.Held?
    /// That of the guarded host from which the request came, if it is another one.
    var other: BrowserLogin?
  }

  /// Throws if the accounts or the sessions cannot be read.
  func answer() async throws(AccountsError) -> Answer {
    let known = try await known()
    guard visit.request.method == .post else { return try await page(known) }
    let all = visit.request.form.contains { $0.name == "where" && $0.value == "everywhere" }
    var ids = [known.own?.session.login.id, known.other?.id].compactMap(\.self)
    if all, let own = known.own { ids += try await others(than: own.session).map(\.id) }
    do throws(AccountsError) { try await logins.registry.endLogins(ids) } catch {
      logins.log.note(rarely: error)
      return end(.notWritten, .unavailable)
    }
    if let code = visit.query?[.code] { logins.forget(out: code) }
    return end(.loggedOut, .ok)
  }

  private func known() async throws(AccountsError) -> Known {
    var known = Known(own: try await logins.sessionAtPage(of: visit.request))
    if let id = visit.query?[.code].flatMap({ logins.login(ofOut: $0) }),
      id != known.own?.session.login.id
    {
      known.other = try await logins.registry.logins([id]).first
    }
    return known
  }

  private func others(
    than session: FoundSession
  ) async throws(AccountsError) -> [BrowserLogin] {
    try await logins.registry.logins(of: [session.account.name.text])
      .filter { $0.id != session.login.id }
  }

  private func page(_ known: Known) async throws(AccountsError) -> Answer {
    let words = LoginWords(host: logins.address.host, visit)
    guard known.own != nil || known.other != nil else {
      return SmallPage.notLoggedIn(visit).answer(.ok, visit.language)
    }
    var others: [BrowserLogin] = []
    if let own = known.own {
      others = try await self.others(than: own.session).filter { $0.id != known.other?.id }
    }
    return words.logout(
      own: known.own?.session.login, other: known.other, others,
      action: visit.query?[.code].map { code in
        visit.path("/out") + (visit.query?.language == nil ? "?" : "&")
          + "c=\(ServeAddress.escaped(code))"
      } ?? visit.path("/out"))
  }

  private enum End { case loggedOut, notWritten }

  private func end(_ end: End, _ status: Answer.Status) -> Answer {
    var answer =
      switch end {
      case .loggedOut: SmallPage.loggedOut(visit).answer(status, visit.language)
      case .notWritten: SmallPage.endNotWritten(visit).answer(status, visit.language)
      }
    answer.add("Set-Cookie", LoginCookie.session.clearing(isPlain: logins.place.isPlain))
    // Chromium would show pages of the login once more.
    answer.set("Clear-Site-Data", "\"cache\"")
    return answer
  }
}
