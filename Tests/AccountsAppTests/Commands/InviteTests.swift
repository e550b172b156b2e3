import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit

/// What a terminal asks; the rest is in Tests/Journeys/invitations.txt.
@Suite("An invitation, in commands") struct InviteTests {
  private let home = Home()

  @Test("asks at a terminal where a password ends, also before the first day; undo brings it back")
  func asks() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "secret1", "#
        + #""validFrom": "2026-07-01"}, {"email": "bob@host.com", "password": "secret2"}]}"#)
    let no = await home.ask("invite ada@host.com bob@host.com", answers: "")
    #expect(no.exit == 1 && no.out == "" && no.questions.count == 1)
    #expect(
      no.questions[0].contains("The passwords of ada@host.com, bob@host.com end now; regapp undo")
        || no.questions[0].contains("The passwords of ada@host.com and bob@host.com end now"),
      "\(no)")
    #expect(try !home.text().contains("invitedUntil"))
    let yes = await home.ask("invite bob@host.com", answers: "y")
    #expect(yes.exit == 0 && yes.out.count == 17)
    // It is not open any more.
    #expect(await home.ask("invite bob@host.com").questions == [])
    let ahead = await home.ask("invite ada@host.com", answers: "")
    #expect(ahead.questions.first?.contains("The password of ada@host.com ends now") == true)
    await home.run("undo 2")
    #expect(await home.ask("invite bob@host.com --yes").questions == [])
  }

  @Test("asks at login for what the account lacks")
  func lacking() async throws {
    try home.write(
      #"{"rules": {"fields": {"lastName": {"required": true}}}, "accounts": "#
        + #"[{"email": "ada@host.com", "password": "code5code", "invitedUntil": "2026-06-20"}]}"#)
    let ran = await home.ask(
      "login ada@host.com", answers: "code5code", "", "Lovelace", "another1", "another1")
    #expect(ran.exit == 0 && ran.err.contains("You are invited: choose a password."), "\(ran)")
    #expect(
      ran.questions == [
        "unseen: Password: ", "Last name: ", "Last name: ", "unseen: New password: ",
        "unseen: Password again: ",
      ])
    #expect(try home.text().contains(#""lastName": "Lovelace""#))
    let given = await home.ask("login ada@host.com", answers: "another1")
    #expect(given.exit == 0)
  }

  @Test("can be accepted before the first day, which logs nobody in")
  func early() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "code5code", "#
        + #""invitedUntil": "2026-06-22", "validFrom": "2026-07-01"}]}"#)
    let ran = await home.ask(
      "login ada@host.com", answers: "code5code", "another1", "another1")
    #expect(ran.exit == 77 && ran.err.contains("You can log in from 2026-07-01 on."), "\(ran)")
    #expect(!home.exists("session.json"))
    #expect(try !home.text().contains("invitedUntil"))
  }
}
