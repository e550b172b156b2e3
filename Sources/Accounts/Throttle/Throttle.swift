/// Slows down the guessing of one name's password: from one address after four failures, and from all
/// together after 49.
///
/// A store keeps the two counts, and makes each change of them one step. An attempt counts as in flight
/// before its password is checked, so that guesses at once count too.
package struct Throttle: Sendable, Hashable {
  /// The failures from the attempt's address; those without an address count as one.
  package var own: FailureCount
  /// The failures from everywhere.
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

  /// What to do with a new attempt.
  package enum Begin: Sendable, Hashable {
    case allowed
    /// Refused: a wait runs, for so many seconds.
    case wait(Int)
    /// It has to wait until an attempt in flight ends.
    case full
  }

  /// Counts an attempt as in flight, if it is allowed.
  package mutating func begin(now: Int) -> Begin {
    // These stay, even if it has to wait: the clock was set back.
    own.clamp(to: now)
    whole.clamp(to: now)
    var (own, whole) = (own, whole)
    own.settle(now)
    whole.settle(now)
    let rest = max(own.rest(after: Self.free, now), whole.rest(after: Self.freeInAll, now))
    if rest > 0 { return .wait(rest) }
    guard own.hasRoom(for: Self.free), whole.hasRoom(for: Self.freeInAll) else { return .full }
    own.begin(now)
    whole.begin(now)
    (self.own, self.whole) = (own, whole)
    return .allowed
  }

  /// Ends an attempt. One that took too long has been counted as failed already.
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
  /// How many failed.
  package var failures: Int
  /// When the last one did, in seconds since 1970; 0 if none has.
  package var last: Int
  /// How many attempts are in flight: their passwords are being checked.
  package var inFlight: Int
  /// When the last of them began, or ended.
  package var moved: Int
  /// How often the failures of the name were forgotten: counts by address from before are void.
  package var round: Int
  /// Whether several names have this count, as there is no room for more.
  package var isShared: Bool

  package init(
    failures: Int = 0, last: Int = 0, inFlight: Int = 0, moved: Int = 0, round: Int = 0,
    isShared: Bool = false
  ) {
    (self.failures, self.last, self.inFlight) = (failures, last, inFlight)
    (self.moved, self.round, self.isShared) = (moved, round, isShared)
  }

  /// The most failures that are counted.
  package static let most = 99
  /// The most rounds: the next one is the first again.
  package static let mostRounds = 9_999
  /// A count is kept for a day after the last failure.
  static let memory = 86_400
  /// Attempts in flight of which none ended for so many seconds count as failed: a killed guess is a
  /// guess.
  static let longestAttempt = 10

  /// Whether nothing is left to keep.
  package func isOver(_ now: Int) -> Bool {
    var settled = self
    settled.settle(now)
    return settled.inFlight == 0 && (settled.last == 0 || now - settled.last >= Self.memory)
  }

  /// Moves times in the future to now: a clock that was set back must not lock anybody out for longer
  /// than the wait.
  fileprivate mutating func clamp(to now: Int) { (last, moved) = (min(last, now), min(moved, now)) }

  /// Counts attempts that took too long as failed, and forgets old failures.
  fileprivate mutating func settle(_ now: Int) {
    clamp(to: now)
    if inFlight > 0, now - moved > Self.longestAttempt {
      fail(inFlight, at: moved + Self.longestAttempt)
      inFlight = 0
    }
    if inFlight == 0, now - last >= Self.memory { (failures, last) = (0, 0) }
  }

  /// Forgets the failures, and those from each address.
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
    settle(now)
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
