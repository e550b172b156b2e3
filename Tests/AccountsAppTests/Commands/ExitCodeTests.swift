import Foundation
import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("The exit code") struct ExitCodeTests {
  private let home = Home()

  private func login() async {
    await home.run("login --email mario@gmail.com --password 12345")
  }

  @Test("is 0 after success, or if there is nothing to change")
  func done() async {
    await login()
    for line in [
      "show", "list", "list nobody", "check", "seal", "rules", "rules albums", "help", "help show",
      "help exit-codes", "help formats",
      "--help", "show --help", "-h", "--version", "logout", "logout",
      "login --email mario@gmail.com --password 12345", "edit --email mario@gmail.com",
    ] {
      #expect(await home.run(line).exit == 0, "\(line)")
    }
  }

  @Test("is 1 if the answer is no")
  func no() async {
    await login()
    for line in ["save", "cancel", "verify --email mario@gmail.com --password wrong"] {
      #expect(await home.run(line).exit == 1, "\(line)")
    }
    // verify answers by the exit code only.
    let ran = await home.run("verify --email nobody@gmail.com --password wrong")
    #expect(ran.exit == 1 && ran.out == "")
  }

  @Test("is 1 if the last edit cannot be undone")
  func cannotTakeBack() async throws {
    await login()
    await home.run("edit --first-name A")
    try home.write(try home.text().replacing("\"A\"", with: "\"B\""))
    let ran = await home.run("cancel")
    #expect(ran.exit == 1)
    #expect(ran.err.contains("first name changed since"))
  }

  @Test(
    "is 64 for a wrong command line",
    arguments: [
      "frobnicate", "--frobnicate", "show --phone 1", "show a b", "remove", "list a b",
      "help nothing",
      "show --yes --yes", "show --color sometimes", "rules nothing", "init nothing",
      "init --samples", "init albums --samples", "login --first-name Mario --password 12345",
      "edit", "show --email", "--documents= show",
    ])
  func usage(line: String) async {
    let ran = await home.run(line)
    #expect(ran.exit == 64)
    #expect(ran.err.hasPrefix("regapp: error: "))
    #expect(ran.err.contains("\nregapp: hint: "))
    #expect(ran.out == "")
    #expect(!home.exists("accounts.json"))
  }

  @Test(
    "is 64 with what is wrong and what to write, where the rulebook or the terminal decides",
    arguments: [
      (
        "init --samples", "only authorisation has samples", "regapp init authorisation --samples"
      ),
      (
        "rules albmus", "NAME must be register, albums, authorisation or standard, not 'albmus'",
        "did you mean albums?"
      ),
      (
        "init chess",
        "RULEBOOK must be register, albums, authorisation or standard, not 'chess'",
        "see regapp init --help"
      ),
      (
        "edit ada@b.co --first-name A", "edit takes a NAME only with --add-group or --remove-group",
        "name an account with --account NAME"
      ),
      ("list group:", "group: needs a value", "leave it out where all accounts are meant"),
      ("list host:", "host: needs a value", "leave it out where all accounts are meant"),
      ("remove ada@b.co", "remove asks for confirmation, which is not possible here", "give --yes"),
      (
        "login --first-name Mario --password 12345",
        "login is by email here, not by first name", "give --email EMAIL"
      ),
    ])
  func usageInWords(line: String, error: String, hint: String) async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@b.co", "password": "12345"}]}"#)
    let ran = await home.run(line)
    #expect(ran.exit == 64)
    #expect(ran.err == "regapp: error: \(error)\nregapp: hint: \(hint)\n")
  }

  @Test(
    "is 64 for groups that are not named, or are named to be added and removed",
    arguments: [
      (["--add-group", ""], "--add-group is empty"),
      (["--remove-group", " , "], "--remove-group is empty"),
      (
        ["--add-group", "a,b", "--remove-group", "c,b"],
        "--add-group and --remove-group both name b"
      ),
    ])
  func groups(words: [String], error: String) async throws {
    await login()
    let ran = await home.run(["edit"] + words, Setting())
    #expect(ran.exit == 64 && ran.err.hasPrefix("regapp: error: \(error)\nregapp: hint: "))
  }

  @Test("is 67 if --email names another field of an account")
  func onlyEmail() async throws {
    try home.write(
      """
      {"rules": {"key": "username", "fields": {"password": {"required": true}}},
        "accounts": [{"username": "bob", "email": "bob@host.com", "password": "12345"}]}
      """)
    #expect(await home.run("show --email bob").exit == 67)
    #expect(await home.run("show --email bob@host.com").exit == 0)
    #expect(await home.run("show bob").exit == 0)
  }

  @Test(
    "is 65 if a value or the file breaks a rule",
    arguments: [
      "login --email mario --password 12345", "register --email mario@gmail.com --password 1",
    ])
  func invalid(line: String) async { #expect(await home.run(line).exit == 65) }

  @Test("is 65 for a duplicate, a file that does not parse, a closed account, and what seal leaves")
  func invalidFile() async throws {
    await login()
    let duplicate = await home.run("register --email MARIO@gmail.com --password 12345")
    #expect(duplicate.exit == 65)
    #expect(duplicate.err.hasPrefix("regapp: error: a user with this email already exists\n"))
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "1"}]}"#)
    for line in ["show", "check", "seal", "show --email mario@gmail.com"] {
      let ran = await home.run(line)
      #expect(ran.exit == 65, "\(line)")
      let name = line == "check" ? "mario@gmail.com: " : ""
      let problem = "1:77: error: \(name)password must have 5 characters or more\n"
      #expect((ran.out + ran.err).contains("\(home.accountsPath):\(problem)"), "\(line)")
    }
    try home.write("{")
    for line in ["show", "list", "check", "seal", "login --email a@b.co --password x", "rules"] {
      let ran = await home.run(line)
      #expect(ran.exit == 65, "\(line)")
      #expect((ran.out + ran.err).contains("\(home.accountsPath):1:2: error: "), "\(line)")
    }
    #expect(try home.text() == "{")
  }

  @Test(
    "is 67 if the account does not exist",
    arguments: [
      "remove nobody@gmail.com --yes", "show --email nobody@gmail.com",
      "edit --account nobody@gmail.com --first-name X",
    ])
  func noSuchAccount(line: String) async {
    await login()
    #expect(await home.run(line).exit == 67)
  }

  @Test(
    "is 70 if crypt(3) cannot make a hash",
    arguments: [
      "login --email mario@gmail.com --password 12345",
      "register --email mario@gmail.com --password 12345", "init authorisation --samples",
    ])
  func bug(line: String) async {
    var setting = Setting()
    setting.hasher = PasswordHasher(cost: 1) { _, _ in .refused }
    let ran = await home.run(line, setting: setting)
    #expect(ran.exit == 70)
    #expect(ran.err.hasPrefix("regapp: error: the system's crypt(3) could not create a hash\n"))
    #expect(!home.exists("accounts.json"))
  }

  @Test("is 73 if a file already exists or cannot be created")
  func cannotCreate() async throws {
    #expect(await home.run("init").exit == 0)
    let text = try home.text()
    #expect(await home.run("init albums").exit == 73)
    #expect(try home.text() == text)
    let inFile = await home.run("--documents \(home.accountsPath)/x init")
    #expect(inFile.exit == 73)
  }

  @Test("is 74 if something cannot be read or written")
  func cannotReadOrWrite() async {
    #expect(symlink("nowhere", home.accountsPath) == 0)
    for line in ["show", "login --email mario@gmail.com --password 12345", "check"] {
      #expect(await home.run(line).exit == 74, "\(line)")
    }
    #expect(await home.run("check \(home.documents)/missing.json").exit == 74)
  }

  @Test("is 74 if stdout cannot be written, and 0 if its reader has gone")
  func output() async {
    await login()
    var setting = Setting()
    setting.outputError = .output(errno: 28)
    #expect(await home.run("show", setting: setting).exit == 74)
    setting.outputError = .outputClosed
    let ran = await home.run("show", setting: setting)
    #expect(ran.exit == 0 && ran.err == "")
  }

  @Test("is 75 for a conflict, and for another account's open edit")
  func tryAgain() async throws {
    await login()
    await home.run("edit --draft --first-name A")
    try home.write(
      try home.text().replacing(
        "mario@gmail.com\"", with: "mario@gmail.com\", \"firstName\": \"B\""))
    let conflict = await home.run("save")
    #expect(conflict.exit == 75)
    #expect(conflict.err.contains("first name") && conflict.err.contains("\"B\""))
    await home.run("register --email luigi@gmail.com --password 12345")
    #expect(await home.run("edit --draft --first-name L").exit == 75)
  }

  @Test("is 77 for a failed login, with one message for unknown, wrong and locked")
  func loginFailed() async throws {
    try home.write(
      """
      {"rules": "albums", "accounts": [
        {"email": "ada@b.co", "password": "Secret1", "firstName": "A", "lastName": "L",
         "birthDate": "1990-01-01", "phone": "9123456789"},
        {"email": "bob@b.co", "password": "!", "firstName": "B", "lastName": "L",
         "birthDate": "1990-01-01", "phone": "9123456789"}]}
      """)
    var told: Set<String> = []
    for line in [
      "nobody@b.co --password x", "ada@b.co --password x", "bob@b.co --password Secret1",
    ] {
      let ran = await home.run("login --email \(line)")
      #expect(ran.exit == 77, "\(line)")
      told.insert(ran.err)
    }
    #expect(told == ["regapp: error: login failed: no such account, or the password is wrong\n"])
  }

  @Test("is 77 without a login, with a hint how to begin")
  func notLoggedIn() async {
    let begin = await home.run("show")
    #expect(begin.exit == 67)
    #expect(begin.err.contains("regapp login --email EMAIL"))
    await login()
    await home.run("logout")
    for line in ["show", "edit --first-name A", ""] {
      let ran = await home.run(line)
      #expect(ran.exit == 77, "\(line)")
      #expect(
        ran.err
          == "regapp: error: not logged in\nregapp: hint: log in: regapp login --email EMAIL\n")
    }
  }

  @Test("is 78 if the rulebook is wrong")
  func rulebook() async throws {
    try home.write(#"{"rules": "regster", "accounts": []}"#)
    for line in ["show", "check", "rules", "login --email mario@gmail.com --password 12345"] {
      let ran = await home.run(line)
      #expect(ran.exit == 78, "\(line)")
      #expect(
        (ran.out + ran.err).contains(
          "\(home.accountsPath):1:11: error: unknown rulebook \"regster\"; did you mean register?\n"
        ))
    }
    try home.write(
      #"{"rules": {"key": "username", "login": {"by": "email"}, "fields": {"password": {"required": true}}}, "accounts": []}"#
    )
    let ran = await home.run("show")
    #expect(ran.exit == 78)
    #expect(
      ran.err.contains("rules.fields.email.required must be true: login is by it alone\n"))
    // The built-in ones are still shown.
    #expect(await home.run("rules register").exit == 0)
  }
}
