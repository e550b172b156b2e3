/// A moment up to which to wait, by a clock that nobody sets.
package struct TimeLimit: Comparable, Sendable {
  let end: ContinuousClock.Instant

  package init(seconds: Int) { end = ContinuousClock.now + .seconds(seconds) }

  init(_ end: ContinuousClock.Instant) { self.end = end }

  /// When the operation that a task is in has to end, however its steps fare.
  @TaskLocal package static var limit: TimeLimit?

  /// This one, or the limit if that is earlier.
  var orLimit: TimeLimit { earlier(Self.limit) }

  func earlier(_ other: TimeLimit?) -> TimeLimit { min(self, other ?? self) }

  package static func < (one: TimeLimit, other: TimeLimit) -> Bool { one.end < other.end }

  func later(seconds: Int) -> TimeLimit { TimeLimit(end + .seconds(seconds)) }

  /// Runs what asks a server, within this limit.
  func holding<Result>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let done = Self.$limit.withValue(orLimit) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try done.get()
  }

  var isPast: Bool { ContinuousClock.now >= end }

  var millisecondsLeft: Int32 {
    let left = end - ContinuousClock.now
    let (seconds, attoseconds) = left.components
    return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }
}

/// The time in which servers did not answer, over all that is asked of a store one after another. A
/// command is some questions, a write and questions again: together they have as long as a write
/// alone.
struct ServerOutage {
  private var began: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  /// Notes that something failed which was asked at a moment.
  mutating func note(
    since start: ContinuousClock.Instant, patience: Int, at now: ContinuousClock.Instant = .now
  ) {
    // A question that fails has taken its time itself: one that follows a failed one is in the same
    // outage.
    if !isKnown(start, patience) { began = start }
    last = now
  }

  /// The end of all that is asked from now on; nil if servers have answered lately. Each question
  /// has a second: a server that is back answers in that.
  func limit(patience: Int, at now: ContinuousClock.Instant = .now) -> TimeLimit? {
    guard isKnown(now, patience), let began else { return nil }
    return TimeLimit(max(began + Self.length(patience), now + .seconds(1)))
  }

  /// The time of a write that begins now, without an outage before it. A command has forty seconds;
  /// this leaves some of them for the questions after the write.
  static func length(_ patience: Int) -> Duration { .milliseconds(3_500 * patience) }

  /// A server that has answered for as long as one is waited for is well, and so begins the time
  /// anew; as it does, behind all that a command may ask, for somebody who goes on for longer.
  private func isKnown(_ now: ContinuousClock.Instant, _ patience: Int) -> Bool {
    guard let began, let last else { return false }
    return now - last < .seconds(patience) && now - began < .seconds(6 * patience)
  }
}
