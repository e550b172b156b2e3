import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A login in a browser, in a file") struct BrowserLoginTests {
  private let documents = Documents()
  private let ada = "ada@example.com"

  private func write(_ rules: String = "\"register\"") throws {
    try documents.write(
      "{\"rules\": \(rules), \"accounts\": [\n  \(hashed(ada)),\n  \(hashed("bob@example.com"))\n]}\n"
    )
  }

  @Test("has a session that counts at its own host, in each process")
  func counts() async throws {
    try write()
    let registry = documents.registry()
    let begun = try await registry.loginInBrowser(ada)
    for other in [registry, documents.registry()] {
      let found = try #require(try await other.session(begun.token, at: "page"))
      #expect(found.account.name.text == ada)
      #expect(found.login.browser == "Firefox on Linux")
      #expect(found.login.hosts == ["page"])
      #expect(try await other.session(begun.token, at: "wiki") == nil)
      #expect(try await other.session(SessionToken(), at: "page") == nil)
    }
    let wiki = try #require(try await registry.beginSession(of: begun.proved, at: "wiki"))
    for other in [registry, documents.registry()] {
      #expect(try await other.isIn(wiki, at: "wiki"))
      #expect(try await !other.isIn(wiki, at: "page"))
      #expect(try await other.isIn(begun))
      #expect(try await other.logins().map(\.hosts) == [["page", "wiki"]])
    }
  }

  @Test("has a short name that no other of its account has, and keeps it when others end")
  func shortNames() async throws {
    try write()
    // So few names that most would be taken.
    let registry = documents.registry().with { registry in
      registry.drawLogin = {
        BrowserLogin.ID(high: .random(in: 0..<12), low: .random(in: 0...UInt64.max))
      }
    }
    func begin(_ name: String) async throws -> String {
      let account = try #require(try await registry.account(name).account)
      return try await registry.beginLogin(
        of: account, typed: nil, at: "page", in: "", keeps: false
      )
      .login.shortName
    }
    var adas: Set<String> = []
    for _ in 0..<12 { adas.insert(try await begin(ada)) }
    #expect(adas.count == 12)
    // Another account's may be the same.
    #expect(adas.contains(try await begin("bob@example.com")))
    for name in adas {
      guard case .ended = try await registry.endLogin(name, of: ada) else {
        Issue.record("\(name) did not end")
        continue
      }
      let rest = Set(try await registry.logins(of: [ada]).map(\.shortName))
      #expect(rest == adas.subtracting([name]))
      #expect(try await begin(ada) == name)
    }
    #expect(try await registry.logins(of: ["bob@example.com"]).count == 1)
  }

  @Test("is proved by the hash that it made stronger itself")
  func strengthened() async throws {
    try write()
    let begun = try await documents.registry.loginInBrowser(ada)
    #expect(try await documents.storedPassword(of: ada) != HashOfSecret1.md5)
    #expect(try await documents.registry.isIn(begun))
  }

  @Test("leaves in the file neither its token nor what its host has of it")
  func secret() async throws {
    try write()
    let begun = try await documents.registry.loginInBrowser(ada)
    let text = try documents.text(of: "sessions.jsonl")
    #expect(!text.contains(begun.token.revealed()))
    #expect(text.contains(begun.token.digest.text))
    #expect(documents.state(of: "sessions.jsonl")?.permissions == 0o600)
    #expect(documents.exists(".sessions.jsonl.lock"))
  }

  /// The edits that a hand may make in the lines of a login.
  static let edits: [(old: String, new: String)] = [
    ("\"begun\":\"2027-01-15T08", "\"begun\":\"2027-01-15T09"),
    ("\"ends\":\"2027-01-22", "\"ends\":\"2027-02-22"), ("\"kept\":false", "\"kept\":true"),
    ("\"login\":\"", "\"login\":\"AAAAAAAAAAAAAAAAAAAAAA"),
    ("\"id\":\"\(NumberedIDs.id(1))\"", "\"id\":null"),
    ("\"id\":\"\(NumberedIDs.id(1))\"", "\"id\":\"\(NumberedIDs.id(2))\""),
  ]

  @Test(
    "is nobody's once a hand has changed which or whose it is, its times or that it is kept",
    arguments: edits)
  func prolonged(_ old: String, _ new: String) async throws {
    try write("{\"from\": \"register\", \"sessions\": {\"hours\": 168, \"days\": 90}}")
    let clock = Mutex(1_800_000_000)
    let registry = documents.registry(now: { clock.withLock(\.self) })
    let begun = try await registry.loginInBrowser(ada)
    let wiki = try #require(try await registry.beginSession(of: begun.proved, at: "wiki"))
    let found = try #require(try await registry.session(begun.token, at: "page"))
    clock.withLock { $0 += 7_200 }
    #expect(try await registry.isIn(wiki, at: "wiki"))
    let text = try documents.text(of: "sessions.jsonl")
    let gone = old == "\"login\":\"" ? "\(old)\(begun.login.id)" : old
    #expect(text.split(separator: gone, omittingEmptySubsequences: false).count == 3)
    try documents.write(text.replacing(gone, with: new), to: "sessions.jsonl")
    // Nor does a code that was made before lead to a session over what the hand wrote.
    for proved in [begun.proved, found.proved] {
      #expect(try await registry.beginSession(of: proved, at: "notes") == nil)
    }
    for other in [registry, documents.registry(now: { clock.withLock(\.self) })] {
      #expect(try await !other.isIn(begun))
      #expect(try await !other.isIn(wiki, at: "wiki"))
    }
  }

  @Test("has the id of its account, and the record has it, too")
  func ofID() async throws {
    let id = "00000000-0000-4000-8000-000000000001"
    let account =
      #"{"email": "\#(ada)", "password": "\#(HashOfSecret1.md5)", "id": "\#(ada) \#(id)"}"#
    try documents.write(#"{"rules": "register", "accounts": [\#(account)]}"#)
    let registry = documents.registry
    let begun = try await registry.loginInBrowser(ada)
    #expect(begun.login.accountID?.description == id)
    #expect(
      try documents.text(of: "sessions.jsonl").contains(#""account":"\#(ada)","id":"\#(id)""#))
    #expect(
      try documents.text(of: "logins.jsonl").contains(
        #""account":"\#(ada)","id":"\#(id)","answer":"yes""#))
    #expect(try await registry.isIn(begun))
    let renamed = "\(ada) \(id)"
    try documents.byHand(renamed, "bob@example.com \(id)")
    #expect(try await !registry.isIn(begun))
    try documents.byHand("bob@example.com \(id)", renamed)
    #expect(try await !registry.isIn(begun))
  }

  @Test("does not begin where the id is not the one that was proved")
  func otherID() async throws {
    let id = "00000000-0000-4000-8000-00000000000"
    let account =
      #"{"email": "\#(ada)", "password": "\#(HashOfSecret1.md5)", "id": "\#(ada) \#(id)1"}"#
    try documents.write(#"{"rules": "register", "accounts": [\#(account)]}"#)
    let proved = try await documents.registry.authenticate(LoginRequest(ada, "secret1"))
    try documents.byHand("\(id)1", "\(id)2")
    await #expect(throws: AccountsError.loginFailed) {
      try await documents.registry.beginLogin(
        of: proved, id: AccountID("\(id)1"), typed: nil, at: "page", in: "", keeps: false)
    }
  }

  @Test("does not begin where the account is not as it was proved")
  func changedMeanwhile() async throws {
    try write()
    let account = try await documents.registry.authenticate(LoginRequest(ada, "secret1"))
    try documents.byHand(HashOfSecret1.md5, "!" + HashOfSecret1.md5)
    await #expect(throws: AccountsError.loginFailed) {
      try await documents.registry.beginLogin(
        of: account, typed: nil, at: "page", in: "", keeps: false)
    }
    #expect(try documents.sessionLines() == [])
  }

  @Test(
    "comes to no further host once its account has another password, and ends",
    arguments: [false, true])
  func provedAnew(isFound: Bool) async throws {
    try write()
    let registry = documents.registry()
    let begun = try await registry.loginInBrowser(ada)
    let found = try #require(try await registry.session(begun.token, at: "page"))
    let proved = isFound ? found.proved : begun.proved
    #expect(try await registry.beginSession(of: proved, at: "wiki") != nil)
    let text = try documents.text()
    let hash = try #require(try await documents.storedPassword(of: ada))
    try documents.byHand(hash, HashOfSecret1.md5)
    #expect(try await registry.beginSession(of: proved, at: "notes") == nil)
    #expect(try await registry.logins().isEmpty)
    // Nor does it come back with the old password.
    try documents.write(text)
    #expect(try await registry.beginSession(of: proved, at: "notes") == nil)
    #expect(try await !registry.isIn(begun))
  }

  @Test("lasts as long as the rulebook says, and never longer than it was said at its beginning")
  func limits() async throws {
    try write("{\"from\": \"register\", \"sessions\": {\"hours\": 2, \"days\": 3}}")
    let clock = Mutex(1_800_000_000)
    let now = { @Sendable in clock.withLock { $0 } }
    let registry = documents.registry(now: now)
    let short = try await registry.loginInBrowser(ada)
    let long = try await registry.loginInBrowser(ada, keeps: true)
    #expect(short.maxAge == nil && long.maxAge == 3 * 86_400)
    clock.withLock { $0 += 7_199 }
    #expect(try await registry.isIn(short))
    #expect(try await registry.isIn(long))
    clock.withLock { $0 += 1 }
    #expect(try await !registry.isIn(short))
    #expect(try await registry.isIn(long))
    #expect(try await registry.beginSession(of: short.proved, at: "wiki") == nil)
    #expect(try await registry.logins().map(\.id) == [long.login.id])
    try documents.byHand("\"days\": 3", "\"days\": 1")
    clock.withLock { $0 = 1_800_000_000 + 86_400 }
    #expect(try await !registry.isIn(long))
    try documents.byHand("\"days\": 1", "\"days\": 90")
    #expect(try await registry.isIn(long))
    clock.withLock { $0 = 1_800_000_000 + 3 * 86_400 }
    #expect(try await !registry.isIn(long))
    // A clock that was set back: it is refused until it has begun.
    clock.withLock { $0 = 1_800_000_000 - 1 }
    #expect(try await !registry.isIn(long))
  }

  @Test("is refused once it was idle for too long, unless it is kept")
  func idle() async throws {
    try write("{\"from\": \"register\", \"sessions\": {\"idleHours\": 1}}")
    let passed = Mutex(Duration.zero)
    let start = ContinuousClock.now
    let uses = LoginUses { passed.withLock { start + $0 } }
    let clock = { @Sendable in 1_800_000_000 + Int(passed.withLock { $0 } / .seconds(1)) }
    let registry = documents.registry(now: clock).idling(by: uses)
    let begun = try await registry.loginInBrowser(ada)
    let kept = try await registry.loginInBrowser(ada, keeps: true)
    let wiki = try #require(try await registry.beginSession(of: begun.proved, at: "wiki"))
    // Idle is a login, not a host.
    for _ in 0..<3 {
      passed.withLock { $0 += .seconds(3_599) }
      #expect(try await registry.isIn(wiki, at: "wiki"))
    }
    passed.withLock { $0 += .seconds(1) }
    #expect(try await registry.isIn(begun))
    passed.withLock { $0 += .seconds(3_600) }
    #expect(try await !registry.isIn(begun))
    #expect(try await !registry.isIn(wiki, at: "wiki"))
    #expect(try await registry.isIn(kept))
    // It ends nothing in the store: a start of the program counts as one use.
    #expect(try await documents.registry(now: clock).isIn(begun))
  }

  @Test("whose account must change its password, or is in no group, goes on; other lines may fit")
  func groups() async throws {
    try write()
    let registry = documents.registry
    let begun = try await registry.loginInBrowser(ada)
    func found() async throws -> FoundSession {
      try #require(try await registry.session(begun.token, at: "page"))
    }
    await #expect(throws: AccountsError.notInGroup(name: ada)) {
      try await found().check(groups: ["ops"])
    }
    _ = try await registry.changeGroups(of: [ada], adding: ["ops"], removing: [])
    try await found().check(groups: ["web", "ops"])
    _ = try await registry.setMustChange(true, of: [ada])
    await #expect(throws: AccountsError.mustChange(name: ada)) {
      try await found().check(groups: [])
    }
    #expect(try await registry.isIn(begun))
  }

  @Test("is listed and ended by account and by host")
  func listed() async throws {
    try write()
    let registry = documents.registry
    let first = try await registry.loginInBrowser(ada)
    let second = try await registry.loginInBrowser(ada, at: "wiki")
    let bobs = try await registry.loginInBrowser("bob@example.com")
    #expect(try await registry.logins().count == 3)
    #expect(try await registry.logins(of: ["ADA@example.com"]).count == 2)
    #expect(try await registry.logins(at: "wiki").map(\.id) == [second.login.id])
    await #expect(throws: AccountsError.noSuchAccount(name: "eve@example.com")) {
      try await registry.logins(of: ["eve@example.com"])
    }
    await #expect(throws: AccountsError.noSuchAccount(name: "eve@example.com")) {
      try await registry.endLogins(of: [ada, "eve@example.com"])
    }
    #expect(try await registry.endLogins(at: "wiki").map(\.id) == [second.login.id])
    #expect(try await registry.isIn(first))
    #expect(try await !registry.isIn(second, at: "wiki"))
    #expect(try await registry.endLogins(of: [ada]).map(\.id) == [first.login.id])
    #expect(try await registry.isIn(bobs))
    #expect(try await !registry.isIn(first))
    #expect(try await registry.endLogins().count == 1)
    #expect(try await !registry.isIn(bobs))
    #expect(try documents.bytes(of: "sessions.jsonl") == [])
  }

  /// The ways to choose which logins end.
  enum Choice: CaseIterable { case name, host, all }

  @Test(
    "ends also while the rulebook or the clock hides it, is counted, and does not come back",
    arguments: Choice.allCases, [false, true])
  func hidden(choice: Choice, byClock: Bool) async throws {
    try write("{\"from\": \"register\", \"sessions\": {\"days\": 90}}")
    let start = 1_800_000_000
    let clock = Mutex(start)
    let registry = documents.registry(now: { clock.withLock { $0 } })
    let begun = try await registry.loginInBrowser(ada, keeps: true)
    if byClock {
      clock.withLock { $0 = start - 1 }
    } else {
      try documents.byHand("\"days\": 90", "\"days\": 1")
      clock.withLock { $0 = start + 86_400 }
    }
    #expect(try await registry.logins().isEmpty)
    let (names, host) = (choice == .name ? [ada] : nil, choice == .host ? "page" : nil)
    #expect(try await registry.loginsToEnd(of: names, at: host).map(\.id) == [begun.login.id])
    #expect(try await registry.endLogins(of: names, at: host).map(\.id) == [begun.login.id])
    if !byClock { try documents.byHand("\"days\": 1", "\"days\": 90") }
    clock.withLock { $0 = start + 1 }
    #expect(try await !registry.isIn(begun))
    #expect(try documents.sessionLines() == [])
  }

  @Test("is not in a copy of the accounts, and nothing is kept before the first one")
  func beside() async throws {
    try write()
    _ = try await documents.registry.edit([.firstName: "A"], of: ada)
    _ = try await documents.registry.logins()
    _ = try await documents.registry.endLogins()
    #expect(!documents.exists("sessions.jsonl") && !documents.exists(".sessions.jsonl.lock"))
    #expect(SideFile.name(.sessions, of: "people.json") == "people.sessions.jsonl")
    #expect(!SideFile.Name.copied.contains(.sessions))
  }
}
