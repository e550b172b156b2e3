import Foundation
import Testing

/// Journeys with the built program over several runs. Each command and each message has its own
/// tests below; here they are seen to work together.
@Suite struct JourneyTests {
  private static let jane = """
    Email:      jane@example.com
    Password:   ********
    First name: Jane
    Last name:  Smith

    """

  @Test("a draft outlives logouts and logins, others' too, until it is saved; cancel undoes it")
  func readDraft() async throws {
    let home = try Home(fixture: "authorisation")
    let original = try home.accounts.text
    let jane = ["login", "--email", "jane@example.com", "--password", "password1"]
    let alex = ["login", "--first-name", "ALEX", "--password", "password1"]
    #expect(try await home.run(jane) == .exit(0, out: Self.jane))
    let draft = try await home.run("edit", "--draft", "--last-name", "Doe")
    let drafted = Self.jane.replacing("Smith", with: "Smith → Doe (not saved)")
    let words = """
      last name: "Smith" → "Doe"
      not saved yet: run regapp save or regapp cancel

      """
    #expect(draft == .exit(0, out: drafted, err: words))
    #expect(try await home.run("logout") == .exit(0, err: "logged out\n"))
    #expect(try await home.run(alex).code == 0)
    let other = try await home.run("edit", "--draft", "--last-name", "Pushkin")
    let refused = """
      regapp: error: an edit of another account is open: jane@example.com
      regapp: hint: regapp save saves it, regapp cancel discards it

      """
    #expect(other == .exit(75, err: refused))
    #expect(try await home.run(jane).code == 0)
    #expect(try await home.run("show") == .exit(0, out: drafted + "Last login: NOW\n"))
    #expect(try home.accounts.text == original)
    #expect(try await home.run("save").code == 0)
    #expect(try home.accounts.text == original.replacing("Smith", with: "Doe"))
    #expect(try await home.run("cancel").code == 0)
    #expect(try home.accounts.text == original)
    #expect(try await home.run("cancel").code == 1)
  }

  @Test("an account of six fields is made, changed in all of them, and changed back")
  func sixFields() async throws {
    let home = try Home(fixture: "albums")
    let register = try await home.run(
      "register", "--email", "vera@example.com", "--password", "Music1", "--first-name", "Vera",
      "--last-name", "Menchik", "--birth-date", "1986-02-16", "--phone", "912 345-67-89")
    let profile = """
      Email:      vera@example.com
      Password:   ********
      First name: Vera
      Last name:  Menchik
      Birth date: 1986-02-16
      Phone:      +7 (912) 345-67-89

      """
    #expect(register.code == 0 && register.err == "created account vera@example.com\n")
    #expect(register.out.replacing(#/ \(age [0-9]+\)/#, with: "") == profile)
    let before = try home.accounts.text
    let edit = try await home.run(
      "edit", "--email", "super@example.com", "--password-stdin", "--first-name", "Super",
      "--last-name", "Mario", "--birth-date", "1991-01-01", "--phone", "8 (800) 555 35 35",
      input: .text("Music22\n"))
    let changes = """
      email: "vera@example.com" → "super@example.com"
      password changed
      first name: "Vera" → "Super"
      last name: "Menchik" → "Mario"
      birth date: "1986-02-16" → "1991-01-01"
      phone: "+7 (912) 345-67-89" → "+7 (800) 555-35-35"
      the name vera@example.com is free: whoever gets it is vera@example.com to every program

      """
    #expect(edit.code == 0 && edit.err == changes)
    #expect(try home.session.text == "{\"email\": \"super@example.com\"}\n")
    #expect(try await home.run("cancel").code == 0)
    #expect(try home.accounts.text == before)
    #expect(try home.session.text == "{\"email\": \"vera@example.com\"}\n")
  }

  @Test("the samples are made, and log in by first name with the password that is told")
  func samples() async throws {
    let home = try Home()
    let expected = """
      started with the rulebook authorisation
      created account alex@example.com with the password password1
      created account anton@example.com with the password password1
      created account jane@example.com with the password password1

      """
    #expect(try await home.run("init", "authorisation", "--samples") == .exit(0, err: expected))
    let login = ["login", "--first-name", "jane", "--password", "password1"]
    #expect(try await home.run(login) == .exit(0, out: Self.jane))
    #expect(try await home.run("check") == .exit(0, err: "3 accounts, no errors\n"))
    #expect(try await home.run("init").code == 73)
  }

  @Test("typed passwords are sealed or refused by the rules, and verified afterwards")
  func seal() async throws {
    let home = try Home(
      """
      { "rules": "register", "accounts":[
      \t{ "email":"ada@host.com" ,"password" :"пароль \\u0031", "own":[1 ,2] },
      \t{ "email":"bob@host.com" ,"password" :"1234"}
      ] }
      """)
    let before = try home.accounts.text
    let expected = """
      sealed 1 password
      ~/Documents/regapp/accounts.json:3:40: error: password must have 5 characters or more
      regapp: hint: fix it with regapp edit-file, then run regapp check

      """
    #expect(try await home.run("seal") == .exit(65, err: expected))
    let hash = try #require(try home.accounts.people.first?["password"] as? String)
    #expect(hash.hasPrefix("$y$"))
    #expect(try home.accounts.text == before.replacing(#"пароль \u0031"#, with: hash))
    let verify = ["verify", "--email", "ada@host.com", "--password-stdin"]
    #expect(try await home.run(verify, input: .text("пароль 1\n")) == .exit(0))
    #expect(try await home.run(verify, input: .text("пароль 2\n")) == .exit(1))
  }

  @Test("to verify, a directory that may only be read is enough if who asks counts failures")
  func readOnly() async throws {
    let home = try Home(fixture: "register")
    try home.accounts.setMode(0o400)
    try home.file(Home.documents).setMode(0o500)
    let words = ["verify", "--email", "mario.balotelli@gmail.com", "--password", "12345"]
    let refused = try await home.run(words)
    let allowed = try await home.run(words + ["--uncounted"])
    try home.file(Home.documents).setMode(0o700)
    // Root may write there all the same.
    let isRoot = geteuid() == 0
    let reason = """
      cannot create ~/Documents/regapp/.logins.jsonl.lock: permission denied

      """
    #expect(refused.end == .exit(isRoot ? 0 : 77))
    #expect(
      isRoot
        || refused.err.hasPrefix(
          "regapp: error: login refused: it cannot be counted: \(reason)")
    )
    #expect(allowed.end == .exit(0))
    #expect(
      isRoot || allowed.err.contains("warning: failed logins are not counted here: \(reason)"))
    #expect(try home.namesBesideThrottle() == ["accounts.json"])
  }
}
