import Foundation
import Testing

@testable import Accounts
@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

@Suite("What the other commands say") struct TellingTests {
  private let home = Home()

  @Test("check prints a line a problem, warnings after errors, and a count")
  func check() async throws {
    try home.write(
      """
      {"accounts": [
        {"email": "mario@gmail.com", "password": "12345"},
        {"email": "bad", "password": "!"},
        {"email": "MARIO@gmail.com", "password": "$1$a$ywpTNDTYPzAT3Ohgseebp/"}
      ]}

      """)
    let path = home.accountsPath
    let ran = await home.run("check")
    #expect(
      ran.out == """
        \(path):3:13: error: email must be an address, with an @ in it
        \(path):4:13: error: a user with this email already exists
        \(path):2:44: warning: password stands here as text; it becomes a hash at the next login, \
        or with regapp seal
        \(path):3:32: warning: password is locked: nobody can log in to this account
        \(path):4:44: warning: password has a weak hash ($1$); a login makes it a stronger one

        """)
    #expect(ran.exit == 65)
    #expect(ran.err.hasPrefix("regapp: error: 2 errors in \(path)\n"))
    try home.write(#"{"accounts": [{"email": "mario@gmail.com", "password": "12345"}]}"#)
    let warned = await home.run("check")
    #expect(warned.exit == 0)
    #expect(warned.err == "1 account, no errors, 1 warning\n")
    #expect(await home.run("check \(path)").out == warned.out)
  }

  @Test("list aligns names behind emails, and marks closed accounts")
  func list() async throws {
    try home.write(
      """
      {"accounts": [
        {"email": "mario@gmail.com", "password": "!", "firstName": "Mario", "lastName": "B"},
        {"email": "bad", "firstName": "Иван"},
        7
      ]}
      """)
    #expect(
      await home.run("list").out == """
        mario@gmail.com  Mario B
        bad              Иван  [closed: email must be an address, with an @ in it at line 3, and 1 more]
        (no email)       [closed: an account must be an object: { "email": …, "password": … } at line 4]

        """)
    #expect(await home.run("list MARIO").out == "mario@gmail.com  Mario B\n")
    let none = await home.run("list nobody")
    #expect(none.out == "" && none.err == "nobody fits\n" && none.exit == 0)
  }

  @Test("list of nobody says that nobody is registered")
  func listOfNobody() async {
    #expect(await home.run("list").err == "nobody is registered yet\n")
    #expect(await home.run("list --json").out == "[]\n")
    #expect(!home.exists("accounts.json"))
  }

  @Test("seal counts what it did")
  func seal() async throws {
    try home.write(
      #"{"accounts": [{"email": "one@b.co", "password": "typed1"}, {"email": "two@b.co", "password": "1"}]}"#
    )
    let ran = await home.run("seal")
    #expect(ran.exit == 65)
    #expect(ran.err.hasPrefix("sealed 1 password\n"))
    #expect(ran.err.contains("1:94: error: password must have 5 characters or more\n"))
    #expect(await home.run("seal").err.hasPrefix("sealed 0 passwords\n"))
  }

  @Test("seal shows at a terminal how far it has come, and clears that line")
  func sealProgress() async throws {
    try home.write(#"{"accounts": [{"email": "one@gmail.com", "password": "typed1"}]}"#)
    let ran = await home.ask("seal")
    #expect(ran.err.contains("] 1 of 1"))
    #expect(ran.err.hasSuffix("\rsealed 1 password\n"))
  }

  @Test("logout says whether anybody was")
  func logout() async {
    #expect(await home.run("logout").err == "nobody is logged in\n")
    await home.run("login --email mario@gmail.com --password 12345")
    #expect(await home.run("logout").err == "logged out\n")
  }

  @Test("cancel of a draft says whose it was")
  func cancel() async {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --draft --first-name A")
    #expect(await home.run("cancel").err == "dropped the open edit of mario@gmail.com\n")
  }

  @Test("login that cannot seal warns, and logs in")
  func warning() async throws {
    try home.write(#"{"accounts": [{"email": "mario@gmail.com", "password": "typed1"}]}"#)
    var setting = Setting()
    setting.hasher = PasswordHasher(cost: 1) { _, _ in nil }
    let ran = await home.run("login --email mario@gmail.com --password typed1", setting: setting)
    #expect(ran.exit == 0)
    #expect(ran.err.hasPrefix("regapp: warning: logged in, but the password in the file could not"))
    #expect(ran.out.hasPrefix("Email:      mario@gmail.com\n"))
  }

  @Test("rules tells each rulebook in words", arguments: ["register", "albums", "authorisation"])
  func rules(name: String) async {
    let ran = await home.run("rules \(name)")
    #expect(ran.out.hasPrefix("rulebook \(name)\n"))
    for field in ["email:", "password:", "first name:", "last name:", "birth date:", "phone:"] {
      #expect(ran.out.contains("  \(field) "))
    }
  }

  @Test("rules without a name tells the one of the file, as JSON that may stand in it")
  func rulesOfFile() async throws {
    await home.run("init albums")
    #expect(await home.run("rules").out == (await home.run("rules albums").out))
    let json = await home.run("rules albums --json").out
    try home.write(
      "{\"rules\": \(json.replacing("\"albums\"", with: "\"mine\"")), \"accounts\": []}")
    #expect(await home.run("check").exit == 0)
    #expect(await home.run("rules").out.hasPrefix("rulebook mine\n"))
  }

  @Test("help tells every command, and of one its options and an example")
  func help() async {
    let overview = await home.run("help").out
    for command in RegApp.spec.commands { #expect(overview.contains("  \(command.name) ")) }
    #expect(await home.run("--help").out == overview)
    #expect(await home.run("-h").out == overview)
    let login = await home.run("help login").out
    #expect(await home.run("login --help").out == login)
    #expect(await home.run("--help login --email").out == login)
    #expect(login.contains("--password-stdin") && login.contains("\nexamples:\n  regapp login "))
    #expect(await home.run("--version").out == "regapp \(Release.version)\n")
  }
}
