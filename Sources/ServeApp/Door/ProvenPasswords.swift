import Accounts
import Synchronization
import TextTools

/// Remembers which passwords were proved, so that a browser that sends one with every file costs one
/// hash.
///
/// It keeps no password, but digests under a key of this process alone. What it says replaces the
/// computation of a hash and nothing else, and only for the address from which the password was
/// proved, and while the accounts have the texts that it was proved against.
final class ProvenPasswords: Sendable {
  static let most = 10_000
  /// How long one is remembered after its last use, in seconds.
  static let memory = 900

  /// A digest under the process's key.
  typealias Digest = [UInt8]

  /// What is known of a password.
  enum Known: Sendable, Equatable {
    case nothing
    /// It proves this account.
    case proven(AccountID)
    /// It proved an account whose text has changed since.
    case outdated
    /// It did so, and is wrong for the present text: the owner's browser sends the old one on.
    case old
  }

  private struct Entry {
    var account: AccountID
    /// The texts against which it was proved.
    var texts: Digest
    /// The texts against which it was wrong later.
    var wrongTexts: Digest?
    var lastUse: Int
  }

  private let key: [UInt8]
  private let now: @Sendable () -> Int
  private let entries = Mutex<[Digest: Entry]>([:])

  /// - Parameter now: seconds of a clock that never goes back.
  init(now: @escaping @Sendable () -> Int) {
    var random = SystemRandomNumberGenerator()
    key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    self.now = now
  }

  /// The digest of texts, each with its length.
  func digest(_ texts: [[UInt8]]) -> Digest {
    var message: [UInt8] = []
    for text in texts {
      for shift in stride(from: 56, through: 0, by: -8) {
        message.append(UInt8(truncatingIfNeeded: text.count >> shift))
      }
      message += text
    }
    return SHA256.authentication(of: message, key: key)
  }

  func digest(_ texts: [String]) -> Digest { digest(texts.map { Array($0.utf8) }) }

  /// What is known of a password, for accounts that have these texts now.
  func known(of password: Digest, texts: Digest) -> Known {
    let now = now()
    return entries.withLock { entries in
      guard var entry = entries[password] else { return .nothing }
      guard now - entry.lastUse < Self.memory else {
        entries[password] = nil
        return .nothing
      }
      entry.lastUse = now
      entries[password] = entry
      if entry.texts == texts { return .proven(entry.account) }
      return entry.wrongTexts == texts ? .old : .outdated
    }
  }

  /// Notes a proof.
  func remember(_ password: Digest, proves account: AccountID, texts: Digest) {
    let now = now()
    entries.withLock { entries in
      if entries[password] == nil, entries.count >= Self.most { Self.makeRoom(&entries, now) }
      entries[password] = Entry(account: account, texts: texts, wrongTexts: nil, lastUse: now)
    }
  }

  /// Notes that a remembered password is wrong for the present texts.
  func noteWrong(_ password: Digest, for texts: Digest) {
    entries.withLock { $0[password]?.wrongTexts = texts }
  }

  func forget(_ password: Digest) { entries.withLock { $0[password] = nil } }

  var count: Int { entries.withLock { $0.count } }

  /// Drops those whose time is over or, if there are none, the least recently used one.
  private static func makeRoom(_ entries: inout [Digest: Entry], _ now: Int) {
    let before = entries.count
    entries = entries.filter { now - $0.value.lastUse < memory }
    guard entries.count == before,
      let least = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[least.key] = nil
  }
}

/// Says whether something is due, at most once in five minutes for each key.
final class OnceInAWhile: Sendable {
  static let pause = 300
  /// The most keys; above it, all start again.
  static let most = 20_000

  private let now: @Sendable () -> Int
  private let times = Mutex<[ProvenPasswords.Digest: Int]>([:])

  init(now: @escaping @Sendable () -> Int) { self.now = now }

  /// True if it is due; then it is not for five minutes.
  func isDue(_ key: ProvenPasswords.Digest) -> Bool {
    let now = now()
    return times.withLock { times in
      if let last = times[key], now - last < Self.pause { return false }
      if times.count >= Self.most {
        times = times.filter { now - $0.value < Self.pause }
        if times.count >= Self.most { times = [:] }
      }
      times[key] = now
      return true
    }
  }
}
