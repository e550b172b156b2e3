import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("An account that cannot be logged in to") struct StateScreenTests {
  private let home = Home()
  private static let small = Size(columns: 40, rows: 12)

  private func register() async {
    await home.run("register --email ada@example.com --password 12345 --first-name Ada")
  }

  private static let ways = [
    ("disable ada@example.com --reason leave", "disabled"),
    ("disable ada@example.com --until 2026-07-01", "not yet valid"),
    ("edit --account ada@example.com --valid-until 2026-06-14", "expired"),
  ]

  @Test("is not opened by its session, and the form says why, without the reason", arguments: ways)
  func session(line: String, state: String) async throws {
    await register()
    await home.run(line)
    let stage = await Stage(home)
    #expect(stage.kind == "login")
    for size in [Stage.usual, Self.small] {
      let words = stage.text(size).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("not logged in: the account is \(state)"), "\(words)")
      #expect(words.contains("An administrator can change that."), "\(words)")
      #expect(!words.contains("leave"))
    }
  }

  @Test("is named after the right password, and not after a wrong one", arguments: ways)
  func login(line: String, state: String) async throws {
    await register()
    await home.run("logout")
    await home.run(line)
    for (password, said) in [
      ("54321", "login failed: no such account, or the password is wrong"),
      ("12345", "login refused: the account is \(state)\nAn administrator can change that."),
    ] {
      var stage = await Stage(home)
      await stage.fill("ada@example.com", password)
      await stage.press(.enter)
      #expect(stage.kind == "login" && stage.said == said)
      #expect(stage.form?[.email] == "ada@example.com")
    }
  }

  @Test("any more leaves what was typed in its form, says so, and saves it once it may")
  func form() async throws {
    await register()
    var stage = await Stage(home)
    await stage.press(.character("E"))
    await stage.go(to: .firstName)
    await stage.retype("Augusta")
    await home.run("disable ada@example.com")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Augusta")
    #expect(stage.said.hasPrefix("not logged in: the account is disabled\n"))
    #expect(stage.said.hasSuffix("What you typed for ada@example.com is not saved yet."))
    await stage.press(.control("s"))
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Augusta")
    #expect(stage.said.hasPrefix("not logged in: the account is disabled\n"))
    #expect(try !home.text().contains("Augusta"))
    await home.run("enable ada@example.com")
    await stage.press(.control("s"))
    #expect(stage.shows("Saved: first name."))
    #expect(try home.text().contains("\"Augusta\""))
  }

  @Test("any more leaves its profile for the login form")
  func profile() async throws {
    await register()
    var stage = await Stage(home)
    await home.run("disable ada@example.com")
    await stage.comeBack()
    #expect(stage.kind == "login" && stage.said.hasPrefix("not logged in: the account is disabled"))
    await home.run("enable ada@example.com")
    await stage.comeBack()
    #expect(stage.kind == "profile")
  }

  @Test("any more says so in an administrator's form, which goes on as it is")
  func administrator() async throws {
    await register()
    var stage = await Stage(home, editing: "ada@example.com")
    await stage.go(to: .groups)
    await stage.type("ops,we")
    await home.run("disable ada@example.com")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "edit" && stage.form?[.groups] == "ops, we")
    #expect(
      stage.said
        == "The account was changed elsewhere; this is what is saved now.\nThe account is now disabled."
    )
    await stage.type("b")
    await stage.press(.control("s"))
    #expect(stage.hasQuit)
    #expect(await home.run("show ada@example.com").out.contains("Groups:     ops, web\n"))
  }
}

@Suite("An administrator's form") struct AdministratorFormTests {
  private let home = Home()

  private func edit() async -> Stage {
    await home.run("register --email ada@example.com --password 12345 --no-login")
    return await Stage(home, editing: "ada@example.com")
  }

  @Test("sets the user name, groups and days, with the keys and the calendar")
  func saves() async throws {
    var stage = await edit()
    await stage.go(to: .username)
    await stage.type("ada")
    await stage.go(to: .groups)
    await stage.type("ops")
    await stage.press(.enter)
    #expect(stage.focus == .groups, "the tag is finished first")
    await stage.type("night shift")
    await stage.press(.tab)
    #expect(stage.focus == .validFrom)
    await stage.press(.character(" "), .down, .enter)
    #expect(stage.form?[.validFrom] == "2026-06-22" && stage.focus == .validUntil)
    await stage.type("20261231")
    await stage.press(.enter)
    #expect(!stage.hasQuit && stage.form?.focusedButton == .submit, "it goes to the button")
    await stage.press(.enter)
    #expect(stage.begun.last == "save" && stage.hasQuit)
    let shown = await home.run("show ada@example.com")
    #expect(
      shown.out.hasSuffix(
        """
        Groups:      ops, night shift
        Valid from:  2026-06-22
        Valid until: 2026-12-31
        State:       not yet valid

        """), "\(shown.out)")
    #expect(try home.text().contains(#""username": "ada""#))
  }

  @Test("keeps a user name that somebody has for itself, and marks it")
  func taken() async throws {
    await home.run("register --email eva@example.com --username eva --password 12345 --no-login")
    var stage = await edit()
    await stage.go(to: .username)
    await stage.type("EVA")
    await stage.press(.control("s"))
    #expect(stage.kind == "edit" && stage.focus == .username)
    #expect(stage.shows("! a user with this user name already exists"))
    #expect(stage.form?.isReady == false)
  }

  @Test("meets other groups in the file as a conflict, and lets one be chosen")
  func conflict() async throws {
    _ = await edit()
    var stage = await Stage(home, editing: "ada@example.com")
    await stage.go(to: .groups)
    await stage.type("ops, web")
    await home.run("edit --account ada@example.com --add-group mail")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "conflict")
    #expect(stage.shows("yours: ops, web") && stage.shows("theirs: mail"))
    await stage.press(.right, .enter)
    #expect(stage.form?[.groups] == "mail")
  }

  @Test("shows the groups of an open edit, and saves them")
  func readDraft() async throws {
    await home.run("register --email ada@example.com --password 12345 --groups ops")
    await home.run("edit --draft --add-group web")
    var stage = await Stage(home)
    #expect(stage.shows("ops → ops, web (not saved)"))
    await stage.press(.character("E"))
    await stage.go(to: .groups)
    #expect(stage.form?[.groups] == "ops, web" && stage.shows("[ops] [web]"))
    await stage.type("mail")
    await stage.press(.control("s"))
    #expect(try stage.account()[.groups] == "ops, web, mail")
  }
}

@Suite("Where several fields name an account") struct SeveralNamesScreenTests {
  private let home = Home()

  private func start() async throws -> Stage {
    try home.write(
      #"{"rules": {"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}, "accounts": []}"#
    )
    var stage = await Stage(home)
    await stage.press(.escape)
    return stage
  }

  @Test("registering asks for the user name first, and both log in")
  func both() async throws {
    var stage = try await start()
    #expect(stage.shows("User name or email:"))
    await stage.type("ada")
    await stage.press(.control("r"))
    #expect(stage.kind == "registration" && stage.focus == .username)
    #expect(stage.form?[.username] == "ada" && stage.state.question == nil)
    await stage.press(.tab)
    await stage.type(newPassword: "12345")
    await stage.press(.enter)
    #expect(try stage.account().name.text == "ada")
    await home.run("edit --email ada@example.com")
    for name in ["ada", "ADA", "Ada@Example.com"] {
      await home.run("logout")
      var stage = await Stage(home)
      await stage.fill(name, "12345")
      await stage.press(.enter)
      #expect(try stage.account().name.text == "ada")
    }
  }

  @Test("what is missing is named by all of them")
  func missing() async throws {
    var stage = try await start()
    await stage.press(.up, .up, .enter)
    #expect(stage.shows("! user name or email is missing"))
    for size in [Stage.usual, Size(columns: 40, rows: 12)] {
      #expect(stage.shows("User name or email:", size))
    }
  }

  @Test("a new account is created by the name that was typed")
  func creates() async throws {
    try home.write(
      #"{"rules": {"key": "username", "login": {"unknown": "create"}, "fields": {"password": {"required": true}}}, "accounts": []}"#
    )
    var stage = await Stage(home)
    await stage.fill("ada", "12345")
    await stage.press(.enter)
    #expect(stage.said == "There is no account ada yet: to create it, type the password again.")
  }
}
