import Testing

/// The first session of somebody who has just got the program.
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
    #expect(!home.openDraft.exists)

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

  @Test(
    "in an empty home there are no accounts, and the program says how to begin",
    arguments: [[], ["show"]])
  func nobody(words: [String]) async throws {
    let home = try Home()
    let expected = """
      regapp: error: no accounts file: ~/Documents/regapp/accounts.json
      regapp: hint: begin one: regapp init, or regapp login --email EMAIL; if there was one, check \
      --documents, and that its disk is mounted

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
}
