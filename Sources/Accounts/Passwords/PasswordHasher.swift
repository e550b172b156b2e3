import Dispatch
import Glibc

/// Makes and checks password hashes, on separate threads.
///
/// New hashes are of the scheme that a rulebook names, see ``under(_:)``; by default yescrypt. At
/// the usual cost one takes 64 MiB and some tens of milliseconds, so every call suspends rather
/// than block its caller. A process makes as many hashes at once as it has processors; other calls
/// wait in line, and throw `cancelled` there if their task is cancelled. A hash that was begun is
/// finished.
public struct PasswordHasher: Sendable {
  let recipe: HashRecipe
  /// The cost of new hashes, as their scheme counts it.
  public var cost: Int { recipe.cost }
  /// A yescrypt cost that overrides the rulebook's; nil to use the rulebook's.
  private let fixedCost: Int?
  private let crypt: @Sendable (PasswordText, String) -> Crypt.Result

  /// A hasher that takes the cost from the rulebook.
  public init() { self.init(cost: nil) { Crypt.hash($0, setting: $1) } }

  /// A hasher with a fixed cost from 1 to 11, as yescrypt counts it, regardless of the rulebook;
  /// tests use 1.
  public init(cost: Int) { self.init(cost: cost) { Crypt.hash($0, setting: $1) } }

  /// A hasher with a substitute for crypt(3), so that a test can count calls or make them fail.
  package init(cost: Int?, crypt: @escaping @Sendable (PasswordText, String) -> Crypt.Result) {
    let cost = cost.map { min(max($0, 1), 11) }
    self.init(HashRecipe(.yescrypt, cost: cost ?? HashScheme.yescrypt.usualCost), cost, crypt)
  }

  private init(
    _ recipe: HashRecipe, _ fixedCost: Int?,
    _ crypt: @escaping @Sendable (PasswordText, String) -> Crypt.Result
  ) {
    (self.recipe, self.fixedCost, self.crypt) = (recipe, fixedCost, crypt)
  }

  /// A hasher whose new hashes have the scheme and cost that a rulebook asks for.
  public func under(_ rulebook: Rulebook) -> PasswordHasher {
    let rule = rulebook.fields.password
    return making(rule.hash, cost: rule.cost)
  }

  /// A hasher whose new hashes have this scheme, at this or its usual cost.
  public func making(_ scheme: HashScheme, cost: Int? = nil) -> PasswordHasher {
    let cost = fixedCost.map(scheme.cost) ?? cost ?? scheme.usualCost
    return PasswordHasher(HashRecipe(scheme, cost: cost), fixedCost, crypt)
  }

  /// The hash of a password under a fresh salt.
  public func hash(_ password: PasswordText) async throws(AccountsError) -> PasswordHash {
    try await hash(password, recipe)
  }

  /// The hash of a password, of another scheme or cost.
  func hash(
    _ password: PasswordText, _ recipe: HashRecipe
  ) async throws(AccountsError) -> PasswordHash {
    try await onHashingQueue { freshHash(of: password, recipe) }.get()
  }

  /// The hashes of many passwords, made on all processors at once, in the order given.
  ///
  /// ``WorkProgress`` is told of each.
  ///
  /// - Parameter passwords: each gets a salt of its own.
  public func hashes(
    of passwords: [PasswordText]
  ) async throws(AccountsError) -> [PasswordHash] {
    func tell(_ done: Int) { WorkProgress.tell(done, of: passwords.count) }
    let hashes = try await onAllProcessors(passwords, tell) { freshHash(of: $0, recipe) }
    return try hashes.map { hash throws(AccountsError) in try hash.get() }
  }

  /// The result of checking a password.
  public enum Verdict: Sendable, Hashable {
    /// The password is right.
    case fits
    /// The password is wrong, or the account is locked or missing.
    case differs
    /// This system cannot check the scheme.
    case unknownScheme(String)
    /// The hash costs more than the limits allow; it was not computed.
    case tooDear(String)
  }

  /// Checks a password against a stored one. Pass nil for a password that crypt(3) cannot take,
  /// which never fits, and for a missing account.
  ///
  /// A mismatch always costs at least one hash of ours, so that the time does not reveal whether
  /// the account is locked or exists.
  public func verify(
    _ password: PasswordText?, against stored: StoredPassword?
  ) async throws(AccountsError) -> Verdict {
    try await onHashingQueue { verdict(on: password, stored) }.get()
  }

  /// Checks a password against several accounts with one name, on all processors at once.
  func verify(
    _ password: PasswordText?, againstEach stored: [StoredPassword?]
  ) async throws(AccountsError) -> [Verdict] {
    let verdicts = try await onAllProcessors(stored) { verdict(on: password, $0) }
    return try verdicts.map { verdict throws(AccountsError) in try verdict.get() }
  }

  private func verdict(
    on password: PasswordText?, _ stored: StoredPassword?
  ) -> Result<Verdict, AccountsError> {
    compare(password, with: stored).flatMap { verdict, wasHashed in
      if verdict == .fits || wasHashed && costsAsMuchAsOurs(stored) { return .success(verdict) }
      let hashed = password.flatMap { recipe.scheme.takes($0) ? $0 : nil }
      return freshHash(of: hashed ?? .empty, recipe).map { _ in verdict }
    }
  }

  /// True if a password matches. Not in constant time: for callers that can already read the
  /// account, not for logins. False too if it cannot be checked.
  func fits(
    _ password: PasswordText, _ stored: StoredPassword
  ) async throws(AccountsError) -> Bool {
    try await onHashingQueue { (try? compare(password, with: stored).get())?.verdict == .fits }
  }

  /// Checks many passwords, each against its own stored one, on all processors at once.
  func fit(
    _ pairs: [(password: PasswordText, stored: StoredPassword)]
  ) async throws(AccountsError) -> [Bool] {
    try await onAllProcessors(pairs) { pair in
      (try? compare(pair.password, with: pair.stored).get())?.verdict == .fits
    }
  }

  /// The verdict, and whether a hash was computed for it.
  private func compare(
    _ password: PasswordText?, with stored: StoredPassword?
  ) -> Result<(verdict: Verdict, wasHashed: Bool), AccountsError> {
    switch stored {
    case .typed(let typed):
      let given = password?.bytes ?? []
      let same = PasswordText.sameInConstantTime(given, typed.bytes)
      return .success((same && password != nil ? .fits : .differs, false))
    case .hash(let hash):
      guard Crypt.understands(hash) else { return .success((.unknownScheme(hash.scheme), false)) }
      guard !hash.isTooDear else { return .success((.tooDear(hash.scheme), false)) }
      // No password matches it; computing it could still take long.
      guard hash.isWhole, (password?.bytes.count ?? 0) <= hash.maximumBytes else {
        return .success((.differs, false))
      }
      switch crypt(password ?? .empty, hash.text) {
      case .made(let made):
        let same = PasswordText.sameInConstantTime(Array(made.utf8), Array(hash.text.utf8))
        return .success((same && password != nil ? .fits : .differs, true))
      case .refused: return .success((.unknownScheme(hash.scheme), false))
      case .outOfMemory: return .failure(.outOfMemory)
      }
    case .locked, nil: return .success((.differs, false))
    }
  }

  private func freshHash(
    of password: PasswordText, _ recipe: HashRecipe
  ) -> Result<PasswordHash, AccountsError> {
    guard recipe.scheme.takes(password), let setting = recipe.setting else {
      return .failure(.hashingFailed)
    }
    switch crypt(password, setting) {
    case .made(let text): return PasswordHash(text).map { .success($0) } ?? .failure(.hashingFailed)
    case .refused: return .failure(.hashingFailed)
    case .outOfMemory: return .failure(.outOfMemory)
    }
  }

  private func costsAsMuchAsOurs(_ stored: StoredPassword?) -> Bool {
    guard case .hash(let hash) = stored else { return false }
    return judge().costsAsMuchAsOurs(hash)
  }

  /// Judges hashes by this hasher's scheme and cost.
  public func judge() -> HashJudge { HashJudge(recipe) }

  /// Judges hashes by a rulebook's scheme and cost.
  public func judge(under rulebook: Rulebook) -> HashJudge { under(rulebook).judge() }
}
