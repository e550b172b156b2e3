/// The result of an import, or of a dry run.
public struct ImportReport: Sendable {
  /// The effect on each account, in order.
  public let effects: [Applied.Effect]
  /// Reasons why nothing was imported; empty if there are none.
  public let refusals: [Refusal]
  /// The hashes that this system cannot check, counted by scheme.
  public let uselessHashes: [String: Int]
  /// The passwords generated for accounts without one, in order. They are kept nowhere else.
  public internal(set) var generated: [(name: String, password: PasswordText)] = []
  /// The invitations of accounts without a password, in order. Their codes are kept nowhere else.
  public internal(set) var invitations: [Invitation] = []
  /// How many accounts have an invitation that is left out, because there is no password beside it.
  public internal(set) var uninvited = 0

  /// How many accounts are new.
  public var added: Int { effects.count { $0 == .added } }
  /// Accounts that met one with their name, whose fields and keys they replace.
  public var replaced: Int { effects.count { $0 == .changed || $0 == .unchanged } }
  /// Accounts that were left out, because their name was taken.
  public var skipped: Int { effects.count { $0 == .skipped } }
}

extension Registry {
  /// Imports accounts, all or none, in one durable write; the rest of the file stays byte for byte.
  ///
  /// Every account is checked against the rulebook, and every problem is reported. Hashes are taken
  /// as they are; typed passwords are hashed first, on all processors, before anything is locked.
  ///
  /// - Parameters:
  ///   - accounts: the new accounts.
  ///   - onConflict: what to do if an account's name is taken.
  ///   - rulebook: the rulebook of a store that does not exist yet. Refused if existing accounts
  ///     keep another one.
  ///   - generates: gives new accounts without a password one that the rulebook accepts.
  ///   - lastDay: invites new accounts without a password until a day; they may lack required
  ///     fields. Not together with `generates`.
  ///   - marksGenerated: whether owners must change it; nil to follow the rulebook.
  ///   - isDryRun: judges without writing.
  ///   - progress: called with the number of hashed passwords and of all, on any thread.
  public func importAccounts(
    _ accounts: consuming [NewAccount], onConflict: ImportConflict = .fail,
    rulebook: Rulebook? = nil, generates: Bool = false, invitingUntil lastDay: CalendarDay? = nil,
    marksGenerated: Bool? = nil, isDryRun: Bool = false,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws(AccountsError) -> Outcome<ImportReport> {
    if let lastDay { try checkInvitation(until: lastDay) }
    let begins = rulebook
    var accounts = consume accounts
    var uninvited: Set<Int> = []
    // The accounts that get a password, as they were given.
    var given: [Int: NewAccount] = [:]
    var hashes = ListedHashes()
    return try await retrying { () throws(AccountsError) in
      let inForce = try await store.rulebook()
      let (rulebook, today) = (begins ?? inForce, today())
      for (index, account) in given { accounts[index] = account }
      // The rulebook decides which keys of an account are own keys.
      let valid = NewAccount.Judgement(rulebook, [])
      for index in accounts.indices { accounts[index].judgement = valid }
      let findings = try await findings(about: accounts, under: rulebook, today: today)
      var generated: [Int: PasswordText] = [:]
      var marked: Set<Int> = []
      let required = Problem(.field(.password), .field(.required))
      for case (let index, .withoutCode) in findings {
        accounts[index].dropInvitation()
        uninvited.insert(index)
      }
      for case (let index, .problems(let problems)) in findings {
        accounts[index].judgement = NewAccount.Judgement(rulebook, problems)
      }
      for case (let index, .withoutPassword) in findings where generates {
        let password = try await generatedPassword(for: accounts[index].values, under: rulebook)
        generated[index] = password.text
        hashes.made[index] = nil
        // A mark in the list itself counts.
        if marksGenerated ?? password.mustChange, accounts[index].values[.mustChange] == nil {
          marked.insert(index)
        }
        given[index] = accounts[index]
        accounts[index].setPassword(
          password.text.text ?? "", marking: marked.contains(index) ? true : nil,
          without: required)
      }
      if let lastDay {
        let places = findings.compactMap { index, finding in
          if case .withoutPassword = finding { index } else { nil }
        }
        let new = try await newAccounts(among: places, of: accounts, under: rulebook)
        let obstacles = new.compactMap { index in
          accounts[index].values.obstacleToInvitation(under: rulebook, on: today)
        }
        guard obstacles.isEmpty else { throw .cannotInvite(obstacles) }
        for index in new {
          generated[index] = try PasswordGenerator.code()
          hashes.made[index] = nil
          given[index] = accounts[index]
          accounts[index].invite(until: lastDay, under: rulebook, today: today)
        }
      }
      let changes = accounts.map { AccountChange.add($0, onConflict: onConflict) }
      var options = WriteOptions(
        isDryRun: true, returnsAccounts: false, returnsChanges: false, rulebook: begins,
        by: await attribution(.import))
      let plan = try await store.apply(changes, options).value
      // Others were faster: who is there already is not invited.
      if lastDay != nil,
        generated.keys.contains(where: { ![.added, .refused].contains(plan.effects[$0]) })
      {
        return nil
      }
      // Existing accounts keep their password; without them, new ones need one.
      for index in generated.keys where plan.effects[index] != .added {
        accounts[index].setPassword(nil, marking: marked.contains(index) ? false : nil)
        accounts[index].judgement = NewAccount.Judgement(rulebook, [required])
        generated[index] = nil
      }
      var typed: [ListedPassword] = []
      var (uselessHashes, tooDear) = ([String: Int](), [Refusal]())
      for (index, finding) in findings where plan.effects[index] != .skipped {
        switch finding {
        case .problems, .withoutPassword, .withoutCode: break
        case .typed(let password): typed.append((index, "", password))
        case .useless(let scheme): uselessHashes[scheme, default: 0] += 1
        case .tooDear(let scheme):
          tooDear.append(Refusal(index, .password(breaks: [.hashTooDear(scheme: scheme)])))
        }
      }
      let passwords = typed + generated.map { (index: $0.key, name: "", password: $0.value) }
      let listed = try await refusals(ofListed: passwords, under: rulebook)
      var planned = ImportReport(
        effects: plan.effects, refusals: plan.refusals + tooDear + listed,
        uselessHashes: uselessHashes)
      planned.uninvited = uninvited.count { plan.effects[$0] != .skipped }
      guard planned.refusals.isEmpty, !isDryRun else { return Outcome(planned) }
      try await hashes.add(passwords, by: hasher, under: rulebook, progress)
      for (index, _, _) in typed { given[index] = accounts[index] }
      for (index, _, _) in passwords { accounts[index].setPassword(hashes.made[index]?.text) }
      (options.isDryRun, options.judgedUnder) = (false, rulebook)
      func renewed(by effects: [Applied.Effect]) -> [AccountName] {
        accounts.indices.filter { effects[$0] == .changed && accounts[$0].values.password != nil }
          .compactMap { accounts[$0].text(of: rulebook.key).map { AccountName($0) } }
      }
      let names = renewed(by: plan.effects)
      let givingWay = names.isEmpty ? [] : try await store.find(.names(names)).accounts
      options.hashesOfTyped = try await hashesOfTyped(in: givingWay, under: rulebook)
      // The passwords of skipped accounts were not looked at, so they must not be written if others
      // remove an existing account meanwhile.
      let isSame =
        !plan.effects.contains(.skipped) && typed.isEmpty && !generates && lastDay == nil
        && options.hashesOfTyped.isEmpty
      if isSame { options.plan = plan.plan }
      let kept = isSame ? [] : accounts.indices.filter { plan.effects[$0] != .skipped }
      let written = try await store.apply(
        isSame
          ? changes
          : kept.map { .add(accounts[$0], onConflict: generated[$0] == nil ? onConflict : .fail) },
        options)
      // Others changed what the plan was made of.
      guard written.refusals.isEmpty else { return nil }
      var effects = isSame ? written.effects : plan.effects
      for (index, effect) in zip(kept, written.effects) { effects[index] = effect }
      await forgetFailures(of: renewed(by: effects), by: rulebook.key)
      var report = ImportReport(
        effects: effects, refusals: [], uselessHashes: uselessHashes)
      report.uninvited = uninvited.count { effects[$0] != .skipped }
      for (index, password) in generated.sorted(by: { $0.key < $1.key }) {
        let name = accounts[index].text(of: rulebook.key) ?? ""
        if let lastDay {
          report.invitations.append(
            Invitation(
              account: name, email: accounts[index].text(of: .email), code: password,
              until: lastDay))
        } else {
          report.generated.append((name, password))
        }
      }
      return Outcome(report, notices: written.notices)
    }
  }

  /// Judges accounts under a rulebook, on all processors, reading each once.
  private func findings(
    about accounts: [NewAccount], under rulebook: Rulebook, today: CalendarDay
  ) async throws(AccountsError) -> [(index: Int, finding: Finding)] {
    let judge = hasher.judge(under: rulebook)
    return try await inParts(of: accounts.count) { part in
      var verdicts = HashVerdicts(judge) { hash, strength in (hash.scheme, strength) }
      var findings: [(index: Int, finding: Finding)] = []
      for index in part {
        var values = accounts[index].values
        if values[.invitedUntil] != nil, !values.hasCode {
          findings.append((index, .withoutCode))
          values[.invitedUntil] = nil
        }
        let problems = rulebook.problems(with: values, today: today)
        if !problems.isEmpty { findings.append((index, .problems(problems))) }
        guard let text = values.password else {
          findings.append((index, .withoutPassword))
          continue
        }
        switch verdicts.verdict(on: text.utf8.span) {
        case (let scheme, .unknown)?, (let scheme, .broken)?:
          findings.append((index, .useless(scheme)))
        case (let scheme, .tooDear)?: findings.append((index, .tooDear(scheme)))
        case (_, .strong)?, (_, .weak)?: break
        case nil:
          if case .typed(let typed)? = try? StoredPassword(text) {
            findings.append((index, .typed(typed)))
          }
        }
      }
      return findings
    }.flatMap(\.self)
  }

  /// Refuses each typed password that is on the rulebook's blocklist.
  func refusals(
    ofListed typed: [ListedPassword], under rulebook: Rulebook
  ) async throws(AccountsError) -> [Refusal] {
    let listed = try await listed(typed.map(\.password), under: rulebook)
    return typed.filter { listed.contains($0.password) }
      .map { Refusal($0.index, of: $0.name, .password(breaks: [.notOnBlocklist])) }
  }
}

/// A typed password of a list, the position of its account, and the account's name for a refusal.
typealias ListedPassword = (index: Int, name: String, password: PasswordText)

/// The hashes of a list's typed passwords, by position, made under one rulebook.
struct ListedHashes {
  var made: [Int: PasswordHash] = [:]
  private var rulebook: Rulebook?

  /// Hashes the passwords that have no hash yet; all of them under another rulebook.
  mutating func add(
    _ typed: [ListedPassword], by hasher: PasswordHasher, under rulebook: Rulebook,
    _ progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) async throws(AccountsError) {
    if self.rulebook != rulebook { (self.rulebook, made) = (rulebook, [:]) }
    let missing = typed.filter { made[$0.index] == nil }
    let hashes = try await hasher.under(rulebook).hashes(of: missing.map(\.password)) {
      progress($0, missing.count)
    }
    for (typed, hash) in zip(missing, hashes) { made[typed.index] = hash }
  }
}

/// A finding about an account to import.
private enum Finding: Sendable {
  /// The rules that it breaks.
  case problems([Problem])
  case withoutPassword
  /// An invitation without a password, which would be its code.
  case withoutCode
  /// A password to hash.
  case typed(PasswordText)
  /// A hash whose scheme this system cannot check.
  case useless(String)
  /// A hash that costs too much.
  case tooDear(String)
}
