import Synchronization
import Terminal
import Testing

@testable import Accounts
@testable import AccountsApp

/// The logins on record: `list`, `show`, `history --forget`, and what `verify` says of a login.
@Suite("The record of logins") struct SeenTests {
  private let home = Home()
  private let start = 1_800_000_000
  private static let day = 86_400

  private func prepare() throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "12345", "firstName": "Ada"},
        {"email": "eve@long.host.com", "password": "!$1$saltsalt$D3sU70kpF3He9qC7gHU1h0"},
        {"email": "bob@host.com", "password": "12345", "disabled": true}
      ]}
      """)
  }

  private func setting(at now: Int, input: String = "") -> Setting {
    var setting = Setting(input: input)
    setting.now = { now }
    setting.localTime = LocalTime(
      minute: { LocalTime.utc($0).map { String($0.prefix(16)).replacing("T", with: " ") } },
      beginning: { _ in 0 })
    return setting
  }

  @discardableResult
  private func run(_ line: String, at now: Int, input: String = "") async -> Ran {
    await home.run(line, setting: setting(at: now, input: input))
  }

  private func verify(_ email: String, _ password: String, at now: Int) async {
    await run("verify --email \(email) --password-stdin", at: now, input: password)
  }

  @Test("is a column, and in JSON two keys")
  func column() async throws {
    try prepare()
    #expect(
      await run("list --seen", at: start)
        == Ran(
          exit: 0,
          out: """
            ada@host.com       never  Ada
            eve@long.host.com  never  [locked]
            bob@host.com       never  [disabled: true]

            """.replacing("[disabled: true]", with: "[disabled]"),
          err: "no logins are recorded yet\n", questions: []))
    await verify("ada@host.com", "12345", at: start)
    await verify("ada@host.com", "wrong", at: start + 60)
    await verify("eve@long.host.com", "12345", at: start + 60)
    #expect(
      await run("list --seen", at: start).out == """
        ada@host.com       2027-01-15 08:00, 1 failed since  Ada
        eve@long.host.com  never, 1 failed                   [locked]
        bob@host.com       never                             [disabled]

        """)
    let json = await run("list ada --seen --json", at: start).out
    #expect(json.contains(#""lastLogin": "2027-01-15T08:00:00Z", "failuresSince": 1}"#))
    #expect(await !run("list ada --json", at: start).out.contains("lastLogin"))
    #expect(
      await run("list --never-seen", at: start).out
        == """
        eve@long.host.com  [locked]
        bob@host.com  [disabled]

        """.replacing("bob@host.com  ", with: "bob@host.com       "))
  }

  @Test("is in a profile")
  func profile() async throws {
    try prepare()
    #expect(await !run("show ada@host.com", at: start).out.contains("Last login"))
    let before = await run("show ada@host.com --json", at: start).out
    #expect(before.contains("\"lastLogin\": null,\n  \"failuresSince\": 0\n"), "\(before)")
    await verify("ada@host.com", "12345", at: start)
    await verify("ada@host.com", "wrong", at: start)
    #expect(
      await run("show ada@host.com", at: start).out
        .hasSuffix("Last login: 2027-01-15 08:00, 1 failed since\n"))
    let json = await run("show ada@host.com --json", at: start).out
    #expect(
      json.contains("\"lastLogin\": \"2027-01-15T08:00:00Z\",\n  \"failuresSince\": 1\n"), "\(json)"
    )
  }

  @Test("tells who was not seen for some days, as soon as it is old enough")
  func inactive() async throws {
    try prepare()
    let none = await run("list --inactive 90", at: start)
    #expect(
      none
        == Ran(exit: 1, out: "", err: "regapp: error: no logins are recorded yet\n", questions: []))
    await verify("ada@host.com", "12345", at: start)
    let young = await run("list --inactive 90", at: start + 89 * Self.day)
    #expect(
      young
        == Ran(
          exit: 1, out: "",
          err: """
            regapp: error: logins are recorded only since 2027-01-15 08:00: too short to tell
            regapp: hint: ask again on 2027-04-16

            """, questions: []))
    for days in ["9223372036854775807", "106751991167300", "9999999999"] {
      let ran = await run("list --inactive \(days)", at: start)
      #expect(ran.exit == 1 && !ran.err.contains("ask again on 20"), "\(ran)")
    }
    #expect(await run("list --inactive 90 --json", at: start).err.contains(#""recordTooYoung""#))
    let then = start + 91 * Self.day
    await verify("ada@host.com", "wrong", at: then)
    #expect(
      await run("list --inactive 90", at: then).out == """
        logins are recorded since 2027-01-15 08:00
        ada@host.com       2027-01-15 08:00, 1 failed since  Ada
        eve@long.host.com  never                             [locked]
        bob@host.com       never                             [disabled]

        """)
    let json = await run("list --inactive 90 ada --json", at: then)
    #expect(json.out.hasPrefix("[\n  {"))
    #expect(json.err.isEmpty)
    await verify("ada@host.com", "12345", at: then)
    let nobody = await run("list --inactive 90 ada", at: then)
    #expect(nobody.exit == 0)
    #expect(nobody.err == "no matching accounts\n")
  }

  @Test("is asked for by words, as in the search on the screen")
  func words() async throws {
    try prepare()
    await verify("ada@host.com", "12345", at: start)
    let then = start + 91 * Self.day
    for (words, option) in [("never-seen", "--never-seen"), ("inactive:90", "--inactive 90")] {
      #expect(await run("list \(words)", at: then) == run("list \(option)", at: then))
    }
    #expect(
      await run("list seen", at: then).out == "ada@host.com  2027-01-15 08:00  Ada\n")
  }

  /// The list on the screen, narrowed.
  private func stage(_ typed: String, at now: Int) async -> Stage {
    var stage = await Stage(home, now: now)
    await stage.press(.control("o"), .character("/"))
    await stage.type(typed)
    return stage
  }

  @Test(
    "narrows the list on the screen",
    arguments: [
      ("seen", "a"), ("never-seen", "be"), ("inactive:90", "abe"), ("inactive:90 never-seen", "be"),
      ("inactive:92", ""), (#""seen""#, ""), ("inactive:", "abe"),
    ])
  func narrows(typed: String, names: String) async throws {
    try prepare()
    await verify("ada@host.com", "12345", at: start)
    let stage = await stage(typed, at: start + 91 * Self.day)
    #expect(String(stage.names.compactMap(\.first)) == names)
  }

  @Test("says on the screen where it cannot tell")
  func unsaid() async throws {
    try prepare()
    #expect(await stage("inactive:90", at: start).shows("no logins are recorded yet"))
    #expect(await stage("seen", at: start).shows("no logins are recorded yet"))
    #expect(await stage("never-seen", at: start).names.count == 3)
    await verify("ada@host.com", "12345", at: start)
    let young = await stage("inactive:90", at: start + 89 * Self.day)
    #expect(young.shows("logins are recorded only since 2026-06-15 18:00: too short to tell"))
    #expect(young.shows("ask again on 2026-06-15"))
    try home.write("mine\n", to: "last-logins")
    #expect(await stage("", at: start).names.count == 3)
    let wide = Size(columns: 200, rows: 24)
    #expect(await stage("seen", at: start).shows("it is not a record of logins", wide))
  }

  @Test("is a column of the list on the screen from 200 columns on, or where it was asked for")
  func screenColumn() async throws {
    try prepare()
    await verify("ada@host.com", "12345", at: start)
    var stage = await stage("", at: start)
    for (columns, isThere) in [(199, false), (200, true), (120, false)] {
      let size = Size(columns: columns, rows: 24)
      await stage.send(.resized(size))
      let lines = stage.frame(size).lines
      func line(of text: String) -> String { lines.first { $0.contains("    \(text)") } ?? "" }
      #expect(line(of: "Email ↑").contains("Last login") == isThere, "at \(columns)")
      #expect(lines[3].contains("2026-06-15") == isThere)
      #expect(line(of: "bob@host.com").contains("never") == isThere)
    }
    stage = await self.stage("seen", at: start)
    #expect(stage.shows("Last login") && stage.shows("2026-06-15"))
  }

  @Test("has the service and the address, of verify and of PAM")
  func origin() async throws {
    try prepare()
    let said = Mutex<[String]>([])
    func run(_ line: String, _ environment: [String: String] = [:], _ input: String) async -> Ran {
      var setting = Setting(input: input)
      setting.log = LoginLog { line, _ in said.withLock { $0.append(line) } }
      setting.environment = environment
      return await home.run(line, setting: setting)
    }
    let verify = "verify --email ada@host.com --password-stdin"
    func pam(_ user: String, _ host: String?) -> [String: String] {
      ["PAM_TYPE": "auth", "PAM_USER": user, "PAM_SERVICE": "sshd", "PAM_RHOST": host ?? ""]
    }
    _ = await run(verify, [:], "12345")
    _ = await run("\(verify) --service shop --from 192.0.2.7", [:], "12345")
    let unknown = await run("\(verify) --service a/b --from localhost", [:], "wrong")
    #expect(unknown.err.contains("warning: --from is not an IP address"), "\(unknown)")
    _ = await run(verify, [:], "wrong")
    _ = await run("verify --pam", pam("ada@host.com", "2001:DB8::1"), "12345\0")
    _ = await run("verify --pam", pam("bob@host.com", "evil via x"), "12345\0")
    _ = await run("verify --pam", pam(" ada@host.com", nil), "12345\0")
    let account = pam("ada@host.com", "192.0.2.7").merging(["PAM_TYPE": "account"]) { $1 }
    #expect(await run("verify --pam", account, "").exit == 0)
    let password = account.merging(["PAM_TYPE": "password"]) { $1 }
    #expect(await run("chauthtok", password, "wrong\0another1\0").exit == 1)
    #expect(await run("chauthtok", password, "12345\0another1\0").exit == 0)
    #expect(await run("chauthtok --without-old", password, "another2\0").exit == 0)
    #expect(await run("verify --pam --service x", pam("ada@host.com", nil), "12345\0").exit == 64)
    #expect(
      said.withLock(\.self) == [
        #"login of "ada@host.com" from 192.0.2.7 via shop"#,
        #"login failed for "ada@host.com" from - via -"#,
        #"login failed for "ada@host.com" from - via -"#,
        #"login of "ada@host.com" from 2001:db8::1 via sshd"#,
        #"login failed for "bob@host.com" from - via sshd"#,
        "login failed for an unknown name from - via sshd",
        #"login failed for "ada@host.com" from 192.0.2.7 via sshd"#,
        #"login of "ada@host.com" from 192.0.2.7 via sshd"#,
      ])
    #expect(try home.text(of: "logins.jsonl").split(separator: "\n").count == 9)
  }
}
