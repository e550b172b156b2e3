import Accounts
import Synchronization

/// Counts failed logins in memory alone, for a user who may only read the accounts. A restart
/// forgets them all, and there is no record of logins.
///
/// Names are kept as digests: people type passwords into the name field, and guessers texts of any
/// length.
final class CountsInMemory: LoginThrottle {
  static let mostNames = 100_000

  private struct Counts {
    var whole = FailureCount()
    /// By address; attempts without one share a count.
    var own: [String: FailureCount] = [:]
    /// The passwords and states of the accounts with the name.
    var standing: Digest?
  }

  private let digester = Digester()
  private let counts = Mutex<[Digest: Counts]>([:])
  /// The seconds since 1970.
  private let now: @Sendable () -> Int

  init(now: @escaping @Sendable () -> Int) { self.now = now }

  private func digest(_ name: String) -> Digest { digester.digest([name]) }

  /// Ends the wait for each name whose account has another password text or state than before.
  func see(_ subject: LoginSubject) {
    for (name, texts) in subject.counted {
      let (key, standing) = (digest(name), digester.digest(texts))
      counts.withLock { counts in
        guard let old = counts[key]?.standing, old != standing else {
          counts[key]?.standing = standing
          return
        }
        counts[key] = Counts(standing: standing)
      }
    }
  }

  func begin(_ attempt: LoginAttempt) async throws(AccountsError) {
    while true {
      switch change(attempt, { $0.begin(now: $1) }) {
      case .allowed: return
      case .wait(let seconds): throw .throttled(seconds: seconds)
      case .full:
        // Attempts in flight end, or count as failed: this ends.
        do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .cancelled }
      }
    }
  }

  func secondsToWait(for attempt: LoginAttempt) -> Int {
    let key = digest(attempt.name)
    let own = counts.withLock { $0[key]?.own[attempt.network ?? ""] }
    return Throttle(own: own ?? FailureCount()).ownSecondsToWait(now: now())
  }

  func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) {
    change(attempt) { $0.end(result, now: $1) }
  }

  func clear(_ names: [String]) -> Set<String> {
    counts.withLock { counts in
      Set(names.filter { counts.removeValue(forKey: digest($0)) != nil })
    }
  }

  @discardableResult
  private func change<Result>(
    _ attempt: LoginAttempt, _ body: (inout Throttle, Int) -> Result
  ) -> Result {
    let now = now()
    let key = digest(attempt.name)
    return counts.withLock { counts in
      let address = attempt.network ?? ""
      var found = counts[key] ?? Counts()
      if counts[key] == nil, counts.count >= Self.mostNames { Self.makeRoom(&counts, now) }
      var throttle = Throttle(own: found.own[address] ?? FailureCount(), whole: found.whole)
      let result = body(&throttle, now)
      found.whole = throttle.whole
      found.own = found.own.filter { !$0.value.isOver(now) }
      found.own[address] = throttle.own.isOver(now) ? nil : throttle.own
      counts[key] = found.own.isEmpty && found.whole.isOver(now) ? nil : found
      return result
    }
  }

  /// Drops the names whose failures are over or, if there are none, the one that was quiet longest.
  private static func makeRoom(_ counts: inout [Digest: Counts], _ now: Int) {
    let before = counts.count
    counts = counts.filter { !$0.value.whole.isOver(now) }
    guard counts.count == before,
      let oldest = counts.min(by: { $0.value.whole.moved < $1.value.whole.moved })
    else { return }
    counts[oldest.key] = nil
  }
}
