/// Slows down the guessing of one name's password: from one address after four failures, and from
/// all together after 49.
///
/// A store keeps the two counts, and changes them atomically. An attempt counts before its password
/// is checked, so that simultaneous guesses count too.
package struct Throttle: Sendable, Hashable {
  /// The failures from the attempt's address. Attempts without an address share one count.
  package var own: FailureCount
  /// The failures from all addresses.
  package var whole: FailureCount

  package init(own: FailureCount = FailureCount(), whole: FailureCount = FailureCount()) {
    (self.own, self.whole) = (own, whole)
  }

  /// The number of failures from one address without a wait.
  package static let free = 4
  /// The number of failures from everywhere without a wait.
  package static let freeInAll = 49
  /// The longest wait, in seconds.
  static let longestWait = 900

  package enum Begin: Sendable, Hashable {
    case allowed
    /// Refused for this many seconds.
    case wait(Int)
    /// Must wait until an attempt in flight ends.
    case full
  }

  /// Counts an attempt as in flight, if allowed.
  package mutating func begin(now: Int) -> Begin {
    // These stay, even if it has to wait: the clock was set back.
    own.clamp(to: now)
    whole.clamp(to: now)
    var (own, whole) = (own, whole)
    own.bringUpToDate(now)
    whole.bringUpToDate(now)
    let rest = max(own.rest(after: Self.free, now), whole.rest(after: Self.freeInAll, now))
    if rest > 0 { return .wait(rest) }
    guard own.hasRoom(for: Self.free), whole.hasRoom(for: Self.freeInAll) else { return .full }
    own.begin(now)
    whole.begin(now)
    (self.own, self.whole) = (own, whole)
    return .allowed
  }

  /// The seconds for which the attempt's own address has to wait.
  package func ownSecondsToWait(now: Int) -> Int {
    var own = own
    own.bringUpToDate(now)
    return max(0, own.rest(after: Self.free, now))
  }

  /// Ends an attempt. An attempt that took too long has been counted as failed already.
  package mutating func end(_ result: LoginAttempt.Result, now: Int) {
    own.end(result, now)
    whole.end(result, now)
    // Failures that several names share are not this one's to forget.
    guard result == .succeeded, !own.isShared else { return }
    if !whole.isShared { whole.failures = max(0, whole.failures - own.failures) }
    own.failures = 0
  }

  /// The wait after a number of failures, in seconds: none, then 1, 2, 4 and so on.
  static func wait(after count: Int, free: Int = free) -> Int {
    guard count > free else { return 0 }
    let doublings = count - free - 1
    return doublings < 10 ? min(1 << doublings, longestWait) : longestWait
  }
}

/// The failed logins of one name, or of one name from one address.
package struct FailureCount: Sendable, Hashable {
  package var failures: Int
  /// The time of the last failure, in seconds since 1970; 0 if there is none.
  package var last: Int
  /// The number of attempts whose passwords are being checked.
  package var inFlight: Int
  /// The time at which the last attempt began or ended.
  package var moved: Int
  /// Incremented when the name's failures are forgotten: counts by address from earlier rounds are
  /// void.
  package var round: Int
  /// True if several names share this count, for lack of room.
  package var isShared: Bool

  package init(
    failures: Int = 0, last: Int = 0, inFlight: Int = 0, moved: Int = 0, round: Int = 0,
    isShared: Bool = false
  ) {
    (self.failures, self.last, self.inFlight) = (failures, last, inFlight)
    (self.moved, self.round, self.isShared) = (moved, round, isShared)
  }

  package static let most = 99
  /// The number of rounds, after which they start again.
  package static let mostRounds = 9_999
  /// How long a count is kept after the last failure: a day.
  static let memory = 86_400
  /// Attempts in flight count as failed if none of them ends for this many seconds: killing a guess
  /// does not undo it.
  static let longestAttempt = 10

  /// True if there is nothing left to keep.
  package func isOver(_ now: Int) -> Bool {
    var settled = self
    settled.bringUpToDate(now)
    return settled.inFlight == 0 && (settled.last == 0 || now - settled.last >= Self.memory)
  }

  /// Moves times from the future to now: a clock that was set back must not lock anyone out for
  /// longer than the wait.
  fileprivate mutating func clamp(to now: Int) { (last, moved) = (min(last, now), min(moved, now)) }

  /// Counts attempts that took too long as failed, and forgets old failures.
  fileprivate mutating func bringUpToDate(_ now: Int) {
    clamp(to: now)
    if inFlight > 0, now - moved > Self.longestAttempt {
      fail(inFlight, at: moved + Self.longestAttempt)
      inFlight = 0
    }
    if inFlight == 0, now - last >= Self.memory { (failures, last) = (0, 0) }
  }

  /// Forgets the failures, and starts a new round.
  package mutating func clear() {
    guard !isShared else { return }
    failures = 0
    round = round % Self.mostRounds + 1
  }

  fileprivate func rest(after free: Int, _ now: Int) -> Int {
    last + Throttle.wait(after: failures, free: free) - now
  }

  fileprivate func hasRoom(for free: Int) -> Bool {
    inFlight == 0 || failures + inFlight <= free
  }

  fileprivate mutating func begin(_ now: Int) {
    inFlight += 1
    moved = now
  }

  fileprivate mutating func end(_ result: LoginAttempt.Result, _ now: Int) {
    bringUpToDate(now)
    guard inFlight > 0 else { return }
    inFlight -= 1
    moved = now
    if result == .failed { fail(1, at: now) }
  }

  private mutating func fail(_ count: Int, at time: Int) {
    failures = min(failures + count, Self.most)
    last = max(last, time)
  }
}
