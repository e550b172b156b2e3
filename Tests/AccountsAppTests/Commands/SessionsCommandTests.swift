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

  /// The short names of the logins that are listed.
  private func names(_ line: String = "sessions") async throws -> [String] {
    let listed = await run("\(line) --json").out
    return try JSONDecoder().decode([Listed].self, from: Data(listed.utf8)).map(\.login)
  }

  private struct Listed: Decodable { let login: String }

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

  @Test("are listed: account, short name, hosts, begun, until, kept, browser")
  func listed() async throws {
    try home.write(
      "{\"rules\": \"register\", \"accounts\": [{\"email\": \"ada@host.com\", \"password\": \"12345\"}]}"
    )
    #expect(
      await run("sessions")
        == Ran(exit: 0, out: "", err: "nobody is logged in in a browser\n", questions: []))
    #expect(await run("sessions --json").out == "[]\n")
    try await prepare()
    let names = try await names()
    #expect(
      await run("sessions").out == """
        ada@host.com  \(names[0])  accounts.host.com, wiki.host.com:8443  since 2027-01-15 08:00  until 2027-02-14 08:00, kept  Firefox on Linux
        ada@host.com  \(names[1])  accounts.host.com                      since 2027-01-15 08:00  until 2027-01-16 08:00        Safari on an iPhone
        bob@host.com  \(names[2])  accounts.host.com                      since 2027-01-15 08:00  until 2027-01-16 08:00

        """)
    let json = await run("sessions --host WIKI.host.com:8443 --json").out
    #expect(
      json.filter { !" \n".contains($0) }
        == #"[{"account":"ada@host.com","login":"\#(names[0])","hosts":["accounts.host.com","wiki.host.com:8443"],"#
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
    let kept = await home.ask("sessions ada@host.com --end", answers: "n", setting: setting())
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

  @Test("one of them ends by its short name, which is the same in every list, without a question")
  func one() async throws {
    try await prepare()
    let (all, own) = (try await names(), try await names("sessions ada@host.com"))
    #expect(Set(all).count == 3 && own == Array(all.prefix(2)))
    let ended = await run("sessions ada@host.com --end \(own[0])")
    #expect(ended == Ran(exit: 0, out: "", err: "ended 1 login in browsers\n", questions: []))
    #expect(try await names() == Array(all.dropFirst()))
    let json = await run("sessions --end=\(own[1]) --json ada@host.com --yes")
    #expect(json.out == "{\n  \"ended\": 1\n}\n" && json.exit == 0)
    #expect(try await names() == [all[2]])
  }

  @Test("none ends by a name that is another account's, ended, unknown, empty or elsewhere: 1")
  func unknown() async throws {
    try await prepare()
    let names = try await names()
    for (line, id) in [
      ("ada@host.com --end aaaaaa", "aaaaaa"), ("ada@host.com --end \(names[2])", names[2]),
      ("ada@host.com --end= --yes", ""), ("--end Ada ada@host.com", "Ada"),
      ("ada@host.com --host wiki.host.com:8443 --end \(names[1])", names[1]),
    ] {
      let ran = await run("sessions \(line)")
      #expect(
        ran
          == Ran(
            exit: 1, out: "",
            err: """
              regapp: error: ada@host.com has no login with the ID '\(id)'
              regapp: hint: see its logins: regapp sessions ada@host.com

              """, questions: []))
    }
    #expect(await run("sessions eve@host.com --end \(names[0])").exit == 67)
    #expect(try await self.names() == names)
  }

  @Test("none ends by a name without exactly one account: 64")
  func whose() async throws {
    try await prepare()
    let names = try await names()
    for line in [
      "--end \(names[0])", "--end \(names[0]) --yes", "--end ada@host.com --yes", "--end= --yes",
      "ada@host.com bob@host.com --end \(names[0])", "ada@host.com bob@host.com --end=",
    ] {
      let ran = await run("sessions \(line)")
      #expect(ran.exit == 64 && ran.out.isEmpty, "\(line): \(ran)")
      #expect(ran.err.contains("needs exactly one NAME"), "\(line): \(ran)")
    }
    #expect(try await self.names() == names)
  }

  @Test("none ends by a name that two have, which a race may bring: 1")
  func ambiguous() async throws {
    try await prepare()
    let registry = Registry(
      documents: home.documents, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil,
      now: { Self.start })
    let account = try await registry.account("ada@host.com")
    for text in ["AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAQ"] {
      let id = try #require(BrowserLogin.ID(text.utf8))
      _ = try await registry.store.begin(
        NewSession(
          of: .new(id: id, account: "ada@host.com", browser: "", isKept: false, seconds: 3_600),
          at: "accounts.host.com", SessionToken(), account: "ada@host.com",
          password: try #require(account[text: .password])))
    }
    let ran = await run("sessions ada@host.com --end aaaaaa")
    #expect(ran.exit == 1 && ran.out.isEmpty)
    #expect(
      ran.err == """
        regapp: error: 2 logins of ada@host.com have the ID 'aaaaaa', and none was ended
        regapp: hint: end all of its logins: regapp sessions ada@host.com --end

        """)
    #expect(try await names("sessions ada@host.com").filter { $0 == "aaaaaa" }.count == 2)
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
