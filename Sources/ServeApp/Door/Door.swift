import Accounts

/// Answers whether a name and a password may pass.
///
/// Every request looks the account up; a memory replaces the computation of a hash, and nothing
/// else. Counting, recording and throttling are the registry's, as for `regapp verify`.
final class Door: Sendable {
  private let registry: Registry
  private let memory: ProofMemory
  let turns: HashTurns
  /// The attempts that run, for equal requests to wait for.
  let checks = SharedAnswer<PasswordCheck.Key, DoorVerdict?>()
  /// The same without attempts.
  private let rechecks = SharedAnswer<PasswordCheck.Key, Recheck?>()
  let log: ServeLog

  init(
    _ registry: Registry, turns: HashTurns, log: ServeLog
  ) {
    self.registry = registry.via(.serve)
    self.turns = turns
    self.log = log
    memory = ProofMemory(now: turns.now)
  }

  private var digester: Digester { turns.digester }

  /// The result of checking a remembered password once more.
  private enum Recheck: Sendable {
    /// The memory knows now whether it is right.
    case known
    /// No hash could be computed now.
    case busy
    /// The accounts could not be used.
    case unreadable(DoorVerdict)
  }

  /// How often a request looks again, because its account has changed meanwhile.
  private static let mostLooks = 8

  /// The rulebook as it is now.
  func rulebook() async throws(AccountsError) -> Rulebook { try await registry.rulebookInUse(log) }

  /// The answer to a name and a password, of a request that passes the gate.
  func verdict(
    _ name: String, _ typed: [UInt8], groups: [String], from client: String?,
    through gate: DoorGate
  ) async -> DoorVerdict {
    var login = LoginRequest(
      name: name, password: PasswordEntry(bytes: typed), from: .serve(client))
    login.requiresChanged = true
    login.groups = groups
    let password = GivenPassword(name, typed, from: login.origin.network, digester)
    // A password that is not remembered needs a hash: it takes its place before the accounts are
    // looked up, so that those who guess keep no others from theirs.
    let needsPlace = !memory.remembers(password)
    if needsPlace, !turns.takePlace(of: password.network) { return .busy }
    defer { if needsPlace { turns.leavePlace(of: password.network) } }
    do throws(AccountsError) {
      if log.hasFault { _ = try await rulebook() }
      for _ in 0..<Self.mostLooks {
        try checkCancellation()
        let subject: LoginSubject
        do throws(DoorVerdict) {
          subject = try await self.subject(
            of: login, counted: memory.counted(of: password), through: gate)
        } catch { return error }
        let check = PasswordCheck(subject, password, hasPlace: needsPlace, digester)
        if let verdict = try await answer(check) { return verdict }
      }
      return .busy
    } catch {
      return DoorVerdict(error)
    }
  }

  /// The accounts of a request that passes the gate, which comes first for a name that nobody can
  /// have, too.
  private func subject(
    of login: LoginRequest, counted: String?, through gate: DoorGate
  ) async throws(DoorVerdict) -> LoginSubject {
    let subject: LoginSubject
    do throws(AccountsError) {
      subject = try await registry.subject(of: login, counted: counted)
    } catch {
      let verdict = DoorVerdict(error)
      guard case .denied = verdict else { throw verdict }
      let rulebook: Rulebook
      do throws(AccountsError) { rulebook = try await self.rulebook() } catch {
        throw DoorVerdict(error)
      }
      _ = try gate.entry(under: rulebook)
      throw verdict
    }
    return subject.entering(try gate.entry(under: subject.rulebook))
  }

  /// A password, and the accounts as one look found them.
  struct PasswordCheck: Sendable {
    /// Requests of one key have one result: it has the accounts' passwords and states.
    struct Key: Hashable {
      fileprivate let password: GivenPassword
      fileprivate let texts: Digest
      fileprivate let states: [AccountState]
    }

    fileprivate let subject: LoginSubject
    fileprivate let password: GivenPassword
    /// Whether the request has a place among those that wait for hashes.
    fileprivate let hasPlace: Bool
    /// The accounts' passwords.
    fileprivate let texts: Digest

    fileprivate var network: String? { password.network }
    fileprivate var key: Key { Key(password: password, texts: texts, states: subject.states) }

    fileprivate init(
      _ subject: LoginSubject, _ password: GivenPassword, hasPlace: Bool, _ digester: Digester
    ) {
      (self.subject, self.password, self.hasPlace) = (subject, password, hasPlace)
      texts = digester.digest(subject.proofTexts)
    }
  }

  /// The answer by one look; nil if another is needed, since a check has ended meanwhile.
  private func answer(_ check: PasswordCheck) async throws(AccountsError) -> DoorVerdict? {
    switch memory.known(of: check.password, texts: check.texts) {
    case .proven(let ids): return try await remembered(ids, check)
    case .wrongNow: return try await wait(check) ?? .denied
    case .provedOtherTexts where check.network != nil:
      if let wait = try await wait(check) { return wait }
      return try await verdict(byRecheck: check)
    case .provedOtherTexts:
      // Without an address nobody knows whose browser it is: an attempt like any other.
      memory.forget(check.password)
      return try await verdict(byAttempt: check)
    case .nothing: return try await verdict(byAttempt: check)
    }
  }

  /// The answer to a remembered password: the account as it is now, without a hash.
  private func remembered(
    _ ids: [NameKey], _ check: PasswordCheck
  ) async throws(AccountsError) -> DoorVerdict {
    if let wait = try await wait(check, of: ids) { return wait }
    do throws(AccountsError) {
      let account = try await registry.account(ids, provedFor: check.subject)
      await record(nil, of: ids, check)
      return .granted(account.account, account.id)
    } catch {
      await record(error, of: ids, check)
      return DoorVerdict(error)
    }
  }

  /// The wait for the address of a request, whatever others did; nil if there is none.
  private func wait(
    _ check: PasswordCheck, of ids: [NameKey]? = nil
  ) async throws(AccountsError) -> DoorVerdict? {
    let rest = try await registry.secondsToWait(for: check.subject)
    guard rest > 0 else { return nil }
    if let ids { await record(.throttled(seconds: rest), of: ids, check) }
    return .wait(rest)
  }

  /// Records an answer that needed no attempt, once in five minutes.
  private func record(_ error: AccountsError?, of ids: [NameKey], _ check: PasswordCheck) async {
    let answer = error.map { LoginOutcome.Answer($0) } ?? .yes
    if turns.recorded.isNews(answer, to: check.password, of: check.subject) {
      await registry.record(error, of: ids, for: check.subject) { log.note($0) }
    }
  }

  /// Checks a password: an attempt, which is counted and recorded. Equal requests that come
  /// meanwhile wait for it; if it was right they look again, since each asks for its own groups.
  private func verdict(byAttempt check: PasswordCheck) async throws(AccountsError) -> DoorVerdict? {
    let found = await turns.turn(
      of: check.network, sharing: checks, check.key, hasPlace: check.hasPlace
    ) { await self.attempt(check) }
    guard let (verdict, isOwn) = found else { return .busy }
    switch verdict {
    case .denied, .wait, .busy, .unreadable, .host, .origin: return verdict
    case .granted, .mustChange, .invited, .group, .subject: return isOwn ? verdict : nil
    }
  }

  private func attempt(_ check: PasswordCheck) async -> DoorVerdict {
    do throws(AccountsError) {
      let account = try await registry.authenticate(
        check.subject,
        records: { turns.recorded.isToRecord($0, of: check.subject, from: check.network) },
        proved: { remember($0, by: check) },
        warn: { log.note($0) })
      // The attempt has recorded its answer; the next five minutes need not.
      turns.recorded.isNews(.yes, to: check.password, of: check.subject)
      return .granted(account.account, account.id)
    } catch {
      turns.recorded.isNews(LoginOutcome.Answer(error), to: check.password, of: check.subject)
      return DoorVerdict(error)
    }
  }

  private func remember(_ ids: [NameKey], by check: PasswordCheck) {
    memory.remember(
      check.password, proves: ids, texts: check.texts, counted: check.subject.countedNames)
  }

  /// Checks a remembered password against a text that has changed since, without a count.
  private func verdict(byRecheck check: PasswordCheck) async throws(AccountsError) -> DoorVerdict? {
    let found = await turns.turn(
      of: check.network, sharing: rechecks, check.key, hasPlace: check.hasPlace
    ) { await self.recheck(check) }
    switch found?.value {
    case nil, .busy: return .busy
    case .unreadable(let verdict): return verdict
    case .known: return nil
    }
  }

  private func recheck(_ check: PasswordCheck) async -> Recheck {
    do throws(AccountsError) {
      let matching = try await registry.matchingAccounts(of: check.subject)
      if matching.isEmpty {
        memory.noteWrong(check.password, for: check.texts)
      } else {
        remember(matching, by: check)
      }
      return .known
    } catch .schemeUnsupported, .hashTooDear {
      memory.noteWrong(check.password, for: check.texts)
      return .known
    } catch {
      let verdict = DoorVerdict(error)
      if case .busy = verdict { return .busy }
      return .unreadable(verdict)
    }
  }
}
