import Testing

/// The rulebook `authorisation`: one logs in by first name.
@Suite struct AuthorisationTests {
  static let jane = """
    Email:      jane@example.com
    Password:   ********
    First name: Jane
    Last name:  Smith

    """

  @Test("login by first name, whatever its case", arguments: ["Jane", "jane", "JANE", " Jane "])
  func byFirstName(name: String) async throws {
    let home = try Home(fixture: "authorisation")
    let login = try await home.run("login", "--first-name", name, "--password", "password1")
    #expect(login == .exit(0, out: Self.jane))
    #expect(try await home.run("show") == .exit(0, out: Self.jane))
  }

  @Test("two people of one name: the password decides")
  func twoOfOneName() async throws {
    let home = try Home(fixture: "authorisation")
    let register = try await home.run(
      "register", "--email", "jane2@example.com", "--first-name", "JANE", "--last-name", "Doe",
      "--password", "logMeInn123", "--no-login")
    #expect(register.code == 0)
    let doe = try await home.run("login", "--first-name", "jane", "--password", "logMeInn123")
    #expect(doe.out.hasPrefix("Email:      jane2@example.com\n"))
    let smith = try await home.run("login", "--first-name", "jane", "--password", "password1")
    #expect(smith == .exit(0, out: Self.jane))
  }

  @Test("two people of one name and one password: the message asks for --email, which decides")
  func twoThatFit() async throws {
    let home = try Home(fixture: "authorisation")
    try home.accounts.replace("\"Alex\"", with: "\"Jane\"")
    let both = try await home.run("login", "--first-name", "Jane", "--password", "password1")
    let expected = """
      regapp: error: several people share this name and password
      regapp: hint: give --email EMAIL too

      """
    #expect(both == .exit(77, err: expected))
    #expect(!home.session.exists)
    let verify = try await home.run("verify", "--first-name", "Jane", "--password", "password1")
    #expect(verify.code == 1, "\(verify)")
    let one = try await home.run(
      "login", "--first-name", "Jane", "--email", "jane@example.com", "--password", "password1")
    #expect(one == .exit(0, out: Self.jane))
  }

  @Test("an email and a name that are not one person's do not log in")
  func emailOfAnother() async throws {
    let home = try Home(fixture: "authorisation")
    let login = try await home.run(
      "login", "--first-name", "Jane", "--email", "alex@example.com", "--password", "password1")
    #expect(login.code == 77)
  }

  @Test(
    "nobody is registered: login says so, and how to begin",
    arguments: ["authorisation", "albums"])
  func nobody(rules: String) async throws {
    let home = try Home()
    #expect(try await home.run("init", rules).code == 0)
    let key = rules == "albums" ? ["--email", "a@b.co"] : ["--first-name", "Jane"]
    let login = try await home.run(["login", "--password", "password1"] + key)
    #expect(login.code == 77)
    #expect(login.err.hasPrefix("regapp: error: login failed: nobody is registered yet\n"))
    #expect(login.err.contains("hint: begin: regapp register --email EMAIL --first-name NAME"))
    #expect(try home.accounts.people.isEmpty)
  }

  @Test(
    "who is unknown is refused, and no account is made",
    arguments: [
      ["--first-name", "Vera"], ["--email", "vera@example.com"],
    ])
  func unknown(key: [String]) async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    let login = try await home.run(["login", "--password", "password1"] + key)
    #expect(
      login
        == .exit(
          77, err: "regapp: error: login failed: no such account, or the password is wrong\n"))
    #expect(try home.accounts.state == before)
  }

  @Test(
    "a password has 8 letters or more, 1 digit or more, and nothing else",
    arguments: [
      ("password1", []), ("logMeInn123", []), ("1абвгдежз", []),
      ("passwor1", ["letters or more"]), ("password", ["1 digit or more"]),
      ("password1!", ["nothing but letters and the digits 0 to 9"]),
      ("pass word1", ["nothing but letters and the digits 0 to 9"]),
      ("password١", ["1 digit or more", "nothing but letters and the digits 0 to 9"]),
      ("a-", ["8 letters or more", "1 digit or more", "nothing but letters"]),
    ] as [(String, [String])])
  func password(password: String, problems: [String]) async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    let register = try await home.run(
      "register", "--email", "vera@example.com", "--first-name", "Vera", "--last-name", "M",
      "--password", password)
    let lines = register.err.split(separator: "\n").filter { $0.contains("error: password") }
    if problems.isEmpty {
      #expect(register.code == 0)
    } else {
      #expect(register.code == 65)
      #expect(lines.count == problems.count)
      for problem in problems { #expect(register.err.contains(problem)) }
      #expect(try home.accounts.state == before)
    }
  }

  @Test(
    "a duplicate is refused in the seed's words, and nothing is written",
    arguments: [
      "jane@example.com", "JANE@Example.Com", " jane@example.com ",
    ])
  func duplicate(email: String) async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    let register = try await home.run(
      "register", "--email", email, "--first-name", "Other", "--last-name", "Person",
      "--password", "password1")
    let expected = """
      regapp: error: a user with this email already exists
      regapp: hint: give another email, or log in as that user

      """
    #expect(register == .exit(65, err: expected))
    #expect(try home.accounts.state == before)
    #expect(!home.session.exists)
  }

  @Test("validity is checked before the duplicate")
  func validityFirst() async throws {
    let home = try Home(fixture: "authorisation")
    let register = try await home.run(
      "register", "--email", "jane@example.com", "--first-name", "Other", "--last-name", "Person",
      "--password", "weak")
    #expect(register.code == 65)
    #expect(!register.err.contains("already exists"))
  }

  @Test(
    "what is required and not given is named, all of it",
    arguments: [
      ([], ["email", "password", "first name", "last name"]),
      (["--first-name", "Vera", "--email", "v@e.co"], ["password", "last name"]),
    ] as [([String], [String])])
  func missing(options: [String], fields: [String]) async throws {
    let home = try Home(fixture: "authorisation")
    let register = try await home.run(["register"] + options)
    #expect(register.code == 64)
    let lines = fields.map { "regapp: error: \($0) is missing\n" }.joined()
    #expect(register.err.hasPrefix(lines + "regapp: hint: "), "\(register)")
  }

  @Test("missing and invalid fields together are 65")
  func missingAndInvalid() async throws {
    let home = try Home(fixture: "authorisation")
    let register = try await home.run("register", "--email", "vera", "--password", "password1")
    #expect(register.code == 65)
    #expect(register.err.contains("error: email must be an address, with an @ in it\n"))
    #expect(register.err.contains("error: first name is missing\n"))
    #expect(register.err.contains("error: last name is missing\n"))
  }

  @Test("login needs a first name or an email")
  func needsName() async throws {
    let home = try Home(fixture: "authorisation")
    let login = try await home.run("login", "--password", "password1")
    #expect(login.code == 64)
    #expect(login.err.hasPrefix("regapp: error: first name is missing\n"))
  }
}
