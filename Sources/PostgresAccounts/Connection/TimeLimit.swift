import Dispatch
import Glibc

/// How time passes for those who wait for a server, by a clock that nobody sets. A test can let it
/// stand still.
struct WaitingTime: Sendable {
  let now: @Sendable () -> ContinuousClock.Instant
  /// Waits for what one descriptor has, as `poll` does, for so many milliseconds.
  let wait: @Sendable (inout pollfd, Int32) -> Int32
  /// Waits between two attempts, for so many milliseconds, even in a task that is cancelled: a write
  /// that was sent goes on to its end, at its pace.
  let pause: @Sendable (Int) async -> Void

  @TaskLocal static var current = WaitingTime(
    now: { .now }, wait: { poll(&$0, 1, $1) },
    pause: { milliseconds in
      await withCheckedContinuation { waiting in
        let end = DispatchTime.now() + .milliseconds(milliseconds)
        DispatchQueue.global().asyncAfter(deadline: end) { waiting.resume() }
      }
    })

  static var now: ContinuousClock.Instant { current.now() }
}

/// A moment up to which to wait.
package struct TimeLimit: Comparable, Sendable {
  let end: ContinuousClock.Instant

  package init(seconds: Int) { end = WaitingTime.now + .seconds(seconds) }

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

  var isPast: Bool { WaitingTime.now >= end }

  var millisecondsLeft: Int32 {
    let left = end - WaitingTime.now
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
    since start: ContinuousClock.Instant, patience: Int,
    at now: ContinuousClock.Instant = WaitingTime.now
  ) {
    // A question that fails has taken its time itself: one that follows a failed one is in the same
    // outage.
    if !isKnown(start, patience) { began = start }
    last = now
  }

  /// The end of all that is asked from now on; nil if servers have answered lately. Each question
  /// has a second: a server that is back answers in that.
  func limit(patience: Int, at now: ContinuousClock.Instant = WaitingTime.now) -> TimeLimit? {
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
