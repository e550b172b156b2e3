import Synchronization
import Testing
import TextTools

@testable import Accounts

@Suite("A session's token") struct SessionTokenTests {
  @Test("is 43 characters, is another one each time, and shows itself only when it is asked to")
  func text() throws {
    let tokens = (0..<100).map { _ in SessionToken() }
    #expect(Set(tokens.map { $0.revealed() }).count == 100)
    for token in tokens {
      let text = token.revealed()
      #expect(text.utf8.count == 43)
      #expect(SessionToken(text.utf8) == token)
      var dumped = ""
      dump(token, to: &dumped)
      #expect(!"\(token)\(String(reflecting: token))\(dumped)".contains(text))
    }
  }

  @Test("is no other text")
  func wrong() throws {
    let text = SessionToken().revealed()
    for wrong in [
      "", "A", text + "A", String(text.dropLast()), text + "=", String(text.dropLast()) + "=",
      String(text.dropLast()) + "+", String(text.dropLast()) + "/", String(text.dropLast()) + " ",
    ] {
      #expect(SessionToken(wrong.utf8) == nil, "\(wrong)")
    }
    // The last character has two bits that stand for nothing.
    let same = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    #expect(SessionToken((same + "A").utf8) != nil)
    #expect(SessionToken((same + "B").utf8) == nil)
  }

  @Test("is found by its SHA-256, and proves host, id, account and password together")
  func digests() throws {
    let bytes = [UInt8](repeating: 7, count: 32)
    let token = try #require(SessionToken(Base64.urlText(bytes).utf8))
    #expect(token.digest.text == Base64.urlText(SHA256.digest(of: bytes)))
    let proof = token.proof(at: "wiki.example.com", of: "ada", password: "$y$1")
    #expect(proof == token.proof(at: "wiki.example.com", of: "ada", password: "$y$1"))
    for other in [
      token.proof(at: "notes.example.com", of: "ada", password: "$y$1"),
      token.proof(at: "wiki.example.com", of: "Ada", password: "$y$1"),
      token.proof(at: "wiki.example.com", of: "ada", password: "$y$2"),
      token.proof(at: "wiki.example.coma", of: "da", password: "$y$1"),
      token.proof(at: "wiki.example.com", of: "ada$", password: "y$1"),
      SessionToken().proof(at: "wiki.example.com", of: "ada", password: "$y$1"), token.digest,
      token.proof(at: "wiki.example.com", of: "ada", id: .random(), password: "$y$1"),
    ] {
      #expect(proof != other)
    }
    let id = AccountID.random()
    let ofID = token.proof(at: "wiki.example.com", of: "ada", id: id, password: "$y$1")
    #expect(ofID == token.proof(at: "wiki.example.com", of: "ada", id: id, password: "$y$1"))
    #expect(
      ofID != token.proof(at: "wiki.example.com", of: "ada", id: .random(), password: "$y$1"))
    #expect(TokenDigest(proof.text.utf8) == proof)
  }
}

@Suite("How long a login in a browser lasts") struct SessionLimitsTests {
  private func login(ends: Int = 86_400, isKept: Bool = false) -> BrowserLogin {
    BrowserLogin(
      id: BrowserLogin.ID(), account: "ada", begun: 0, ends: ends, isKept: isKept, browser: "")
  }

  @Test("is the shorter of what was said at its beginning and what the rulebook says now")
  func shorter() {
    var limits = SessionLimits()
    #expect(limits.end(of: login()) == 86_400)
    #expect(limits.end(of: login(ends: 3_600)) == 3_600)
    #expect(limits.end(of: login(ends: 86_400 * 30, isKept: true)) == 86_400 * 30)
    limits.hours = 1
    #expect(limits.end(of: login()) == 3_600)
    #expect(limits.end(of: login(ends: 86_400 * 30, isKept: true)) == 86_400 * 30)
    limits.hours = 168
    #expect(limits.end(of: login()) == 86_400)
    limits.days = 2
    #expect(limits.end(of: login(ends: 86_400 * 30, isKept: true)) == 86_400 * 2)
    // If no logins are kept, it is a login like any other.
    limits.days = 0
    #expect(limits.end(of: login(ends: 86_400 * 30, isKept: true)) == 168 * 3_600)
    #expect(limits.idleTime(of: login(isKept: true)) == .seconds(8 * 3_600))
    #expect(limits.seconds(isKept: true) == 168 * 3_600)
  }

  @Test("does not begin before its time, as after a jump of the clock")
  func ahead() {
    let limits = SessionLimits()
    #expect(!limits.allow(login(), at: -1))
    #expect(limits.allow(login(), at: 0))
    #expect(limits.allow(login(), at: 86_399))
    #expect(!limits.allow(login(), at: 86_400))
  }
}

@Suite("An idle login") struct LoginUsesTests {
  private final class Clock: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)
    var now: ContinuousClock.Instant { passed.withLock { start + $0 } }
    func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
  }

  private let clock = Clock()
  private let id = BrowserLogin.ID()

  private func uses() -> LoginUses {
    let clock = clock
    return LoginUses { clock.now }
  }

  @Test("is refused for good, and a start of the program counts as one use")
  func idle() {
    let uses = uses()
    #expect(uses.use(id, age: 0, limit: .seconds(100)))
    clock.pass(.seconds(99))
    #expect(uses.use(id, age: 99, limit: .seconds(100)))
    clock.pass(.seconds(100))
    #expect(!uses.use(id, age: 199, limit: .seconds(100)))
    #expect(!uses.use(id, age: 199, limit: .seconds(100)))
    #expect(self.uses().use(id, age: 199, limit: .seconds(100)))
  }

  @Test("is not one that began a moment ago in another process")
  func young() {
    let uses = uses()
    clock.pass(.seconds(1_000))
    #expect(uses.use(id, age: 5, limit: .seconds(100)))
    #expect(!uses.use(BrowserLogin.ID(), age: 500, limit: .seconds(100)))
    // A clock that was set back makes it no older than the program.
    #expect(uses.use(BrowserLogin.ID(), age: -500, limit: .seconds(100)))
  }

  @Test("begins 64 sessions within an hour, then one for each that is older; others have their own")
  func begun() throws {
    let (uses, other) = (uses(), BrowserLogin.ID())
    for _ in 0..<63 { try uses.begin(id) }
    clock.pass(.seconds(3_000))
    try uses.begin(id)
    for _ in 0..<2 {
      #expect(throws: AccountsError.throttled(seconds: 600)) { try uses.begin(id) }
    }
    try uses.begin(other)
    // The sessions that are there count as used, and a use begins none.
    #expect(uses.use(id, age: 3_000, limit: .seconds(100)))
    clock.pass(.seconds(599) + .milliseconds(1))
    #expect(throws: AccountsError.throttled(seconds: 1)) { try uses.begin(id) }
    clock.pass(.seconds(1))
    for _ in 0..<63 { try uses.begin(id) }
    #expect(throws: AccountsError.throttled(seconds: 3_000)) { try uses.begin(id) }
  }
}
