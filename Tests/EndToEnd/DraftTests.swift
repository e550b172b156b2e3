import Testing

/// A draft stays open, across runs, logins and logouts, until it is saved or dropped.
@Suite struct DraftTests {
  static let drafted = """
    Email:      mario.balotelli@gmail.com
    Password:   ********
    First name: Mario → Super (not saved)
    Last name:  Balotelli
    Birth date: 1990-08-12
    Phone:      +7 (912) 345-67-89

    """

  @Test("a draft is shown beside what it would change, and leaves the accounts as they are")
  func shown() async throws {
    let home = try Home(fixture: "register")
    let before = try home.accounts.state
    let draft = try await home.run("edit", "--draft", "--first-name", "Super")
    #expect(draft.code == 0)
    let words = """
      first name: "Mario" → "Super"
      not saved yet: regapp save, or regapp cancel

      """
    #expect(draft.err == words)
    #expect(draft.out.withoutAge == Self.drafted)
    #expect(try await home.run("show").out.withoutAge == Self.drafted)
    #expect(try home.accounts.state == before)
    #expect(try home.openEdit.mode == 0o600)
  }

  @Test("drafts add up, and are saved as one edit, which cancel takes back as one")
  func addUp() async throws {
    let home = try Home(fixture: "register")
    let original = try home.accounts.text
    #expect(try await home.run("edit", "--draft", "--first-name", "Super").code == 0)
    #expect(try await home.run("edit", "--draft", "--last-name", "M").code == 0)
    #expect(try await home.run("edit", "--draft", "--last-name", "Mario").code == 0)
    #expect(try home.accounts.text == original)
    let save = try await home.run("save")
    #expect(save.code == 0)
    #expect(
      save.err == "first name: \"Mario\" → \"Super\"\nlast name: \"Balotelli\" → \"Mario\"\n")
    #expect(try home.accounts.only("firstName") == "Super")
    #expect(try home.accounts.only("lastName") == "Mario")
    let cancel = try await home.run("cancel")
    let words = """
      took back the last edit of mario.balotelli@gmail.com
      first name: "Super" → "Mario"
      last name: "Mario" → "Balotelli"

      """
    #expect(cancel.code == 0)
    #expect(cancel.err == words)
    #expect(try home.accounts.text == original)
  }

  @Test("cancel drops a draft, and the accounts' bytes are as they were")
  func dropped() async throws {
    let home = try Home(fixture: "register")
    let before = try home.accounts.state
    #expect(try await home.run("edit", "--draft", "--first-name", "Super").code == 0)
    let words = "dropped the open edit of mario.balotelli@gmail.com\n"
    #expect(try await home.run("cancel") == .exit(0, err: words))
    #expect(try home.accounts.state == before)
    #expect(!home.openEdit.exists)
    #expect(try await home.run("save").code == 1)
    #expect(try await home.run("cancel").code == 1)
    #expect(try home.accounts.state == before)
  }

  @Test("a draft set back to what is there is no draft any more")
  func setBack() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--draft", "--first-name", "Super").code == 0)
    let back = try await home.run("edit", "--draft", "--first-name", "Mario")
    #expect(back.code == 0)
    #expect(back.err == "nothing to change\n")
    #expect(try await home.run("save").code == 1)
  }

  @Test("an edit saves what is drafted along with what it names")
  func editSavesDraft() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--draft", "--first-name", "Super").code == 0)
    #expect(try await home.run("edit", "--last-name", "Mario").code == 0)
    #expect(try home.accounts.only("firstName") == "Super")
    #expect(try home.accounts.only("lastName") == "Mario")
    #expect(try await home.run("save").code == 1)
  }

  @Test("a draft survives logouts and logins, its owner's and others'")
  func survives() async throws {
    let home = try Home(fixture: "authorisation")
    let jane = ["login", "--email", "jane@example.com", "--password", "password1"]
    let alex = ["login", "--email", "alex@example.com", "--password", "password1"]
    #expect(try await home.run(jane).code == 0)
    #expect(try await home.run("edit", "--draft", "--last-name", "Doe").code == 0)
    let draft = try home.openEdit.state
    #expect(try await home.run("logout").code == 0)
    #expect(try await home.run(alex).code == 0)
    #expect(try await home.run("show").out.contains("not saved") == false)
    let other = try await home.run("edit", "--last-name", "Pushkin")
    #expect(other.code == 75)
    #expect(
      other.err
        == """
        regapp: error: another account's edit is open: jane@example.com
        regapp: hint: regapp save keeps it, regapp cancel drops it

        """)
    #expect(try await home.run("edit", "--draft", "--last-name", "Pushkin").code == 75)
    #expect(try home.openEdit.state == draft)
    #expect(try await home.run("logout").code == 0)
    #expect(try await home.run(jane).code == 0)
    #expect(try await home.run("show").out.contains("Last name:  Smith → Doe (not saved)\n"))
    #expect(try await home.run("save").code == 0)
    let show = try await home.run("show", "--email", "jane@example.com")
    #expect(show.out.contains("Last name:  Doe\n"))
  }

  @Test("a draft of a password shows neither the old nor the new one")
  func password() async throws {
    let home = try Home(fixture: "register")
    let draft = try await home.run("edit", "--draft", "--password", "new password")
    #expect(draft.out.contains("Password:   ******** → changed (not saved)\n"))
    #expect(!(draft.out + draft.err).contains("new password"))
    #expect(!(draft.out + draft.err).contains("$y$"))
    #expect(try await home.run("save").code == 0)
    let verify = try await home.run(
      "verify", "--email", "mario.balotelli@gmail.com", "--password", "new password")
    #expect(verify.code == 0)
  }

  @Test("of somebody who was removed no draft is left")
  func removed() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--draft", "--first-name", "Super").code == 0)
    #expect(try await home.run("remove", "mario.balotelli@gmail.com", "--yes").code == 0)
    #expect(try await home.run("save").code == 1)
    #expect(try home.accounts.people.count == 0)
  }

  @Test(
    "an edit file that a hand has spoilt is told with its place; cancel removes it",
    arguments: [
      ("{", "1:2"), ("{}", "1:1"), (#"{"state": "shut"}"#, "1:11"),
      (#"{"state": "open", "email": {"before": 1}}"#, "1:39"),
    ])
  func spoilt(text: String, place: String) async throws {
    let home = try Home(fixture: "register")
    let before = try home.accounts.state
    try home.openEdit.write(text)
    for words in [["save"], ["edit", "--first-name", "M"], ["edit", "--draft", "--phone", ""]] {
      let ran = try await home.run(words)
      #expect(ran.code == 65)
      #expect(ran.err.hasPrefix("~/Documents/regapp/edit.json:\(place): error: "), "\(ran)")
    }
    #expect(try home.openEdit.text == text)
    #expect(try await home.run("show").code == 0)
    #expect(try await home.run("cancel").code == 0)
    #expect(!home.openEdit.exists)
    #expect(try home.accounts.state == before)
  }
}

extension String {
  /// A profile without the age, which grows.
  var withoutAge: String { replacing(#/ \(age [0-9]+\)/#, with: "") }
}
