import Testing

/// What a hand changes while an edit is open.
@Suite struct ConflictTests {
  static let two = """
    {
      "accounts": [
        {"email": "mario@host.com", "password": "12345", "firstName": "Mario", "lastName": "B"},
        {"email": "paul@host.com", "password": "54321"}
      ]
    }

    """

  /// A home in which Mario's first name is about to become Super.
  private func drafted() async throws -> Home {
    let home = try Home(Self.two)
    try home.session.write("{\"email\": \"mario@host.com\"}\n")
    #expect(try await home.run("edit", "--draft", "--first-name", "Super").code == 0)
    return home
  }

  @Test("the same field changed meanwhile: 75, with the field and both values; nothing is written")
  func sameField() async throws {
    let home = try await drafted()
    try home.accounts.replace("\"Mario\"", with: "\"Maria\"")
    let accounts = try home.accounts.state
    let edit = try home.openEdit.state
    let expected = """
      regapp: error: first name was changed meanwhile: the edit began with "Mario", now there is \
      "Maria"
      regapp: hint: name the field in regapp edit again, or drop the edit with regapp cancel

      """
    #expect(try await home.run("save") == .exit(75, err: expected))
    #expect(try await home.run("edit", "--last-name", "C") == .exit(75, err: expected))
    #expect(try home.accounts.state == accounts)
    #expect(try home.openEdit.state == edit)
  }

  @Test("naming the field again starts it from what is there now")
  func namedAgain() async throws {
    let home = try await drafted()
    try home.accounts.replace("\"Mario\"", with: "\"Maria\"")
    #expect(try await home.run("save").code == 75)
    let again = try await home.run("edit", "--draft", "--first-name", "Super")
    #expect(again.code == 0)
    #expect(again.err.hasPrefix("first name: \"Maria\" → \"Super\"\n"))
    #expect(try await home.run("save").code == 0)
    #expect(try home.accounts.text == Self.two.replacing("\"Mario\"", with: "\"Super\""))
    #expect(try await home.run("cancel").code == 0)
    #expect(try home.accounts.text == Self.two.replacing("\"Mario\"", with: "\"Maria\""))
  }

  @Test("every field in conflict is told")
  func twoFields() async throws {
    let home = try await drafted()
    #expect(try await home.run("edit", "--draft", "--last-name", "C").code == 0)
    try home.accounts.replace(", \"lastName\": \"B\"", with: "")
    try home.accounts.replace("\"Mario\"", with: "\"Maria\"")
    let save = try await home.run("save")
    #expect(save.code == 75)
    #expect(save.err.contains("error: first name was changed meanwhile"))
    #expect(
      save.err.contains(
        "error: last name was changed meanwhile: the edit began with \"B\", now there is nothing\n")
    )
  }

  @Test(
    "changes elsewhere merge: nobody's are lost",
    arguments: [
      ("\"lastName\": \"B\"", "\"lastName\": \"Changed\""),
      ("\"lastName\": \"B\"", "\"lastName\": \"B\", \"note\": [1,\t2]"),
      ("paul@host.com", "pablo@host.com"),
      ("\"54321\"}", "\"54321\"},\n    {\"email\": \"anna@host.com\", \"password\": \"12345\"}"),
      (",\n    {\"email\": \"paul@host.com\", \"password\": \"54321\"}", ""),
      ("{\n  \"accounts\"", "{\n\n\n\t\"own\": true,   \"accounts\""),
      (
        "\"email\": \"mario@host.com\", \"password\": \"12345\"",
        "\"password\": \"12345\",\r\n\"email\":\"mario@host.com\""
      ),
    ])
  func merges(old: String, new: String) async throws {
    let home = try await drafted()
    try home.accounts.replace(old, with: new)
    #expect(try await home.run("save").code == 0)
    let expected = Self.two.replacing(old, with: new).replacing("\"Mario\"", with: "\"Super\"")
    #expect(try home.accounts.text == expected)
  }

  @Test("a save of what a hand has put there already succeeds")
  func alreadyThere() async throws {
    let home = try await drafted()
    try home.accounts.replace("\"Mario\"", with: "\"Super\"")
    let before = try home.accounts.state
    #expect(try await home.run("save").code == 0)
    #expect(try home.accounts.state == before)
  }

  @Test("a password that was changed meanwhile is a conflict that shows neither")
  func password() async throws {
    let home = try Home(Self.two)
    #expect(
      try await home.run(
        "edit", "--account", "mario@host.com", "--draft", "--password", "new password"
      ).code == 0)
    try home.accounts.replace("\"12345\"", with: "\"by hand\"")
    let before = try home.accounts.state
    let expected = """
      regapp: error: password was changed meanwhile
      regapp: hint: name the field in regapp edit again, or drop the edit with regapp cancel

      """
    #expect(try await home.run("save") == .exit(75, err: expected))
    #expect(try home.accounts.state == before)
  }

  @Test(
    "a password that was only sealed meanwhile is no conflict",
    arguments: [
      ["seal"], ["login", "--email", "mario@host.com", "--password", "12345"],
    ])
  func sealed(words: [String]) async throws {
    let home = try Home(Self.two)
    #expect(
      try await home.run(
        "edit", "--account", "mario@host.com", "--draft", "--password", "new password"
      ).code == 0)
    #expect(try await home.run(words).code == 0)
    #expect(try home.accounts.people[0]["password"] as? String != "12345")
    #expect(try await home.run("save").code == 0)
    let new = try await home.run(
      "verify", "--email", "mario@host.com", "--password", "new password")
    #expect(new.code == 0)
  }

  @Test("a saved edit whose field was changed since is not taken back")
  func cancelAfterChange() async throws {
    let home = try await drafted()
    #expect(try await home.run("save").code == 0)
    try home.accounts.replace("\"Super\"", with: "\"Maria\"")
    let before = try home.accounts.state
    let cancel = try await home.run("cancel")
    #expect(cancel.code == 1)
    #expect(
      cancel.err.hasPrefix(
        "regapp: error: the last edit cannot be taken back: first name changed since\n"))
    #expect(try home.accounts.state == before)
  }

  @Test("a saved edit is taken back beside changes elsewhere")
  func cancelMerges() async throws {
    let home = try await drafted()
    #expect(try await home.run("save").code == 0)
    try home.accounts.replace("\"lastName\": \"B\"", with: "\"lastName\": \"C\"")
    #expect(try await home.run("cancel").code == 0)
    let expected = Self.two.replacing("\"lastName\": \"B\"", with: "\"lastName\": \"C\"")
    #expect(try home.accounts.text == expected)
  }

  @Test("an open edit of somebody who is gone is kept, and told of")
  func gone() async throws {
    let home = try await drafted()
    try home.accounts.replace("mario@host.com", with: "other@host.com")
    let before = try home.accounts.state
    let edit = try home.openEdit.state
    #expect(try await home.run("save").code == 67)
    #expect(try home.accounts.state == before)
    #expect(try home.openEdit.state == edit)
    #expect(try await home.run("cancel").code == 0)
  }
}
