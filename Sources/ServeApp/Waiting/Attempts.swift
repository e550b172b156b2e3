import Accounts
import Synchronization

/// Attempts to log in, shared by the door and the page: turns to compute a hash, digests, and a
/// memory of what was recorded lately.
final class Attempts: Sendable {
  /// An answer that an attempt got, or that needed none.
  private enum Recorded: Sendable, Hashable {
    case answer(LoginOutcome.Answer, GivenPassword)
    case session(LoginOutcome.Answer, BrowserLogin.ID, network: String?)
    case wait(names: Digest, network: String?)
  }

  /// The most that wait for hashes in all. All others of the connections are left to those who need
  /// none.
  static let mostWaiting = 256

  let digester = Digester()
  let queue: AddressQueue
  /// How many wait for a hash or for its result, or have it computed.
  private let asking = Mutex(0)
  /// The seconds of a clock that never goes back.
  let now: @Sendable () -> Int
  /// The answers of the last five minutes.
  private let recorded: Recent<Recorded, Void>

  init(queue: AddressQueue, now: @escaping @Sendable () -> Int) {
    (self.queue, self.now) = (queue, now)
    recorded = Recent(most: 20_000, seconds: 300, now: now)
  }

  /// The value of work that computes hashes, in a turn of an address, and whether this call asked
  /// for it first. Others who ask for the same meanwhile wait for it, too.
  ///
  /// - Returns: nil if too many wait or no turn came free in time, and if the task is cancelled,
  ///   which takes it out of the queue.
  func turn<Key, Value>(
    of network: String?, sharing shared: SharedWork<Key, Value?>, _ key: Key,
    hasPlace: Bool = false, _ work: @escaping @Sendable () async -> Value
  ) async -> (value: Value, isOwn: Bool)? {
    guard hasPlace || takePlace() else { return nil }
    defer { if !hasPlace { leavePlace() } }
    let found = await shared.value(for: key) { [queue] in await queue.turn(of: network, work) }
    return found.flatMap { found in found.value.map { ($0, found.isOwn) } }
  }

  /// Takes one of the places of those that need hashes; false if none is free.
  func takePlace() -> Bool {
    asking.withLock { asking in
      guard asking < Self.mostWaiting + queue.turns else { return false }
      asking += 1
      return true
    }
  }

  func leavePlace() { asking.withLock { $0 -= 1 } }

  /// Whether to record the answer to a password: once in five minutes.
  @discardableResult
  func isNews(_ answer: LoginOutcome.Answer, to password: GivenPassword) -> Bool {
    recorded.insert((), under: .answer(answer, password))
  }

  /// Whether to record the answer to a session: once in five minutes.
  func isNews(
    _ answer: LoginOutcome.Answer, to login: BrowserLogin.ID, from network: String?
  ) -> Bool {
    recorded.insert((), under: .session(answer, login, network: network))
  }

  /// Whether to record the answer to an attempt: a wait as `isNewWait` says, any other always.
  func isToRecord(
    _ answer: LoginOutcome.Answer, of subject: LoginSubject, from network: String?
  ) -> Bool {
    answer != .throttled || isNewWait(of: subject, from: network)
  }

  /// Whether to record a wait for a name and an address: once in five minutes.
  func isNewWait(of subject: LoginSubject, from network: String?) -> Bool {
    let names = digester.digest(subject.countedNames)
    return recorded.insert((), under: .wait(names: names, network: network))
  }
}
