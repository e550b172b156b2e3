import Testing

/// What somebody sees who has just got the program.
@Suite struct FirstSessionTests {
  @Test("in an empty home: login makes an account, edit names its owner, show prints it")
  func firstUse() async throws {
    let home = try Home()
    let nameless = """
      Email:      mario.balotelli@gmail.com
      Password:   ********
      First name:
      Last name:

      """
    let named = """
      Email:      mario.balotelli@gmail.com
      Password:   ********
      First name: Mario
      Last name:  Balotelli

      """
    let login = try await home.run(
      "login", "--email", "mario.balotelli@gmail.com", "--password", "12345")
    #expect(
      login == .exit(0, out: nameless, err: "created account mario.balotelli@gmail.com\n"))
    #expect(try await home.run("show") == .exit(0, out: nameless + "Last login: NOW\n"))
    let edit = try await home.run("edit", "--first-name", "Mario", "--last-name", "Balotelli")
    let changes = """
      first name: nothing → "Mario"
      last name: nothing → "Balotelli"

      """
    #expect(edit == .exit(0, out: named, err: changes))
    #expect(try await home.run("show") == .exit(0, out: named + "Last login: NOW\n"))

    #expect(try home.file("Documents").mode == 0o700)
    #expect(try home.file(Home.documents).mode == 0o700)
    #expect(try home.accounts.mode == 0o600)
    #expect(try home.session.mode == 0o600)
    #expect(try home.history.mode == 0o600)
    #expect(!home.openEdit.exists)

    let hash = try #require(try home.accounts.only("password"))
    #expect(hash.hasPrefix("$y$"))
    let file = """
      {
        "regapp": 1,
        "rules": "register",
        "accounts": [
          {
            "email": "mario.balotelli@gmail.com",
            "password": "\(hash)",
            "firstName": "Mario",
            "lastName": "Balotelli"
          }
        ]
      }

      """
    #expect(try home.accounts.text == file)
    #expect(try home.session.text == "{\"email\": \"mario.balotelli@gmail.com\"}\n")
  }

  @Test("the second login finds the account of the first, whatever the case of its email")
  func secondLogin() async throws {
    let home = try Home(fixture: "register")
    let before = try home.accounts.state
    let login = try await home.run(
      "login", "--email", "Mario.Balotelli@Gmail.com", "--password-stdin", input: .text("12345\n"))
    #expect(login.code == 0)
    #expect(login.err == "")
    #expect(login.out.hasPrefix("Email:      mario.balotelli@gmail.com\n"))
    #expect(try home.accounts.state == before)
  }

  @Test(
    "in an empty home there are no accounts, and the program says how to begin",
    arguments: [[], ["show"]])
  func nobody(words: [String]) async throws {
    let home = try Home()
    let expected = """
      regapp: error: no accounts file: ~/Documents/regapp/accounts.json
      regapp: hint: check --documents, and that its disk is mounted; regapp init begins one, as do \
      regapp login --email EMAIL, and import and apply with --rules NAME

      """
    #expect(try await home.run(words) == .exit(67, err: expected))
    #expect(try home.names(in: "") == [])
  }

  @Test(
    "reading commands make no directory and no file",
    arguments: [
      ["list"], ["check"], ["rules"], ["help"], ["--version"], ["logout"], ["seal"], ["history"],
      ["history", "--forget", "mario.balotelli@gmail.com"], ["undo"], ["undo", "--dry-run"],
      ["verify", "--email", "mario.balotelli@gmail.com", "--password", "12345"],
    ])
  func readingMakesNothing(words: [String]) async throws {
    let home = try Home()
    _ = try await home.run(words)
    #expect(try home.names(in: "") == [])
  }

  @Test("a password is never trimmed: spaces at its ends count")
  func spacesCount() async throws {
    let home = try Home()
    let email = "mario.balotelli@gmail.com"
    let first = try await home.run(
      "login", "--email", email, "--password-stdin", input: .text("  123 \n"))
    #expect(first.code == 0)
    let other = try await home.run(
      "login", "--email", email, "--password-stdin", input: .text("123"))
    #expect(other.code == 77)
    let same = try await home.run("login", "--email=\(email)", "--password=  123 ")
    #expect(same.code == 0)
  }

  @Test(
    "of stdin one final line end is dropped, and no more",
    arguments: [
      ("secret1\n", 0), ("secret1\r\n", 0), ("secret1", 0), ("secret1\n\n", 77), ("secret1 \n", 77),
    ])
  func finalLineEnd(input: String, code: Int32) async throws {
    let home = try Home(
      #"{"accounts": [{"email": "mario@host.com", "password": "secret1"}]}"#)
    let login = try await home.run(
      "login", "--email", "mario@host.com", "--password-stdin", input: .text(input))
    #expect(login.code == code)
  }
}
