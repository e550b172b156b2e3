import AccountsSupport
import Foundation
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The record of logins") struct LoginRecordTests {
  private let documents = Documents()
  private let start = 1_800_000_000

  private func registry(at now: Int) -> Registry { documents.registry(now: { now }) }

  private func fail(_ email: String, at now: Int, _ origin: LoginOrigin = LoginOrigin()) async {
    let request = LoginRequest(email: email, password: PasswordEntry("wrong12"), from: origin)
    _ = try? await registry(at: now).authenticate(request)
  }

  private func succeed(_ email: String, at now: Int) async throws {
    _ = try await registry(at: now).authenticate(LoginRequest(email, "secret1"))
  }

  private func lines() throws -> [String] {
    try documents.text(of: "logins.jsonl").split(separator: "\n").map(String.init)
  }

  /// A line of an attempt of somebody who has the first id of the test.
  private static func line(
    _ time: String, _ email: String, _ answer: String, _ others: String = ""
  ) -> String {
    #"{"at":"\#(time)Z","account":"\#(email)","id":"\#(NumberedIDs.id(1))","#
      + #""answer":"\#(answer)"\#(others)}"#
  }

  private func last(_ email: String) async throws -> LastLogin? {
    let account = try await documents.registry.account(email)
    return try await documents.registry.lastLogin(of: account)
  }

  @Test("has a line for each attempt, and each account's last success and failures since")
  func kept() async throws {
    try await documents.registry.register("ada@bee.co", logsIn: false)
    #expect(!documents.exists("logins.jsonl"))
    #expect(try await last("ada@bee.co") == nil)
    await fail("ADA@bee.co", at: start, LoginOrigin(service: "sshd", address: "192.0.2.7"))
    #expect(try await last("ada@bee.co") == LastLogin(failures: 1))
    try await succeed("ada@bee.co", at: start + 1)
    #expect(try await last("ada@bee.co") == LastLogin(success: start + 1))
    await fail("ada@bee.co", at: start + 2)
    await fail("ada@bee.co", at: start + 3)
    await fail("secret1@bee.co", at: start + 4, LoginOrigin(service: "a b"))
    #expect(try await last("ada@bee.co") == LastLogin(success: start + 1, failures: 2))
    #expect(
      try lines() == [
        Self.line(
          "2027-01-15T08:00:00", "ada@bee.co", "wrong", #","service":"sshd","from":"192.0.2.7""#),
        Self.line("2027-01-15T08:00:01", "ada@bee.co", "yes"),
        Self.line("2027-01-15T08:00:02", "ada@bee.co", "wrong"),
        Self.line("2027-01-15T08:00:03", "ada@bee.co", "wrong"),
        #"{"at":"2027-01-15T08:00:04Z","account":null,"answer":"unknown","service":"-"}"#,
      ])
    #expect(documents.state(of: "logins.jsonl")?.permissions == 0o600)
    #expect(documents.state(of: "last-logins")?.permissions == 0o600)
    #expect(try documents.text(of: "last-logins").hasPrefix("2027-01-15T08:00:00Z "))
    #expect(try await documents.registry.lastLogins()?.begin == start)
  }

  @Test("follows an undo of several changes to the name that it leaves, not to one between")
  func severalUndone() async throws {
    let registry = documents.registry
    try await registry.register("ada@bee.co", logsIn: false)
    try await succeed("ada@bee.co", at: start)
    let yes = Self.line("2027-01-15T08:00:00", "ada@bee.co", "yes")
    try await registry.edit([.email: "bob@bee.co"], of: "ada@bee.co")
    try await registry.edit([.email: "cid@bee.co"], of: "bob@bee.co")
    _ = try await registry.undo(2)
    #expect(try await last("ada@bee.co") == LastLogin(success: start))
    #expect(try lines() == [yes])
    // An account that is removed and brought back counts as the same.
    _ = try await registry.remove("ada@bee.co")
    _ = try await registry.undo()
    try await succeed("ada@bee.co", at: start)
    _ = try await registry.undo(2)
    #expect(try await last("ada@bee.co") == LastLogin(success: start))
    #expect(try lines() == [yes])
  }

  @Test("has every way in which an attempt ends, and a login that creates")
  func answers() async throws {
    let registry = registry(at: start)
    try await registry.login("ada@bee.co", "secret1")
    #expect(try await last("ada@bee.co") == LastLogin(success: start))
    await #expect(throws: AccountsError.self) { try await registry.login("eve@bee.co", "1") }
    _ = try? await registry.login(
      LoginRequest("eve@bee.co", "secret1"), creates: false)
    _ = try await registry.disable("ada@bee.co")
    _ = try? await registry.verify(LoginRequest("ada@bee.co", "secret1"))
    _ = try await registry.enable("ada@bee.co")
    for _ in 0..<6 { _ = try? await registry.verify(LoginRequest("ada@bee.co", "secret2")) }
    let memory = documents.registry(hasher: .withoutMemory, now: { start + 9 })
    _ = try? await memory.verify(LoginRequest("ada@bee.co", "secret1"))
    let answers = try lines().map { $0.split(separator: "\"answer\":\"")[1].dropLast(2) }
    #expect(
      answers == ["yes", "unknown", "disabled"] + [Substring](repeating: "wrong", count: 5) + [
        "throttled", "unchecked",
      ])
    #expect(try await last("ada@bee.co") == LastLogin(success: start, failures: 8))
  }

  @Test("has a yes where the password must be changed, and the attempts that change it")
  func renewed() async throws {
    try documents.write(
      #"{"rules": "register", "accounts": [{"email": "ada@bee.co", "password": "secret1", "mustChange": true}]}"#
    )
    let registry = registry(at: start)
    await #expect(throws: AccountsError.mustChange(name: "ada@bee.co")) {
      try await registry.login("ada@bee.co", "secret1")
    }
    for old in ["secret2", "secret1"] {
      _ = try? await registry.changePassword(
        LoginRequest("ada@bee.co", old), to: PasswordEntry("another1"))
    }
    let answers = try lines().map { $0.split(separator: "\"answer\":\"")[1].dropLast(2) }
    #expect(answers == ["yes", "wrong", "yes"])
    #expect(try await last("ada@bee.co") == LastLogin(success: start))
  }

  @Test("is not kept where the rulebook or the program says so, nor beside no accounts")
  func switchedOff() async throws {
    await fail("ada@bee.co", at: start)
    #expect(!documents.exists("logins.jsonl"))
    let accounts = #"[{"email": "ada@bee.co", "password": "secret1"}]"#
    try documents.write(
      #"{"rules": {"from": "register", "login": {"log": false}}, "accounts": \#(accounts)}"#)
    let said = Mutex(0)
    let registry = documents.registry(log: LoginLog { _, _ in said.withLock { $0 += 1 } })
    #expect(try await registry.verify(LoginRequest("ada@bee.co", "secret1")))
    try documents.write(#"{"rules": "register", "accounts": \#(accounts)}"#)
    let silent = Registry(
      store: registry.store, throttle: registry.throttle, today: { .ofTests },
      hasher: PasswordHasher(cost: 1), log: registry.log, logsLogins: false)
    #expect(try await !silent.verify(LoginRequest("ada@bee.co", "wrong")))
    #expect(said.withLock(\.self) == 0)
    #expect(
      try documents.names().filter { $0.hasSuffix("logins.jsonl") || $0 == "last-logins" } == [])
  }

  @Test("is named after the accounts file that a link leads to, and lies beside that")
  func linked() async throws {
    try #require(mkdir(documents.path(of: "real"), 0o700) == 0)
    try documents.write(
      #"{"rules": "register", "accounts": [{"email": "ada@bee.co", "password": "secret1"}]}"#,
      to: "real/people.json")
    try #require(symlink("real/people.json", documents.accountsPath) == 0)
    try await succeed("ada@bee.co", at: start)
    #expect(documents.exists("real/people.logins.jsonl"))
    #expect(documents.exists("real/people.last-logins"))
    #expect(try await last("ada@bee.co") == LastLogin(success: start))
  }

  @Test("follows accounts to other names and to their end, also where names change hands")
  func followed() async throws {
    for (index, name) in ["ada", "bob", "eve"].enumerated() {
      try await documents.registry.register("\(name)@bee.co", logsIn: false)
      try await succeed("\(name)@bee.co", at: start + index)
    }
    try await documents.registry.edit([.email: "ada@cat.co"], of: "ada@bee.co")
    #expect(try await last("ada@cat.co") == LastLogin(success: start))
    try await documents.registry.edit([.email: "ada@bee.co"], of: "bob@bee.co")
    #expect(try await last("ada@bee.co") == LastLogin(success: start + 1))
    _ = try await documents.registry.remove("eve@bee.co")
    try await documents.registry.register("eve@bee.co", logsIn: false)
    #expect(try await last("eve@bee.co") == LastLogin())
    #expect(
      try lines().map { $0.split(separator: ",")[1] } == [
        #""account":"ada@cat.co""#, #""account":"ada@bee.co""#,
      ])
    // An undo is a change as others are, and brings no logins back.
    _ = try await documents.registry.undo(4)
    #expect(try await last("ada@bee.co") == LastLogin(success: start))
    #expect(try await last("bob@bee.co") == LastLogin(success: start + 1))
    #expect(try await last("eve@bee.co") == LastLogin())
    #expect(!(try documents.text(of: "logins.jsonl").contains("eve")))
  }

  @Test("keeps nothing of a person who was removed by hand, once another has the name")
  func removedByHand() async throws {
    try await documents.registry.register("ada@bee.co", logsIn: false)
    try await succeed("ada@bee.co", at: start)
    try documents.write(#"{"rules": "register", "accounts": []}"#)
    try await documents.registry.register("ada@bee.co", logsIn: false)
    #expect(try await last("ada@bee.co") == LastLogin())
  }

  @Test("forgets a person under all names, also one of whom the history has nothing")
  func forgotten() async throws {
    let registry = documents.registry
    for name in ["ada", "bob"] {
      try await registry.register("\(name)@bee.co", logsIn: false)
      try await succeed("\(name)@bee.co", at: start)
    }
    #expect(try await registry.forgetHistory(of: "ada@bee.co").forgotLogins)
    #expect(try lines().count == 1)
    #expect(try await last("ada@bee.co") == LastLogin())
    #expect(try await last("bob@bee.co") == LastLogin(success: start))
    try #require(unlink(documents.path(of: "history.jsonl")) == 0)
    let report = try await registry.forgetHistory(of: "BOB@bee.co")
    #expect(report.forgotLogins && report.changes == 0)
    #expect(try lines().isEmpty)
    #expect(try await !registry.forgetHistory(of: "bob@bee.co").forgotLogins)
    #expect(try documents.names().allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test("loses its oldest lines over 8 MiB, and those older than 180 days in a new month")
  func shortened() async throws {
    try await documents.registry.register("ada@bee.co", logsIn: false)
    func line(_ at: String, _ size: Int) -> String {
      let head = #"{"at":"\#(at)","account":"ada@bee.co","answer":"wrong","x":""#
      return head + String(repeating: "x", count: size - head.utf8.count - 3) + "\"}\n"
    }
    let old = line("2026-07-01T00:00:00Z", 512)
    try documents.write(
      String(repeating: old, count: 8 * 2_048), to: "logins.jsonl")
    await fail("ada@bee.co", at: UTC.seconds("2026-08-01T00:00:00Z") ?? 0)
    let wrong = Self.line("2026-08-01T00:00:00", "ada@bee.co", "wrong")
    #expect(
      try documents.bytes(of: "logins.jsonl").count == (4 << 20) - 512 + wrong.utf8.count + 1)
    #expect(try lines().last == wrong)
    // The month of the last line is that in which the file was changed.
    try documents.write(
      old + "not ours\n" + line("2026-10-01T00:00:00Z", 100), to: "logins.jsonl")
    func touch(_ day: String) {
      let time = timespec(tv_sec: UTC.seconds("\(day)T00:00:00Z") ?? 0, tv_nsec: 0)
      _ = utimensat(AT_FDCWD, documents.path(of: "logins.jsonl"), [time, time], 0)
    }
    touch("2027-01-01")
    await fail("ada@bee.co", at: UTC.seconds("2027-01-31T00:00:00Z") ?? 0)
    #expect(try lines().count == 4)
    touch("2026-12-31")
    await fail("ada@bee.co", at: UTC.seconds("2027-01-31T00:00:00Z") ?? 0)
    #expect(
      try lines().map { $0.prefix(12) } == [
        "not ours", #"{"at":"2026-"#, #"{"at":"2027-"#, #"{"at":"2027-"#,
      ])
    #expect(try documents.names().allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test(
    "costs no login when it fails, and says so once",
    arguments: [
      "a link", "a pipe", "a directory", "another name", "another's text", "open logins.jsonl",
      "open last-logins", "pwrite", "flock",
    ])
  func faulty(fault: String) async throws {
    try await documents.registry.register("ada@bee.co", logsIn: false)
    let failing = FailingCalls()
    let paths = ["logins.jsonl", "last-logins"].map(documents.path)
    for path in paths {
      switch fault {
      case "a link": try #require(symlink("elsewhere", path) == 0)
      case "a pipe": try #require(mkfifo(path, 0o600) == 0)
      case "a directory": try #require(mkdir(path, 0o700) == 0)
      case "another name":
        try documents.write("", to: "other\(path.utf8.count)")
        try #require(link(documents.path(of: "other\(path.utf8.count)"), path) == 0)
      case "another's text": try documents.write("keep\n", to: "last-logins")
      default: break
      }
    }
    switch fault {
    case "flock", "pwrite": break
    default: failing.fail(fault, with: EIO)
    }
    let registry = documents.registry(calls: failing.calls)
    var notices: [Notice] = []
    for number in 0..<3 {
      // The failing call comes after the count, which has two lines, and a head at first.
      switch fault {
      case "flock": failing.fail(fault, with: EIO, after: 1, times: 9)
      case "pwrite": failing.fail(fault, with: EIO, after: number == 0 ? 5 : 4, times: 9)
      default: break
      }
      #expect(
        try await registry.verify(LoginRequest("ada@bee.co", "secret1")) { notices.append($0) })
    }
    let unrecorded = notices.filter { if case .loginNotRecorded = $0 { true } else { false } }
    #expect(unrecorded.count == 1, "\(notices)")
    #expect(!documents.exists("elsewhere"))
    if fault == "another's text" { #expect(try documents.text(of: "last-logins") == "keep\n") }
  }

  @Test("begins again where a file is gone, or lost its text in a power cut")
  func gone() async throws {
    try await documents.registry.register("ada@bee.co", logsIn: false)
    try await succeed("ada@bee.co", at: start)
    for text in ["", String(repeating: "\0", count: 5_000)] {
      try documents.write(text, to: "last-logins")
      await fail("ada@bee.co", at: start + 5)
      #expect(try await last("ada@bee.co") == LastLogin(failures: 1))
      #expect(try await documents.registry.lastLogins()?.begin == start + 5)
    }
    for name in ["last-logins", "logins.jsonl"] {
      try #require(unlink(documents.path(of: name)) == 0)
    }
    #expect(try await documents.registry.lastLogins() == nil)
    try await succeed("ada@bee.co", at: start + 9)
    #expect(try lines().count == 1)
    #expect(try await last("ada@bee.co") == LastLogin(success: start + 9))
  }

  @Test("loses no line of fifty logins at once, whatever is shortened and removed meanwhile")
  func together() async throws {
    let names = (0..<50).map { "name\($0)@bee.co" }
    try documents.write(
      accounts: (["gone@bee.co"] + names).map { #"{"email": "\#($0)", "password": "secret1"}"# })
    // The file is shortened in the middle of it.
    let line = #"{"at":"2026-07-01T00:00:00Z","account":null,"answer":"unknown"}"# + "\n"
    let count = ((8 << 20) - 2_000) / line.utf8.count
    try documents.write(String(repeating: line, count: count), to: "logins.jsonl")
    await withTaskGroup { group in
      for name in names {
        // Each is a program of its own.
        let registry = documents.registry(now: { self.start })
        group.addTask {
          _ = try? await registry.authenticate(LoginRequest(name, "secret1"))
        }
      }
      let registry = documents.registry
      group.addTask { _ = try? await registry.remove("gone@bee.co") }
    }
    let bytes = try documents.bytes(of: "logins.jsonl")
    #expect(bytes.count < 5 << 20)
    let text = String(decoding: bytes.suffix(9_000), as: UTF8.self)
    let logins = try #require(try await documents.registry.lastLogins())
    for name in names {
      #expect(text.contains(#""account":"\#(name)","answer":"yes""#))
      let account = try await documents.registry.account(name)
      #expect(logins[account] == LastLogin(success: start))
    }
  }

  @Test("tells who was not seen: of those who never were, only those older than the record says")
  func inactive() async throws {
    let day = 86_400
    func register(_ name: String, at time: Int) async throws {
      try await registry(at: time).register("\(name)@bee.co", logsIn: false)
    }
    try documents.write(
      #"{"rules": "register", "accounts": [{"email": "hand@bee.co", "password": "secret1"}]}"#)
    try await register("old", at: start - 50 * day)
    try await register("back", at: start - 40 * day)
    try await register("ada", at: start)
    try await succeed("ada@bee.co", at: start)
    try await register("new", at: start + 95 * day)
    try await register("bob", at: start + day)
    try await succeed("bob@bee.co", at: start + 20 * day)
    _ = try await registry(at: start + 30 * day).edit([.email: "old@cat.co"], of: "old@bee.co")
    _ = try await registry(at: start + 80 * day).remove("back@bee.co")
    _ = try await registry(at: start + 81 * day).undo()
    func inactive(since time: Int) async throws -> [String]? {
      guard let found = try await documents.registry.inactivity(since: time) else { return nil }
      return try await documents.registry.list(limit: 99).accounts.filter(found.includes)
        .compactMap(\.values.email).sorted()
    }
    #expect(try await inactive(since: start) == nil)
    #expect(
      try await inactive(since: start + 10 * day) == ["ada@bee.co", "hand@bee.co", "old@cat.co"])
    #expect(
      try await inactive(since: start + 82 * day) == [
        "ada@bee.co", "back@bee.co", "bob@bee.co", "hand@bee.co", "old@cat.co",
      ])
  }
}
