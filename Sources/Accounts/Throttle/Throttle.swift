/// Counts failed logins by name, to slow down password guessing.
///
/// Names are stored as keyed hashes, because people type passwords into the name field. The table
/// is bounded, and old entries are forgotten.
package struct Throttle: Sendable, Hashable {
  /// The number of failures without a wait.
  static let free = 4
  /// The longest wait, in seconds.
  static let longestWait = 900
  /// Failures are forgotten after a day without another.
  static let memory = 86_400
  /// The most names that are kept.
  static let capacity = 4_096

  package struct Failures: Sendable, Hashable {
    package var count: Int
    /// When the last one was, in seconds since 1970.
    package var last: Int

    package init(count: Int, last: Int) {
      self.count = count
      self.last = last
    }
  }

  package private(set) var hash: SipHash
  package private(set) var failures: [UInt64: Failures]

  package init(hash: SipHash, failures: [UInt64: Failures] = [:]) {
    self.hash = hash
    self.failures = failures
  }

  /// Counts an attempt as a failure. If a wait is due, counts nothing and returns the seconds to
  /// wait.
  package mutating func begin(_ name: String, now: Int) -> Int? {
    forget(now)
    let name = hash.hash(name.utf8)
    var known = failures[name] ?? Failures(count: 0, last: now)
    let rest = known.last + Self.wait(after: known.count) - now
    if rest > 0 { return rest }
    known.count = min(known.count + 1, 64)
    known.last = now
    failures[name] = known
    makeRoom()
    return nil
  }

  /// Clears a name after a successful login.
  package mutating func succeed(_ name: String) { failures[hash.hash(name.utf8)] = nil }

  /// The wait after a number of failures, in seconds: none, then 1, 2, 4 and so on.
  static func wait(after count: Int) -> Int {
    guard count > free else { return 0 }
    let doublings = count - free - 1
    return doublings < 10 ? min(1 << doublings, longestWait) : longestWait
  }

  /// Forgets old entries, and moves times in the future to now: a clock that was set back must not
  /// lock a user out for longer than the wait itself.
  private mutating func forget(_ now: Int) {
    for (name, known) in failures {
      if known.last > now { failures[name]?.last = now }
      if now - known.last >= Self.memory { failures[name] = nil }
    }
  }

  /// Drops the names with the oldest failures. To push a name out, an attacker must fail under as
  /// many others first, at the price of a hash each.
  private mutating func makeRoom() {
    let excess = failures.count - Self.capacity
    guard excess > 0 else { return }
    let ranked = failures.sorted { ($0.value.last, $0.key) < ($1.value.last, $1.key) }
    for (name, _) in ranked.prefix(excess) { failures[name] = nil }
  }
}

extension Throttle {
  /// An empty table under a fresh key.
  package static func fresh() -> Throttle {
    var random = SystemRandomNumberGenerator()
    return Throttle(hash: SipHash(key: (random.next(), random.next())))
  }
}
