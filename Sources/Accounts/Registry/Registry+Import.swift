/// What an import came to, or would.
public struct ImportReport: Sendable {
  /// How many accounts are new.
  public let added: Int
  /// How many met an account with their name, which takes their fields and keys.
  public let replaced: Int
  /// How many were left out, because their name was taken.
  public let skipped: Int
  /// What is wrong with accounts; if there is anything, nothing was imported.
  public let refusals: [RefusedChange]
  /// How many of the hashes no login can check here, by their schemes.
  public let uselessHashes: [String: Int]

  init(
    _ applied: Applied, _ uselessHashes: [String: Int], _ refusals: [RefusedChange] = []
  ) {
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
  ///   - accounts: what to take in.
  ///   - onConflict: what to do with one whose email is taken.
  ///   - isDryRun: judge, and write nothing.
  ///   - progress: called with how many passwords are hashed of how many, on any thread.
  public func take(
    _ accounts: [NewAccount], onConflict: ImportConflict = .fail, isDryRun: Bool = false,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws -> Done<ImportReport> {
    let (rulebook, today) = (try await store.rulebook(), today())
    let accounts = accounts.map { $0.judged(under: rulebook, today: today) }
    let plan = try await apply(accounts, onConflict, isDryRun: true).value
    let skipped = Set(plan.effects.indices.filter { plan.effects[$0] == .skipped })
    let (uselessHashes, tooDear) = judgedHashes(of: accounts, skipping: skipped)
    let planned = ImportReport(plan, uselessHashes, tooDear)
    guard planned.refusals.isEmpty, !isDryRun else { return Done(planned) }
    let sealed = try await sealed(accounts, skipping: skipped, progress: progress)
    let written = try await apply(sealed, onConflict, isDryRun: false)
    let renewed = accounts.indices.filter {
      written.value.effects[$0] == .changed && accounts[$0].values.password != nil
    }
    await forgetFailures(
      of: renewed.compactMap { rulebook.name(of: accounts[$0].values) }, by: rulebook.key)
    return Done(ImportReport(written.value, uselessHashes), notices: written.notices)
  }

  private func apply(
    _ accounts: [NewAccount], _ onConflict: ImportConflict, isDryRun: Bool
  ) async throws(AccountsError) -> Done<Applied> {
    try await store.apply(
      accounts.map { .add($0, onConflict: onConflict) },
      WriteOptions(isDryRun: isDryRun, returnsAccounts: false))
  }

  /// The accounts with hashes in place of typed passwords. Those that are skipped are not hashed.
  private func sealed(
    _ accounts: [NewAccount], skipping skipped: Set<Int>,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(AccountsError) -> [NewAccount] {
    var typed: [(index: Int, password: PasswordText)] = []
    for (index, account) in accounts.enumerated() where !skipped.contains(index) {
      if let text = account.values.password, case .typed(let password) = try? StoredPassword(text) {
        typed.append((index, password))
      }
    }
    let count = typed.count
    let hashes = try await hasher.hashes(of: typed.map(\.password)) { progress($0, count) }
    var sealed = accounts
    for (typed, hash) in zip(typed, hashes) { sealed[typed.index].seal(hash) }
    return sealed
  }

  /// How many hashes no login can check, and a refusal of each that costs too much.
  private func judgedHashes(
    of accounts: [NewAccount], skipping skipped: Set<Int>
  ) -> (useless: [String: Int], tooDear: [RefusedChange]) {
    let judge = hasher.judge()
    var found: [String: Int] = [:]
    var tooDear: [RefusedChange] = []
    for (index, account) in accounts.enumerated() where !skipped.contains(index) {
      guard let text = account.values.password, let hash = PasswordHash(text) else { continue }
      switch judge.strength(of: hash) {
      case .unknown, .broken: found[hash.scheme, default: 0] += 1
      case .tooDear:
        let problem = Problem(.field(.password), .hashTooDear(scheme: hash.scheme))
        tooDear.append(RefusedChange(index, .invalid([problem])))
      case .strong, .weak: break
      }
    }
    return (found, tooDear)
  }
}
