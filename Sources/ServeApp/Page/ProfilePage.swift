import Accounts
import CommandKit
import HTTP

/// The page of somebody who is logged in: their profile, and the form that changes it.
///
/// It is the `regapp edit` of the account's owner, in one write. A new password or name ends all
/// logins of the account; the browser that saved it gets a new one.
final class ProfilePage: Sendable {
  private let logins: BrowserLogins
  private let passwords: PasswordPage
  private let loginPage: LoginPage

  /// A form that has set a new password or name: the logins of the account have ended.
  private struct Renewed: Sendable {
    let account: Account
    /// The account's id before; nil if none counted: one may have been given since.
    let id: AccountID?
    /// The digest of the text of its password.
    let text: Digest
    let keeps: Bool
    let repeats: RepeatAllowance
    /// The news that the profile shows.
    let news: Phrase
  }

  /// The result of a posted form, before it becomes an answer of HTTP.
  private enum Verdict: Sendable {
    /// By this login, which goes on.
    case saved(BrowserLogin.ID)
    case renewed(Renewed)
    /// Nobody is logged in any more.
    case over
    case mustChange(FoundSession)
    case wrong(ProfileForm, Answer.Status)
    /// To be tried later; without a form, if it is not known whose it would be.
    case later(ProfileForm?, Answer.Status, SmallPage, seconds: Int)
  }

  /// With the sessions that came with them. A change is one that ended the login of its form.
  private let forms: PostedForms<Verdict, Renewed>

  /// How often a form is judged anew because the account has changed while that was done.
  private static let mostTries = 4

  private var turns: HashTurns { logins.turns }
  private var log: ServeLog { logins.log }

  init(_ logins: BrowserLogins, _ passwords: PasswordPage, _ loginPage: LoginPage) {
    (self.logins, self.passwords, self.loginPage) = (logins, passwords, loginPage)
    forms = PostedForms(logins.turns)
  }

  /// Takes note that the accounts can be read, and of their rulebook.
  private func keep(_ session: FoundSession) {
    log.note(nil)
    passwords.rulebook.keep(session.rulebook)
  }

  private func words(_ visit: PageVisit) -> ProfileWords { ProfileWords(visit: visit) }

  /// The profile, or the login. Throws if the accounts or the sessions cannot be read.
  func profile(_ visit: PageVisit) async throws(AccountsError) -> Answer {
    guard let session = try await logins.sessionAtPage(of: visit.request) else {
      return try await loginPage.form(visit)
    }
    keep(session)
    let hosts = try await logins.hosts(after: session).letting(in: session.account)
    let id = session.login.id
    let news = logins.news[id]
    if visit.request.method == .get { logins.news[id] = nil }
    return words(visit).profile(session, hosts: hosts, news)
  }

  /// The form of the profile, or the login, which then leads back to it. Throws if the accounts or
  /// the sessions cannot be read.
  func edit(_ visit: PageVisit) async throws(AccountsError) -> Answer {
    if visit.request.method == .post { return try await post(visit) }
    guard let session = try await logins.sessionAtPage(of: visit.request) else {
      return try await loginPage.form(visit.backToEdit)
    }
    keep(session)
    guard !session.account.mustChangePassword else {
      return passwords.ask(visit.backToEdit, in: session)
    }
    return words(visit).edit(.ok, ProfileForm(session, digester: turns.digester))
  }

  private func post(_ visit: PageVisit) async throws(AccountsError) -> Answer {
    let request = visit.request
    let posted = posted(request)
    // Nobody waits for a turn without a session, but for the end of the form that has ended it.
    let session = try await logins.sessionAtPage(of: request)
    guard session != nil || forms.isKnown(posted) else {
      return try await answer(.over, visit)
    }
    let verdict = await forms.verdict(on: posted) { await self.verdict(on: request, posted) }
    return try await answer(verdict ?? .later(nil, .unavailable, .busy, seconds: 2), visit)
  }

  private func posted(_ request: Request) -> PostedForm {
    let sessions = LoginCookie.session.values(
      in: Cookies(request), isPlain: logins.place.isPlain)
    let pairs = request.form.sorted { $0.name < $1.name }
      .flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
    return PostedForm(
      sent: turns.digester.digest([Array("\(sessions.count)".utf8)] + sessions + pairs),
      network: LoginOrigin.serve(request.client).network)
  }

  private func answer(
    _ verdict: Verdict, _ visit: PageVisit
  ) async throws(AccountsError) -> Answer {
    switch verdict {
    case .saved(let login):
      logins.news[login] = ProfileWords.saved
      return .leading(to: visit.start)
    case .renewed(let renewed):
      return await logins.goOn(
        after: renewed.account, id: renewed.id, keeps: renewed.keeps, renewed.repeats, visit,
        news: renewed.news)
        ?? .leading(to: visit.path("/in"))
    case .over: return try await loginPage.form(visit.backToEdit, Self.isOver)
    case .mustChange(let session): return passwords.ask(visit.backToEdit, in: session)
    case .wrong(let form, let status): return words(visit).edit(status, form)
    case .later(let form, let status, let page, let seconds):
      guard var form else { return page.answer(status, to: visit, retryAfter: seconds) }
      form.message = page.sentences
      var answer = words(visit).edit(status, form)
      answer.set("Retry-After", "\(seconds)")
      return answer
    }
  }

  static let isOver = Phrase(
    "Your login is over, and nothing was saved. Log in, and change it once more.")

  private static let isOfAnother = Phrase(
    "That form was shown under another name, and nothing was saved. This is the profile now.")

  // MARK: Saving

  private func verdict(on request: Request, _ posted: PostedForm) async -> Verdict {
    var form: ProfileForm?
    // A browser may have cookies of several logins. A password is proved for one of them.
    var login: BrowserLogin.ID?
    var isProved = false
    do throws(AccountsError) {
      for _ in 0..<Self.mostTries {
        guard let session = try await logins.sessionAtPage(of: request),
          login == nil || login == session.login.id
        else { return try await renewal(of: posted) ?? .over }
        login = session.login.id
        keep(session)
        guard !session.account.mustChangePassword else { return .mustChange(session) }
        let now = ProfileForm(session, request.form, digester: turns.digester)
        guard !now.isOfAnother else {
          if let again = try await renewal(of: posted) { return again }
          var own = ProfileForm(session, digester: turns.digester)
          own.message = [Self.isOfAnother]
          return .wrong(own, .conflict)
        }
        form = now
        do throws(AccountsError) {
          return try await save(now, in: session, from: request.client, posted, &isProved)
        } catch {
          // The account is another by now, or the session over.
          switch error {
          case .conflict, .notMeant, .noSuchAccount, .notLoggedIn, .accountClosed: continue
          default: throw error
          }
        }
      }
      throw .keepsChanging(subject: "accounts")
    } catch {
      let verdict = DoorVerdict(error)
      guard case .unreadable(let error) = verdict else {
        let later = verdict.later ?? (.unavailable, .busy, 2)
        return .later(form, later.status, later.page, seconds: later.seconds)
      }
      log.note(rarely: error)
      if case .uncounted = error { return .later(form, .unavailable, .uncounted, seconds: 10) }
      return .later(form, .unavailable, form == nil ? .unreadable : .notSaved, seconds: 10)
    }
  }

  /// The verdict on a form that has ended its login before, while the account is as that form left
  /// it.
  private func renewal(of posted: PostedForm) async throws(AccountsError) -> Verdict? {
    guard let renewed = forms[posted] else { return nil }
    do throws(AccountsError) {
      let now = try await logins.registry.account(renewed.account.name.text)
      guard let text = now[text: .password], turns.digester.digest([text]) == renewed.text,
        renewed.id == nil || now.id == renewed.id
      else { return nil }
    } catch .noSuchAccount {
      return nil
    }
    return .renewed(renewed)
  }

  /// Judges a form, and saves it in one write if nothing is wrong with it.
  private func save(
    _ form: ProfileForm, in session: FoundSession, from client: String?, _ posted: PostedForm,
    _ isProved: inout Bool
  ) async throws(AccountsError) -> Verdict {
    var (form, problems) = (form, form.ownProblems)
    var status: Answer.Status = form.hasConflicts ? .conflict : .unprocessable
    let mustProve = form.needsPassword && !isProved
    if mustProve, !form[ProfileForm.now].isEmpty {
      isProved = try await proves(form[ProfileForm.now], in: session, from: client)
      if !isProved {
        problems.append(ProfileForm.nowWrong)
        status = .forbidden
      }
    }
    let registry = logins.registry.by(session.account.name.text, session.stored)
      .expecting([session.ref])
    // A stranger at an open browser does not learn which names are taken.
    let found = try await registry.problems(
      with: form.request, looksUpNames: !form.needsPassword || isProved)
    problems += form.placed(found)
    guard problems.isEmpty else {
      form.show(problems)
      return .wrong(form, status)
    }
    let outcome: Outcome<EditReport>
    do throws(AccountsError) { outcome = try await registry.edit(form.request) } catch {
      switch error {
      case .invalid(let found): form.show(form.placed(found))
      case .taken(let field), .idWouldCount(let field):
        form.show(form.placed([Problem(.field(field), .field(.unique))]))
      case .partlyDone(.accountSaved, let error):
        log.note(rarely: error)
        return .saved(session.login.id)
      default: throw error
      }
      return .wrong(form, status)
    }
    for case .loginsNotEnded(let names, let error) in outcome.notices {
      log.note(.loginsNotEnded(names: names, error))
    }
    return saved(
      outcome, PageWords.spaces(around: form[ProfileForm.new]), in: session, posted)
  }

  /// - Parameter sentence: something to read about the new password.
  private func saved(
    _ outcome: Outcome<EditReport>, _ sentence: Phrase?, in session: FoundSession,
    _ posted: PostedForm
  ) -> Verdict {
    let changed = outcome.edit.fields
    guard let account = outcome.account,
      changed.contains(where: { $0 == .password || Field.keys.contains($0) })
    else { return .saved(session.login.id) }
    var text = session.stored[text: .password] ?? ""
    if changed.contains(.password), case .hash(let hash) = account.password { text = hash.text }
    let renewed = Renewed(
      account: account, id: session.stored.id, text: turns.digester.digest([text]),
      keeps: session.login.isKept, repeats: RepeatAllowance(at: turns.now()),
      news: [ProfileWords.savedAnew, sentence].compactMap(\.self).joined(separator: " "))
    forms[posted] = renewed
    return .renewed(renewed)
  }

  /// Whether a password is the account's: an attempt, which is counted and recorded.
  private func proves(
    _ password: String, in session: FoundSession, from client: String?
  ) async throws(AccountsError) -> Bool {
    let origin = LoginOrigin.serve(client)
    let subject = try await logins.registry.subject(
      of: session.request(PasswordEntry(password), from: origin))
    do throws(AccountsError) {
      _ = try await logins.registry.authenticate(
        subject,
        records: { [turns] in
          turns.recorded.isToRecord($0, of: subject, from: origin.network)
        }, warn: { [log] in log.note($0) })
      return true
    } catch {
      guard case .denied = DoorVerdict(error) else { throw error }
      return false
    }
  }
}
