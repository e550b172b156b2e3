import Dispatch
import Glibc

/// Makes and checks password hashes, on threads of its own.
///
/// New hashes are yescrypt. At the usual cost one takes 64 MiB and some tens of milliseconds, so
/// every call suspends rather than block its caller.
public struct PasswordHasher: Sendable {
  /// The cost of new hashes: 7 is 64 MiB.
  public static let usualCost = 7

  /// The cost of new hashes.
  public let cost: Int
  private let crypt: @Sendable (PasswordText, String) -> String?

  /// A hasher with a cost from 1 to 11; tests use 1.
  public init(cost: Int = usualCost) {
    self.init(cost: cost) { Crypt.hash($0, setting: $1) }
  }

  /// A hasher with another crypt(3), so that a test can count its calls or make them fail.
  package init(cost: Int, crypt: @escaping @Sendable (PasswordText, String) -> String?) {
    self.cost = min(max(cost, 1), 11)
    self.crypt = crypt
  }

  /// The hash of a password under a fresh salt.
  public func hash(_ password: PasswordText) async throws(AccountsError) -> PasswordHash {
    let hash = await onHashingQueue { freshHash(of: password) }
    guard let hash else { throw .hashingFailed }
    return hash
  }

  /// The hashes of many passwords, made on all processors at once, in the order given.
  ///
  /// - Parameters:
  ///   - passwords: each gets a salt of its own.
  ///   - scheme: the kind of hash to make; yescrypt for our own file.
  ///   - progress: called after each one, with how many are done.
  public func hashes(
    of passwords: [PasswordText], scheme: HashScheme = .yescrypt,
    progress: @escaping @Sendable (_ done: Int) -> Void = { _ in }
  ) async throws(AccountsError) -> [PasswordHash] {
    let hashes = await onAllProcessors(passwords, progress) { freshHash(of: $0, scheme) }
    let made = hashes.compactMap(\.self)
    guard made.count == passwords.count else { throw .hashingFailed }
    return made
  }

  /// The result of checking a password.
  public enum Verdict: Sendable, Hashable {
    /// The password is right.
    case fits
    /// The password is wrong, or the account is locked or missing.
    case differs
    /// crypt(3) on this system does not support the scheme.
    case unknownScheme(String)
  }

  /// Checks a password against what is stored. A password that crypt(3) cannot take is passed as
  /// nil, and never fits; a missing account is `stored` nil.
  ///
  /// A mismatch always costs at least one hash of ours, so that the time does not reveal whether
  /// the account is locked or exists.
  public func verify(
    _ password: PasswordText?, against stored: StoredPassword?
  ) async -> Verdict {
    await onHashingQueue { verdict(on: password, stored) }
  }

  /// The same for several accounts with one name, on all processors at once.
  func verify(
    _ password: PasswordText?, againstEach stored: [StoredPassword?]
  ) async -> [Verdict] {
    await onAllProcessors(stored) { verdict(on: password, $0) }
  }

  private func verdict(on password: PasswordText?, _ stored: StoredPassword?) -> Verdict {
    let (verdict, wasHashed) = compare(password, with: stored)
    if verdict != .fits, !(wasHashed && costsAsMuchAsOurs(stored)) {
      _ = freshHash(of: password ?? .empty)
    }
    return verdict
  }

  /// Whether a password matches, but not in constant time: for callers that can already read the
  /// account, not for a login.
  func fits(_ password: PasswordText, _ stored: StoredPassword) async -> Bool {
    await onHashingQueue { compare(password, with: stored).verdict == .fits }
  }

  /// The verdict, and whether crypt(3) was run for it.
  private func compare(
    _ password: PasswordText?, with stored: StoredPassword?
  ) -> (verdict: Verdict, wasHashed: Bool) {
    switch stored {
    case .typed(let typed):
      let given = password?.bytes ?? []
      let same = PasswordText.sameInConstantTime(given, typed.bytes)
      return (same && password != nil ? .fits : .differs, false)
    case .hash(let hash):
      guard Crypt.understands(hash), let made = crypt(password ?? .empty, hash.text) else {
        return (.unknownScheme(hash.scheme), false)
      }
      let same = PasswordText.sameInConstantTime(Array(made.utf8), Array(hash.text.utf8))
      return (same && password != nil ? .fits : .differs, true)
    case .locked, nil: return (.differs, false)
    }
  }

  private func freshHash(
    of password: PasswordText, _ scheme: HashScheme = .yescrypt
  ) -> PasswordHash? {
    // Each step of either cost doubles the work; bcrypt's 12 takes about as long as our 7.
    let setting =
      switch scheme {
      case .yescrypt: Crypt.setting(prefix: "$y$", cost: UInt(cost))
      case .bcrypt: Crypt.setting(prefix: "$2b$", cost: UInt(cost + 5))
      }
    guard let setting,
      let text = crypt(password, setting)
    else { return nil }
    return PasswordHash(text)
  }

  private func costsAsMuchAsOurs(_ stored: StoredPassword?) -> Bool {
    guard case .hash(let hash) = stored else { return false }
    return judge().costsAsMuchAsOurs(hash)
  }

  /// Compares the strength of hashes with this hasher's.
  public func judge() -> HashJudge { HashJudge(cost: cost) }
}

/// The kind of a new hash.
public enum HashScheme: Sendable, Hashable {
  /// The scheme of our own file.
  case yescrypt
  /// For programs without yescrypt. It ignores everything after 72 bytes of a password.
  case bcrypt
}

private let hashingQueue = DispatchQueue(label: "regapp.hashing", attributes: .concurrent)

private func onHashingQueue<Value: Sendable>(
  _ work: @escaping @Sendable () -> Value
) async -> Value {
  await withCheckedContinuation { continuation in
    hashingQueue.async { continuation.resume(returning: work()) }
  }
}

/// Processes items concurrently, one per processor; returns results in the order given.
private func onAllProcessors<Item: Sendable, Value: Sendable>(
  _ items: [Item], _ progress: @escaping @Sendable (Int) -> Void = { _ in },
  _ work: @escaping @Sendable (Item) -> Value
) async -> [Value] {
  await withTaskGroup(of: (Int, Value).self) { group in
    var done: [(Int, Value)] = []
    var waiting = items.indices.makeIterator()
    func startNext() {
      guard let index = waiting.next() else { return }
      let item = items[index]
      group.addTask { (index, await onHashingQueue { work(item) }) }
    }
    for _ in 0..<max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) { startNext() }
    for await one in group {
      done.append(one)
      startNext()
      progress(done.count)
    }
    return done.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
