import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("Login asks") struct LoginPromptTests {
  private let home = Home()

  @Test("for what is missing, and for a new password twice, hidden")
  func newAccount() async throws {
    let ran = await home.ask("login", answers: " mario@gmail.com ", "12345", "12345")
    #expect(ran.exit == 0)
    #expect(ran.questions == ["Email: ", "unseen: Password: ", "unseen: Password again: "])
    #expect(ran.err == "created account mario@gmail.com\n")
    #expect(ran.out.contains("mario@gmail.com"))
    #expect(!ran.out.contains("12345") && !ran.err.contains("12345"))
  }

  @Test("for an existing password once")
  func knownAccount() async {
    await home.run("login --email mario@gmail.com --password 12345")
    let ran = await home.ask("login --email mario@gmail.com", answers: "12345")
    #expect(ran.exit == 0)
    #expect(ran.questions == ["unseen: Password: "])
    #expect(ran.err == "")
  }

  @Test("and asks for both again if the two passwords differ")
  func differing() async {
    let ran = await home.ask(
      "login --email mario@gmail.com", answers: "12345", "12346", "54321", "54321")
    let (one, two) = ("unseen: Password: ", "unseen: Password again: ")
    #expect(ran.questions == [one, two, one, two])
    #expect(ran.err == "! the two passwords differ\ncreated account mario@gmail.com\n")
    #expect(await home.run("login --email mario@gmail.com --password 54321").exit == 0)
  }

  @Test(
    "and creates no account if one gives up before the passwords are the same",
    arguments: [
      ["12345", "12346", ""], ["12345", "", ""], ["12345", "12346", "1", ""], ["12345"],
      ["12345", "12346", "54321"],
    ])
  func givingUp(answers: [String]) async {
    var setting = Setting()
    setting.isTerminal = true
    setting.answers = answers
    let ran = await home.run(["login", "--email", "mario@gmail.com"], setting)
    #expect(ran.exit == (answers.last == "" ? 64 : 130), "\(ran)")
    #expect(!home.exists("accounts.json"))
  }

  @Test("and explains what is wrong with an email and with a password until they are valid")
  func invalid() async {
    let ran = await home.ask(
      "login", answers: "mario", "", "mario@gmail.com", "1", "12345", "12345")
    #expect(ran.exit == 0)
    let (one, two) = ("unseen: Password: ", "unseen: Password again: ")
    #expect(ran.questions == ["Email: ", "Email: ", "Email: ", one, one, two])
    let words = ran.err.split(separator: "\n").map(String.init)
    #expect(
      words.prefix(2) == ["! email must be an address with an @", "! email is missing"])
    #expect(ran.err.contains("! password must have 5 characters or more"))
    #expect(await home.run("login --email mario@gmail.com --password 12345").exit == 0)
  }

  @Test("and for another password where the rulebook's list has the one that was typed twice")
  func listed() async throws {
    try home.write("secret1\n", to: "passwords.txt")
    try home.write(
      #"{"rules": {"login": {"unknown": "create"}, "fields": {"password": {"blocklistFile": "passwords.txt"}}}, "accounts": []}"#
    )
    let ran = await home.ask(
      "login --email mario@gmail.com", answers: "secret1", "secret1", "another1", "another1")
    #expect(ran.exit == 0, "\(ran)")
    #expect(await home.run("login --email mario@gmail.com --password another1").exit == 0)
  }

  @Test("for the first name if that identifies the account")
  func firstName() async {
    await home.run("init authorisation --samples")
    let ran = await home.ask("login", answers: "alex", "password1")
    #expect(ran.exit == 0)
    #expect(ran.questions == ["First name: ", "unseen: Password: "])
    #expect(ran.out.contains("alex@example.com"))
  }

  private func startWithSeveral() async throws {
    try home.write(
      #"{"rules": {"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}, "accounts": []}"#
    )
    await home.run("register --username ada --email ada@b.co --password 12345 --no-login")
  }

  @Test("for any of the names by which one can log in", arguments: ["ada", "ada@b.co"])
  func severalNames(name: String) async throws {
    try await startWithSeveral()
    let ran = await home.ask("login", answers: "", name, "12345")
    #expect(
      ran.questions == ["User name or email: ", "User name or email: ", "unseen: Password: "])
    #expect(ran.err == "! user name or email is missing\n" && ran.exit == 0)
  }

  @Test("and names them all where it must not ask")
  func severalMissing() async throws {
    try await startWithSeveral()
    let ran = await home.run("login")
    #expect(ran.exit == 64)
    #expect(
      ran.err == """
        regapp: error: user name or email is missing
        regapp: error: password is missing
        regapp: hint: give --username or --email and --password-stdin

        """)
  }

  @Test("register for the user name first, where it is the key")
  func registersByName() async throws {
    try home.write(
      #"{"rules": {"key": "username", "fields": {"email": {"required": true}}}, "accounts": []}"#)
    let ran = await home.ask("register", answers: "ada", "ada@b.co", "12345", "12345")
    #expect(ran.questions.prefix(2) == ["User name: ", "Email: "] && ran.exit == 0)
  }

  @Test(
    "never again for a password that was given",
    arguments: [
      "login --email mario@gmail.com --password 12345",
      "login --password=12345 --email=mario@gmail.com",
    ])
  func given(line: String) async {
    let ran = await home.ask(line)
    #expect(ran.exit == 0)
    #expect(ran.questions == [])
  }

  @Test(
    "for a final --password without a value, and if stdin is the terminal",
    arguments: [
      "login --email mario@gmail.com --password", "login --password-stdin --email mario@gmail.com",
    ])
  func unfinished(line: String) async {
    let ran = await home.ask(line, answers: "12345", "12345")
    #expect(ran.exit == 0)
    #expect(ran.questions == ["unseen: Password: ", "unseen: Password again: "])
  }

  @Test("and ends with 130 at Ctrl-C, writing nothing")
  func interrupted() async {
    var setting = Setting()
    setting.isTerminal = true
    setting.questionError = .interrupted
    let ran = await home.run(["login"], setting)
    #expect(ran.exit == 130)
    #expect(ran.err == "regapp: \u{1B}[1;31merror:\u{1B}[0m interrupted\n")
    #expect(!home.exists("accounts.json"))
  }
}

@Suite("Without prompts") struct NoQuestionTests {
  private let home = Home()

  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let missing: String
    var testDescription: String { line }
    init(_ line: String, _ missing: String) { (self.line, self.missing) = (line, missing) }
  }

  private static let rows = [
    Row("login", "email is missing\nregapp: error: password is missing"),
    Row("login --email mario@gmail.com", "password is missing"),
    Row("login --password 12345", "email is missing"),
    Row("login --email mario@gmail.com --password", "password is missing"),
    Row("register", "email is missing\nregapp: error: password is missing"),
    Row("register --email mario@gmail.com", "password is missing"),
    Row("register --password 12345", "email is missing"),
    Row("verify --email mario@gmail.com", "password is missing"),
    Row("verify --password 12345", "email is missing"),
  ]

  @Test(
    "if input is not a terminal, a missing value is a usage error that names it", arguments: rows)
  func noTerminal(row: Row) async {
    let ran = await home.run(row.line)
    #expect(ran.exit == 64)
    #expect(ran.err.hasPrefix("regapp: error: \(row.missing)\nregapp: hint: give --"))
    #expect(ran.out == "")
    #expect(!home.exists("accounts.json"))
  }

  @Test("as with --no-input, even at a terminal", arguments: rows)
  func noInput(row: Row) async {
    let ran = await home.ask("--no-input --color never " + row.line)
    #expect(ran.questions == [])
    #expect(ran.exit == 64)
    #expect(ran.err.contains(row.missing))
  }

  @Test("so it is for edit without a field, and remove without --yes")
  func editAndRemove() async {
    await home.run("login --email mario@gmail.com --password 12345")
    for line in ["edit", "edit --draft", "remove mario@gmail.com", "edit --password"] {
      let ran = await home.run(line)
      #expect(ran.exit == 64, "\(line)")
      let asked = await home.ask("--no-input " + line)
      #expect(asked.exit == 64 && asked.questions == [], "\(line)")
    }
    #expect(await home.run("list").out.contains("mario@gmail.com"))
  }

  @Test("missing and invalid values together are 65, and both are reported")
  func missingAndInvalid() async {
    for line in ["register --email mario", "login --email mario"] {
      let ran = await home.run(line)
      #expect(ran.exit == 65, "\(line)")
      #expect(ran.err.contains("email must be an address"))
      #expect(ran.err.contains("password is missing"))
    }
    await home.run("init albums")
    let ran = await home.run("register --email ada@b.co --password Secret1 --phone 1")
    #expect(ran.exit == 65)
    for words in ["first name is missing", "last name is missing", "birth date is missing"] {
      #expect(ran.err.contains(words))
    }
    #expect(ran.err.contains("phone must be a number"))
  }

  @Test("an empty value is invalid rather than missing")
  func emptyValue() async {
    let ran = await home.run("register --password 12345 --email=")
    #expect(ran.exit == 65)
    #expect(ran.err.contains("email is missing"))
  }
}
