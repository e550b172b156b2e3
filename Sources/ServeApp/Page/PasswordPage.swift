import Accounts
import AccountsApp
import CommandKit
import HTTP
import Synchronization

/// The page on which people set their passwords: with the old one, or with the code of an invitation.
///
/// It has the door's count, record and turns. What it shows before a password is proved depends on the
/// rulebook alone.
final class PasswordPage: Sendable {
  /// Where it is.
  let address: ServeAddress
  private let registry: Registry
  private let attempts: Attempts
  private let today: @Sendable () -> CalendarDay
  private let log: ServeLog
  /// The rulebook as it was read last, for when it cannot be.
  private let lastRulebook = Mutex(Rulebook.register)

  /// What a form has set: the account and the digest of the password text that was written.
  private struct Setting: Sendable {
    let account: AccountID
    let text: Digest
    let day: CalendarDay?
  }

  /// A form as it was posted: its link and what was typed, and the address that it came from.
  private struct PostedForm: Sendable, Hashable {
    let typed: Digest
    let network: String?
  }

  /// An old password, and the texts of the accounts for which it was right.
  private struct OldPassword: Hashable {
    let password: Digest
    let texts: Digest
  }

  /// The same form again, of a double click, is no other wish.
  private let settings: Recent<PostedForm, Setting>
  private let work = SharedWork<PostedForm, PageVerdict?>()
  /// Giving one of these before it was replaced was no guess.
  private let provedBefore: Recent<OldPassword, Void>

  init(
    _ address: ServeAddress, _ registry: Registry, attempts: Attempts,
    today: @escaping @Sendable () -> CalendarDay, log: ServeLog
  ) {
    (self.address, self.attempts, self.today, self.log) = (address, attempts, today, log)
    self.registry = registry.via(.serve)
    settings = Recent(most: 10_000, seconds: 900, now: attempts.now)
    provedBefore = Recent(most: 10_000, seconds: 900, now: attempts.now)
  }

  /// How many requests wait for what became of an equal one.
  var joined: Int { work.joined }

  func answer(_ request: Request, at path: PagePath, _ language: Language) async -> Answer {
    let words = PageWords(host: address.host, language: language)
    if case .done(let day) = path { return words.done(day) }
    func form(_ rulebook: Rulebook) -> PageForm {
      PageForm(path, under: rulebook, request.form)
    }
    // The name of a link is read-only.
    if request.method == .post, let name = path.name, form(.register)[PageForm.name] != name {
      return SmallPage.malformed.answer(.badRequest, language)
    }
    do throws(AccountsError) {
      let rulebook = try await registry.rulebookInUse(log)
      lastRulebook.withLock { $0 = rulebook }
      guard request.method == .post else {
        log.note(nil)
        return words.answer(.ok, form(rulebook))
      }
      let verdict = try await verdict(on: form(rulebook), from: request.client)
      log.note(nil)
      return answer(verdict, to: form(rulebook), words)
    } catch {
      // What was typed is not lost.
      let verdict = DoorVerdict(error)
      log.note(verdict)
      return answer(.failed(verdict), to: form(lastRulebook.withLock(\.self)), words)
    }
  }

  private func answer(_ verdict: PageVerdict, to form: PageForm, _ words: PageWords) -> Answer {
    var form = form
    func later(_ status: Answer.Status, _ page: SmallPage, _ seconds: Int) -> Answer {
      form.message = page.sentences
      var answer = words.answer(status, form)
      answer.set("Retry-After", "\(seconds)")
      return answer
    }
    switch verdict {
    case .done(let day):
      var answer = Answer(.seeOther)
      // The path alone: the same host, whatever it was called.
      answer.set("Location", address.path + "done" + (day.map { "/\($0)" } ?? ""))
      answer.setPageFields()
      return answer
    case .wrong(let problems):
      form.show(problems)
      return words.answer(.unprocessable, form)
    case .refused(let reason):
      form.message = [reason] + (form.path.name == nil ? [] : [PageWords.linkWorksOnce])
      return words.answer(.forbidden, form)
    case .notWritten: return later(.unavailable, .unwritable, 10)
    case .failed(let verdict):
      guard let found = verdict.later else { return answer(.unproved, to: form, words) }
      return later(found.status, found.page, found.seconds)
    }
  }

  /// Throws if the accounts cannot be read.
  private func verdict(
    on form: PageForm, from client: String?
  ) async throws(AccountsError) -> PageVerdict {
    let empty = form.empty
    guard empty.allSatisfy({ $0.field == PageForm.again }) else { return .wrong(empty) }
    let request = form.request(from: client)
    let network = request.origin.network
    let typed = form.typed.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let posted = PostedForm(
      typed: attempts.digester.digest([form.path.name ?? ""] + typed), network: network)
    let seen: LoginSubject
    do throws(AccountsError) { seen = try await registry.subject(of: request) } catch {
      let verdict = PageVerdict(error, of: form)
      if case .failed(.unreadable) = verdict { throw error }
      return verdict
    }
    let found = await attempts.turn(of: network, sharing: work, posted) {
      // Once it has begun it is finished: the same form may come again from a browser that has left
      // this one.
      await Task { await self.change(form, request, seen: seen, posted) }.value
    }
    return found?.value ?? .failed(.busy)
  }

  private func change(
    _ form: PageForm, _ request: LoginRequest, seen: LoginSubject, _ posted: PostedForm
  ) async -> PageVerdict {
    do throws(AccountsError) {
      let now = try await registry.subject(of: request)
      if let setting = settings[posted], text(of: setting.account, in: now) == setting.text {
        return .done(setting.day)
      }
      if now.proofTexts != seen.proofTexts, provedBefore[oldPassword(in: form, for: seen)] != nil {
        return .unproved
      }
      let proof = try await registry.proof(
        of: now,
        records: { answer in
          answer != .throttled || attempts.isNewWait(of: now, from: request.origin.network)
        },
        warn: { [log] in log.note($0) })
      provedBefore[oldPassword(in: form, for: now)] = ()
      return try await set(form, after: proof, posted)
    } catch {
      let verdict = PageVerdict(error, of: form)
      if case .failed(.unreadable(let error)) = verdict { log.note(rarely: error) }
      return verdict
    }
  }

  private func set(
    _ form: PageForm, after proof: Registry.PasswordProof, _ posted: PostedForm
  ) async throws(AccountsError) -> PageVerdict {
    let new = PasswordEntry(form[PageForm.new])
    guard form.repeated.isEmpty else {
      let problems = try await registry.problems(with: new, filling: form.values, after: proof)
      return .wrong(form.placed(problems) + form.repeated)
    }
    let account: Account
    do throws(AccountsError) {
      account = try await registry.changePassword(proof, to: new, filling: form.values).value
    } catch {
      let verdict = PageVerdict(error, of: form)
      guard case .failed(.unreadable(let error)) = verdict else { return verdict }
      log.note(rarely: error)
      return .notWritten
    }
    let day = account.state(on: today()) == .open ? nil : account.validFrom
    if let id = proof.id, case .hash(let hash) = account.password {
      let text = attempts.digester.digest([hash.text])
      settings[posted] = Setting(account: id, text: text, day: day)
    }
    return .done(day)
  }

  private func text(of account: AccountID, in subject: LoginSubject) -> Digest? {
    subject.password(of: account).map { attempts.digester.digest([$0]) }
  }

  private func oldPassword(in form: PageForm, for subject: LoginSubject) -> OldPassword {
    OldPassword(
      password: attempts.digester.digest([form[PageForm.old]]),
      texts: attempts.digester.digest(subject.proofTexts))
  }
}
