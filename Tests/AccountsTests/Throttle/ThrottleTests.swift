import AccountsSupport
import Testing

@testable import Accounts

@Suite("The counts of failed logins") struct ThrottleTests {
  private var throttle = Throttle()

  private func failed(_ count: Int, last: Int) -> Throttle {
    let failed = FailureCount(failures: count, last: last)
    return Throttle(own: failed, whole: failed)
  }

  @Test("allow the fifth attempt, and each next one after its wait, not before")
  mutating func sequence() {
    var now = 1_000_000
    for _ in 0..<5 { #expect(throttle.fail(now: now) == nil) }
    for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900] {
      #expect(throttle.fail(now: now) == wait)
      #expect(throttle.fail(now: now + wait - 1) == 1)
      now += wait
      #expect(throttle.fail(now: now) == nil)
    }
  }

  @Test("from however many addresses allow fifty at once, and 96 a day after that")
  func fromEverywhere() {
    var whole = FailureCount()
    var (answered, now) = (0, 1_000_000)
    func guessFromNewAddress() {
      var throttle = Throttle(whole: whole)
      if throttle.fail(now: now) == nil { answered += 1 }
      whole = throttle.whole
    }
    for _ in 0..<200 { guessFromNewAddress() }
    #expect(answered == 50)
    // After a day of that, each wait is the longest.
    for _ in 0..<86_400 {
      now += 1
      guessFromNewAddress()
    }
    answered = 0
    for _ in 0..<86_400 {
      now += 1
      guessFromNewAddress()
    }
    #expect(answered == 96)
  }

  @Test("from another address let the right password in, though one has to wait")
  func otherAddress() {
    var guesser = Throttle()
    for _ in 0..<9 { _ = guesser.fail(now: 0) }
    #expect(guesser.fail(now: 0) == 1)
    var owner = Throttle(whole: guesser.whole)
    #expect(owner.begin(now: 0) == .allowed)
    owner.end(.succeeded, now: 0)
    // A failure elsewhere stays counted.
    #expect(owner.whole.failures == 5 && owner.own.failures == 0)
    #expect(Throttle(own: guesser.own, whole: owner.whole).own.failures == 5)
  }

  @Test("that several names share are ended by nobody's success, and by no new password")
  mutating func shared() {
    throttle.own.isShared = true
    throttle.whole.isShared = true
    for _ in 0..<4 { _ = throttle.fail(now: 0) }
    #expect(throttle.begin(now: 0) == .allowed)
    throttle.end(.succeeded, now: 0)
    throttle.whole.clear()
    #expect(throttle.own.failures == 4 && throttle.whole.failures == 4)
  }

  @Test("of a new password begin a new round, so that those from each address are void")
  mutating func newPassword() {
    for _ in 0..<5 { _ = throttle.fail(now: 5) }
    throttle.whole.clear()
    #expect(throttle.whole == FailureCount(last: 5, moved: 5, round: 1))
    // It is kept for as long as those.
    #expect(!throttle.whole.isOver(5 + 86_399) && throttle.whole.isOver(5 + 86_400))
    throttle.whole.round = FailureCount.mostRounds
    throttle.whole.clear()
    #expect(throttle.whole.round == 1)
  }

  @Test(
    "are forgotten after a day without another failure",
    arguments: [(86_399, false), (86_400, true)])
  func memory(age: Int, isOver: Bool) {
    var throttle = failed(64, last: 1_000_000)
    #expect(throttle.own.isOver(1_000_000 + age) == isOver)
    #expect(throttle.fail(now: 1_000_000 + age) == nil)
    #expect(throttle.own.failures == (isOver ? 1 : 65))
    #expect(FailureCount().isOver(0))
    #expect(!FailureCount(inFlight: 1, moved: 1_000_000).isOver(1_000_000))
    #expect(!FailureCount(inFlight: 1, moved: 1_000_000).isOver(1_000_011))
  }

  @Test("treat a time in the future as now: no wait is longer than the wait itself")
  func future() {
    for last in [1_000_001, 2_000_000, Int.max] {
      var throttle = failed(10, last: last)
      #expect(throttle.fail(now: 1_000_000) == 32)
      throttle = failed(10, last: 1_000_000)
      #expect(throttle.fail(now: 1_000_031) == 1)
      #expect(throttle.fail(now: 1_000_032) == nil)
    }
  }

  @Test("let a sixth attempt in as soon as one of the five in flight ends, unless it failed")
  mutating func inFlight() {
    for _ in 0..<5 { #expect(throttle.begin(now: 0) == .allowed) }
    #expect(throttle.begin(now: 0) == .full)
    throttle.end(.failed, now: 0)
    #expect(throttle.begin(now: 0) == .full)
    throttle.end(.succeeded, now: 0)
    for _ in 0..<2 { #expect(throttle.begin(now: 0) == .allowed) }
    #expect(throttle.begin(now: 0) == .full)
  }

  @Test("count attempts in flight of which none ends for ten seconds as failed, and only once")
  mutating func killed() {
    for _ in 0..<5 { _ = throttle.begin(now: 0) }
    #expect(throttle.begin(now: 10) == .full)
    // The five failed at 10; the wait after five failures is a second.
    #expect(throttle.fail(now: 11) == nil)
    for _ in 0..<5 { throttle.end(.failed, now: 11) }
    #expect(throttle.own.failures == 6 && throttle.whole.failures == 6)
    #expect(throttle.fail(now: 11) == 2)
  }

  @Test("after five failures let one attempt at a time in")
  mutating func oneAtATime() {
    for _ in 0..<5 { _ = throttle.fail(now: 0) }
    #expect(throttle.begin(now: 1) == .allowed)
    #expect(throttle.begin(now: 1) == .full)
  }
}
