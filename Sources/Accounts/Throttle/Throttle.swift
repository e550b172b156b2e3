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

  /// An attempt whose password is still being checked for longer than this counts as failed: a
  /// killed guess is a guess.
  static let longestAttempt = 10

  /// What is counted under one name.
  package struct Record: Sendable, Hashable {
    package var failures = 0
    /// When the last one was, in seconds since 1970.
    package var last: Int
    /// The attempts whose password is being checked, and when each began.
    package var inFlight: [UInt64: Int] = [:]

    package init(failures: Int = 0, last: Int, inFlight: [UInt64: Int] = [:]) {
      self.failures = failures
      self.last = last
      self.inFlight = inFlight
    }

    fileprivate mutating func fail(at time: Int) {
      failures = min(failures + 1, 64)
      last = max(last, time)
    }
  }

  /// What to do with a new attempt.
  package enum Begin: Sendable, Hashable {
    case allowed
    /// Refused: a wait runs, for so many seconds.
    case wait(Int)
    /// It has to wait until an attempt in flight ends.
    case full
  }

  package private(set) var hash: SipHash
  package private(set) var records: [UInt64: Record]

  package init(hash: SipHash, records: [UInt64: Record] = [:]) {
    self.hash = hash
    self.records = records
  }

  /// Counts an attempt as in flight, if it is allowed.
  package mutating func begin(_ attempt: LoginAttempt, now: Int) -> Begin {
    expire(now)
    let name = hash.hash(attempt.name.utf8)
    var record = records[name] ?? Record(last: now)
    let rest = record.last + Self.wait(after: record.failures) - now
    if rest > 0 { return .wait(rest) }
    guard record.inFlight.isEmpty || record.failures + record.inFlight.count <= Self.free else {
      return .full
    }
    record.inFlight[attempt.id] = now
    records[name] = record
    makeRoom()
    return .allowed
  }

  /// Ends an attempt. One that took too long has been counted as failed already.
  package mutating func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result, now: Int) {
    expire(now)
    let name = hash.hash(attempt.name.utf8)
    guard var record = records[name] else { return }
    let wasInFlight = record.inFlight.removeValue(forKey: attempt.id) != nil
    switch result {
    case .succeeded: record.failures = 0
    case .failed where wasInFlight: record.fail(at: now)
    case .failed, .uncounted: break
    }
    records[name] = record.failures == 0 && record.inFlight.isEmpty ? nil : record
  }

  /// Forgets the failures under a name.
  package mutating func clear(_ name: String) {
    let name = hash.hash(name.utf8)
    records[name]?.failures = 0
    if records[name]?.inFlight.isEmpty == true { records[name] = nil }
  }

  /// The wait after a number of failures, in seconds: none, then 1, 2, 4 and so on.
  static func wait(after count: Int) -> Int {
    guard count > free else { return 0 }
    let doublings = count - free - 1
    return doublings < 10 ? min(1 << doublings, longestWait) : longestWait
  }

  /// Counts attempts that took too long as failed, forgets old entries, and moves times in the
  /// future to now: a clock that was set back must not lock a user out for longer than the wait.
  private mutating func expire(_ now: Int) {
    for (name, var record) in records {
      record.last = min(record.last, now)
      for (attempt, began) in record.inFlight {
        record.inFlight[attempt] = min(began, now)
        guard now - began > Self.longestAttempt else { continue }
        record.inFlight[attempt] = nil
        record.fail(at: began + Self.longestAttempt)
      }
      let isOld = record.inFlight.isEmpty && now - record.last >= Self.memory
      records[name] = isOld ? nil : record
    }
  }

  /// Drops the names with the oldest failures. To push a name out, an attacker must fail under as
  /// many others first, at the price of a hash each.
  private mutating func makeRoom() {
    let excess = records.count - Self.capacity
    guard excess > 0 else { return }
    let ranked = records.sorted { ($0.value.last, $0.key) < ($1.value.last, $1.key) }
    for (name, _) in ranked.prefix(excess) { records[name] = nil }
  }
}

extension Throttle {
  /// An empty table under a fresh key.
  package static func fresh() -> Throttle {
    var random = SystemRandomNumberGenerator()
    return Throttle(hash: SipHash(key: (random.next(), random.next())))
  }
}
