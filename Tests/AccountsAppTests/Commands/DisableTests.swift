import Foundation
import Testing

@testable import AccountsApp

@Suite("disable and enable") struct DisableTests {
  private let home = Home()

  init() throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "12345"},
        {"email": "bob@host.com", "password": "12345", "disabled": true},
        {"email": "eve@host.com", "password": "!"},
        {"email": "kim@host.com", "password": "12345", "validUntil": "2026-11-30"}
      ]}
      """)
  }

  @Test(
    "name the option that is wrong, and the command that helps",
    arguments: [
      (
        ["disable", "ada@host.com", "--until", "2026-06-15"], "--until must be after today",
        "give the first day on which to log in again"
      ),
      (
        ["disable", "kim@host.com", "--until", "2026-12-02"], "the account ends before that day",
        "give it a later end: regapp edit --account kim@host.com --valid-until YYYY-MM-DD"
      ),
      (
        ["disable", "ada@host.com", "--reason", ""], "--reason needs a reason",
        "write --reason TEXT, or leave it out; regapp enable ada@host.com ends the disabling"
      ),
      (
        ["disable", "ada@host.com", "--reason", "no"], "--reason needs a reason",
        "write --reason TEXT, or leave it out; regapp enable ada@host.com ends the disabling"
      ),
      (
        ["enable", "eve@host.com"],
        "password is locked without a hash: set a new password first",
        "regapp edit --account eve@host.com --generate sets a new password"
      ),
    ])
  func refused(words: [String], error: String, hint: String) async throws {
    let before = try home.text()
    let ran = await home.run(words, Setting())
    #expect(ran.exit == 65)
    #expect(ran.err == "regapp: error: \(error)\nregapp: hint: \(hint)\n")
    #expect(try home.text() == before)
  }

  @Test("and login and check say what to do where failed logins cannot be counted")
  func uncounted() async throws {
    try home.write("{}", to: "failed-logins")
    let login = await home.run(
      "verify --email ada@host.com --password-stdin", setting: Setting(input: "12345\n"))
    #expect(login.exit == 77)
    #expect(login.err.contains("hint: delete it, and it begins again; a"), "\(login)")
    let enabled = await home.run("enable ada@host.com")
    #expect(enabled.exit == 0 && enabled.err.contains("could not be forgotten"), "\(enabled)")
    let check = await home.run("check")
    #expect(check.out.contains("every login is refused"), "\(check)")
  }

  @Test("say what outlasts the day", arguments: [("bob", "disabled"), ("eve", "locked")])
  func outlasting(name: String, state: String) async {
    let ran = await home.run("disable \(name)@host.com --until 2026-07-01")
    #expect(ran.exit == 0)
    #expect(
      ran.err == "\(name)@host.com: changed; still \(state)\n"
        + "it stays \(state) after that day: run regapp enable \(name)@host.com first, "
        + "then this again\n")
  }

  @Test("change all accounts that are named in one change, or none")
  func several() async throws {
    let done = await home.run("disable ada@host.com kim@host.com --reason away --json")
    #expect(done.exit == 0, "\(done)")
    let list = try JSONSerialization.jsonObject(with: Data(done.out.utf8)) as? [[String: Any]]
    #expect(list?.map { $0["email"] as? String } == ["ada@host.com", "kim@host.com"])
    #expect(list?.allSatisfy { $0["stateBefore"] as? String == "open" } == true)
    #expect(list?.allSatisfy { $0["disabled"] as? String == "away" } == true)
    #expect(await home.run("history --json").out.contains(#""did": "disable", "count": 2"#))
    let before = try home.text()
    let unknown = await home.run("enable ada@host.com tom@host.com tim")
    #expect(unknown.exit == 67)
    #expect(
      unknown.err == """
        regapp: error: no account with the email tom@host.com
        regapp: error: no account with the name tim
        regapp: hint: regapp list shows all accounts

        """)
    let locked = await home.run("enable ada@host.com eve@host.com")
    #expect(locked.exit == 65)
    #expect(
      locked.err == """
        regapp: error: eve@host.com: password is locked without a hash: set a new password first
        regapp: hint: regapp edit --account NAME --generate sets a new password

        """)
    #expect(try home.text() == before)
    #expect(await home.run("enable ada@host.com kim@host.com ada@host.com").exit == 0)
    let one = await home.run("enable bob@host.com --json")
    #expect(one.out.hasPrefix("{"))
  }

  @Test("edit changes groups of all accounts that are named, and nothing else of them")
  func groups() async throws {
    let done = await home.run("edit ada@host.com bob@host.com --add-group ops,web --json")
    #expect(done.exit == 0 && done.out.hasPrefix("["), "\(done)")
    let removed = await home.run("edit ada@host.com --remove-group web")
    #expect(removed.exit == 0, "\(removed)")
    let list = await home.run("list --group web")
    #expect(list.out.contains("bob@host.com") && !list.out.contains("ada@host.com"), "\(list)")
    let before = try home.text()
    for words in ["--phone 912", "--add-group x --first-name A", "--add-group x --draft", ""] {
      let ran = await home.run("edit ada@host.com bob@host.com \(words)")
      #expect(ran.exit == 64 && ran.err.contains("--account NAME"), "\(words) \(ran)")
    }
    #expect(await home.run("edit ada@host.com tom@host.com --add-group x").exit == 67)
    #expect(try home.text() == before)
  }
}
