import Testing

/// `init` begins a documents directory.
@Suite struct InitTests {
  @Test(
    "an empty file under each rulebook",
    arguments: [
      ([], "register"), (["register"], "register"), (["albums"], "albums"),
      (["authorisation"], "authorisation"),
    ])
  func empty(words: [String], rules: String) async throws {
    let home = try Home()
    let expected = "made an accounts file under the rulebook \(rules)\n"
    #expect(try await home.run(["init"] + words) == .exit(0, err: expected))
    let file = """
      {
        "regapp": 1,
        "rules": "\(rules)",
        "accounts": []
      }

      """
    #expect(try home.accounts.text == file)
    #expect(try home.accounts.mode == 0o600)
    #expect(try home.file(Home.documents).mode == 0o700)
    #expect(!home.session.exists)
    #expect(try await home.run("check").code == 0)
  }

  @Test("an account in a file that init made stands over several lines, as a person writes it")
  func firstAccount() async throws {
    let home = try Home()
    #expect(try await home.run("init").code == 0)
    let words = ["register", "--email", "ada@host.com", "--password", "12345", "--no-login"]
    #expect(try await home.run(words).code == 0)
    let hash = try #require(try home.accounts.only("password"))
    let file = """
      {
        "regapp": 1,
        "rules": "register",
        "accounts": [
          {
            "email": "ada@host.com",
            "password": "\(hash)"
          }
        ]
      }

      """
    #expect(try home.accounts.text == file)
  }

  @Test(
    "over a file that is there: 73, and not a byte is changed",
    arguments: [
      "register", "broken/empty", "broken/half-a-file",
    ])
  func overAnother(fixture: String) async throws {
    let home = try Home(fixture: fixture)
    let before = try home.accounts.state
    let ran = try await home.run("init", "albums")
    #expect(ran.code == 73)
    #expect(ran.err.hasPrefix("regapp: error: ~/Documents/regapp/accounts.json exists already\n"))
    #expect(try home.accounts.state == before)
  }

  @Test("--samples makes the three people of the seed, and says their password")
  func samples() async throws {
    let home = try Home()
    let expected = """
      made an accounts file under the rulebook authorisation
      created account alex@example.com with the password password1
      created account anton@example.com with the password password1
      created account jane@example.com with the password password1

      """
    #expect(try await home.run("init", "authorisation", "--samples") == .exit(0, err: expected))
    let people = try home.accounts.people
    #expect(people.map { $0["firstName"] as? String } == ["Alex", "Anton", "Jane"])
    #expect(people.map { $0["lastName"] as? String } == ["Ivanov", "Petrov", "Smith"])
    let hashes = people.compactMap { $0["password"] as? String }
    #expect(hashes.allSatisfy { $0.hasPrefix("$y$") })
    #expect(Set(hashes).count == 3)
    #expect(!home.session.exists)
    for name in ["Alex", "Anton", "Jane"] {
      let login = try await home.run("login", "--first-name", name, "--password", "password1")
      #expect(login.code == 0)
    }
    #expect(try await home.run("check") == .exit(0, err: "3 accounts, no errors\n"))
  }

  @Test("without --samples no account has a password that is known")
  func noSamples() async throws {
    let home = try Home()
    #expect(try await home.run("init", "authorisation").code == 0)
    let login = try await home.run("login", "--first-name", "Alex", "--password", "password1")
    #expect(login.code == 77)
    #expect(try home.accounts.people.isEmpty)
  }
}
