/// A moment to wait for, on a clock that is never set.
struct Countdown {
  private let instant: ContinuousClock.Instant

  init(milliseconds: Int) { instant = .now + .milliseconds(max(1, milliseconds)) }

  var hasPassed: Bool { .now >= instant }

  /// How long to sleep until then, rounded up so as not to wake too early.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: instant).components
    if seconds < 0 || attoseconds < 0 { return 0 }
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(min(seconds * 1000 + rest, 1 << 30))
  }
}
