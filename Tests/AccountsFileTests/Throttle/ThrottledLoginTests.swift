import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// A clock that only moves when a test sets it.
final class StandingClock: Sendable {
  private let seconds: Atomic<Int>

  init(_ seconds: Int = 1_000_000) { self.seconds = Atomic(seconds) }

  var now: Int {
    get { seconds.load(ordering: .relaxed) }
    set { seconds.store(newValue, ordering: .relaxed) }
  }
}

/// The lines that the system's log got.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock(\.self) }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite("Guessing passwords") struct ThrottledLoginTests {
  private let documents = Documents()
  private let clock = StandingClock()
  private let counting = CountingCrypt()
  private let log = Lines()
  private let email = "mario@gmail.com"
  private let password = "Password1"

  private func registry(_ calls: SystemCalls = SystemCalls()) -> Registry {
    PersonalRegistry(
      Registry(
        documents: documents.path,
        disk: Disk(queue: DiskQueue(), calls: calls, lockPatience: days), today: { .ofTests },
        hasher: counting.hasher(), log: LoginLog { [log] line, _ in log.add(line) },
        now: { [clock] in clock.now }), sessionIn: documents.path
    ).registry
  }

  /// A file with one account and a hashed password.
  private func prepare(rules: String = "register") async throws {
    try documents.write(accounts: [], rules: rules)
    try await documents.registry.register(
      email, password,
      [
        .firstName: "Mario", .lastName: "B", .birthDate: "1990-08-12", .phone: "9123456789",
      ], logsIn: false)
  }

  /// The result of a login: `in`, `wrong`, or the seconds to wait.
  private func attempt(
    _ registry: Registry, _ email: String, _ guess: String = "wrong"
  ) async throws -> String {
    do {
      try await registry.login(email, guess)
      return "in"
    } catch AccountsError.loginFailed {
      return "wrong"
    } catch AccountsError.throttled(let seconds) {
      return "\(seconds) s"
    }
  }

  @Test("is free four times, then has a doubling wait; nothing reveals which accounts exist")
  func sequence() async throws {
    try await prepare(rules: "albums")
    let registry = registry()
    for name in [email, "nobody@gmail.com", "Pa55word"] {
      clock.now = 1_000_000
      for _ in 0..<5 { #expect(try await attempt(registry, name) == "wrong", "\(name)") }
      for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
        #expect(try await attempt(registry, name) == "\(wait) s", "\(name)")
        clock.now += wait
        #expect(try await attempt(registry, name) == "wrong", "\(name)")
      }
    }
  }

  @Test("counts for verify as for login, and for a name in any case")
  func verify() async throws {
    try await prepare()
    for _ in 0..<2 { #expect(try await attempt(registry(), email) == "wrong") }
    for _ in 0..<3 {
      #expect(try await !registry().verify(LoginRequest("Mario@GMAIL.com ", "wrong")))
    }
    await #expect(throws: AccountsError.throttled(seconds: 1)) {
      try await registry().verify(LoginRequest(email, password))
    }
  }

  @Test("by first name is counted as well, and two spellings of a name are one")
  func firstName() async throws {
    try await prepare(rules: "authorisation")
    for name in ["Mario", "MARIO", "mario", " Mario", "mARIO"] {
      await #expect(throws: AccountsError.loginFailed) {
        try await registry().login(firstName: name, "wrong")
      }
    }
    await #expect(throws: AccountsError.throttled(seconds: 1)) {
      try await registry().login(firstName: "Mario", password)
    }
  }

  @Test(
    "by first name counts together all spellings that Unicode holds equal",
    arguments: [0, 1, 2])
  func equivalentSpellings(sharing count: Int) async throws {
    try documents.write(
      accounts: (0..<3).map {
        #"{"email": "kim\#($0)@example.com", "password": "!", "firstName": "#
          + #""\#($0 < count ? "김민준" : "Ada")"}"#
      }, rules: "authorisation")
    let spellings = ["김민준", "\u{1100}\u{1175}\u{11B7}민준", "김\u{1106}\u{1175}\u{11AB}준"]
    let registry = registry()
    var ends: [AccountsError] = []
    for name in spellings + spellings {
      do { try await registry.login(firstName: name, "wrong") } catch let error as AccountsError {
        ends.append(error)
      }
    }
    #expect(ends == Array(repeating: .loginFailed, count: 5) + [.throttled(seconds: 1)])
  }

  /// People of one first name; the first's password is `Password1`, the others' `Password2` and on.
  private func prepare(sharing count: Int) throws {
    try documents.write(
      accounts: (1...count).map {
        #"{"email": "alex\#($0)@example.com", "password": "Password\#($0)", "#
          + #""firstName": "Alex", "lastName": "A"}"#
      }, rules: "authorisation")
  }

  @Test("by a shared first name is not cleared by another owner's success")
  func namesake() async throws {
    try prepare(sharing: 2)
    let registry = registry()
    for _ in 0..<4 {
      await #expect(throws: AccountsError.loginFailed) {
        try await registry.login(firstName: "Alex", "wrong")
      }
    }
    try await registry.login(firstName: "Alex", "Password2")
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login(firstName: "Alex", "wrong")
    }
    await #expect(throws: AccountsError.throttled(seconds: 1)) {
      try await registry.login(firstName: "Alex", "Password2")
    }
  }

  @Test("by a first name of more than four people tries none of them", arguments: [4, 5, 64])
  func common(count: Int) async throws {
    try prepare(sharing: count)
    let registry = registry()
    let fits = try await registry.verify(
      LoginRequest(firstName: "Alex", password: PasswordEntry("Password1")))
    #expect(fits == (count <= 4))
    let before = counting.allHashes
    for name in ["Alex", "Nobody"] {
      _ = try await registry.verify(
        LoginRequest(firstName: name, password: PasswordEntry("wrong")))
    }
    #expect(counting.allHashes - before == (count <= 4 ? 5 : 2))
  }

  @Test("by first name or by email counts under the one account")
  func byFirstNameAndEmail() async throws {
    try prepare(sharing: 1)
    for _ in 0..<3 {
      #expect(try await attempt(registry(), "alex1@example.com") == "wrong")
    }
    for _ in 0..<2 {
      await #expect(throws: AccountsError.loginFailed) {
        try await registry().login(firstName: "Alex", "wrong")
      }
    }
    #expect(try await attempt(registry(), "alex1@example.com") == "1 s")
  }

  @Test("a hundred times at once with the right password, as twenty programs do, gets in each time")
  func parallelRight() async throws {
    try await prepare()
    let all = (0..<20).map { _ in registry() }
    let fitting = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        let registry = all[number % all.count]
        group.addTask { try await registry.verify(LoginRequest(email, password)) }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(fitting == 100)
  }

  @Test("with too little memory counts nothing, and is not a wrong password")
  func outOfMemory() async throws {
    try await prepare()
    let poor = Registry(
      documents: documents.path, disk: Disk(queue: DiskQueue()), today: { .ofTests },
      hasher: .withoutMemory, now: { [clock] in clock.now })
    for name in [email, email, email, email, email, "nobody@example.com"] {
      await #expect(throws: AccountsError.outOfMemory) {
        try await poor.verify(LoginRequest(name, password))
      }
    }
    #expect(try await attempts(5, email) == 5)
  }

  @Test("ends with a new password: the count is cleared")
  func newPassword() async throws {
    try await prepare()
    for _ in 0..<6 { _ = try await attempt(registry(), email) }
    try await registry().edit(of: email, password: "another1")
    #expect(try await attempt(registry(), email, "another1") == "in")
    for _ in 0..<6 { _ = try await attempt(registry(), email) }
    var renewed = FieldValues()
    renewed.email = email
    renewed.password = "another2"
    _ = try await registry().importAccounts([NewAccount(renewed)], onConflict: .replace)
    #expect(try await attempt(registry(), email, "another2") == "in")
    for _ in 0..<6 { _ = try await attempt(registry(), email) }
    _ = try await registry().remove(email)
    // An unknown name is registered.
    #expect(try await attempt(registry(), email, "another3") == "in")
  }

  @Test("ends with enable, which says so, and says nothing where nobody has to wait")
  func enable() async throws {
    try await prepare()
    for _ in 0..<6 { _ = try await attempt(registry(), email) }
    #expect(try await attempt(registry(), email, password) == "1 s")
    let done = try await registry().enable("Mario@gmail.com")
    #expect(done.notices == [.failuresForgotten(name: email)])
    #expect(done.fields.isEmpty)
    #expect(try await attempt(registry(), email, password) == "in")
    #expect(try await registry().enable(email).notices.isEmpty)
  }

  @Test(
    "from one address keeps nobody out at another, of IPv6 one network at another",
    arguments: [
      ("192.0.2.1", "198.51.100.7", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
      ("2001:db8::1", "2001:db8::ffff:2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
      ("::1", "127.0.0.1", false),
    ])
  func addresses(guesser: String, owner: String, isSame: Bool) async throws {
    try await prepare()
    func verify(_ password: String, from address: String?) async throws -> String {
      do {
        let request = LoginRequest(
          email: email, password: PasswordEntry(password), from: LoginOrigin(address: address))
        return try await registry().verify(request) ? "in" : "wrong"
      } catch AccountsError.throttled(let seconds) {
        return "\(seconds) s"
      }
    }
    for _ in 0..<5 { #expect(try await verify("wrong", from: guesser) == "wrong") }
    #expect(try await verify(password, from: guesser) == "1 s")
    #expect(try await verify(password, from: owner) == (isSame ? "1 s" : "in"))
    #expect(try await verify(password, from: nil) == "in")
    // Neither success let the guesser in.
    #expect(try await verify(password, from: guesser) == "1 s")
  }

  /// How many of some wrong passwords are answered.
  private func attempts(_ count: Int, _ email: String) async throws -> Int {
    let registry = registry()
    var answered = 0
    for _ in 0..<count where try await attempt(registry, email) == "wrong" { answered += 1 }
    return answered
  }

  @Test("is refused without checking the password, right or wrong, and without hashing")
  func notLookedAt() async throws {
    try await prepare()
    for _ in 0..<5 { _ = try await attempt(registry(), email) }
    let hashes = counting.allHashes
    let file = try documents.bytes(of: "failed-logins")
    for guess in ["wrong", password, "", "\0"] {
      #expect(try await attempt(registry(), email, guess) == "1 s")
    }
    #expect(counting.allHashes == hashes)
    #expect(try documents.bytes(of: "failed-logins") == file)
    #expect(!documents.exists("session.json"))
  }

  @Test("twenty times at once gets five passwords checked", arguments: [1, 20])
  func parallel(registries: Int) async throws {
    try await prepare()
    let all = (0..<registries).map { _ in registry() }
    let ends = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        let registry = all[number % registries]
        group.addTask { try await attempt(registry, email, "wrong\(number)") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ends.count { $0 == "wrong" } == 5)
    #expect(ends.count { $0 == "1 s" } == 15)
    #expect(counting.allHashes == 5)
  }

  @Test("never rewrites the accounts file, and leaves no name in clear text")
  func sideFile() async throws {
    try await prepare(rules: "albums")
    let (bytes, state) = (try documents.bytes(), documents.state())
    for name in [email, "typed-by-mistake", "nobody@gmail.com"] {
      _ = try await attempt(registry(), name)
    }
    #expect(try documents.bytes() == bytes)
    #expect(documents.state() == state)
    #expect(documents.state(of: "failed-logins")?.permissions == 0o600)
    let text = try documents.text(of: "failed-logins")
    for clear in ["mario", "gmail", "typed", "mistake", "nobody", "wrong", "email"] {
      #expect(!text.contains(clear))
    }
  }

  @Test(
    "is refused before a hash is begun if it cannot be counted, unless that is allowed",
    arguments: [
      "allocate", "open failed-logins", "pwrite", "open lock", "a directory", "a link",
      "a lock that is none", "something else",
    ])
  func uncounted(fault: String) async throws {
    try await prepare()
    let failing = FailingCalls()
    switch fault {
    case "a directory": mkdir(documents.path(of: "failed-logins"), 0o700)
    case "a link": #expect(symlink("elsewhere", documents.path(of: "failed-logins")) == 0)
    case "a lock that is none": mkdir(documents.path(of: ".logins.jsonl.lock"), 0o700)
    case "something else": try documents.write("{}", to: "failed-logins")
    default: failing.fail(fault, with: EACCES)
    }
    let refusing = registry(failing.calls)
    let hashes = counting.allHashes
    for (name, guess) in [(email, password), (email, "wrong"), ("nobody@gmail.com", password)] {
      let failure = await error {
        try await refusing.authenticate(LoginRequest(name, guess))
      }
      guard case .uncounted(.store) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
    #expect(counting.allHashes == hashes)
    // Nobody has guessed: a person who gave the right password must not be shut out for it.
    #expect(log.all.isEmpty && !documents.exists("logins.jsonl"))
    let isInItsPlace = ["a directory", "a link", "something else"].contains(fault)
    let isNoLock = fault == "a lock that is none"
    #expect(
      try await refusing.check().beside.map(\.rule.name)
        == (isInItsPlace ? ["notCounted"] : isNoLock ? [Rule.file(.regularFile).name] : []))
    if isInItsPlace {
      guard case .failuresNotForgotten? = try await refusing.enable(email).notices.first else {
        Issue.record("the failed logins stay, in silence")
        return
      }
    }
    let allowing = refusing.allowingUncounted()
    var notices: [Notice] = []
    for _ in 0..<8 {
      #expect(try await !allowing.verify(LoginRequest(email, "wrong")) { notices.append($0) })
    }
    #expect(try await allowing.verify(LoginRequest(email, password)))
    #expect(notices.count { if case .notCounted = $0 { true } else { false } } == 8)
    #expect(!documents.exists("elsewhere"))
  }

  @Test("is not held up by those that wait for it in the same process, however many they are")
  func ownObstacle() async throws {
    try await prepare()
    let impatient = Registry(
      documents: documents.path,
      disk: Disk(queue: DiskQueue(), calls: SystemCalls(), lockPatience: 5_000),
      today: { .ofTests }, hasher: counting.hasher(), now: { [clock] in clock.now })
    try await withThrowingTaskGroup { group in
      for number in 0..<60 {
        group.addTask {
          var values = FieldValues()
          values.email = "user\(number)@gmail.com"
          values.firstName = "U"
          values.lastName = "U"
          values.birthDate = "1990-08-12"
          values.phone = "9123456789"
          _ = try await impatient.register(values, password: PasswordEntry("secret\(number)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await impatient.list(limit: 99).accounts.count == 61)
  }
}
