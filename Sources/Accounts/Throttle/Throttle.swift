import LosslessJSON

/// Counts failed logins by name, to slow down password guessing.
///
/// Names are stored as keyed hashes, because people type passwords into the name field. The table
/// is bounded, and old entries are forgotten.
struct Throttle: Sendable, Hashable {
  /// The number of failures without a wait.
  static let free = 4
  /// The longest wait, in seconds.
  static let longestWait = 900
  /// Failures are forgotten after a day without another.
  static let memory = 86_400
  /// The most names that are kept.
  static let capacity = 4_096

  struct Failures: Sendable, Hashable {
    var count: Int
    /// When the last one was, in seconds since 1970.
    var last: Int
  }

  private(set) var hash: SipHash
  private(set) var failures: [UInt64: Failures]

  init(hash: SipHash, failures: [UInt64: Failures] = [:]) {
    self.hash = hash
    self.failures = failures
  }

  /// Counts an attempt as a failure. If a wait is due, counts nothing and returns the seconds to
  /// wait.
  mutating func begin(_ name: String, now: Int) -> Int? {
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
  mutating func succeed(_ name: String) { failures[hash.hash(name.utf8)] = nil }

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
  /// Reads a throttle file; nil if it cannot be parsed, and then a new one is started.
  init?(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(parsing: bytes),
      let keys = document.value(for: JSONKey("key"), in: document.root)
    else { return nil }
    let words = document.elements(of: keys).compactMap { value in
      document.string(value).flatMap { UInt64($0, radix: 16) }
    }
    guard words.count == 2 else { return nil }
    hash = SipHash(key: (words[0], words[1]))
    failures = [:]
    guard let names = document.value(for: JSONKey("failures"), in: document.root) else { return }
    for member in document.members(of: names) {
      let numbers = document.elements(of: member.value).compactMap { value in
        document.number(value).flatMap { Int($0) }
      }
      guard let name = document.string(member.key).flatMap({ UInt64($0, radix: 16) }),
        numbers.count == 2, numbers[0] > 0, (0..<1 << 40).contains(numbers[1])
      else { continue }
      failures[name] = Failures(count: min(numbers[0], 64), last: numbers[1])
    }
  }

  /// The text of a throttle file.
  var text: [UInt8] {
    func hexadecimal(_ number: UInt64) -> String { String(number, radix: 16) }
    let names = failures.sorted { $0.key < $1.key }.map { name, failures in
      JSONLiteral.Member(
        hexadecimal(name), .array([.integer(failures.count), .integer(failures.last)]))
    }
    let file = JSONLiteral.object([
      .init("key", .array([.string(hexadecimal(hash.key.0)), .string(hexadecimal(hash.key.1))])),
      .init("failures", .object(names)),
    ])
    return file.bytes(style: .compact) + [UInt8(ascii: "\n")]
  }

  /// An empty table under a fresh key.
  static func fresh() -> Throttle {
    var random = SystemRandomNumberGenerator()
    return Throttle(hash: SipHash(key: (random.next(), random.next())))
  }
}
