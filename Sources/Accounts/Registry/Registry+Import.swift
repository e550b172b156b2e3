import LosslessJSON

/// An account from elsewhere, as it is to stand in the file.
public struct ImportedAccount: Sendable {
  /// Its fields. The password is what stands in a file: a hash, a lock or a typed password.
  public var values: FieldValues
  /// Keys that are not ours, to be kept beside the fields.
  public var ownKeys: [JSONLiteral.Member]

  /// An account by its fields, and what else is to stand in it.
  public init(_ values: FieldValues, ownKeys: [JSONLiteral.Member] = []) {
    self.values = values
    self.ownKeys = ownKeys
  }
}

extension ImportedAccount: CustomStringConvertible, CustomReflectable {
  public var description: String { values.description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What becomes of an account from elsewhere whose email is somebody's already.
public enum ImportConflict: String, Sendable, CaseIterable {
  /// The one that is there stays as it is.
  case skip
  /// The one that is there takes the fields and keys that the other brings, and keeps the rest.
  case replace
  /// Nothing is imported.
  case fail
}

/// What keeps an import from being done. Places are the caller's: it knows the text.
public struct ImportProblem: Sendable, Hashable {
  /// What is wrong with the account.
  public enum Kind: Sendable, Hashable {
    /// It breaks rules of the rulebook in force.
    case breaks(Problem)
    /// An earlier one of the import has its email.
    case repeats(earlier: Int)
    /// Somebody in the accounts file has its email.
    case exists
    /// Whoever has its email in the accounts file is closed in a way that no field mends.
    case existsClosed
  }

  /// Which of the accounts, from 0.
  public let index: Int
  /// What is wrong with it.
  public let kind: Kind
}

/// What an import came to, or would.
public struct ImportOutcome: Sendable {
  /// How many accounts are new.
  public var added = 0
  /// How many met an account with their email, which takes their fields and keys.
  public var replaced = 0
  /// How many were left out, because their email was somebody's.
  public var skipped = 0
  /// Where there is any, nothing was imported.
  public var problems: [ImportProblem] = []
  /// How many of the hashes no login can check here, by their schemes.
  public var uselessHashes: [String: Int] = [:]
  /// What else there is to say.
  public var notices: [Notice] = []
}

extension Registry {
  /// Takes many accounts in, all or none, in one durable write. Whatever else stands in the file
  /// stays byte for byte.
  ///
  /// Every account is judged by the rulebook in force, and every problem is told. Hashes are taken
  /// as they are; typed passwords are hashed first, on all processors, before anything is locked.
  ///
  /// - Parameters:
  ///   - accounts: what to take in.
  ///   - onConflict: what becomes of one whose email is somebody's already.
  ///   - isDryRun: judge, and write nothing.
  ///   - progress: called with how many passwords are hashed of how many, on any thread.
  public func take(
    _ accounts: [ImportedAccount], onConflict: ImportConflict = .fail, isDryRun: Bool = false,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws -> ImportOutcome {
    let plan = try await base.plan(accounts, onConflict: onConflict)
    var outcome = plan.outcome
    outcome.uselessHashes = uselessHashes(of: accounts, skipping: plan.skipped)
    guard outcome.problems.isEmpty, !isDryRun else { return outcome }
    let sealed = try await sealed(accounts, skipping: plan.skipped, progress: progress)
    let receipt = try await base.take(sealed, onConflict: onConflict)
    let hashes = outcome.uselessHashes
    outcome = receipt.plan.outcome
    outcome.uselessHashes = hashes
    outcome.notices = notices(of: receipt.uncertain)
    return outcome
  }

  /// The accounts with hashes in place of typed passwords. Those that are skipped are not hashed.
  private func sealed(
    _ accounts: [ImportedAccount], skipping skipped: Set<Int>,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(AccountsError) -> [ImportedAccount] {
    var typed: [(index: Int, password: PasswordText)] = []
    for (index, account) in accounts.enumerated() where !skipped.contains(index) {
      if let text = account.values.password, case .typed(let password) = try? StoredPassword(text) {
        typed.append((index, password))
      }
    }
    let counter = Counter(total: typed.count, report: progress)
    let hashes = try await hasher.hashes(of: typed.map(\.password)) { counter.count() }
    var sealed = accounts
    for (typed, hash) in zip(typed, hashes) { sealed[typed.index].values.password = hash.text }
    return sealed
  }

  private func uselessHashes(
    of accounts: [ImportedAccount], skipping skipped: Set<Int>
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

  /// The bytes of a file that is to be imported.
  public func text(ofFile path: String) async throws -> [UInt8] {
    try await FileAccountBase(path: path, today: today(), disk: Disk(queue: DiskQueue())).bytes()
  }
}
