import Foundation
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import Product

@Suite("The output of the other commands") struct OutputTests {
  private let home = Home()

  @Test("check prints a line a problem, warnings after errors, and a count")
  func check() async throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "mario@gmail.com", "password": "12345"},
        {"email": "bad", "password": "!"},
        {"email": "MARIO@gmail.com", "password": "$1$a$ywpTNDTYPzAT3Ohgseebp/"}
      ]}

      """)
    let path = home.accountsPath
    let ran = await home.run("check")
    #expect(
      ran.out == """
        \(path):3:13: error: bad: email must be an address with an @
        \(path):4:13: error: MARIO@gmail.com: a user with this email already exists, at line 2
        \(path):2:44: warning: mario@gmail.com: password is plain text here; it becomes a hash at the next login, or with regapp seal
        \(path):3:32: warning: bad: password is locked: this account cannot log in
        \(path):4:44: warning: MARIO@gmail.com: password has a weak hash ($1$); a login (regapp login, or on the page) or a new password replaces it

        """)
    #expect(ran.exit == 65)
    #expect(
      ran.err.hasPrefix(
        "passwords by hash: 1 md5crypt, 1 typed, 1 other\nregapp: error: 2 errors in \(path)\n"))
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "12345"}]}"#)
    let warned = await home.run("check")
    #expect(warned.exit == 0)
    #expect(warned.err == "1 account, no errors, 1 warning\n")
    #expect(await home.run("check \(path)").out == warned.out)
  }

  @Test("list aligns names after emails, and marks closed accounts")
  func list() async throws {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "mario@gmail.com", "password": "!", "firstName": "Mario", "lastName": "B"},
        {"email": "bad", "firstName": "Иван"},
        7
      ]}
      """)
    #expect(
      await home.run("list").out == """
        mario@gmail.com  Mario B  [locked]
        bad              Иван  [closed: email must be an address with an @ at line 3, and 1 more]
        (no email)       [closed: an account must be an object: { "email": …, "password": … } at line 4]

        """)
    #expect(await home.run("list MARIO").out == "mario@gmail.com  Mario B  [locked]\n")
    let none = await home.run("list nobody")
    #expect(none.out == "" && none.err == "no matching accounts\n" && none.exit == 0)
  }

  @Test("list, check and export name an account with an empty email by its user name")
  func emptyKey() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "", "username": "mario", "password": "!"}]}"#)
    let fault = "email must be an address with an @"
    #expect(await home.run("list").out == "mario  [closed: \(fault) at line 1]\n")
    #expect(await home.run("check").out.contains(": error: mario: \(fault)\n"))
    #expect(
      await home.run("export --format htpasswd").err
        .hasPrefix("regapp: error: mario is left out: the account is closed: \(fault)\n"))
  }

  @Test("list without accounts says that there are none")
  func listOfNobody() async {
    await home.run("init")
    #expect(await home.run("list").err == "no accounts yet\n")
    #expect(await home.run("list --json").out == "[]\n")
  }

  @Test("seal counts what it did")
  func seal() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "one@b.co", "password": "typed1"}, {"email": "two@b.co", "password": "1"}]}"#
    )
    let ran = await home.run("seal")
    #expect(ran.exit == 65)
    #expect(ran.err.hasPrefix("sealed 1 password\n"))
    #expect(ran.err.contains("1:115: error: password must have 5 characters or more\n"))
    #expect(await home.run("seal").err.hasPrefix("sealed 0 passwords\n"))
  }

  @Test("seal shows its progress at a terminal, and clears that line")
  func sealProgress() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "one@gmail.com", "password": "typed1"}]}"#)
    let ran = await home.ask("seal")
    #expect(ran.err.contains("] 1 of 1"))
    #expect(ran.err.hasSuffix("\rsealed 1 password\n"))
  }

  @Test("logout says whether there was a login")
  func logout() async {
    await home.run("init")
    #expect(await home.run("logout").err == "not logged in\n")
    await home.run("login --email mario@gmail.com --password 12345")
    #expect(await home.run("logout").err == "logged out\n")
  }

  @Test("cancel of a draft names the account")
  func cancel() async {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --draft --first-name A")
    #expect(await home.run("cancel").err == "discarded the open edit of mario@gmail.com\n")
  }

  @Test("login that cannot seal warns, and succeeds")
  func warning() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "typed1"}]}"#)
    var setting = Setting()
    setting.hasher = PasswordHasher(cost: 1) { _, _ in .refused }
    let ran = await home.run("login --email mario@gmail.com --password typed1", setting: setting)
    #expect(ran.exit == 0)
    #expect(ran.err.hasPrefix("regapp: warning: logged in, but the password in the file could not"))
    #expect(ran.out.hasPrefix("Email:      mario@gmail.com\n"))
  }

  @Test(
    "rules describes each rulebook",
    arguments: [
      (
        "register", "login is by email and password", "password: required; at least 5 characters"
      ),
      ("albums", "login without an account is refused", "YYYY-MM-DD, aged 18 to 120"),
      ("authorisation", "login is by first name or email and password", "8 letters, 1 digit"),
    ])
  func rules(name: String, login: String, rule: String) async {
    let ran = await home.run("rules \(name)")
    #expect(ran.out.hasPrefix("rulebook \(name)\n"))
    #expect(ran.out.contains(login) && ran.out.contains(rule))
    for field in ["email:", "password:", "first name:", "last name:", "birth date:", "phone:"] {
      #expect(ran.out.contains("  \(field) "))
    }
  }

  @Test("rules without a name describes the file's, as JSON that can be used in it")
  func rulesOfFile() async throws {
    await home.run("init albums")
    #expect(await home.run("rules").out == (await home.run("rules albums").out))
    let json = await home.run("rules albums --json").out
    try home.write(
      "{\"rules\": \(json.replacing("\"albums\"", with: "\"mine\"")), \"accounts\": []}")
    #expect(await home.run("check").exit == 0)
    #expect(await home.run("rules").out.hasPrefix("rulebook mine\n"))
  }

  @Test("help lists every command, and for one of them its options and an example")
  func help() async {
    let overview = await home.run("help").out
    for command in AccountsApp.spec.commands { #expect(overview.contains("  \(command.name) ")) }
    #expect(await home.run("--help").out == overview)
    #expect(await home.run("-h").out == overview)
    #expect(await home.run("help exit-codes").out.contains("\n  78 "))
    #expect(await home.run("help formats").out.hasPrefix("  htpasswd  nginx and Apache; "))
    let login = await home.run("help login").out
    #expect(await home.run("login --help").out == login)
    #expect(await home.run("--help login --email").out == login)
    #expect(login.contains("--password-stdin") && login.contains("\nexamples:\n  regapp login "))
    #expect(await home.run("--version").out == "regapp \(Release.version)\n")
    #expect(await home.run("-V").out == "regapp \(Release.version)\n")
  }
}
