import Accounts
import AccountsApp
import CommandKit
import HTTP

/// The page on which people log in. It leads somebody who is logged in on at once.
final class LoginPage: Sendable {
  private let logins: BrowserLogins
  private let passwords: PasswordPage
  let proofs = SharedAnswer<GivenPassword, Result<CheckedPassword, AccountsError>?>()

  /// A password that was right, for all equal forms that came meanwhile.
  struct CheckedPassword: Sendable {
    let proof: Registry.PasswordProof
    let repeats: RepeatAllowance
  }

  private var turns: HashTurns { logins.turns }
  private var log: ServeLog { logins.log }

  init(_ logins: BrowserLogins, _ passwords: PasswordPage) {
    (self.logins, self.passwords) = (logins, passwords)
  }

  /// Throws if the accounts or the sessions cannot be read.
  func answer(_ visit: PageVisit) async throws(AccountsError) -> Answer {
    if visit.request.method == .post { return await post(visit) }
    // A script of a guarded host could read where a frame of it has ended, or use the codes up.
    switch Viewing(visit.request) {
    case .frame: return words(visit).framed(visit.way)
    case .other: return SmallPage.notInWindow.answer(.forbidden, to: visit)
    case .window: break
    }
    guard visit.request.method == .get,
      let session = try await logins.sessionAtPage(of: visit.request)
    else { return try await form(visit) }
    return .leading(
      to: visit.way.map { logins.addressAtEnd(of: $0, for: session.proved) } ?? visit.start)
  }

  /// The empty form.
  ///
  /// - Parameter message: why it is shown in the place of something else.
  func form(_ visit: PageVisit, _ message: Phrase? = nil) async throws(AccountsError) -> Answer {
    var form = LoginForm(under: try await passwords.rulebook.read())
    log.note(nil)
    form.message = message.map { [$0] } ?? []
    return words(visit).login(message == nil ? .ok : .forbidden, form)
  }

  private func words(_ visit: PageVisit) -> LoginWords { LoginWords(visit: visit) }

  private func post(_ visit: PageVisit) async -> Answer {
    let posted = visit.request.form
    var form = LoginForm(under: passwords.rulebook.last, posted)
    do throws(AccountsError) {
      form = LoginForm(under: try await passwords.rulebook.read(), posted)
      form.judge()
      guard form.problems.isEmpty else { return words(visit).login(.unprocessable, form) }
      let checked = try await check(form.request(from: visit.request.client), form)
      log.note(nil)
      let account = checked.proof.account
      if account.mustChangePassword || account.invitedUntil != nil {
        return passwords.ask(visit, after: checked.proof, keeps: form.keeps, typed: form.name)
      }
      guard checked.repeats.take(at: turns.now()) else { throw .cancelled }
      let begun = try await logins.begin(
        account, id: checked.proof.id, typed: PasswordEntry(form.password), keeps: form.keeps,
        for: visit.request)
      return logins.goOn(begun, visit)
    } catch {
      return answer(error, form, visit)
    }
  }

  /// Proves a password: an attempt, which is counted and recorded. Equal ones that come meanwhile
  /// wait for it.
  private func check(
    _ request: LoginRequest, _ form: LoginForm
  ) async throws(AccountsError) -> CheckedPassword {
    let subject = try await logins.registry.subject(of: request)
    let network = request.origin.network
    let key = GivenPassword(form.name, Array(form.password.utf8), from: network, turns.digester)
    let found = await turns.turn(of: network, sharing: proofs, key) { [logins, turns, log] in
      do throws(AccountsError) {
        let proof = try await logins.registry.proof(
          of: subject,
          records: { turns.recorded.isToRecord($0, of: subject, from: network) },
          warn: { log.note($0) })
        return Result<_, AccountsError>.success(
          CheckedPassword(proof: proof, repeats: RepeatAllowance(at: turns.now())))
      } catch { return .failure(error) }
    }
    guard let found else { throw .cancelled }
    return try found.value.get()
  }

  private func answer(_ error: AccountsError, _ form: LoginForm, _ visit: PageVisit) -> Answer {
    var form = form
    func refuse(_ sentence: Phrase) -> Answer {
      form.message = [sentence]
      return words(visit).login(.forbidden, form)
    }
    switch error {
    case .invalid, .accountClosed: return refuse(Self.state(.closed))
    case .refused(let state): return refuse(Self.state(state))
    case .invitationOver: return refuse(PageVerdict.invitationOver)
    case .severalFit: return refuse(PageVerdict.severalFit(under: form.rulebook))
    case let error:
      let verdict = DoorVerdict(error)
      if case .denied = verdict { return refuse(Self.unproved) }
      if case .unreadable = verdict { log.note(rarely: error) }
      let later = verdict.later ?? (.unavailable, .noLogin, 10)
      form.message = later.page.sentences
      var answer = words(visit).login(later.status, form)
      answer.set("Retry-After", "\(later.seconds)")
      return answer
    }
  }

  /// One sentence for everybody who does not know the password.
  private static let unproved = Phrase(
    "The name or the password is wrong, or the account is locked.")

  /// Says the state, and no more, to somebody who knows the password.
  private static func state(_ state: AccountState) -> Phrase {
    state == .expired
      ? Phrase("Your account has expired, so you cannot log in. Ask your administrator.")
      : Phrase("Your account is \(state.name), so you cannot log in. Ask your administrator.")
  }
}

extension BrowserLogins {
  /// The answer to a form that has set a new password or name, which ended the account's logins:
  /// each form that did it, or that is equal to one that did a moment ago, begins one of its own.
  /// Later, or after several, it is nil, and the login asks.
  ///
  /// - Parameter id: the account's id before the form; nil if none counted.
  func goOn(
    after account: Account, id: AccountID?, keeps: Bool, _ repeats: RepeatAllowance,
    _ visit: PageVisit,
    news: Phrase, saying sentence: Phrase? = nil
  ) async -> Answer? {
    guard repeats.take(at: turns.now()) else { return nil }
    do throws(AccountsError) {
      let begun = try await begin(account, id: id, typed: nil, keeps: keeps, for: visit.request)
      self.news[begun.login.id] = news
      return goOn(begun, visit, saying: sentence)
    } catch {
      if case .unreadable = DoorVerdict(error) { log.note(rarely: error) }
      return nil
    }
  }

  /// The answer to somebody who has just logged in: the session's cookie, and the way on.
  ///
  /// It is not a redirect: that would still be the form's, and browsers stop one to a host that
  /// `form-action` does not name, without a word.
  ///
  /// - Parameter sentence: something to read first: then nothing leads on but a link.
  func goOn(
    _ begun: BegunSession, _ visit: PageVisit, saying sentence: Phrase? = nil
  ) -> Answer {
    let words = LoginWords(visit: visit)
    var answer: Answer
    if let way = visit.way {
      answer = words.goOn(to: addressAtEnd(of: way, for: begun.proved), saying: sentence)
    } else if let sentence {
      answer = words.goOn(to: visit.start, saying: sentence)
    } else {
      answer = .leading(to: visit.start)
    }
    answer.add(
      "Set-Cookie",
      LoginCookie.session.setting(
        begun.token.revealed(), isPlain: place.isPlain, maxAge: begun.maxAge))
    return answer
  }
}
