import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit

@Suite("uninvite, and invitations of those who have no password") struct UninviteCommandTests {
  private let home = Home()

  private func write() throws {
    try home.write(
      #"{"rules": "register", "accounts": ["#
        + #"{"email": "ada@host.com", "password": "code5code", "invitedUntil": "2026-06-20"}, "#
        + #"{"email": "bob@host.com", "password": "secret2"}, "#
        + #"{"email": "eve@host.com", "password": "code6code", "invitedUntil": "2026-06-01"}, "#
        + #"{"email": "new@host.com"}, {"email": "off@host.com", "disabled": true}]}"#)
  }

  @Test("ends invitations, and names what is none; undo says that the code is good again")
  func ends() async throws {
    try write()
    let ran = await home.run("uninvite ada@host.com")
    #expect(ran.exit == 0 && ran.questions == [], "\(ran)")
    #expect(ran.err == "ada@host.com: not invited any more\n")
    #expect(await home.run("list state:locked").out.hasPrefix("ada@host.com"))
    let history = await home.run("history --limit 1")
    #expect(history.out.contains("ended the invitation of ada@host.com"))
    #expect(await home.run("history --limit 1 --json").out.contains(#""did": "uninvite""#))
    let text = try home.text()
    let none = await home.run("uninvite eve@host.com bob@host.com ada@host.com")
    #expect(none.exit == 65 && none.err.contains("bob@host.com"), "\(none)")
    #expect(none.err.contains("ada@host.com") && none.err.contains("no invitation to end"))
    #expect(none.err.contains("regapp list state:invited"))
    #expect(await home.run("uninvite eve@host.com zoe@host.com").exit == 67)
    #expect(try home.text() == text)
    let undo = await home.run("undo")
    #expect(undo.exit == 0)
    #expect(undo.err.contains("the code of the invitation is good again, until 2026-06-20: ada@"))
    let undone = await home.run("undo --change 1")
    #expect(undone.exit == 75 && undone.err.contains("change 1 was taken back by change 2"))
  }

  @Test("are found when they are over, and made by group, state or for all")
  func chosen() async throws {
    try write()
    let over = await home.run("list state:invitation-over")
    #expect(over.exit == 0 && over.out.hasPrefix("eve@host.com") && !over.out.contains("ada"))
    #expect(await home.run("list --state invitation-over").out == over.out)
    #expect(await home.run("list state:invited").out.contains("ada@host.com"))
    let text = try home.text()
    let look = await home.run("invite --all --dry-run")
    #expect(look.exit == 65 && look.out == "eve@host.com\nnew@host.com\n", "\(look)")
    #expect(look.err.contains("off@host.com: disabled"))
    #expect(try home.text() == text)
    let ran = await home.run("invite --all --url https://host.com")
    #expect(ran.exit == 65 && ran.questions == [], "\(ran)")
    #expect(ran.out.contains("eve@host.com\thttps://host.com/i/eve"))
    #expect(!ran.out.contains("ada@host.com") && ran.err.contains("off@host.com: disabled"))
    #expect(await home.run("verify --email bob@host.com --password secret2").exit == 0)
    let again = await home.run("invite --state invited --again --dry-run --json")
    #expect(again.exit == 0 && again.out.contains("ada@host.com"), "\(again)")
    let nobody = await home.run("invite --group staff")
    #expect(nobody.exit == 65 && nobody.out == "", "\(nobody)")
    #expect(nobody.err.contains("no account is in the group staff"), "\(nobody)")
    for line in [
      "invite", "invite ada@host.com --all", "invite --all --group staff",
      "invite --all --state open",
      "invite ada@host.com --again", "invite ada@host.com --dry-run", "invite --state nope",
      // A variable of the shell that is not set must not mean everybody.
      "invite --group=", "invite --state=", "list --group=", "list --state=",
    ] {
      #expect(await home.run(line).exit == 64, "\(line)")
    }
  }

  @Test("name those that are closed, whatever closes them, and invite the others")
  func closed() async throws {
    try home.write(
      #"{"rules": "register", "accounts": ["#
        + #"{"email": "slip@host.com", "password": "*", "disable": true}, "#
        + #"{"email": "mail@host", "password": "*"}, {"email": "same@host.com"}, "#
        + #"{"email": "same@host.com", "password": "*"}, "#
        + #"{"email": "bob@host.com", "password": "secret2", "groups": ["staff"]}, "#
        + #"{"email": "good@host.com", "password": "*"}]}"#)
    for line in ["invite --all --dry-run", "invite --state closed", "invite --all"] {
      let ran = await home.run(line)
      #expect(ran.exit == 65, "\(ran)")
      for name in ["slip@host.com: closed", "mail@host: closed", "same@host.com: closed"] {
        #expect(ran.err.contains(name), "\(line) \(ran)")
      }
      #expect(ran.out.contains("good@host.com") == line.contains("--all"), "\(ran)")
    }
    // In a group where all have passwords nobody is missing.
    let ran = await home.run("invite --group staff")
    #expect(ran.exit == 0 && ran.err.contains("nobody to invite"), "\(ran)")
    #expect(await home.run("verify --email bob@host.com --password secret2").exit == 0)
  }

  @Test("an import without the day leaves the code out")
  func withoutDay() async throws {
    try home.write(
      "email,password,invitedUntil\nada@host.com,code5code,2026-06-20\nbob@host.com,secret2,\n",
      to: "people.csv")
    let json =
      #"[{"email": "ada@host.com", "password": "code5code", "invitedUntil": "2026-06-20"}]"#
    try home.write(json, to: "people.json")
    for file in ["people.csv", "people.json"] {
      try home.write(#"{"rules": "register", "accounts": []}"#)
      let ran = await home.run(
        "import \(home.documents)/\(file) --without invitedUntil --generate")
      #expect(ran.exit == 0 && ran.out.hasPrefix("ada@host.com\t"), "\(ran)")
      #expect(await home.run("verify --email ada@host.com --password code5code").exit == 1)
    }
  }
}
