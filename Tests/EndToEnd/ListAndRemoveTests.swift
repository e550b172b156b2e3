import Testing

@Suite struct ListAndRemoveTests {
  @Test(
    "list prints all accounts, or those whose email or name holds a text",
    arguments: [
      ([], ["alex", "anton", "jane"]), (["JANE"], ["jane"]), (["an"], ["alex", "anton", "jane"]),
      (["anton petrov"], ["anton"]), (["@example.com"], ["alex", "anton", "jane"]),
      (["nobody"], []),
      (["ivan"], ["alex"]),
    ] as [([String], [String])])
  func list(words: [String], found: [String]) async throws {
    let home = try Home(fixture: "authorisation")
    let lines = [
      "alex": "alex@example.com   Alex Ivanov\n", "anton": "anton@example.com  Anton Petrov\n",
      "jane": "jane@example.com   Jane Smith\n",
    ]
    let list = try await home.run(["list"] + words)
    #expect(list.code == 0)
    #expect(list.err == (found.isEmpty ? "nobody fits\n" : ""))
    let expected = found.compactMap { lines[$0] }.joined()
    #expect(list.out.replacing(#/ +/#, with: " ") == expected.replacing(#/ +/#, with: " "))
    if found.count == 3 { #expect(list.out == expected) }
  }

  @Test("remove takes one account out, and no other; whoever is logged in stays so")
  func removeAnother() async throws {
    let home = try Home(fixture: "authorisation")
    try home.session.write("{\"email\": \"jane@example.com\"}\n")
    let session = try home.session.state
    let remove = try await home.run("remove", "ANTON@example.com", "--yes")
    #expect(remove == .exit(0, err: "removed anton@example.com\n"))
    #expect(try home.accounts.emails == ["alex@example.com", "jane@example.com"])
    #expect(try home.session.state == session)
    #expect(try await home.run("show").code == 0)
  }

  @Test("who removes the account that is logged in is logged out")
  func removeOwn() async throws {
    let home = try Home(fixture: "register")
    try home.session.write("{\"email\": \"mario.balotelli@gmail.com\"}\n")
    #expect(try await home.run("remove", "mario.balotelli@gmail.com", "--yes").code == 0)
    #expect(try home.accounts.people.isEmpty)
    #expect(try home.session.text == "{\"email\": null}\n")
    #expect(try await home.run("show").code == 77)
  }

  @Test("remove of nobody is 67, and without --yes asks nothing where it cannot")
  func removeNobody() async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    #expect(try await home.run("remove", "nobody@example.com", "--yes").code == 67)
    #expect(try await home.run("remove", "nobody@example.com").code == 67)
    #expect(try await home.run("remove", "jane@example.com").code == 64)
    #expect(try home.accounts.state == before)
  }

  @Test("a closed account can be removed, and so mended")
  func removeClosed() async throws {
    let home = try Home(fixture: "broken/bad-email")
    #expect(try await home.run("remove", "mario.balotelli@gmail", "--yes").code == 0)
    #expect(try home.accounts.people.isEmpty)
    #expect(try await home.run("check").code == 0)
  }

  @Test("logout forgets the session, and the accounts stay")
  func logout() async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    try home.session.write("{\"email\": \"jane@example.com\"}\n")
    #expect(try await home.run("logout") == .exit(0, err: "logged out\n"))
    #expect(try home.session.text == "{\"email\": null}\n")
    #expect(try await home.run("show").code == 77)
    #expect(try await home.run("logout") == .exit(0, err: "nobody is logged in\n"))
    #expect(try home.accounts.state == before)
  }

  @Test("after a logout a file with one account needs login, until someone logs in")
  func logoutOfOnly() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("show").code == 0)
    #expect(try await home.run("logout").code == 0)
    #expect(try await home.run("show").code == 77)
    #expect(try await home.run("edit", "--first-name", "M").code == 77)
    let login = try await home.run(
      "login", "--email", "mario.balotelli@gmail.com", "--password", "12345")
    #expect(login.code == 0)
    #expect(try await home.run("show") == login)
  }

  @Test("show --email shows another account and changes nothing")
  func showAnother() async throws {
    let home = try Home(fixture: "authorisation")
    let show = try await home.run("show", "--email", "Jane@Example.com")
    #expect(show == .exit(0, out: AuthorisationTests.jane))
    #expect(try home.names() == ["accounts.json"])
  }

  @Test(
    "a session file that a hand has spoilt means that nobody is logged in",
    arguments: [
      "", "{", "[]", "{}", #"{"email": 1}"#, "\u{FF}",
    ])
  func spoiltSession(text: String) async throws {
    let home = try Home(fixture: "authorisation")
    try home.session.write(text)
    let show = try await home.run("show")
    #expect(show.code == 77)
    #expect(show.err.hasPrefix("regapp: error: not logged in: ~/Documents/regapp/session.json:1:"))
    let login = try await home.run("login", "--first-name", "Jane", "--password", "password1")
    #expect(login.code == 0)
    #expect(try home.session.text == "{\"email\": \"jane@example.com\"}\n")
  }
}
