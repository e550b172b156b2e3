import Testing

/// The session and the edit are small files beside the accounts, never followed as links.
@Suite struct SessionFileTests {
  static let jane = ["login", "--email", "jane@example.com", "--password", "password1"]

  @Test("a session that is a link is not followed: not read, and not written through")
  func sessionLink() async throws {
    let home = try Home(fixture: "authorisation")
    try home.file("target").write("{\"email\": \"jane@example.com\"}\n")
    let target = try home.file("target").state
    try home.session.becomeLink(to: "\(home.path)/target")
    let show = try await home.run("show")
    #expect(show.code == 74)
    #expect(show.err.contains("~/Documents/regapp/session.json: it is a symbolic link"), "\(show)")
    #expect(try await home.run(Self.jane).code == 0)
    #expect(try home.session.isLink == false)
    #expect(try home.file("target").state == target)
  }

  @Test(
    "an edit that is a link is not followed",
    arguments: [
      ["save"], ["cancel"], ["edit", "--account", "jane@example.com", "--last-name", "Doe"],
    ])
  func editLink(words: [String]) async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    try home.file("target").write(
      #"{"state": "open", "email": {"before": "jane@example.com", "after": "jane@example.com"}, "#
        + #""changes": {"lastName": {"old": "Smith", "new": "Doe"}}}"#)
    let target = try home.file("target").state
    try home.openEdit.becomeLink(to: "\(home.path)/target")
    let ran = try await home.run(words)
    #expect(ran.code == 74)
    #expect(ran.err.contains("~/Documents/regapp/edit.json: it is a symbolic link"), "\(ran)")
    #expect(try home.accounts.state == before)
    #expect(try home.file("target").state == target)
  }

  @Test("where the session cannot be written: 74, saying what was done")
  func sessionCannotBeWritten() async throws {
    let home = try Home(fixture: "register")
    try home.makeDirectory("\(Home.documents)/session.json")
    let register = try await home.run(
      "register", "--email", "paul@host.com", "--password", "54321")
    #expect(register.code == 74)
    #expect(
      register.err.hasPrefix(
        "regapp: error: created account paul@host.com, but then: cannot write "),
      "\(register)")
    #expect(try home.accounts.emails == ["mario.balotelli@gmail.com", "paul@host.com"])
    let login = try await home.run("login", "--email", "paul@host.com", "--password", "54321")
    #expect(login.code == 74)
    #expect(login.err.contains("cannot write ~/Documents/regapp/session.json: "), "\(login)")
  }

  @Test("where the edit cannot be written after the accounts: 74, saying what was saved")
  func editCannotBeWritten() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--first-name", "M").code == 0)
    try home.openEdit.becomeFIFO()
    let edit = try await home.run("edit", "--first-name", "N")
    #expect(edit.code == 74)
    // Whichever was told, the file is whole, and holds one of the two names.
    #expect(["M", "N"].contains(try home.accounts.only("firstName")))
    #expect(edit.err.contains("edit.json"), "\(edit)")
  }

  @Test("nobody else may read them")
  func modes() async throws {
    let home = try Home(fixture: "authorisation")
    #expect(try await home.run(Self.jane).code == 0)
    #expect(try await home.run("edit", "--draft", "--last-name", "Doe").code == 0)
    #expect(try home.session.mode == 0o600)
    #expect(try home.openEdit.mode == 0o600)
    #expect(try await home.run("save").code == 0)
    #expect(try home.openEdit.mode == 0o600)
  }
}
