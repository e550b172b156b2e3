import Accounts
import CommandKit
import HTTP
import RegApp
import Synchronization

/// The page on which people set their passwords: with the old one, or with the code of an invitation.
///
/// It has the door's count, record and turns. What it shows before a password is proved depends on the
/// rulebook alone.
final class PasswordPage: Sendable {
  /// Where it is.
  let address: ServeAddress
  private let registry: Registry
  private let queue: AddressQueue
  private let today: @Sendable () -> CalendarDay
  private let log: ServeLog
  private let digester = Digester()
  /// The rulebook as it was read last.
  private let lastRulebook = Mutex(Rulebook.register)

  /// What was done by a form: the account and the digest of the password text that was written.
  private struct Done: Sendable {
    let account: AccountID
    let text: Digest
    let day: CalendarDay?
  }

  /// By the digests of forms: the same one again, of a double click, is no other wish.
  private let done: Recent<Done>
  private let work = SharedWork<Digest, PageVerdict>()
  /// Old passwords that were right, with the texts for which they were. Who gave one before it was
  /// replaced has not guessed.
  private let right: Recent<Void>

  init(
    _ address: ServeAddress, _ registry: Registry, queue: AddressQueue,
    now: @escaping @Sendable () -> Int, today: @escaping @Sendable () -> CalendarDay,
    log: ServeLog
  ) {
    (self.address, self.queue, self.today, self.log) = (address, queue, today, log)
    self.registry = registry.via(.serve)
    done = Recent(most: 10_000, seconds: 900, now: now)
    right = Recent(most: 10_000, seconds: 900, now: now)
  }

  /// How many requests wait for what became of an equal one.
  var joined: Int { work.joined }

  func answer(_ request: Request, at path: PagePath, _ language: Language) async -> Answer {
    let words = PageWords(host: address.host, language: language)
    if case .done(let day) = path { return words.done(day) }
    do throws(AccountsError) {
      let rulebook = try await registry.rulebook()
      lastRulebook.withLock { $0 = rulebook }
    } catch {
      let form = PageForm(path, under: lastRulebook.withLock(\.self), request.form)
      // What was typed is not lost.
      return answer(.failed(.unreadable(error)), to: form, words)
    }
    let form = PageForm(path, under: lastRulebook.withLock(\.self), request.form)
    guard request.method == .post else { return words.answer(.ok, form) }
    // The name of a link is read-only.
    if let name = path.name, form[PageForm.name] != name {
      return SmallPage.malformed.answer(.badRequest, language)
    }
    return answer(await verdict(on: form, from: request.client), to: form, words)
  }

  private func answer(_ verdict: PageVerdict, to form: PageForm, _ words: PageWords) -> Answer {
    var form = form
    switch verdict {
    case .done(let day):
      var answer = Answer(.seeOther)
      answer.set("Location", address.text + "done" + (day.map { "/\($0)" } ?? ""))
      answer.setPageFields()
      return answer
    case .wrong(let problems):
      form.tell(problems)
      return words.answer(.unprocessable, form)
    case .refused(let reason):
      form.message = [reason] + (form.path.name == nil ? [] : [PageWords.linkWorksOnce])
      return words.answer(.forbidden, form)
    case .failed(let verdict):
      if case .unreadable(let error) = verdict { log.note(rarely: error) }
      guard let later = verdict.later else { return words.answer(.forbidden, form) }
      form.message = later.page.sentences
      var answer = words.answer(later.status, form)
      answer.set("Retry-After", "\(later.seconds)")
      return answer
    }
  }

  private func verdict(on form: PageForm, from client: String?) async -> PageVerdict {
    guard form.empty.isEmpty || form.empty.allSatisfy({ $0.field == PageForm.again }) else {
      return .wrong(form.empty)
    }
    let request = form.request(from: client)
    let network = request.origin.network
    let posted = form.typed.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let key = digester.digest([form.path.name ?? "", network ?? ""] + posted)
    do throws(AccountsError) {
      let seen = try await registry.subject(of: request)
      if let done = done[key], text(of: done.account, in: seen) == done.text {
        return .done(done.day)
      }
      return await work.value(for: key) {
        await queue.turn(of: network) {
          do throws(AccountsError) {
            return try await change(form, request, seen: seen, key)
          } catch {
            return PageVerdict(error, of: form)
          }
        } ?? .failed(.busy)
      }.value
    } catch {
      return PageVerdict(error, of: form)
    }
  }

  private func change(
    _ form: PageForm, _ request: LoginRequest, seen: LoginSubject, _ key: Digest
  ) async throws(AccountsError) -> PageVerdict {
    let now = try await registry.subject(of: request)
    if now.passwords != seen.passwords, right[digest(of: form, for: seen)] != nil {
      return .unproved
    }
    let warn = { [log] (notice: Notice) in
      if case .loginNotRecorded(let error) = notice { log.note(rarely: error) }
    }
    let proof = try await registry.proof(of: now, warn: warn)
    right[digest(of: form, for: now)] = ()
    let new = PasswordEntry(form[PageForm.new])
    guard form.repeated.isEmpty else {
      let problems = try await registry.problems(with: new, filling: form.values, after: proof)
      return .wrong(form.placed(problems) + form.repeated)
    }
    let account = try await registry.changePassword(proof, to: new, filling: form.values).value
    let day = account.state(on: today()) == .open ? nil : account.validFrom
    if let id = proof.id, case .hash(let hash) = account.password {
      done[key] = Done(account: id, text: digester.digest([hash.text]), day: day)
    }
    return .done(day)
  }

  private func text(of account: AccountID, in subject: LoginSubject) -> Digest? {
    subject.password(of: account).map { digester.digest([$0]) }
  }

  private func digest(of form: PageForm, for subject: LoginSubject) -> Digest {
    digester.digest([form[PageForm.old]] + subject.passwords)
  }
}
