import Accounts
import CommandKit
import HTTP

/// The page on which people set their passwords: with the old one, or with the code of an
/// invitation. If there is a login, a person who has set one is logged in.
///
/// It has the door's count, record and turns. Before a password is proved, the page depends on the
/// rulebook alone.
final class PasswordPage: Sendable {
  private let address: ServeAddress
  private let registry: Registry
  private let logins: BrowserLogins?
  private let turns: HashTurns
  private let today: @Sendable () -> CalendarDay
  private let log: ServeLog
  let rulebook: LastRulebook

  /// A form that has set a password: the account, its id before, and the digest of the password
  /// text that was written.
  private struct CompletedForm: Sendable {
    let account: NameKey
    /// Nil if none counted: one may have been given since.
    let id: AccountID?
    let text: Digest
    let day: CalendarDay?
    let keeps: Bool
    let repeats: RepeatAllowance
  }

  /// An old password, and the texts of the accounts for which it was right.
  private struct OldPassword: Hashable {
    let password: Digest
    let texts: Digest
  }

  /// An old password that was right, without it: the account as it was, and who has proved it.
  private struct OldPasswordProof: Sendable {
    let proof: Registry.PasswordProof
    let network: String?
    let keeps: Bool
  }

  /// With the names of their links.
  private let forms: PostedForms<PageVerdict, CompletedForm>
  /// Giving one of these before it was replaced was no guess.
  private let provedBefore: Recent<OldPassword, Void>
  /// The stamps that stand in a form for an old password that was right: none is sent back.
  private let proofs: OneTimeCodes<NameKey, OldPasswordProof>

  init(
    _ address: ServeAddress, _ registry: Registry, _ logins: BrowserLogins?, turns: HashTurns,
    today: @escaping @Sendable () -> CalendarDay, log: ServeLog
  ) {
    (self.address, self.logins, self.turns) = (address, logins, turns)
    (self.today, self.log) = (today, log)
    self.registry = registry.via(.serve)
    rulebook = LastRulebook(self.registry, log)
    forms = PostedForms(turns)
    provedBefore = Recent(most: 10_000, seconds: 900, now: turns.now)
    proofs = OneTimeCodes(seconds: CodeLimits.proof, turns.digester, now: turns.now)
  }

  func answer(_ visit: PageVisit, at path: PagePath) async -> Answer {
    let request = visit.request
    if case .done(let day) = path {
      _ = try? await rulebook.read()
      return words(visit).done(day, at: visit.owner.home ?? (logins == nil ? "/" : nil))
    }
    func form(_ rulebook: Rulebook) -> PageForm {
      PageForm(path, under: rulebook, request.form)
    }
    // The name of a link is read-only.
    if request.method == .post, let name = path.name, form(.register)[PageForm.name] != name {
      return SmallPage.malformedAtLink.answer(.badRequest, to: visit)
    }
    var visit = visit
    do throws(AccountsError) {
      if let logins, path == .password { visit.lead(to: try await logins.hosts()) }
      let rulebook = try await rulebook.read()
      guard request.method == .post else {
        log.note(nil)
        if let name = path.name, let session = try await logins?.sessionAtPage(of: request),
          session.hasPassword(of: name)
        {
          return PageWords.usedLink(of: name, profile: visit.path("/")).answer(.gone, to: visit)
        }
        return show(.ok, form(rulebook), visit)
      }
      let verdict = try await verdict(on: form(rulebook), from: request.client)
      log.note(nil)
      return await answer(verdict, to: form(rulebook), visit)
    } catch {
      // The form comes back with the typed text.
      let verdict = DoorVerdict(error)
      log.note(verdict)
      return await answer(.failed(verdict), to: form(rulebook.last), visit)
    }
  }

  /// Asks for a new password, after a login that proved the old one: nobody types it twice.
  func ask(
    _ visit: PageVisit, after proof: Registry.PasswordProof, keeps: Bool, typed name: String
  ) -> Answer {
    let proved = OldPasswordProof(
      proof: proof.withoutPassword, network: LoginOrigin.serve(visit.request.client).network,
      keeps: keeps)
    guard let stamp = stamp(for: proved) else {
      return show(.forbidden, PageForm(.password, under: rulebook.last), visit)
    }
    var form = PageForm(.password, under: rulebook.last, name: name, proved: stamp)
    form.lacking = proof.missing
    form.heading = Phrase("You are not logged in yet")
    form.message =
      proof.account.mustChangePassword
      ? SmallPage.mustChange(nil).sentences : SmallPage.invited(nil).sentences
    return show(.forbidden, form, visit)
  }

  /// Asks somebody who is logged in for the new password that they must set first.
  func ask(_ visit: PageVisit, in session: FoundSession) -> Answer {
    let page = SmallPage.mustChange(nil)
    var form = PageForm(
      .password, under: session.rulebook, name: session.account.name.text, proved: nil)
    (form.heading, form.message) = (page.title, page.sentences)
    return show(.forbidden, form, visit)
  }

  private func stamp(for proved: OldPasswordProof) -> String? {
    proved.proof.nameKey.map { proofs.make(proved, of: $0) }
  }

  private func words(_ visit: PageVisit) -> PageWords { PageWords(visit: visit) }

  private func show(
    _ status: Answer.Status, _ form: PageForm, _ visit: PageVisit
  ) -> Answer {
    // The address of a link has its code, which stands nowhere in the page. None has a fragment:
    // with one, the summary of the next mistake would not be what the browser shows.
    let own = visit.path("")
    let plain = visit.path(logins == nil ? address.path : "/password")
    let action = form.path.name == nil ? plain : own.isEmpty ? "?" : own
    return words(visit).answer(status, form, action: action)
  }

  private func answer(
    _ verdict: PageVerdict, to form: PageForm, _ visit: PageVisit
  ) async -> Answer {
    var form = form
    func later(_ status: Answer.Status, _ page: SmallPage, _ seconds: Int) -> Answer {
      form.message = page.sentences
      if visit.request.method != .post { form.heading = page.title }
      var answer = show(status, form, visit)
      answer.set("Retry-After", "\(seconds)")
      return answer
    }
    switch verdict {
    case .done(let account, let id, let day, let keeps, let repeats):
      return await done(
        account, id, day, keeps: keeps, repeats, PageWords.spaces(around: form[PageForm.new]), visit
      )
    case .wrong(let problems, let stamp, let known):
      form.prove(by: stamp)
      form.known = known
      form.show(problems)
      return show(.unprocessable, form, visit)
    case .proofOver:
      form.prove(by: nil)
      form.show([PageProblem(field: PageForm.old, words: PageVerdict.proofOverWords)])
      return show(.unprocessable, form, visit)
    case .unproved where form.path.name != nil:
      return PageWords.deadLink(login: logins == nil ? nil : visit.path("/"))
        .answer(.forbidden, to: visit)
    case .refused(let reason) where form.path.name != nil:
      return SmallPage(title: Phrase("Nothing was changed"), sentences: [reason])
        .answer(.forbidden, to: visit)
    case .unproved:
      form.message = [PageVerdict.unprovedWords]
      return show(.forbidden, form, visit)
    case .refused(let reason):
      form.message = [reason]
      return show(.forbidden, form, visit)
    case .notWritten: return later(.unavailable, .unwritable, 10)
    case .failed(let verdict):
      guard let found = verdict.later else { return await answer(.unproved, to: form, visit) }
      return later(found.status, found.page, found.seconds)
    }
  }

  /// Logs in a person who has set a password, if there is a login.
  ///
  /// - Parameter sentence: something to read about the new password, in the place of a redirect.
  private func done(
    _ account: Account, _ id: AccountID?, _ day: CalendarDay?, keeps: Bool,
    _ repeats: RepeatAllowance, _ sentence: Phrase?, _ visit: PageVisit
  ) async -> Answer {
    // The path alone: the same host, under any name.
    func lead(to path: String) -> Answer {
      let next = visit.path(path)
      return sentence.map { words(visit).set($0, next: next) } ?? .leading(to: next)
    }
    guard let logins, day == nil else {
      return lead(to: address.path + "done" + (day.map { "/\($0)" } ?? ""))
    }
    return await logins.goOn(
      after: account, id: id, keeps: keeps, repeats, visit, news: PageWords.isSet,
      saying: sentence)
      ?? lead(to: "/in")
  }

  /// Throws if the accounts cannot be read.
  private func verdict(
    on form: PageForm, from client: String?
  ) async throws(AccountsError) -> PageVerdict {
    let empty = form.empty
    guard empty.allSatisfy({ $0.field == PageForm.again }) else {
      return .wrong(empty, proved: form.proofStamp)
    }
    let request = form.request(from: client)
    let network = request.origin.network
    let typed = form.typed.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let posted = PostedForm(
      sent: turns.digester.digest([form.path.name ?? ""] + typed), network: network)
    let seen: LoginSubject
    do throws(AccountsError) { seen = try await registry.subject(of: request) } catch {
      let verdict = PageVerdict(error, of: form)
      if case .failed(.unreadable) = verdict { throw error }
      return verdict
    }
    let verdict = await forms.verdict(on: posted) {
      await self.change(form, request, seen: seen, posted)
    }
    return verdict ?? .failed(.busy)
  }

  private func change(
    _ form: PageForm, _ request: LoginRequest, seen: LoginSubject, _ posted: PostedForm
  ) async -> PageVerdict {
    do throws(AccountsError) {
      let now = try await registry.subject(of: request)
      if let done = forms[posted], text(of: done.account, in: now) == done.text,
        done.id == nil || now.id(of: done.account) == done.id,
        let account = now.account(done.account)
      {
        return .done(account, done.id, done.day, keeps: done.keeps, done.repeats)
      }
      if form.isProved { return try await change(form, now, posted) }
      if now.proofTexts != seen.proofTexts, provedBefore[oldPassword(in: form, for: seen)] != nil {
        return .unproved
      }
      let records = { [turns] (answer: LoginOutcome.Answer) in
        turns.recorded.isToRecord(answer, of: now, from: request.origin.network)
      }
      let warn = { [log] (notice: Notice) in log.note(notice) }
      // A used link is not a guess at the password that was set with it.
      let proof =
        form.path.name == nil
        ? try await registry.proof(of: now, records: records, warn: warn)
        : try await registry.proof(ofCode: now, records: records, warn: warn)
      provedBefore[oldPassword(in: form, for: now)] = ()
      return try await set(form, after: proof, posted)
    } catch {
      let verdict = PageVerdict(error, of: form)
      if case .failed(.unreadable(let error)) = verdict { log.note(rarely: error) }
      return verdict
    }
  }

  /// Sets the password of somebody whose old one was right before the form was shown. The account
  /// must be as it was then, and the form from the same address.
  private func change(
    _ form: PageForm, _ now: LoginSubject, _ posted: PostedForm
  ) async throws(AccountsError) -> PageVerdict {
    guard let used = form.proofStamp.flatMap({ proofs.take($0) }) else { return .proofOver }
    let proved = used.value
    guard proved.network == posted.network, let key = proved.proof.nameKey,
      now.account(key) == proved.proof.account, now.id(of: key) == proved.proof.id
    else { return .proofOver }
    let verdict: PageVerdict
    do throws(AccountsError) {
      verdict = try await set(form, after: proved.proof, posted, keeps: proved.keeps)
    } catch .loginFailed {
      return .proofOver
    } catch {
      proofs.putBack(used)
      throw error
    }
    switch verdict {
    // A problem with the new one is not a reason to ask for the old one.
    case .wrong(let problems, _, let known):
      return .wrong(problems, proved: stamp(for: proved), known: known)
    // Nothing was changed: the same form is good a moment later.
    case .notWritten, .failed: proofs.putBack(used)
    case .done, .proofOver, .unproved, .refused: break
    }
    return verdict
  }

  private func set(
    _ form: PageForm, after proof: Registry.PasswordProof, _ posted: PostedForm,
    keeps: Bool = false
  ) async throws(AccountsError) -> PageVerdict {
    let new = PasswordEntry(form[PageForm.new])
    let known = form.known(to: proof)
    let differing = proof.differing(from: form.values).compactMap { field in
      known[field].map { value in
        PageProblem(
          field: field.key,
          words: PageWords.alreadyEntered(value, hasLogin: self.logins != nil), at: field.key)
      }
    }
    guard form.repeated.isEmpty, differing.isEmpty else {
      let problems = try await registry.problems(with: new, filling: form.values, after: proof)
      return .wrong(form.placed(problems) + form.repeated + differing, known: known)
    }
    let account: Account
    do throws(AccountsError) {
      account = try await registry.changePassword(proof, to: new, filling: form.values).value
    } catch .loginFailed {
      throw .loginFailed
    } catch {
      switch PageVerdict(error, of: form) {
      case .failed(.unreadable(let error)):
        log.note(rarely: error)
        return .notWritten
      case .wrong(let problems, let stamp, _): return .wrong(problems, proved: stamp, known: known)
      case let verdict: return verdict
      }
    }
    let day = account.state(on: today()) == .open ? nil : account.validFrom
    let repeats = RepeatAllowance(at: turns.now())
    if let key = proof.nameKey, case .hash(let hash) = account.password {
      let text = turns.digester.digest([hash.text])
      forms[posted] = CompletedForm(
        account: key, id: proof.id, text: text, day: day, keeps: keeps, repeats: repeats)
    }
    return .done(account, proof.id, day, keeps: keeps, repeats)
  }

  private func text(of account: NameKey, in subject: LoginSubject) -> Digest? {
    subject.password(of: account).map { turns.digester.digest([$0]) }
  }

  private func oldPassword(in form: PageForm, for subject: LoginSubject) -> OldPassword {
    OldPassword(
      password: turns.digester.digest([form[PageForm.old]]),
      texts: turns.digester.digest(subject.proofTexts))
  }
}

extension FoundSession {
  /// Whether its account has this name, and a password: then no code of a link is good any more.
  fileprivate func hasPassword(of name: String) -> Bool {
    account.invitedUntil == nil
      && Field.keys.contains { field in
        stored[text: field].map { AccountName($0) == AccountName(name) } ?? false
      }
  }
}
