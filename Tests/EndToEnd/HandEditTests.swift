import Testing

/// What a person changes in the file by hand, the next run uses.
@Suite struct HandEditTests {
  @Test("a first name that was changed by hand is shown")
  func firstName() async throws {
    let home = try Home(fixture: "register")
    try home.accounts.replace("\"Mario\"", with: "\"Super Mario\"")
    let show = try await home.run("show")
    #expect(show.code == 0)
    #expect(show.out.contains("First name: Super Mario\n"))
  }

  @Test("an email that was changed by hand is shown: nobody has logged in yet")
  func emailWithoutSession() async throws {
    let home = try Home(fixture: "register")
    try home.accounts.replace("mario.balotelli@gmail.com", with: "super.mario@gmail.com")
    let show = try await home.run("show")
    #expect(show.code == 0)
    #expect(show.out.hasPrefix("Email:      super.mario@gmail.com\n"))
  }

  @Test("an email that was changed by hand is shown, though the session has the old one")
  func emailWithSession() async throws {
    let home = try Home(fixture: "register")
    try home.session.write("{\"email\": \"mario.balotelli@gmail.com\"}\n")
    try home.accounts.replace("mario.balotelli@gmail.com", with: "super.mario@gmail.com")
    let show = try await home.run("show")
    #expect(show.code == 0)
    #expect(show.out.hasPrefix("Email:      super.mario@gmail.com\n"))
  }

  @Test("a password typed over the hash logs in, and is then a hash; every other byte stays")
  func typedPassword() async throws {
    let home = try Home(fixture: "register")
    let hash = try #require(try home.accounts.only("password"))
    let original = try home.accounts.text
    try home.accounts.replace(hash, with: "typed by hand")

    let email = ["--email", "mario.balotelli@gmail.com"]
    let old = try await home.run(
      ["login"] + email + ["--password-stdin"], input: .text("12345"))
    #expect(old.code == 77)
    #expect(try home.accounts.only("password") == "typed by hand")

    let new = try await home.run(
      ["login"] + email + ["--password-stdin"], input: .text("typed by hand"))
    #expect(new.code == 0)
    #expect(new.err == "")
    let sealed = try #require(try home.accounts.only("password"))
    #expect(sealed.hasPrefix("$y$"))
    #expect(try home.accounts.text == original.replacing(hash, with: sealed))

    let state = try home.accounts.state
    let again = try await home.run(
      ["login"] + email + ["--password-stdin"], input: .text("typed by hand"))
    #expect(again.code == 0)
    #expect(try home.accounts.state == state)
  }

  @Test(
    "reading commands leave a typed password as it is",
    arguments: [
      ["show"], ["list"], ["check"],
      ["verify", "--email", "mario@host.com", "--password", "12345"],
      ["save"], ["cancel"], ["rules"], [],
    ])
  func readingSealsNothing(words: [String]) async throws {
    let home = try Home(#"{"accounts": [{"email": "mario@host.com", "password": "12345"}]}"#)
    let before = try home.accounts.state
    _ = try await home.run(words)
    #expect(try home.accounts.state == before)
  }

  @Test("a typed password that breaks the rules closes the account, and is not sealed")
  func shortTypedPassword() async throws {
    let home = try Home(
      """
      {
        "accounts": [
          {"email": "mario@host.com", "password": "1234"}
        ]
      }
      """)
    let before = try home.accounts.state
    let place =
      "~/Documents/regapp/accounts.json:3:45: error: password must have 5 characters or more\n"
    let login = try await home.run(
      "login", "--email", "mario@host.com", "--password", "1234")
    #expect(login.code == 65)
    #expect(login.err.hasPrefix(place))
    let show = try await home.run("show")
    #expect(show.code == 65)
    #expect(show.err.hasPrefix(place))
    let seal = try await home.run("seal")
    #expect(seal.code == 65)
    #expect(seal.err.contains(place))
    #expect(try home.accounts.state == before)
  }

  static let another = """
    {"rules": "register", "accounts": [
      {"password": "54321", "email": "paul@host.com", "firstName": "Paul"}
    ]}
    """

  @Test("a file swapped for another with one valid account shows that account")
  func swappedFile() async throws {
    let home = try Home(fixture: "register")
    try home.session.write("{\"email\": \"mario.balotelli@gmail.com\"}\n")
    try home.accounts.write(Self.another)
    let paul = """
      Email:      paul@host.com
      Password:   ********
      First name: Paul
      Last name:

      """
    #expect(try await home.run("show") == .exit(0, out: paul))
    #expect(try home.accounts.text == Self.another)
  }

  @Test("after a logout a swapped file opens by login alone")
  func swappedAfterLogout() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("logout") == .exit(0, err: "logged out\n"))
    try home.accounts.write(Self.another)
    let refused = """
      regapp: error: not logged in
      regapp: hint: log in: regapp login --email EMAIL

      """
    #expect(try await home.run("show") == .exit(77, err: refused))
    let login = try await home.run("login", "--email", "paul@host.com", "--password", "54321")
    #expect(login.code == 0)
  }

  @Test("a swapped file with two valid accounts opens by login alone")
  func swappedForTwo() async throws {
    let home = try Home(
      """
      {"accounts": [
        {"email": "paul@host.com", "password": "54321"},
        {"email": "anna@host.com", "password": "54321"}
      ]}
      """)
    try home.session.write("{\"email\": \"mario@host.com\"}\n")
    let show = try await home.run("show")
    let refused = """
      regapp: error: not logged in: mario@host.com is no longer in the accounts file
      regapp: hint: log in: regapp login --email EMAIL

      """
    #expect(show == .exit(77, err: refused))
  }

  @Test("the one valid account beside closed ones opens without login")
  func validBesideClosed() async throws {
    let home = try Home(fixture: "broken/duplicate-email")
    let show = try await home.run("show")
    #expect(show.code == 0)
    #expect(show.out.hasPrefix("Email:      paul.pogba@gmail.com\n"))
  }

  @Test(
    "only the rulebook register opens a file with one account without login",
    arguments: [
      ("albums", "regapp login --email EMAIL"), ("authorisation", "regapp login --first-name NAME"),
    ])
  func othersNeedLogin(rules: String, command: String) async throws {
    let home = try Home(
      """
      {"rules": "\(rules)", "accounts": [{
        "email": "jane@example.com", "password": "Password1", "firstName": "Jane",
        "lastName": "Smith", "birthDate": "1990-01-01", "phone": "+7 (912) 345-67-89"
      }]}
      """)
    let refused = "regapp: error: not logged in\nregapp: hint: log in: \(command)\n"
    #expect(try await home.run("show") == .exit(77, err: refused))
  }

  @Test("an accounts file that was removed by hand is an empty one")
  func removedFile() async throws {
    let home = try Home()
    try home.makeDirectory(Home.documents)
    try home.session.write("{\"email\": \"mario@host.com\"}\n")
    #expect(try await home.run("show").code == 77)
    #expect(try await home.run("list") == .exit(0, err: "nobody is registered yet\n"))
    let register = try await home.run(
      "register", "--email", "paul@host.com", "--password", "54321", "--no-login")
    #expect(register.code == 0)
    #expect(try home.accounts.emails == ["paul@host.com"])
  }
}
