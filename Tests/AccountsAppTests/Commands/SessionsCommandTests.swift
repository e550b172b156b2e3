import Foundation
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import AccountsFile

/// The logins in browsers: `sessions`, and the words of other commands about them.
@Suite("The logins in browsers") struct SessionsCommandTests {
  private let home = Home()
  private static let start = 1_800_000_000

  private func setting(_ input: String = "") -> Setting {
    var setting = Setting(input: input)
    setting.now = { Self.start + 60 }
    setting.localTime = LocalTime(
      minute: { LocalTime.utc($0).map { String($0.prefix(16)).replacing("T", with: " ") } },
      beginning: { _ in 0 })
    return setting
  }

  private func run(_ line: String) async -> Ran { await home.run(line, setting: setting()) }

  /// Ada is logged in in two browsers, and Bob in one.
  private func prepare() async throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "12345"},
        {"email": "bob@host.com", "password": "12345"}
      ]}
      """)
    let registry = Registry(
      documents: home.documents, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil,
      now: { Self.start })
    func begin(_ name: String, _ browser: String, keeps: Bool = false) async throws -> BegunSession
    {
      let account = try await registry.account(name)
      return try await registry.beginLogin(
        of: try #require(account.account), typed: nil, at: "accounts.host.com", in: browser,
        keeps: keeps)
    }
    let first = try await begin("ada@host.com", "Firefox on Linux", keeps: true)
    _ = try await registry.beginSession(of: first.proved, at: "wiki.host.com:8443")
    _ = try await begin("ada@host.com", "Safari on an iPhone")
    _ = try await begin("bob@host.com", "")
  }

  @Test("that cannot be read end with any, and that is said")
  func unreadable() async throws {
    try home.write(#"{"rules": "register", "accounts": []}"#)
    try home.write("x\ny\n", to: "sessions.jsonl")
    let ended = await run("sessions --end --yes")
    #expect(ended.exit == 0)
    #expect(
      ended.err == "regapp: warning: 2 sessions in sessions.jsonl could not be read, and ended\n")
    #expect(try home.text(of: "sessions.jsonl") == "")
    #expect(await run("sessions --end --yes").err == "nothing to change\n")
  }

  @Test("are listed: account, hosts, begun, until, kept, browser")
  func listed() async throws {
    try home.write(
      "{\"rules\": \"register\", \"accounts\": [{\"email\": \"ada@host.com\", \"password\": \"12345\"}]}"
    )
    #expect(
      await run("sessions")
        == Ran(exit: 0, out: "", err: "nobody is logged in in a browser\n", questions: []))
    #expect(await run("sessions --json").out == "[]\n")
    try await prepare()
    #expect(
      await run("sessions").out == """
        ada@host.com  accounts.host.com, wiki.host.com:8443  since 2027-01-15 08:00  until 2027-02-14 08:00, kept  Firefox on Linux
        ada@host.com  accounts.host.com                      since 2027-01-15 08:00  until 2027-01-16 08:00        Safari on an iPhone
        bob@host.com  accounts.host.com                      since 2027-01-15 08:00  until 2027-01-16 08:00

        """)
    let json = await run("sessions --host WIKI.host.com:8443 --json").out
    #expect(
      json.filter { !" \n".contains($0) }
        == #"[{"account":"ada@host.com","hosts":["accounts.host.com","wiki.host.com:8443"],"#
        + #""begun":"2027-01-15T08:00:00Z","until":"2027-02-14T08:00:00Z","kept":true,"#
        + #""browser":"FirefoxonLinux"}]"#)
    #expect(await run("sessions bob@host.com").out.split(separator: "\n").count == 1)
    #expect(await run("sessions eve@host.com").exit == 67)
    #expect(await run("sessions --host wiki.host.com").out == "")
    #expect(await run("sessions --host *.host.com").exit == 64)
    #expect(await run("sessions --yes").exit == 64)
  }

  @Test("end after a question, or with --yes; without a terminal neither is a usage error")
  func ended() async throws {
    try await prepare()
    #expect(await run("sessions --end").exit == 64)
    for end in ["--end --yes", "--end"] {
      #expect(await run("sessions eve@host.com \(end)").exit == 67)
    }
    let kept = await home.ask("sessions --end ada@host.com", answers: "n", setting: setting())
    #expect(kept.exit == 1)
    #expect(kept.questions == ["End 2 logins in browsers of ada@host.com? [y/N] "])
    let ended = await run("sessions --end --yes --host wiki.host.com:8443")
    #expect(ended == Ran(exit: 0, out: "", err: "ended 1 login in browsers\n", questions: []))
    let asked = await home.ask("sessions --end", answers: "y", setting: setting())
    #expect(asked.exit == 0 && asked.questions == ["End 2 logins in browsers? [y/N] "])
    #expect(asked.err.contains("ended 2 logins in browsers"))
    #expect(await run("sessions").out == "")
    #expect(await run("sessions --end --yes --json").out.contains("\"ended\": 0"))
  }

  @Test("end also where the clock hides them, and are counted")
  func hidden() async throws {
    try await prepare()
    var early = setting()
    early.now = { Self.start - 60 }
    #expect(await home.run("sessions", setting: early).out == "")
    let asked = await home.ask("sessions --end", answers: "y", setting: early)
    #expect(asked.questions == ["End 3 logins in browsers? [y/N] "])
    #expect(asked.err.contains("ended 3 logins in browsers"))
    #expect(await run("sessions").out == "")
  }

  @Test("end with what ends them, which says how many")
  func endedByOthers() async throws {
    try await prepare()
    #expect(await run("disable ada@host.com").err.contains("ended 2 logins in browsers"))
    #expect(await run("history --forget bob@host.com").err.contains("ended 1 login in browsers"))
    #expect(await run("enable ada@host.com").exit == 0)
    #expect(await run("sessions").out == "")
  }

  @Test("that cannot be ended with a change are said, with the exit code of a disk")
  func notEnded() async throws {
    try await prepare()
    let file = "\(home.documents)/sessions.jsonl"
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    let ran = await run("disable ada@host.com")
    #expect(ran.exit == 74)
    #expect(
      ran.err.contains(
        "the sessions of ada@host.com in browsers are refused, and may come back with enable or undo"
      ))
    #expect(await run("list state:disabled").out.contains("ada@host.com"))
    #expect(await run("sessions").exit == 74)
  }
}
