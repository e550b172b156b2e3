import Synchronization

/// When the logins in browsers were last used, and how many sessions each began of late, by a clock
/// that nobody sets. Both are in memory: a start of the program counts as a use of each login, and
/// begins the counts of sessions anew.
package final class LoginUses: Sendable {
  private struct Uses {
    var last: ContinuousClock.Instant
    /// When the login began sessions at hosts within the last hour, the oldest first.
    var begun: [ContinuousClock.Instant] = []
    /// Whether its end was noted.
    var isOver = false
  }

  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private let uses = Mutex<[BrowserLogin.ID: Uses]>([:])

  package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
    start = now()
  }

  /// Notes a use of a login, unless it has been idle for longer than `limit`; returns whether it
  /// may be used.
  ///
  /// - Parameter age: the seconds since the login began. A login that began in another process
  ///   since the start counts as used then.
  package func use(_ login: BrowserLogin.ID, age: Int, limit: Duration?) -> Bool {
    let now = now()
    return uses.withLock { uses in
      let idle = uses[login].map { now - $0.last } ?? min(now - start, .seconds(age))
      if let limit, idle >= limit { return false }
      Self.note(login, in: &uses, now)
      return true
    }
  }

  /// Takes one of the sessions that a login may begin at hosts within an hour; throws `throttled`,
  /// with the seconds until the next one, if none is left.
  package func begin(_ login: BrowserLogin.ID) throws(AccountsError) {
    let now = now()
    let oldest: ContinuousClock.Instant? = uses.withLock { uses in
      Self.note(login, in: &uses, now)
      let begun = (uses[login]?.begun ?? []).filter { now - $0 < Self.hour }
      let isFull = begun.count >= SessionLimits.mostInAnHour
      uses[login]?.begun = isFull ? begun : begun + [now]
      return isFull ? begun.first : nil
    }
    guard let oldest else { return }
    throw .throttled(
      seconds: max(1, Int(((Self.hour - (now - oldest)) / .seconds(1)).rounded(.up))))
  }

  /// Notes that a login was found to be over; returns whether that was not noted before.
  package func end(_ login: BrowserLogin.ID) -> Bool {
    let now = now()
    return uses.withLock { uses in
      defer {
        Self.note(login, in: &uses, now)
        uses[login]?.isOver = true
      }
      return uses[login]?.isOver != true
    }
  }

  private static let hour = Duration.seconds(3_600)

  private static func note(
    _ login: BrowserLogin.ID, in uses: inout [BrowserLogin.ID: Uses],
    _ now: ContinuousClock.Instant
  ) {
    if uses[login] == nil { makeRoom(in: &uses, now) }
    uses[login, default: Uses(last: now)].last = now
  }

  /// Forgets logins that have not been used for longer than any may be idle. Kept ones begin anew.
  private static func makeRoom(
    in uses: inout [BrowserLogin.ID: Uses], _ now: ContinuousClock.Instant
  ) {
    guard uses.count >= SessionLimits.mostOfAll else { return }
    uses = uses.filter { now - $0.value.last < .seconds(72 * 3_600) }
  }
}
