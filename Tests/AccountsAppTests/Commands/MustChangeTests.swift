import Foundation
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("A password that must be changed, in commands") struct MustChangeTests {
  private let home = Home()

  private func write(_ more: String = #", "mustChange": true"#) throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "secret1"\#(more)}]}"#
    )
  }

  private func isMarked() throws -> Bool { try home.text().contains(#""mustChange": true"#) }

  @Test("is asked for at a terminal, twice, after the right old one")
  func login() async throws {
    try write()
    let ran = await home.ask(
      "login ada@host.com", answers: "secret1", "secret1", "1234", "another1", "another2",
      "another1", "another1")
    #expect(ran.exit == 0, "\(ran)")
    #expect(
      ran.questions == [
        "unseen: Password: ", "unseen: New password: ", "unseen: New password: ",
        "unseen: New password: ", "unseen: Password again: ", "unseen: New password: ",
        "unseen: Password again: ",
      ])
    #expect(ran.err.contains("The password must be changed: choose a new one."))
    #expect(ran.err.contains("! new password must be another than the old one"))
    #expect(ran.err.contains("! new password must have 5 characters or more"))
    #expect(ran.err.contains("! the two passwords differ"))
    #expect(try !isMarked())
    #expect(await home.run("show").out.contains("ada@host.com"))
    #expect(await home.run("login ada@host.com --password another1").exit == 0)
    #expect(await home.run("history").out.contains("changed the password of ada@host.com"))
  }

  @Test("is 77 without a terminal, after the right old one, and with an empty line")
  func refused() async throws {
    try write()
    let text = try home.text()
    for words in ["", "--no-input "] {
      let ran = await home.run("\(words)login ada@host.com --password secret1")
      #expect(
        ran
          == Ran(
            exit: 77, out: "",
            err: """
              regapp: error: login refused: the password must be changed first
              regapp: hint: log in at a terminal, which asks for a new one: regapp login ada@host.com

              """, questions: []))
    }
    let ran = await home.run("--json login ada@host.com --password secret1")
    #expect(ran.exit == 77 && ran.out == "" && ran.err.contains(#""code": "mustChange""#))
    let wrong = await home.run("--json login ada@host.com --password secret2")
    #expect(wrong.exit == 77 && wrong.err.contains(#""code": "loginFailed""#))
    let given = await home.ask("login ada@host.com", answers: "secret1", "")
    #expect(given.exit == 77 && given.err.contains("the password must be changed first"))
    #expect(try home.text() == text)
    #expect(!home.exists("session.json"))
  }

  @Test("is right for verify, which says so; with --require-changed the answer is no")
  func verify() async throws {
    try write()
    let note = "the password is right, and must be changed at the next login\n"
    let line = "verify --email ada@host.com --password secret1"
    #expect(await home.run(line) == Ran(exit: 0, out: "", err: note, questions: []))
    #expect(
      await home.run("\(line) --require-changed")
        == Ran(exit: 1, out: "", err: note, questions: []))
    #expect(
      await home.run("--json \(line)").out
        == "{\n  \"verified\": true,\n  \"mustChange\": true\n}\n")
    let no = await home.run("--json \(line) --require-changed")
    #expect(no.exit == 1)
    #expect(no.out == "{\n  \"verified\": false,\n  \"mustChange\": true\n}\n")
    // No attempt that was answered with no counts as a login.
    let answers = try home.text(of: "logins.jsonl").split(separator: "\n").map { line in
      line.contains(#""answer":"yes""#)
        ? "yes" : line.contains(#""answer":"mustChange""#) ? "no" : ""
    }
    #expect(answers == ["yes", "no", "yes", "no"])
    try write("")
    #expect(await home.run("\(line) --require-changed").exit == 0)
    #expect(await home.run("--json \(line)").out == "{\n  \"verified\": true\n}\n")
  }

  @Test("is 76 in PAM's account phase, behind all that keeps the account from being used")
  func accountPhase() async throws {
    var setting = Setting()
    setting.environment = ["PAM_TYPE": "account", "PAM_USER": "ada@host.com"]
    for (more, exit) in [
      (#", "mustChange": true"#, 76), (#", "mustChange": false"#, 0),
      (#", "mustChange": true, "disabled": true"#, 77), (#", "mustChange": 1"#, 77),
    ] {
      try write(more)
      #expect(await home.run("verify --pam", setting: setting).exit == Int32(exit), "\(more)")
    }
    try write()
    let ran = await home.run("--json verify --pam", setting: setting)
    #expect(ran.err.contains(#""code": "mustChange""#) && ran.err.contains(#""exit": 76"#))
    setting.environment["PAM_TYPE"] = "auth"
    setting.input = Array("secret1\0".utf8)
    #expect(await home.run("verify --pam", setting: setting).exit == 0)
    #expect(await home.run("verify --pam --require-changed", setting: setting).exit == 1)
  }

  @Test("is marked by list, show and JSON, and is no state")
  func shown() async throws {
    try write()
    #expect(await home.run("list").out == "ada@host.com  [must change password]\n")
    let show = await home.run("show ada@host.com").out
    #expect(show.contains("Must change: the password, at the next login\n"))
    #expect(!show.contains("State:"))
    #expect(
      await home.run("list --json --state open").out.contains(
        #""mustChange": true, "hash": "typed", "state": "open""#))
    try write(#", "mustChange": true, "validUntil": "2026-06-01""#)
    #expect(
      await home.run("list").out == "ada@host.com  [expired 2026-06-01; must change password]\n")
  }

  @Test("is set and taken away by options; both together are one too many")
  func options() async throws {
    #expect(
      await home.run("register --email ada@host.com --password secret1 --no-login --must-change")
        .exit == 0)
    #expect(try isMarked())
    let taken = await home.run("edit --account ada@host.com --no-must-change")
    #expect(taken.err == "must change: \"true\" → nothing\n")
    #expect(try !isMarked())
    #expect(await home.run("edit --account ada@host.com --must-change").exit == 0)
    #expect(try isMarked())
    try home.write("email\nkim@host.com\n", to: "people.csv")
    for line in ["register", "edit", "import \(home.documents)/people.csv --generate"] {
      let ran = await home.run("\(line) --must-change --no-must-change")
      #expect(ran.exit == 64 && ran.err.contains("cannot be used together"), "\(line): \(ran)")
    }
    let ran = await home.run("import \(home.documents)/people.csv --must-change")
    #expect(ran.exit == 64 && ran.err.contains("--must-change needs --generate"))
  }

  @Test("is not taken away by its owner alone")
  func ownMark() async throws {
    try write()
    try home.write(#"{"email": "ada@host.com"}"#, to: "session.json")
    let ran = await home.run("edit --no-must-change")
    #expect(ran.exit == 65 && ran.err.contains("stays until a new password is set"))
    #expect(await home.run("edit --password secret1").exit == 65)
    #expect(try isMarked())
    #expect(await home.run("edit --password another1").exit == 0)
    #expect(try !isMarked())
  }

  @Test("is what --generate makes under a rulebook that says so, unless told otherwise")
  func generated() async throws {
    await home.run("init standard")
    for (line, isMarked) in [
      ("register --username ada --generate --no-login", true),
      ("register --username bob --generate --no-login --no-must-change", false),
      ("register --username cleo --generate", true),
      // People who are logged in generate it for themselves.
      ("edit --generate", false), ("edit --account cleo --generate", false),
      ("edit --account bob --generate", true),
      ("edit --account bob --generate --no-must-change", false),
    ] {
      #expect(await home.run(line).exit == 0, "\(line)")
      let name = line.contains("ada") ? "ada" : line.contains("bob") ? "bob" : "cleo"
      #expect(try await home.registry.account(name).mustChangePassword == isMarked, "\(line)")
    }
    try home.write("username\nkim\n", to: "people.csv")
    #expect(await home.run("import \(home.documents)/people.csv --generate").exit == 0)
    #expect(try await home.registry.account("kim").mustChangePassword)
    try home.write(#"{"rules": "register", "accounts": []}"#)
    #expect(await home.run("register --email ada@host.com --generate --no-login").exit == 0)
    #expect(try !isMarked())
  }

  @Test("is left in exports, and comes along where the format can say so")
  func exports() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"username": "ada", "email": "ada@host.com", "#
        + #""password": "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=", "mustChange": true}]}"#)
    #expect(await home.run("export --format htpasswd").out.hasPrefix("ada:{SHA}"))
    #expect(await home.run("export --format csv").out.contains(",true,\r\n"))
    let json = await home.run("export --format json --with-hashes").out
    #expect(json.contains(#""mustChange": true"#))
    try home.write(json, to: "people.json")
    try home.write(#"{"rules": "register", "accounts": []}"#)
    #expect(await home.run("import \(home.documents)/people.json").exit == 0)
    #expect(try isMarked())
  }
}

@Suite("chauthtok") struct ChauthtokTests {
  private let home = Home()

  private func run(
    _ input: String, user: String? = "ada@host.com", type: String? = "password",
    more: String = ""
  ) async -> Ran {
    var setting = Setting()
    setting.input = Array(input.replacing("|", with: "\0").utf8)
    setting.environment["PAM_TYPE"] = type
    setting.environment["PAM_USER"] = user
    setting.now = { 1_781_546_400 }
    return await home.run("chauthtok\(more)", setting: setting)
  }

  private func write(_ more: String = "") throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "firstName": "Ada", "password": "secret1"\#(more)}]}"#
    )
  }

  @Test(
    "sets the new password after the old one (a NUL is shown as |), by the rules",
    arguments: [
      ("secret1|another1|", 0, ""), ("secret2|another1|", 1, ""),
      ("secret1|1234|", 65, "Password must have 5 characters or more\n"),
      ("secret1|secret1|", 65, "Password must be another than the old one\n"),
      ("|another1|", 1, ""), ("secret1|another1", 64, "no password on stdin"),
      ("secret1|", 64, "no password on stdin"), ("", 64, "no password on stdin"),
      ("secret1|another1|another2|", 64, "no password on stdin"),
    ])
  func answers(input: String, exit: Int32, told: String) async throws {
    try write(#", "mustChange": true"#)
    let ran = await run(input)
    #expect(ran.exit == exit && ran.out == "", "\(ran)")
    #expect(told.isEmpty ? ran.err == "" : ran.err.contains(told), "\(ran)")
    #expect(try home.text().contains("mustChange") == (exit != 0))
    #expect(
      await home.run("verify --email ada@host.com --password another1").exit == (exit == 0 ? 0 : 1))
    #expect(!home.exists("session.json"))
  }

  @Test("sets it without the old one where root does, and leaves the mark, a lock and the rest")
  func withoutOld() async throws {
    try write(#", "mustChange": true, "disabled": true"#)
    #expect(await run("another1|", more: " --without-old").exit == 0)
    let text = try home.text()
    #expect(text.contains(#""mustChange": true"#) && text.contains(#""disabled": true"#))
    // Root asks, whoever is logged in there.
    try home.write(#"{"email": "ada@host.com"}"#, to: "session.json")
    try write(#", "mustChange": true"#)
    #expect(await run("another1|", more: " --without-old").exit == 0)
    #expect(try home.text().contains(#""mustChange": true"#))
    #expect(await run("1234|", more: " --without-old").exit == 65)
    #expect(await run("another1|another2|", more: " --without-old").exit == 64)
    #expect(await run("another1|", user: "eve@host.com", more: " --without-old").exit == 67)
    #expect(await run("another1|", user: " ada@host.com", more: " --without-old").exit == 67)
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "!$5$a$b"}]}"#)
    let ran = await run("another1|", more: " --without-old")
    #expect(ran.exit == 0 && ran.err.contains("locked"), "\(ran)")
    #expect(try home.text().contains(#""!$"#))
  }

  @Test("refuses who may not log in, and counts failures as a login does")
  func refused() async throws {
    try write(#", "disabled": true"#)
    #expect(await run("secret1|another1|").exit == 77)
    try write(#", "mustChange": 7"#)
    for (input, more) in [("secret1|another1|", ""), ("another1|", " --without-old")] {
      let closed = await run(input, more: more)
      #expect(
        closed.exit == 77 && !(closed.out + closed.err).contains("accounts.json"), "\(closed)")
    }
    try write()
    #expect(await run("wrong12|another1|", more: " --json").exit == 1)
    for _ in 1...4 { #expect(await run("wrong12|another1|").exit == 1) }
    #expect(await run("secret1|another1|").exit == 75)
    try home.write("{")
    #expect(await run("secret1|another1|").exit == 65)
  }

  @Test("answers to PAM's phase password only, and needs a name")
  func others() async throws {
    try write()
    for type in ["auth", "account", "", nil] {
      #expect(await run("secret1|another1|", type: type).exit == 64)
    }
    #expect(await run("secret1|another1|", user: nil).exit == 64)
    #expect(await run("secret1|another1|", user: "").exit == 64)
  }
}
