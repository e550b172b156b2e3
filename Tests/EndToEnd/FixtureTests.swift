import Testing

/// The fixtures, as their README describes them.
@Suite struct FixtureTests {
  @Test(
    "pass the check",
    arguments: [
      ("register", 1), ("albums", 2), ("authorisation", 3), ("custom", 1), ("standard", 1),
    ])
  func fixtures(name: String, accounts: Int) async throws {
    let home = try Home(fixture: name)
    let words = "\(accounts) account\(accounts == 1 ? "" : "s"), no errors\n"
    #expect(try await home.run("check") == .exit(0, err: words))
  }

  @Test(
    "have the passwords that README names",
    arguments: [
      ("register", ["--email", "mario.balotelli@gmail.com"], "12345"),
      ("albums", ["--email", "ada.lovelace@example.com"], "Music1"),
      ("albums", ["--email", "anna.obrien@mail.example.org"], "Albums22"),
      ("authorisation", ["--first-name", "Alex"], "password1"),
      ("authorisation", ["--first-name", "Anton"], "password1"),
      ("authorisation", ["--first-name", "Jane"], "password1"),
      ("custom", ["--first-name", "vera"], "caissa64"),
      ("standard", ["--username", "ada"], "correct horse battery"),
      ("standard", ["--email", "ada.lovelace@example.com"], "correct horse battery"),
    ])
  func passwords(fixture: String, who: [String], password: String) async throws {
    let home = try Home(fixture: fixture)
    let login = try await home.run(["login", "--password", password] + who)
    #expect(login.code == 0)
    #expect(login.err == "")
  }
}
