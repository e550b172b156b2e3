import Dispatch
import Glibc

/// Makes and checks password hashes, on threads of its own.
///
/// New hashes are yescrypt. At the usual cost one takes 64 MiB and some tens of milliseconds, so
/// nothing here blocks its caller: every call suspends.
public struct PasswordHasher: Sendable {
  /// The cost of new hashes: 7 is 64 MiB.
  public static let usualCost = 7

  /// The cost of new hashes.
  public let cost: Int
  private let crypt: @Sendable (PasswordText, String) -> String?

  /// A hasher at a cost from 1 to 11; tests take 1.
  public init(cost: Int = usualCost) {
    self.init(cost: cost) { Crypt.hash($0, setting: $1) }
  }

  /// A hasher over another crypt(3), so that a test can count its calls or make them fail.
  init(cost: Int, crypt: @escaping @Sendable (PasswordText, String) -> String?) {
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
  /// - Parameter progress: called as each is done, on any thread.
  public func hashes(
    of passwords: [PasswordText], progress: @escaping @Sendable () -> Void = {}
  ) async throws(AccountsError) -> [PasswordHash] {
    let hashes = await withTaskGroup(of: (Int, PasswordHash?).self) { group in
      var hashes = [PasswordHash?](repeating: nil, count: passwords.count)
      var waiting = passwords.indices.makeIterator()
      func startNext() {
        guard let index = waiting.next() else { return }
        group.addTask { (index, await onHashingQueue { freshHash(of: passwords[index]) }) }
      }
      for _ in 0..<max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) { startNext() }
      for await (index, hash) in group {
        hashes[index] = hash
        progress()
        startNext()
      }
      return hashes
    }
    let made = hashes.compactMap(\.self)
    guard made.count == passwords.count else { throw .hashingFailed }
    return made
  }

  /// What became of checking a password.
  public enum Verdict: Sendable, Hashable {
    case fits
    case differs
    /// crypt(3) of this system does not know the scheme.
    case unknownScheme(String)
  }

  /// Whether a password fits what is stored; one that no crypt(3) would take is nil, and fits
  /// nothing. It costs at least one hash of ours whenever it does
  /// not fit, so that the time tells nothing: neither that the account is locked, nor that there
  /// is none (`stored` is nil then).
  public func verify(
    _ password: PasswordText?, against stored: StoredPassword?
  ) async -> Verdict {
    await onHashingQueue {
      let verdict = compare(password, with: stored)
      if verdict != .fits, !costsAsMuchAsOurs(stored) {
        _ = freshHash(of: password ?? .empty)
      }
      return verdict
    }
  }

  private func compare(_ password: PasswordText?, with stored: StoredPassword?) -> Verdict {
    switch stored {
    case .typed(let typed):
      let given = password?.bytes ?? []
      let same = PasswordText.sameInConstantTime(given, typed.bytes)
      return same && password != nil ? .fits : .differs
    case .hash(let hash):
      guard Crypt.understands(hash) else { return .unknownScheme(hash.scheme) }
      guard let made = crypt(password ?? .empty, hash.text) else {
        return .unknownScheme(hash.scheme)
      }
      let same = PasswordText.sameInConstantTime(Array(made.utf8), Array(hash.text.utf8))
      return same && password != nil ? .fits : .differs
    case .locked, nil: return .differs
    }
  }

  private func freshHash(of password: PasswordText) -> PasswordHash? {
    guard let setting = Crypt.setting(prefix: "$y$", cost: UInt(cost)),
      let text = crypt(password, setting)
    else { return nil }
    return PasswordHash(text)
  }

  private func costsAsMuchAsOurs(_ stored: StoredPassword?) -> Bool {
    guard case .hash(let hash) = stored else { return false }
    return judge().costsAsMuchAsOurs(hash)
  }

  /// Tells how strong hashes are beside those of this hasher.
  public func judge() -> HashJudge { HashJudge(cost: cost) }
}

private let hashingQueue = DispatchQueue(label: "regapp.hashing", attributes: .concurrent)

private func onHashingQueue<Value: Sendable>(
  _ work: @escaping @Sendable () -> Value
) async -> Value {
  await withCheckedContinuation { continuation in
    hashingQueue.async { continuation.resume(returning: work()) }
  }
}
