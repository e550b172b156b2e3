import AccountsSupport
import Testing

@testable import Accounts

@Suite("The table of failed logins") struct ThrottleTests {
  private static let hash = SipHash(key: (1, 2))
  private var table = Throttle(hash: Self.hash)
  private let name = "email ada@example.com"

  private func failures(_ count: Int, last: Int) -> Throttle {
    Throttle(
      hash: Self.hash,
      records: [Self.hash.hash(name.utf8): Throttle.Record(failures: count, last: last)])
  }

  @Test(
    "requires no wait after four failures, then 1 second, 2, 4 and so on up to 900",
    arguments: [
      (0, 0), (1, 0), (4, 0), (5, 1), (6, 2), (7, 4), (8, 8), (9, 16), (10, 32), (11, 64),
      (12, 128), (13, 256), (14, 512), (15, 900), (16, 900), (64, 900), (Int.max, 900),
    ])
  func waits(count: Int, seconds: Int) {
    #expect(Throttle.wait(after: count) == seconds)
  }

  @Test("allows the fifth attempt, and each next one after its wait, not before")
  mutating func sequence() {
    var now = 1_000_000
    for _ in 0..<5 { #expect(table.fail(name, now: now) == nil) }
    for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900] {
      #expect(table.fail(name, now: now) == wait)
      #expect(table.fail(name, now: now + wait - 1) == 1)
      now += wait
      #expect(table.fail(name, now: now) == nil)
    }
  }

  @Test("does not count an attempt made during a wait")
  mutating func refusalsCostNothing() {
    for _ in 0..<5 { _ = table.fail(name, now: 0) }
    let before = table
    for _ in 0..<100 { #expect(table.fail(name, now: 0) == 1) }
    #expect(table == before)
  }

  @Test("starts again after a success, and leaves other names alone")
  mutating func success() {
    for _ in 0..<5 { _ = table.fail(name, now: 0) }
    #expect(table.fail("email luigi@gmail.com", now: 0) == nil)
    table.succeed("email mario@gmail.com", now: 0)
    #expect(table.fail(name, now: 0) == 1)
    table.succeed(name, now: 1)
    for _ in 0..<5 { #expect(table.fail(name, now: 1) == nil) }
    #expect(table.fail(name, now: 1) == 1)
  }

  @Test(
    "forgets failures after a day without another", arguments: [(86_399, 2), (86_400, 1)])
  func memory(age: Int, names: Int) {
    var table = failures(64, last: 1_000_000)
    #expect(table.fail("another", now: 1_000_000 + age) == nil)
    #expect(table.records.count == names)
  }

  @Test("treats a time in the future as now: no wait is longer than the wait itself")
  func future() {
    for last in [1_000_001, 2_000_000, Int.max] {
      var table = failures(10, last: last)
      #expect(table.fail(name, now: 1_000_000) == 32)
      #expect(table.fail(name, now: 1_000_031) == 1)
      #expect(table.fail(name, now: 1_000_032) == nil)
    }
  }

  @Test("keeps 4,096 names, and drops those with the oldest failures")
  func bounded() {
    let many = (0..<UInt64(Throttle.capacity)).map {
      ($0, Throttle.Record(failures: 9, last: 1_000 + Int($0)))
    }
    var table = Throttle(hash: Self.hash, records: Dictionary(uniqueKeysWithValues: many))
    for (round, name) in ["a", "b", "c"].enumerated() {
      #expect(table.fail(name, now: 10_000) == nil)
      #expect(table.records.count == Throttle.capacity)
      #expect(table.records[UInt64(round)] == nil)
      #expect(table.records[UInt64(round) + 1] != nil)
      #expect(table.records[Self.hash.hash(name.utf8)]?.failures == 1)
    }
  }

  @Test("lets a sixth attempt in as soon as one of the five in flight ends, unless it failed")
  mutating func inFlight() {
    let attempts = (0..<5).map { _ in LoginAttempt(name) }
    for attempt in attempts { #expect(table.begin(attempt, now: 0) == .allowed) }
    let sixth = LoginAttempt(name)
    #expect(table.begin(sixth, now: 0) == .full)
    table.end(attempts[0], .failed, now: 0)
    #expect(table.begin(sixth, now: 0) == .full)
    table.end(attempts[1], .succeeded, now: 0)
    #expect(table.begin(sixth, now: 0) == .allowed)
    #expect(table.begin(LoginAttempt(name), now: 0) == .allowed)
    #expect(table.begin(LoginAttempt(name), now: 0) == .full)
  }

  @Test("counts an attempt in flight for more than ten seconds as failed, and only once")
  mutating func killed() {
    let attempts = (0..<5).map { _ in LoginAttempt(name) }
    for attempt in attempts { _ = table.begin(attempt, now: 0) }
    #expect(table.begin(LoginAttempt(name), now: 10) == .full)
    // The five failed at 10; the wait after five failures is a second.
    #expect(table.fail(name, now: 11) == nil)
    for attempt in attempts { table.end(attempt, .failed, now: 11) }
    #expect(table.fail(name, now: 11) == 2)
    table.end(attempts[0], .succeeded, now: 11)
    #expect(table.fail(name, now: 11) == nil)
  }

  @Test("after five failures lets one attempt at a time in")
  mutating func oneAtATime() {
    for _ in 0..<5 { _ = table.fail(name, now: 0) }
    #expect(table.begin(LoginAttempt(name), now: 1) == .allowed)
    #expect(table.begin(LoginAttempt(name), now: 1) == .full)
  }

  @Test("has its own key in every file")
  func freshKeys() {
    #expect(Set((0..<20).map { _ in Throttle.fresh().hash }).count == 20)
  }
}
