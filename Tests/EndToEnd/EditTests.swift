import Testing

/// `edit` changes the fields that it names, and saves them.
@Suite struct EditTests {
  @Test("all fields at once, each told with its old and new value")
  func allFields() async throws {
    let home = try Home(fixture: "register")
    let edit = try await home.run(
      "edit", "--email", "super.mario@gmail.com", "--first-name", "Super", "--last-name", "Mario",
      "--birth-date", "1991-01-01", "--phone", "8 (800) 555 35 35", "--password", "54321")
    let words = """
      email: "mario.balotelli@gmail.com" → "super.mario@gmail.com"
      password changed
      first name: "Mario" → "Super"
      last name: "Balotelli" → "Mario"
      birth date: "1990-08-12" → "1991-01-01"
      phone: "+7 (912) 345-67-89" → "+7 (800) 555-35-35"

      """
    #expect(edit.code == 0)
    #expect(edit.err == words)
    #expect(edit.out.hasPrefix("Email:      super.mario@gmail.com\nPassword:   ********\n"))
    #expect(try home.accounts.emails == ["super.mario@gmail.com"])
    let verify = try await home.run(
      "verify", "--email", "super.mario@gmail.com", "--password", "54321")
    #expect(verify == .exit(0))
  }

  @Test("an edit to the values that are there changes nothing, and keeps the last saved edit")
  func nothingToChange() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--first-name", "M").code == 0)
    let accounts = try home.accounts.state
    let saved = try home.openEdit.state
    let edit = try await home.run(
      "edit", "--first-name", "M", "--last-name", " Balotelli ", "--phone", "9123456789",
      "--password", "12345")
    #expect(edit.code == 0)
    #expect(edit.err == "nothing to change\n")
    #expect(try home.accounts.state == accounts)
    #expect(try home.openEdit.state == saved)
    #expect(try await home.run("cancel").code == 0)
    #expect(try home.accounts.only("firstName") == "Mario")
  }

  @Test(
    "an empty value clears a field that is not required",
    arguments: [
      ("--first-name", "firstName"), ("--last-name", "lastName"), ("--birth-date", "birthDate"),
      ("--phone", "phone"),
    ])
  func clears(option: String, key: String) async throws {
    let home = try Home(fixture: "register")
    #expect(try home.accounts.only(key) != nil)
    #expect(try await home.run("edit", option, "").code == 0)
    #expect(try home.accounts.people.count == 1)
    #expect(try home.accounts.only(key) == nil)
  }

  @Test(
    "what is wrong is told at once, and nothing is written",
    arguments: [
      (["--email", ""], ["email is missing"]),
      (["--email", "mario"], ["email must be an address, with an @ in it"]),
      (["--password", "1234"], ["password must have 5 characters or more"]),
      (["--password", ""], ["password must have 5 characters or more"]),
      (["--birth-date", "12.08.1990"], ["birth date must be a day written as YYYY-MM-DD"]),
      (["--phone", "+1 912 345 67 89"], ["phone must be a number of the form +7 (***) ***-**-**"]),
      (
        ["--email", "m@g.ru", "--birth-date", "1990-02-31", "--phone", "12"],
        [
          "email must have 3 characters or more before the @",
          "email must have 3 characters or more between the @ and the next dot",
          "birth date must be a day that exists",
          "phone must be a number of the form +7 (***) ***-**-**",
        ]
      ),
    ])
  func refuses(options: [String], problems: [String]) async throws {
    let home = try Home(fixture: "register")
    let before = try home.accounts.state
    let words =
      problems.map { "regapp: error: \($0)\n" }.joined()
      + "regapp: hint: regapp rules tells what an account must look like\n"
    #expect(try await home.run(["edit"] + options) == .exit(65, err: words))
    #expect(try await home.run(["edit", "--draft"] + options) == .exit(65, err: words))
    #expect(try home.accounts.state == before)
    #expect(!home.openEdit.exists)
  }

  @Test("an email edit carries the session along, and its cancel carries it back")
  func emailAndSession() async throws {
    let home = try Home(fixture: "authorisation")
    let login = try await home.run("login", "--first-name", "Jane", "--password", "password1")
    #expect(login.code == 0)
    #expect(try await home.run("edit", "--email", "smith@example.com").code == 0)
    #expect(try home.session.text == "{\"email\": \"smith@example.com\"}\n")
    #expect(try await home.run("show").out.hasPrefix("Email:      smith@example.com\n"))
    #expect(try await home.run("cancel").code == 0)
    #expect(try home.session.text == "{\"email\": \"jane@example.com\"}\n")
    #expect(try await home.run("show").out.hasPrefix("Email:      jane@example.com\n"))
  }

  @Test("an email that differs in case alone is an edit like any other")
  func emailCase() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--email", "Mario.Balotelli@gmail.com").code == 0)
    #expect(try home.accounts.emails == ["Mario.Balotelli@gmail.com"])
    #expect(try await home.run("cancel").code == 0)
    #expect(try home.accounts.emails == ["mario.balotelli@gmail.com"])
  }

  @Test("an email that is somebody's is refused", arguments: [["edit"], ["edit", "--draft"]])
  func emailTaken(words: [String]) async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    let edit = try await home.run(
      words + ["--account", "jane@example.com", "--email", "ALEX@example.com"])
    #expect(edit.code == 65)
    #expect(edit.err.hasPrefix("regapp: error: a user with this email already exists\n"))
    #expect(try home.accounts.state == before)
  }

  @Test("--account edits another account, and leaves the session alone")
  func anotherAccount() async throws {
    let home = try Home(fixture: "authorisation")
    let edit = try await home.run(
      "edit", "--account", "Anton@Example.com", "--last-name", "Chekhov")
    let profile = """
      Email:      anton@example.com
      Password:   ********
      First name: Anton
      Last name:  Chekhov

      """
    #expect(edit == .exit(0, out: profile, err: "last name: \"Petrov\" → \"Chekhov\"\n"))
    #expect(!home.session.exists)
  }

  @Test("--account of nobody is 67, and nothing is written")
  func noSuchAccount() async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    let expected = """
      regapp: error: nobody has the email nobody@example.com
      regapp: hint: regapp list shows all accounts

      """
    let edit = try await home.run(
      "edit", "--account", "nobody@example.com", "--last-name", "Chekhov")
    #expect(edit == .exit(67, err: expected))
    #expect(try home.accounts.state == before)
  }

  @Test("a new password logs in, the old one does not; cancel puts the old one back")
  func password() async throws {
    let home = try Home(fixture: "register")
    let email = ["--email", "mario.balotelli@gmail.com", "--password"]
    let edit = try await home.run("edit", "--password-stdin", input: .text("Привет!\n"))
    #expect(edit.code == 0)
    #expect(edit.err == "password changed\n")
    #expect(try await home.run(["verify"] + email + ["Привет!"]).code == 0)
    #expect(try await home.run(["verify"] + email + ["12345"]).code == 1)
    let cancel = try await home.run("cancel")
    #expect(cancel.code == 0)
    #expect(
      cancel.err == "took back the last edit of mario.balotelli@gmail.com\npassword changed\n")
    #expect(try await home.run(["verify"] + email + ["12345"]).code == 0)
  }

  @Test("an edit holds a typed password as a hash alone, and its cancel restores what logged in")
  func typedPasswordInEdit() async throws {
    let home = try Home(
      #"{"accounts": [{"email": "mario@host.com", "password": "typed by hand"}]}"#)
    #expect(try await home.run("edit", "--draft", "--password", "new password").code == 0)
    let draft = try home.openEdit.text
    #expect(!draft.contains("typed by hand") && !draft.contains("new password"))
    #expect(draft.components(separatedBy: "\"$y$").count == 3)
    #expect(try await home.run("save").code == 0)
    #expect(try await home.run("cancel").code == 0)
    let verify = try await home.run(
      "verify", "--email", "mario@host.com", "--password", "typed by hand")
    #expect(verify.code == 0)
  }

  @Test("edit without a field, where nothing may be asked, is a usage error")
  func needsAField() async throws {
    let home = try Home(fixture: "register")
    let expected = """
      regapp: error: edit needs a field to change
      regapp: hint: give one, such as --first-name NAME

      """
    #expect(try await home.run("edit") == .exit(64, err: expected))
    #expect(try await home.run("edit", "--draft") == .exit(64, err: expected))
  }

  @Test("nobody edits who is not logged in")
  func notLoggedIn() async throws {
    let home = try Home(fixture: "authorisation")
    let before = try home.accounts.state
    #expect(try await home.run("edit", "--first-name", "M").code == 77)
    #expect(try home.accounts.state == before)
  }
}
