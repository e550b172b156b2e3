/// What keeps an import from being done. Places are the caller's: it knows the text.
public struct ImportProblem: Sendable, Hashable {
  /// What is wrong with the account.
  public enum Kind: Sendable, Hashable {
    /// It breaks rules of the rulebook in force.
    case breaks(Problem)
    /// An earlier one of the import has its email.
    case repeats(earlier: Int)
    /// An account in the store has its email.
    case exists
    /// The account with its email is invalid in a way that the import cannot fix.
    case existsClosed
  }

  /// Which of the accounts, from 0.
  public let index: Int
  /// What is wrong with it.
  public let kind: Kind
}

/// What an import came to, or would.
public struct ImportReport: Sendable {
  /// How many accounts are new.
  public var added = 0
  /// How many met an account with their email, which takes their fields and keys.
  public var replaced = 0
  /// How many were left out, because their email was taken.
  public var skipped = 0
  /// If there are any, nothing was imported.
  public var problems: [ImportProblem] = []
  /// How many of the hashes no login can check here, by their schemes.
  public var uselessHashes: [String: Int] = [:]
}

extension Registry {
  /// Imports many accounts, all or none, in one durable write. The rest of the file stays byte for
  /// byte.
  ///
  /// Every account is checked against the rulebook in force, and every problem is reported. Hashes
  /// are taken as they are; typed passwords are hashed first, on all processors, before anything is
  /// locked.
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
    let uselessHashes = uselessHashes(of: accounts, skipping: skipped)
    let planned = ImportReport(plan, uselessHashes)
    guard planned.problems.isEmpty, !isDryRun else { return Done(planned) }
    let sealed = try await sealed(accounts, skipping: skipped, progress: progress)
    let written = try await apply(sealed, onConflict, isDryRun: false)
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
    let counter = Counter(total: typed.count, report: progress)
    let hashes = try await hasher.hashes(of: typed.map(\.password)) { counter.count() }
    var sealed = accounts
    for (typed, hash) in zip(typed, hashes) { sealed[typed.index].seal(hash) }
    return sealed
  }

  private func uselessHashes(
    of accounts: [NewAccount], skipping skipped: Set<Int>
  ) -> [String: Int] {
    let judge = hasher.judge()
    var found: [String: Int] = [:]
    for (index, account) in accounts.enumerated() where !skipped.contains(index) {
      guard let text = account.values.password, let hash = PasswordHash(text) else { continue }
      switch judge.strength(of: hash) {
      case .unknown, .broken: found[hash.scheme, default: 0] += 1
      case .strong, .weak: break
      }
    }
    return found
  }
}

extension ImportReport {
  fileprivate init(_ applied: Applied, _ uselessHashes: [String: Int]) {
    self.uselessHashes = uselessHashes
    for effect in applied.effects {
      switch effect {
      case .added: added += 1
      case .changed, .unchanged: replaced += 1
      case .skipped: skipped += 1
      case .removed, .refused: break
      }
    }
    for refusal in applied.refusals {
      func add(_ kind: ImportProblem.Kind) {
        problems.append(.init(index: refusal.index, kind: kind))
      }
      switch refusal.reason {
      case .invalid(let broken): for problem in broken { add(.breaks(problem)) }
      case .repeats(let earlier): add(.repeats(earlier: earlier))
      case .taken: add(.exists)
      case .closed: add(.existsClosed)
      case .missing, .conflict: break
      }
    }
  }
}
