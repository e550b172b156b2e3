import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit

@Suite("An invitation, in commands") struct InviteTests {
  private let home = Home()
  private static let page = "https://example.com/account/"

  private func write(_ more: String = "", rules: String = #""register""#) throws {
    try home.write(
      #"{"rules": \#(rules), "accounts": [{"email": "ada@host.com", "password": "secret1"\#(more)}, "#
        + #"{"email": "bob@host.com", "password": "secret2"}]}"#)
  }

  /// An account that is invited with a code that is known here.
  private func writeInvited(
    until day: String = "2026-06-22", _ more: String = "", rules: String = "register"
  ) throws {
    try home.write(
      #"{"rules": "\#(rules)", "accounts": [{"email": "ada@host.com", "#
        + #""password": "code5code", "invitedUntil": "\#(day)"\#(more)}]}"#)
  }

  private func code(in link: String) throws -> String {
    String(try #require(link.split(separator: "/").last).dropLast())
  }

  @Test("prints a link alone on stdout, which is what its owner sets a password with")
  func link() async throws {
    try write()
    let ran = await home.run("invite ada@host.com --url \(Self.page)")
    #expect(ran.exit == 0 && ran.questions == [], "\(ran)")
    #expect(ran.out.hasPrefix("\(Self.page)i/ada%40host.com/") && ran.out.hasSuffix("\n"))
    #expect(ran.err == "invited ada@host.com until 2026-06-22\n")
    let code = try code(in: ran.out)
    #expect(code.count == 16)
    #expect(await home.run("list").out.contains("ada@host.com  [invited until 2026-06-22]"))
    #expect(await home.run("list state:invited").out.hasPrefix("ada@host.com"))
    #expect(await home.run("history --limit 1").out.contains("invited ada@host.com"))
    #expect(await home.run("history --limit 1 --json").out.contains(#""did": "invite""#))
    for file in ["accounts.json", "history.jsonl"] {
      #expect(try !home.text(of: file).contains(code))
    }
    let done = await home.ask(
      "login ada@host.com", answers: code, "another1", "another1")
    #expect(done.exit == 0 && done.err.contains("You are invited: choose a password."), "\(done)")
    #expect(await home.run("show").out.contains("ada@host.com"))
    #expect(try !home.text().contains("invitedUntil"))
    #expect(
      await home.run("history --limit 1").out.contains("changed the password of ada@host.com"))
    let undo = await home.run("undo --theirs --dry-run")
    #expect(undo.err.contains("the code of the invitation is good again, until 2026-06-22: ada@"))
  }

  @Test("prints a code where no address is known, and says how to set one")
  func codeAlone() async throws {
    try write()
    let ran = await home.run("invite ada@host.com --until 2026-06-15")
    #expect(ran.exit == 0 && ran.out.count == 17)
    #expect(ran.err.contains("invited ada@host.com until 2026-06-15\n"))
    #expect(ran.err.contains("no address of a page is known") && ran.err.contains("--url URL"))
    #expect(ran.err.contains("REGAPP_SERVE_URL"))
    let json = await home.run("--json invite ada@host.com bob@host.com --days 1")
    #expect(json.exit == 0 && json.out.contains(#""code": ""#) && !json.out.contains("link"))
    #expect(json.out.contains(#""account": "ada@host.com""#))
    #expect(json.out.contains(#""invitedUntil": "2026-06-16""#))
  }

  @Test("takes the address of the option, else of the environment, else of the rulebook")
  func address() async throws {
    try write(rules: #"{"from": "register", "serve": {"url": "https://rules.example"}}"#)
    var setting = Setting()
    func begins(_ more: String, _ address: String) async {
      let ran = await home.run("invite ada@host.com\(more)", setting: setting)
      #expect(ran.out.hasPrefix("\(address)/i/"), "\(ran)")
    }
    await begins("", "https://rules.example")
    setting.environment["REGAPP_SERVE_URL"] = "https://variable.example/"
    await begins("", "https://variable.example")
    await begins(" --url http://localhost:8466", "http://localhost:8466")
    setting.environment["REGAPP_SERVE_URL"] = "http://variable.example/"
    #expect(await home.run("invite ada@host.com", setting: setting).exit == 64)
    #expect(await home.run("invite ada@host.com --url http://example.com").exit == 64)
    #expect(await home.run("rules").out.contains("passwords are set at https://rules.example/"))
    for typed in ["https://Bücher.example:8443/a", "https://xn--bcher-kva.example:8443/a/"] {
      await begins(" --url \(typed)", "https://xn--bcher-kva.example:8443/a")
      setting.environment["REGAPP_SERVE_URL"] = typed
      await begins("", "https://xn--bcher-kva.example:8443/a")
    }
    let odd = await home.run("invite ada@host.com --url https://😀.example/")
    #expect(odd.exit == 64 && odd.err.contains("write the host as xn--…"), "\(odd)")
    try write(
      rules:
        #"{"from": "register", "serve": {"url": "https://вики.рф", "home": "https://вики.рф/a"}}"#)
    setting.environment["REGAPP_SERVE_URL"] = nil
    await begins("", "https://xn--b1amah.xn--p1ai")
    #expect(await home.run("rules").out.contains("and to https://xn--b1amah.xn--p1ai/a"))
    try write(rules: #"{"from": "register", "serve": {"hosts": ["bücher.example:8443", "😀.рф"]}}"#)
    let listed = await home.run("check")
    let said = listed.out + listed.err
    #expect(said.contains("as xn--bcher-kva.example:8443, not \"bücher.example:8443\""), "\(said)")
    #expect(said.contains("as xn--…, not \"😀.рф\""), "\(said)")
    try write(rules: #"{"from": "register", "serve": {"url": "http://rules.example"}}"#)
    let broken = await home.run("invite ada@host.com")
    #expect(broken.exit == 78 && broken.err.contains("rules.serve.url must be https://"))
  }

  @Test("prints a name, a tab and a link for each of several")
  func several() async throws {
    try write()
    let ran = await home.run("invite ada@host.com bob@host.com --url \(Self.page)")
    let lines = ran.out.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("ada@host.com\t\(Self.page)i/ada%40host.com/"))
    #expect(lines[1].hasPrefix("bob@host.com\t\(Self.page)i/bob%40host.com/"))
    #expect(ran.err == "invited 2 accounts until 2026-06-22\n")
  }

  @Test(
    "is refused with its exit code",
    arguments: [
      ("ada@host.com --days 0", 64), ("ada@host.com --days 91", 64), ("ada@host.com --days x", 64),
      ("ada@host.com --until 2026-06-14", 64), ("ada@host.com --until 2026-09-14", 64),
      ("ada@host.com --until 2026-09-13", 0), ("ada@host.com --days 1 --until 2026-06-20", 64),
      ("nobody@host.com", 67), ("ada@host.com nobody@host.com", 67), ("", 64),
    ])
  func refused(words: String, exit: Int32) async throws {
    try write()
    let text = try home.text()
    let ran = await home.run("invite \(words)")
    #expect(ran.exit == exit, "\(ran)")
    #expect(try exit == 0 || (home.text() == text && ran.out == ""))
  }

  @Test("names every account that cannot be invited, and invites nobody")
  func obstacles() async throws {
    try write(#", "disabled": "left""#)
    await home.run("edit --account bob@host.com --valid-until 2020-01-01")
    let text = try home.text()
    let ran = await home.run("invite ada@host.com bob@host.com")
    #expect(ran.exit == 65 && ran.out == "")
    #expect(ran.err.contains("ada@host.com: disabled") && ran.err.contains("bob@host.com: expired"))
    #expect(ran.err.contains("nobody was invited"))
    #expect(try home.text() == text)
    let json = await home.run("--json invite ada@host.com")
    #expect(json.err.contains(#""code": "cannotInvite""#))
  }

  @Test("asks at a terminal where a password ends, also before the first day; undo brings it back")
  func asks() async throws {
    try write(#", "validFrom": "2026-07-01""#)
    let no = await home.ask("invite ada@host.com bob@host.com", answers: "")
    #expect(no.exit == 1 && no.out == "" && no.questions.count == 1)
    #expect(
      no.questions[0].contains("The passwords of ada@host.com, bob@host.com end now; regapp undo")
        || no.questions[0].contains("The passwords of ada@host.com and bob@host.com end now"),
      "\(no)")
    #expect(try !home.text().contains("invitedUntil"))
    let yes = await home.ask("invite bob@host.com", answers: "y")
    #expect(yes.exit == 0 && yes.out.count == 17)
    // It is not open any more.
    #expect(await home.ask("invite bob@host.com").questions == [])
    let ahead = await home.ask("invite ada@host.com", answers: "")
    #expect(ahead.questions.first?.contains("The password of ada@host.com ends now") == true)
    await home.run("undo 2")
    #expect(await home.ask("invite bob@host.com --yes").questions == [])
  }

  @Test("is 74 where the link cannot be printed")
  func closedPipe() async throws {
    try write()
    var setting = Setting()
    setting.outputError = .outputClosed
    let ran = await home.run("invite ada@host.com", setting: setting)
    #expect(ran.exit == 74 && ran.err.contains("but the invitation was not printed"), "\(ran)")
    #expect(ran.err.contains("regapp invite NAME"))
  }

  @Test("comes with register, of which the key is enough, and with import")
  func newAccounts() async throws {
    try home.write(#"{"rules": "albums", "accounts": []}"#)
    let ran = await home.run("register --email ada@host.com --invite --url \(Self.page)")
    #expect(ran.exit == 0 && ran.out.hasPrefix("\(Self.page)i/ada%40host.com/"), "\(ran)")
    #expect(ran.err == "created account ada@host.com\ninvited ada@host.com until 2026-06-22\n")
    #expect(!home.exists("session.json"))
    #expect(await home.run("list").out.contains("[invited until 2026-06-22]"))
    try home.write("email\nbob@host.com\nkim@host.com\n", to: "people.csv")
    let path = "\(home.documents)/people.csv"
    let dry = await home.run("import \(path) --invite --dry-run")
    #expect(dry.exit == 0 && dry.out == "", "\(dry)")
    let imported = await home.run("import \(path) --invite --url \(Self.page)")
    #expect(imported.exit == 0, "\(imported)")
    let first = try code(in: String(try #require(imported.out.split(separator: "\n").first)) + "\n")
    let verified = await home.run("--json verify --email bob@host.com --password \(first)")
    #expect(verified.exit == 1 && verified.err.contains(#""code": "invited""#), "\(verified)")
    #expect(
      imported.out.split(separator: "\n").map { $0.prefix(13) } == [
        "bob@host.com\t", "kim@host.com\t",
      ])
    let again = await home.run("--json import \(path) --invite --on-conflict skip")
    #expect(again.exit == 0 && !again.out.contains("invited"))
    for words in [
      "register --email x@host.com --invite --generate",
      "register --email x@host.com --invite --password secret1",
      "register --email x@host.com --invite --must-change", "register --email x@host.com --days 3",
      "import \(path) --invite --generate", "import \(path) --url \(Self.page)",
      "register --email x@host.com --invite --days 91",
    ] {
      #expect(await home.run(words).exit == 64, "\(words)")
    }
  }

  @Test(
    "makes no account whose owner could not use the code: all are named, and nothing is written")
  func uselessCodes() async throws {
    try home.write(#"{"rules": "register", "accounts": []}"#)
    let before = try home.text()
    let ended = "--valid-until 2020-01-01"
    let registered = await home.run("register --email eve@host.com --invite \(ended)")
    #expect(registered.exit == 65 && registered.out == "", "\(registered)")
    #expect(registered.err.contains("eve@host.com"))
    try home.write(
      "email,disabled,validUntil\nbob@host.com,,\nkim@host.com,true,\nleo@host.com,,2020-01-01\n",
      to: "people.csv")
    let imported = await home.run("import \(home.documents)/people.csv --invite")
    #expect(imported.exit == 65 && imported.out == "", "\(imported)")
    #expect(imported.err.contains("kim@host.com") && imported.err.contains("leo@host.com"))
    #expect(!imported.err.contains("bob@host.com"))
    #expect(try home.text() == before)
  }

  @Test("is left out of a list without passwords, with a warning")
  func withoutPassword() async throws {
    try home.write(#"{"rules": "register", "accounts": []}"#)
    try home.write("email,invitedUntil\nbob@host.com,2026-06-20\n", to: "people.csv")
    let path = "\(home.documents)/people.csv"
    let ran = await home.run("import \(path) --generate")
    #expect(ran.exit == 0 && ran.err.contains("invitedUntil left out of 1 account"), "\(ran)")
    #expect(try !home.text().contains("invitedUntil"))
    try home.write(#"[{"email": "bob@host.com", "invitedUntil": "2026-06-20"}]"#, to: "some.json")
    let applied = await home.run("apply \(home.documents)/some.json")
    #expect(applied.exit == 0 && applied.err.contains("invitedUntil left out of 1 account"))
  }

  @Test("is a no for verify and a login without a terminal, whose JSON has the code invited")
  func verify() async throws {
    try writeInvited()
    let line = "verify --email ada@host.com --password code5code"
    let ran = await home.run(line)
    #expect(ran.exit == 1 && ran.out == "" && ran.err.contains("the code of an invitation"))
    let json = await home.run("--json \(line)")
    #expect(json.exit == 1 && json.err.contains(#""code": "invited""#))
    let login = await home.run("--json login ada@host.com --password code5code")
    #expect(login.exit == 77 && login.err.contains(#""code": "invited""#))
    try writeInvited(until: "2026-06-14")
    let over = await home.run("--json \(line)")
    #expect(over.exit == 1 && over.err.contains(#""code": "invited""#))
    #expect(over.err.contains("the invitation is over"))
    #expect(await home.run("list").out.contains("[invitation over 2026-06-14]"))
    #expect(await home.run("show ada@host.com").out.contains("invitation over"))
    #expect(await home.run("check").out.contains("the invitation is over since 2026-06-14"))
  }

  @Test("is 1 and 77 in the phases of PAM, whose password phase takes the code")
  func pam() async throws {
    try writeInvited()
    var setting = Setting()
    setting.environment = ["PAM_TYPE": "account", "PAM_USER": "ada@host.com"]
    #expect(await home.run("verify --pam", setting: setting).exit == 77)
    setting.environment["PAM_TYPE"] = "auth"
    setting.input = Array("code5code\0".utf8)
    #expect(await home.run("verify --pam", setting: setting).exit == 1)
    setting.environment["PAM_TYPE"] = "password"
    // Before a new one is asked for, the code is a right old password.
    #expect(await home.run("verify --pam", setting: setting).exit == 0)
    setting.input = Array("another0\0".utf8)
    #expect(await home.run("verify --pam", setting: setting).exit == 1)
    setting.input = Array("code5code\0another1\0".utf8)
    #expect(await home.run("chauthtok", setting: setting).exit == 0)
    #expect(try !home.text().contains("invitedUntil"))
    #expect(await home.run("verify --email ada@host.com --password another1").exit == 0)
    try writeInvited(until: "2026-06-14")
    let over = await home.run("chauthtok", setting: setting)
    #expect(over.exit == 77 && over.err.contains("The invitation is over"), "\(over)")
    try home.write(
      #"{"rules": {"fields": {"lastName": {"required": true}}}, "accounts": "#
        + #"[{"email": "ada@host.com", "password": "code5code", "invitedUntil": "2026-06-20"}]}"#)
    let text = try home.text()
    let lacking = await home.run("chauthtok", setting: setting)
    #expect(lacking.exit == 1 && lacking.err.contains("Last name"), "\(lacking)")
    #expect(try home.text() == text)
  }

  @Test("asks at login for what the account lacks")
  func lacking() async throws {
    try home.write(
      #"{"rules": {"fields": {"lastName": {"required": true}}}, "accounts": "#
        + #"[{"email": "ada@host.com", "password": "code5code", "invitedUntil": "2026-06-20"}]}"#)
    let ran = await home.ask(
      "login ada@host.com", answers: "code5code", "", "Lovelace", "another1", "another1")
    #expect(ran.exit == 0, "\(ran)")
    #expect(
      ran.questions == [
        "unseen: Password: ", "Last name: ", "Last name: ", "unseen: New password: ",
        "unseen: Password again: ",
      ])
    #expect(try home.text().contains(#""lastName": "Lovelace""#))
    let given = await home.ask("login ada@host.com", answers: "another1")
    #expect(given.exit == 0)
  }

  @Test("can be accepted before the first day, which logs nobody in")
  func early() async throws {
    try writeInvited(#", "validFrom": "2026-07-01""#)
    let ran = await home.ask(
      "login ada@host.com", answers: "code5code", "another1", "another1")
    #expect(ran.exit == 77 && ran.err.contains("You can log in from 2026-07-01 on."), "\(ran)")
    #expect(!home.exists("session.json"))
    #expect(try !home.text().contains("invitedUntil"))
  }

  @Test("needs an address, which init writes into the rulebook")
  func initialise() async throws {
    let ran = await home.run("init standard --serve-url \(Self.page)")
    #expect(ran.exit == 0, "\(ran)")
    let text = try home.text()
    #expect(text.contains(#""from": "standard""#) && text.contains(Self.page))
    #expect(await home.run("init --serve-url http://example.com").exit == 64)
    let invited = await home.run("register --username ada --invite")
    #expect(invited.out.hasPrefix("\(Self.page)i/ada/"), "\(invited)")
  }
}
