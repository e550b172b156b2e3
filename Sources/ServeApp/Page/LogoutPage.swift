import Accounts
import HTTP

/// The page that shows where somebody is logged in, and ends it. A GET ends nothing: links are
/// followed by programs, too.
struct LogoutPage {
  let logins: BrowserLogins
  let visit: PageVisit

  /// The logins that the request knows of.
  private struct Known {
    /// The page's own session.
    var own: FoundSession?
    /// The login of the page's own cookie.
    var atPage: BrowserLogins.EndingLogin?
    /// All logins of its cookies.
    var inCookies: [BrowserLogin.ID] = []
    /// The login of the guarded host from which the request came; it may be over, or be the page's
    /// own.
    var named: BrowserLogins.EndingLogin?
    /// The same as it is shown, if it is another one than the page's own, and is not over.
    var other: BrowserLogin?
    /// Whether an idle login ends, too.
    var hasIdle = false
    /// Whether the request came from a guarded host, and nobody knows any more whose login is
    /// there.
    var isLate = false
  }

  /// Throws if the accounts or the sessions cannot be read.
  func answer() async throws(AccountsError) -> Answer {
    let known = try await known()
    guard visit.request.method == .post else { return try await page(known) }
    if let chosen = visit.request.form.first(where: { $0.name == Self.endField }) {
      return try await end(chosen.value, known)
    }
    let all = visit.request.form.contains { $0.name == "where" && $0.value == "everywhere" }
    let origin = LoginOrigin.serve(visit.request.client)
    var isWritten = true
    do throws(AccountsError) {
      let ids = known.inCookies + [known.named?.login].compactMap(\.self)
      try await logins.registry.logOut(of: ids, at: logins.place.host, from: origin)
    } catch {
      logins.log.note(rarely: error)
      isWritten = false
    }
    if all, let own = known.own {
      do throws(AccountsError) {
        _ = try await logins.registry.endLogins(of: [own.account.name.text], from: origin)
      } catch {
        logins.log.note(rarely: error)
        isWritten = false
      }
    }
    return end(known, all: all, isWritten: isWritten)
  }

  /// The field of a button that ends one of the other logins: it has that login's short name.
  static let endField = "end"

  /// Ends the login of the same account with a short name, and shows the others.
  private func end(_ shortName: String, _ known: Known) async throws(AccountsError) -> Answer {
    guard let own = known.own else {
      return SmallPage.notLoggedIn(visit).answer(.unprocessable, to: visit)
    }
    do throws(AccountsError) {
      let end = try await logins.registry.endLogin(
        shortName, of: own.account.name.text, from: .serve(visit.request.client),
        warn: { logins.log.note($0) })
      return try await page(await self.known(), LoginEnding(end))
    } catch {
      logins.log.note(rarely: error)
      return try await page(known, .notWritten)
    }
  }

  private func known() async throws(AccountsError) -> Known {
    var known = Known()
    (known.atPage, known.own) = try await logins.ending(
      in: Cookies(visit.request), at: logins.place)
    known.inCookies = try await logins.all(in: Cookies(visit.request), at: logins.place)
    if let code = visit.query[.code] {
      known.named = logins.outCodes.look(code)
      known.isLate = known.named == nil
    }
    let endings = [known.named, known.atPage].compactMap(\.self).filter { ending in
      ending.login != known.own?.login.id
    }
    guard !endings.isEmpty else { return known }
    for login in try await logins.registry.logins(endings.map(\.login)) {
      if endings.contains(where: { $0.login == login.id && $0.isIn }) {
        known.other = login
      } else {
        known.hasIdle = true
      }
    }
    return known
  }

  /// - Parameter ending: what became of a login that was to end a moment ago.
  private func page(
    _ known: Known, _ ending: LoginEnding? = nil
  ) async throws(AccountsError) -> Answer {
    let words = LoginWords(visit: visit)
    guard known.own != nil || known.other != nil || known.hasIdle else {
      var page = SmallPage.notLoggedIn(visit)
      if known.isLate { page.sentences.append(SmallPage.maybeInAtHost) }
      return page.answer(.ok, to: visit)
    }
    var others: [BrowserLogin] = []
    if let own = known.own {
      others = try await logins.registry.logins(of: [own.account.name.text])
        .filter { ![own.login.id, known.other?.id].contains($0.id) }
    }
    return words.logout(
      own: known.own?.login, other: known.other, others, hasIdle: known.hasIdle, ending,
      action: visit.query[.code].map { code in
        visit.path("/out") + (visit.query.language == nil ? "?" : "&")
          + "c=\(ServeAddress.escaped(code))"
      } ?? visit.path("/out"))
  }

  /// The answer to a form. It says nothing of a login that did not end.
  private func end(_ known: Known, all: Bool, isWritten: Bool) -> Answer {
    let hasEnded = known.atPage != nil || known.named != nil
    let isShort = all && known.own == nil
    var page: SmallPage
    if known.isLate {
      page = SmallPage.waitedTooLong(visit)
      if known.atPage != nil { page.sentences.insert(SmallPage.outHere, at: 0) }
    } else {
      page = hasEnded ? SmallPage.loggedOut(visit) : SmallPage.notLoggedIn(visit)
    }
    if isShort { page.sentences.append(SmallPage.maybeInElsewhere) }
    if !isWritten { page.sentences.append(SmallPage.endNotWritten) }
    let isDone = !known.isLate && (hasEnded || !isShort)
    var answer = page.answer(
      !isWritten ? .unavailable : isDone ? .ok : .unprocessable, to: visit)
    answer.add("Set-Cookie", LoginCookie.session.clearing(isPlain: logins.place.isPlain))
    // Chromium would show pages of the login once more.
    answer.set("Clear-Site-Data", "\"cache\"")
    return answer
  }
}
