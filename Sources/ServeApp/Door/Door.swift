import Accounts
import HTTP

/// Answers whether a name and a password may pass.
///
/// Every request looks the account up; what is remembered replaces the computation of a hash, and
/// nothing else. Counting, recording and throttling are the registry's, as for `regapp verify`.
final class Door: Sendable {
  private let registry: Registry
  private let memory: ProofMemory
  let attempts: Attempts
  private let proofs = SharedWork<Proof, DoorVerdict?>()
  private let reproofs = SharedWork<Proof, Reproof?>()
  /// Where failures are counted if not beside the accounts.
  private let counts: CountsInMemory?
  private let log: ServeLog

  init(
    _ registry: Registry, counts: CountsInMemory? = nil, attempts: Attempts,
    log: ServeLog
  ) {
    self.registry = counts == nil ? registry.via(.serve) : registry.via(.serve).withoutRecord()
    self.counts = counts
    self.attempts = attempts
    self.log = log
    memory = ProofMemory(now: attempts.now)
  }

  private var digester: Digester { attempts.digester }

  /// How many requests wait for the proof of an equal one.
  var joined: Int { proofs.joined }

  /// A password, and the accounts' passwords and states when its proof began.
  private struct Proof: Hashable {
    let password: GivenPassword
    let texts: Digest
    let states: [AccountState]
  }

  /// The result of proving a remembered password once more.
  private enum Reproof: Sendable {
    /// The memory knows now whether it is right.
    case known
    /// No hash could be computed now.
    case busy
    /// The accounts could not be used.
    case unreadable(DoorVerdict)
  }

  /// How often a request looks again, because its account has changed meanwhile.
  private static let mostLooks = 8

  /// The answer to a name and a password.
  func verdict(
    _ name: String, _ typed: [UInt8], groups: [String], from client: String?
  ) async -> DoorVerdict {
    var login = LoginRequest(
      name: name, password: PasswordEntry(bytes: typed),
      from: LoginOrigin(service: "serve", address: client))
    login.requiresChanged = true
    login.groups = groups
    let password = GivenPassword(name, typed, from: login.origin.network, digester)
    // A password that is not remembered needs a hash: it takes its place before the accounts are
    // looked up, so that those who guess keep no others from theirs.
    let needsPlace = !memory.remembers(password)
    if needsPlace, !attempts.takePlace() { return .busy }
    defer { if needsPlace { attempts.leavePlace() } }
    do throws(AccountsError) {
      if log.hasFault { _ = try await registry.rulebookInUse(log) }
      for _ in 0..<Self.mostLooks {
        try checkCancellation()
        let subject = try await registry.subject(of: login)
        let look = Look(subject, password, hasPlace: needsPlace, digester)
        counts?.see(subject)
        if let verdict = try await answer(look) { return verdict }
      }
      return .busy
    } catch {
      return DoorVerdict(error)
    }
  }

  /// One look at the accounts.
  private struct Look: Sendable {
    let subject: LoginSubject
    let password: GivenPassword
    /// Whether the request has a place among those that wait for hashes.
    let hasPlace: Bool
    /// The accounts' passwords.
    let texts: Digest

    var network: String? { password.network }
    var proof: Proof { Proof(password: password, texts: texts, states: subject.states) }

    init(
      _ subject: LoginSubject, _ password: GivenPassword, hasPlace: Bool, _ digester: Digester
    ) {
      (self.subject, self.password, self.hasPlace) = (subject, password, hasPlace)
      texts = digester.digest(subject.proofTexts)
    }
  }

  /// The answer by one look; nil if another is needed, since a proof has ended meanwhile.
  private func answer(_ look: Look) async throws(AccountsError) -> DoorVerdict? {
    switch memory.known(of: look.password, texts: look.texts) {
    case .proven(let ids): return try await remembered(ids, look)
    case .wrongNow: return try await wait(look) ?? .denied
    case .provedOtherTexts where look.network != nil:
      if let wait = try await wait(look) { return wait }
      return try await verdict(provingAgain: look)
    case .provedOtherTexts:
      // Without an address nobody knows whose browser it is: an attempt like any other.
      memory.forget(look.password)
      return try await verdict(proving: look)
    case .nothing: return try await verdict(proving: look)
    }
  }

  /// The answer to a remembered password: the account as it is now, without a hash.
  private func remembered(
    _ ids: [AccountID], _ look: Look
  ) async throws(AccountsError) -> DoorVerdict {
    if let wait = try await wait(look, of: ids) { return wait }
    do throws(AccountsError) {
      let account = try await registry.account(ids, provedFor: look.subject)
      await record(nil, of: ids, look)
      return .granted(account)
    } catch {
      await record(error, of: ids, look)
      return DoorVerdict(error)
    }
  }

  /// The wait for the address of a request, whatever others did; nil if there is none.
  private func wait(
    _ look: Look, of ids: [AccountID]? = nil
  ) async throws(AccountsError) -> DoorVerdict? {
    let rest = try await registry.secondsToWait(for: look.subject)
    guard rest > 0 else { return nil }
    if let ids { await record(.throttled(seconds: rest), of: ids, look) }
    return .wait(rest)
  }

  /// Records an answer that needed no attempt, once in five minutes.
  private func record(_ error: AccountsError?, of ids: [AccountID], _ look: Look) async {
    let isWait = if case .throttled? = error { true } else { false }
    let isNews =
      isWait
      ? attempts.isNewWait(of: look.subject, from: look.network)
      : attempts.isNews(error.map { LoginOutcome.Answer($0) } ?? .yes, to: look.password)
    if isNews { await registry.record(error, of: ids, for: look.subject) { log.note($0) } }
  }

  /// Proves a password: an attempt, which is counted and recorded. Equal requests that come
  /// meanwhile wait for it; if it was right they look again, since each asks for its own groups.
  private func verdict(proving look: Look) async throws(AccountsError) -> DoorVerdict? {
    let found = await attempts.turn(
      of: look.network, sharing: proofs, look.proof, hasPlace: look.hasPlace
    ) { await self.attempt(look) }
    guard let (verdict, isOwn) = found else { return .busy }
    switch verdict {
    case .denied, .wait, .busy, .unreadable: return verdict
    case .granted, .mustChange, .invited, .group: return isOwn ? verdict : nil
    }
  }

  private func attempt(_ look: Look) async -> DoorVerdict {
    do throws(AccountsError) {
      let account = try await registry.authenticate(
        look.subject,
        records: { attempts.isToRecord($0, of: look.subject, from: look.network) },
        proved: { memory.remember(look.password, proves: $0, texts: look.texts) },
        warn: { log.note($0) })
      // The attempt has recorded its answer; the next five minutes need not.
      attempts.isNews(.yes, to: look.password)
      return .granted(account)
    } catch {
      attempts.isNews(LoginOutcome.Answer(error), to: look.password)
      return DoorVerdict(error)
    }
  }

  /// Proves a remembered password against a text that has changed since, without a count.
  private func verdict(provingAgain look: Look) async throws(AccountsError) -> DoorVerdict? {
    let found = await attempts.turn(
      of: look.network, sharing: reproofs, look.proof, hasPlace: look.hasPlace
    ) { await self.proveAgain(look) }
    switch found?.value {
    case nil, .busy: return .busy
    case .unreadable(let verdict): return verdict
    case .known: return nil
    }
  }

  private func proveAgain(_ look: Look) async -> Reproof {
    do throws(AccountsError) {
      let proved = try await registry.proves(look.subject)
      if proved.isEmpty {
        memory.noteWrong(look.password, for: look.texts)
      } else {
        memory.remember(look.password, proves: proved, texts: look.texts)
      }
      return .known
    } catch .schemeUnsupported, .hashTooDear {
      memory.noteWrong(look.password, for: look.texts)
      return .known
    } catch {
      let verdict = DoorVerdict(error)
      if case .busy = verdict { return .busy }
      return .unreadable(verdict)
    }
  }
}
