import Testing

/// What a person changes in the file by hand, the next run uses.
@Suite struct HandEditTests {
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

  @Test("an accounts file that was removed by hand is missed, and may be begun again")
  func removedFile() async throws {
    let home = try Home()
    try home.makeDirectory(Home.documents)
    try home.session.write("{\"email\": \"mario@host.com\"}\n")
    for command in ["show", "list"] {
      let ran = try await home.run(command)
      #expect(ran.code == 67 && ran.err.contains("no accounts file"))
    }
    let register = try await home.run(
      "register", "--email", "paul@host.com", "--password", "54321", "--no-login")
    #expect(register.code == 0)
    #expect(try home.accounts.emails == ["paul@host.com"])
  }
}
