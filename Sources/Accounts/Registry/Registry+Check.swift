import LosslessJSON

/// The result of sealing.
public struct SealReport: Sendable {
  /// The number of typed passwords that were hashed.
  public internal(set) var sealed = 0
  /// The number of accounts that had no id and got one.
  public internal(set) var identified = 0
  /// Problems of typed passwords that were not hashed.
  public internal(set) var refused: [Problem] = []
}

extension Rulebook {
  /// The paths of the keys that let people change a name which applications behind the door hear.
  fileprivate var ownNamesHeard: [String] {
    guard serve.url != nil else { return [] }
    let heard = Field.keys.filter { isOwn($0) && ($0 == .username || !requires(.username)) }
    return heard.reversed().map { RuleKey.path($0, RuleKey.own) }
  }
}

extension Registry {
  /// All problems of the accounts, and all warnings.
  public func check() async throws(AccountsError) -> CheckReport {
    var findings = try await store.check(hasher)
    if let told = try? await toldByHistory(of: findings) {
      findings.errors += told.errors
      findings.warnings += told.warnings
    }
    let rulebook = try? await store.rulebook()
    if let rulebook { findings.warnings += Self.hostsWithoutIDs(rulebook, findings) }
    findings.forgetPasswords()
    let isReadable = rulebook != nil
    findings.warnings +=
      rulebook?.ownNamesHeard.map {
        Problem(.key($0), .caution(.ownName), at: Place(findings.source, nil))
      } ?? []
    if let rulebook {
      findings.warnings += (try? await groupsOfNobody(rulebook, findings.source)) ?? []
    }
    func warn(of name: String, by field: Field, in place: Place) {
      let problem = Problem(.key(field.key), .file(.pointsNowhere(name: name)), at: place)
      findings.beside.append(problem)
    }
    do throws(AccountsError) {
      switch try await sessions.session() {
      case .broken(let problem): findings.beside.append(problem)
      case .loggedIn where isReadable:
        if case .gone(let name, let field) = try await openSession() {
          warn(of: name, by: field, in: sessions.places.session)
        }
      case .none, .loggedOut, .loggedIn: break
      }
    } catch .store {
      findings.beside.append(Problem(.file, .file(.readable), at: sessions.places.session))
    }
    do throws(AccountsError) {
      if let edit = try await sessions.readDraft(), isReadable {
        let there =
          if let id = edit.id {
            try await !store.find(.ids([id])).accounts.isEmpty
          } else { try await isThere(edit.name, by: edit.key) }
        if !there { warn(of: edit.name, by: edit.key, in: sessions.places.draft) }
      }
    } catch .noteBroken(let problem) {
      findings.beside.append(problem)
    } catch .store {
      findings.beside.append(Problem(.file, .file(.readable), at: sessions.places.draft))
    }
    return findings
  }

  /// The accounts whose passwords are codes of invitations that were taken out past regapp, as far
  /// as the history tells: no command leaves one. And, as warnings, the invited accounts whose code
  /// is another account's password, and those that had another id.
  private func toldByHistory(
    of seen: CheckReport
  ) async throws(AccountsError) -> (errors: [Problem], warnings: [Problem]) {
    var old: Set<String> = []
    let rulebook = try await store.rulebook()
    var renewed = RenewedCodes(judge: hasher.judge(under: rulebook))
    var former = FormerIDs()
    _ = try await readHistory { entry in
      old.formUnion(entry.codes.map(\.code))
      renewed.pass(entry)
      former.pass(entry)
      return true
    }
    let running = Dictionary(grouping: seen.passwords.running) { $0.code }
    var (errors, isError) = ([Problem](), Set<AccountName>())
    var warnings = try await idsTakenOut(former).map { problem in
      Problem(problem.subject, problem.rule, at: Place(seen.source))
    }
    func isCode(_ name: String?) {
      errors.append(Problem(.field(.password), .field(.codeAsPassword), of: name))
      if let name { isError.insert(AccountName(name)) }
    }
    let codes = old.union(running.keys)
    let byMark = Dictionary(grouping: codes) { PasswordMarks.mark(of: $0.utf8.span) }
    for position in seen.passwords.positions(of: codes) {
      let (name, password) = seen.account(position)
      // Without its text, the mark alone tells a hash.
      let found = password.map { [$0] } ?? byMark[seen.passwords.marks[position]] ?? []
      for invited in found.flatMap({ running[$0] ?? [] }) {
        let caution = Caution.codeIsPassword(of: name ?? "")
        warnings.append(Problem(.field(.password), .caution(caution), of: invited.name))
      }
      if found.contains(where: old.contains) { isCode(name) }
    }
    guard !renewed.ids.isEmpty else { return (errors, warnings) }
    for account in try await accounts(of: Array(renewed.ids)).accounts.values
    where account.values[.invitedUntil] == nil && account.unlockedPassword != nil {
      let name = rulebook.anyName(of: account)
      if name.map({ !isError.contains(AccountName($0)) }) ?? true { isCode(name) }
    }
    return (errors, warnings)
  }

  /// The hosts that ask for an id, while accounts have none that counts.
  private static func hostsWithoutIDs(
    _ rulebook: Rulebook, _ findings: CheckReport
  ) -> [Problem] {
    let (none, notCounting) = (findings.ids.none, findings.ids.notCounting)
    return rulebook.serve.hosts.all.filter(\.requiresID).flatMap { entry in
      let host = entry.host.text
      let cautions =
        (none > 0 ? [Caution.withoutID(count: none, host: host)] : [])
        + (notCounting > 0 ? [.idsNotCounting(count: notCounting, host: host)] : [])
      return cautions.map {
        Problem(
          .key(RulebookKey.serveHosts.rawValue), .caution($0), at: Place(findings.source, nil))
      }
    }
  }

  /// The groups that may enter hosts, and that nobody has.
  private func groupsOfNobody(
    _ rulebook: Rulebook, _ source: String
  ) async throws(AccountsError) -> [Problem] {
    var found: [Problem] = []
    for entry in rulebook.serve.hosts.all {
      for group in entry.groups where try await list(limit: 1, in: group).accounts.isEmpty {
        found.append(
          Problem(
            .key(RulebookKey.serveHosts.rawValue),
            .caution(.nobodyInGroup(group, host: entry.host.text)), at: Place(source, nil)))
      }
    }
    return found
  }

  private func isThere(_ name: String, by field: Field) async throws(AccountsError) -> Bool {
    try await !store.find(.name(AccountName(name), in: field)).accounts.isEmpty
  }

  /// The version and the usability of the accounts, cheap enough to ask once a second. Nil if the
  /// store cannot tell.
  public func status() async -> StoreStatus? { await store.status() }

  /// Hashes every typed password that the rules allow, in batches: an interruption keeps what is
  /// done. Gives an id to each account that has none.
  /// ``WorkProgress`` is told of the passwords.
  public func seal() async throws(AccountsError) -> Outcome<SealReport> {
    var done = Outcome(SealReport())
    done.notices = await store.unfinishedEdits().map { .unfinishedEdit($0) }
    return try await retrying { () async throws(AccountsError) in
      let rulebook = try await store.rulebook()
      let typed = try await store.typedPasswords()
      done.value.refused = typed.refused
      var rest = typed.allowed[...]
      var lackIDs = typed.lackIDs
      while !rest.isEmpty || lackIDs {
        let before = rest.startIndex
        let batch = rest.prefix(Self.batch)
        rest = rest.dropFirst(batch.count)
        let hashes = try await WorkProgress.asPart({ done, _ in
          (before + done, typed.allowed.count)
        }) { () throws(AccountsError) in
          try await hasher.under(rulebook).hashes(of: batch.map(\.password))
        }
        guard
          let written = try await store.seal(
            zip(batch, hashes).map { (typed: $0, hash: $1) }, giving: ids, under: rulebook,
            by: attribution(.seal))
        else { return nil }
        lackIDs = false
        await logEnds(written.notices.countsOfEndedLogins)
        done.value.sealed += written.value.sealed.count
        done.value.identified += written.value.identified
        done.notices += written.notices.filter { !done.notices.contains($0) }
        for one in written.value.sealed {
          do throws(AccountsError) {
            try await uncancelled { () throws(AccountsError) in
              try await carryEdit(of: one.typed.names, one.typed.password, from: nil, to: one.hash)
            }
          } catch {
            done.notices.append(.editNotCarried(error))
          }
        }
      }
      return done
    }
  }

  private static let batch = 128
}

/// The accounts that have the code of an invitation as their password, which a login made a stronger
/// hash since: the history has the code, and that the hash was made anew.
///
/// Changes are passed from the newest to the oldest. If a code is strong, a login made nothing of
/// it: then a hand had put another hash in its place.
private struct RenewedCodes {
  let judge: HashJudge
  /// Accounts whose hash was made anew, and those whose password a later change set.
  private var hashedAnew: Set<AccountID> = []
  private var known: Set<AccountID> = []
  private(set) var ids: Set<AccountID> = []

  init(judge: HashJudge) { self.judge = judge }

  mutating func pass(_ entry: HistoryEntry) {
    let codes = Dictionary(entry.codes) { first, _ in first }
    for account in entry.accounts {
      guard let id = account.id, let then = account.newName else { continue }
      if entry.did == .rehash {
        if !known.contains(id) { hashedAnew.insert(id) }
      } else if account.kind != .changed || account.changes?[.password] != nil
        || !account.keepsValues && entry.did.keepsValues
      {
        guard known.insert(id).inserted, hashedAnew.contains(id),
          let code = codes[then].flatMap({ PasswordHash($0) }), judge.isUpgraded(code)
        else { continue }
        ids.insert(id)
      }
    }
  }
}

extension HistoryEntry {
  /// The hashes of the codes that it gave to accounts, with their names.
  fileprivate var codes: [(account: String, code: String)] {
    accounts.compactMap { account in
      guard let name = account.newName, let changes = account.changes,
        case .string(let text)? = changes[.password]?.new,
        let code = StoredPassword.unlocked(text)
      else { return nil }
      return did == .invite || changes[.invitedUntil]?.new != nil ? (name, code) : nil
    }
  }
}

extension StoredAccount {
  /// Its password without a lock, to compare; nil if there is none.
  package var unlockedPassword: String? { self[text: .password].flatMap(StoredPassword.unlocked) }
}
