import Testing

/// Edits of the file by hand, which the next run uses.
@Suite struct HandEditTests {
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
}
