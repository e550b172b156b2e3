/// The result of an import, or of a dry run.
public struct ImportReport: Sendable {
  /// The effect on each account, in order.
  public let effects: [Applied.Effect]
  /// How many accounts are new.
  public let added: Int
  /// Accounts that met one with their name, whose fields and keys they replace.
  public let replaced: Int
  /// Accounts that were left out, because their name was taken.
  public let skipped: Int
  /// Reasons why nothing was imported; empty if there are none.
  public let refusals: [Refusal]
  /// The hashes that this system cannot check, counted by scheme.
  public let uselessHashes: [String: Int]
  /// The passwords generated for accounts without one, in order. They are kept nowhere else.
  public let generated: [(name: String, password: PasswordText)]

  init(
    _ applied: Applied, _ uselessHashes: [String: Int], _ refusals: [Refusal] = [],
    generated: [(name: String, password: PasswordText)] = []
  ) {
    self.generated = generated
    effects = applied.effects
    added = applied.effects.count { $0 == .added }
    replaced = applied.effects.count { $0 == .changed || $0 == .unchanged }
    skipped = applied.effects.count { $0 == .skipped }
    self.refusals = applied.refusals + refusals
    self.uselessHashes = uselessHashes
  }
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
  ///   - marksGenerated: whether owners must change it; nil to follow the rulebook.
  ///   - isDryRun: judges without writing.
  ///   - progress: called with the number of hashed passwords and of all, on any thread.
  public func importAccounts(
    _ accounts: consuming [NewAccount], onConflict: ImportConflict = .fail,
    rulebook: Rulebook? = nil, generates: Bool = false, marksGenerated: Bool? = nil,
    isDryRun: Bool = false,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws(AccountsError) -> Outcome<ImportReport> {
    let begins = rulebook
    let inForce = try await store.rulebook()
    let (rulebook, today) = (begins ?? inForce, today())
    // The rulebook decides which keys of an account are own keys.
    let valid = NewAccount.Judgement(rulebook, [])
    for index in accounts.indices { accounts[index].judgement = valid }
    let judged = try await judged(accounts, under: rulebook, today: today)
    for (index, problems) in judged.problems {
      accounts[index].judgement = NewAccount.Judgement(rulebook, problems)
    }
    var generated: [Int: PasswordText] = [:]
    var marked: Set<Int> = []
    for index in generates ? judged.withoutPassword : [] {
      let password = try await generatedPassword(for: accounts[index].values, under: rulebook)
      generated[index] = password.text
      // A mark in the list itself counts.
      if marksGenerated ?? password.mustChange, accounts[index].values[.mustChange] == nil {
        marked.insert(index)
      }
      accounts[index].setPassword(
        password.text.text ?? "", marking: marked.contains(index) ? true : nil,
        without: Problem(.field(.password), .field(.required)))
    }
    let changes = accounts.map { AccountChange.add($0, onConflict: onConflict) }
    var options = WriteOptions(
      isDryRun: true, returnsAccounts: false, returnsChanges: false, rulebook: begins,
      by: await attribution(.import))
    let plan = try await store.apply(changes, options).value
    // Existing accounts keep their password.
    for index in generated.keys where plan.effects[index] != .added {
      accounts[index].setPassword(nil, marking: marked.contains(index) ? false : nil)
      generated[index] = nil
    }
    func isTaken(_ index: Int) -> Bool { plan.effects[index] != .skipped }
    let uselessHashes = judged.useless.filter { isTaken($0.key) }
      .reduce(into: [:]) { counts, hash in counts[hash.value, default: 0] += 1 }
    let tooDear = judged.tooDear.filter { isTaken($0.index) }
    let typed = judged.typed.filter(isTaken) + generated.keys
    let passwords = try typed.map { index throws(AccountsError) in
      guard let text = accounts[index].values.password, let password = try? PasswordText(text)
      else { throw .internalFault }
      return (index: index, name: "", password: password)
    }
    let listed = try await refusals(ofListed: passwords, under: rulebook)
    let planned = ImportReport(plan, uselessHashes, tooDear + listed)
    guard planned.refusals.isEmpty, !isDryRun else { return Outcome(planned) }
    let hashes = try await hasher.under(rulebook).hashes(of: passwords.map(\.password)) {
      progress($0, typed.count)
    }
    for (index, hash) in zip(typed, hashes) { accounts[index].setPassword(hash.text) }
    options.isDryRun = false
    let replaced = accounts.indices.filter { plan.effects[$0] == .changed }
      .map { accounts[$0] }.filter { $0.values.password != nil }
    let names = replaced.compactMap { $0.text(of: rulebook.key).map { AccountName($0) } }
    let givingWay = names.isEmpty ? [] : try await store.find(.names(names)).accounts
    options.hashesOfTyped = try await hashesOfTyped(in: givingWay, under: rulebook)
    let isSame = judged.typed.isEmpty && !generates && options.hashesOfTyped.isEmpty
    if isSame { options.plan = plan.plan }
    let written = try await store.apply(
      isSame ? changes : accounts.map { .add($0, onConflict: onConflict) }, options)
    let renewed = accounts.indices.lazy.filter { written.value.effects[$0] == .changed }
      .map { accounts[$0].values }.filter { $0.password != nil }
    await forgetFailures(of: renewed.compactMap { rulebook.name(of: $0) }, by: rulebook.key)
    let made = generated.sorted { $0.key < $1.key }
      .filter { [.added, .changed].contains(written.value.effects[$0.key]) }
      .map { (name: accounts[$0.key].text(of: rulebook.key) ?? "", password: $0.value) }
    return Outcome(
      ImportReport(written.value, uselessHashes, generated: made), notices: written.notices)
  }

  /// Judges accounts under a rulebook, on all processors.
  private func judged(
    _ accounts: [NewAccount], under rulebook: Rulebook, today: CalendarDay
  ) async throws(AccountsError) -> JudgedAccounts {
    let judge = hasher.judge(under: rulebook)
    let parts = stride(from: 0, to: accounts.count, by: 10_000).map {
      $0..<min($0 + 10_000, accounts.count)
    }
    return try await onAllProcessors(parts) {
      JudgedAccounts(accounts[$0], judge, rulebook, today: today)
    }.reduce(into: JudgedAccounts()) { $0.add($1) }
  }

  /// Refuses each typed password that is on the rulebook's blocklist.
  func refusals(
    ofListed typed: [(index: Int, name: String, password: PasswordText)],
    under rulebook: Rulebook
  ) async throws(AccountsError) -> [Refusal] {
    let listed = try await listed(typed.map(\.password), under: rulebook)
    let problem = Problem(.field(.password), .field(.notOnBlocklist))
    return typed.filter { listed.contains($0.password) }
      .map { Refusal($0.index, of: $0.name, .invalid([problem])) }
  }
}

/// Findings about accounts to import, by position.
private struct JudgedAccounts {
  /// The problems of accounts that break rules.
  var problems: [Int: [Problem]] = [:]
  /// The accounts whose passwords must be hashed.
  var typed: [Int] = []
  var withoutPassword: [Int] = []
  /// The schemes of hashes that this system cannot check.
  var useless: [Int: String] = [:]
  /// The hashes that cost too much.
  var tooDear: [Refusal] = []

  init() {}

  /// Judges a part of the accounts, reading each once.
  init(
    _ accounts: ArraySlice<NewAccount>, _ judge: HashJudge, _ rulebook: Rulebook,
    today: CalendarDay
  ) {
    var verdicts = HashVerdicts(judge) { hash, strength in (hash.scheme, strength) }
    for index in accounts.indices {
      let values = accounts[index].values
      let problems = rulebook.problems(with: values, today: today)
      if !problems.isEmpty { self.problems[index] = problems }
      guard let text = values.password else {
        withoutPassword.append(index)
        continue
      }
      switch verdicts.verdict(on: text.utf8.span) {
      case (let scheme, .unknown)?, (let scheme, .broken)?: useless[index] = scheme
      case (let scheme, .tooDear)?:
        let problem = Problem(.field(.password), .field(.hashTooDear(scheme: scheme)))
        tooDear.append(Refusal(index, .invalid([problem])))
      case (_, .strong)?, (_, .weak)?: break
      case nil: if case .typed = try? StoredPassword(text) { typed.append(index) }
      }
    }
  }

  mutating func add(_ other: JudgedAccounts) {
    problems.merge(other.problems) { first, _ in first }
    typed += other.typed
    withoutPassword += other.withoutPassword
    useless.merge(other.useless) { first, _ in first }
    tooDear += other.tooDear
  }
}
