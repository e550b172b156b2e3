import Synchronization

/// When the logins in browsers were last used, by a clock that nobody sets. Kept in memory: a start
/// of the program counts as one use.
package final class LoginUses: Sendable {
  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private let last = Mutex<[BrowserLogin.ID: ContinuousClock.Instant]>([:])

  /// - Parameter now: the clock.
  package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
    start = now()
  }

  /// Notes a use of a login, unless it has been idle for longer than `limit`; returns whether it
  /// may be used.
  ///
  /// - Parameter age: the seconds since the login began. One that began in another process since
  ///   the start counts as used then.
  package func use(_ login: BrowserLogin.ID, age: Int, limit: Duration?) -> Bool {
    let now = now()
    return last.withLock { last in
      let idle = last[login].map { now - $0 } ?? min(now - start, .seconds(age))
      if let limit, idle >= limit { return false }
      if last[login] == nil { Self.makeRoom(in: &last, now) }
      last[login] = now
      return true
    }
  }

  /// Forgets logins that have not been used for longer than any may be idle. Kept ones begin anew.
  private static func makeRoom(
    in last: inout [BrowserLogin.ID: ContinuousClock.Instant], _ now: ContinuousClock.Instant
  ) {
    guard last.count >= SessionLimits.mostOfAll else { return }
    last = last.filter { now - $0.value < .seconds(72 * 3_600) }
  }
}
