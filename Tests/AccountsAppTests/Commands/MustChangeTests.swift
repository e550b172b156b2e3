import Foundation
import Testing

@testable import AccountsApp
@testable import CommandKit

/// What a terminal asks; the rest is in Tests/Journeys/passwords.txt and pam.txt.
@Suite("A password that must be changed, in commands") struct MustChangeTests {
  private let home = Home()

  private func write() throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "secret1", "#
        + #""mustChange": true}]}"#)
  }

  private func isMarked() throws -> Bool { try home.text().contains(#""mustChange": true"#) }

  @Test("is asked for at a terminal, twice, after the right old one")
  func login() async throws {
    try write()
    let ran = await home.ask(
      "login ada@host.com", answers: "secret1", "secret1", "1234", "another1", "another2",
      "another1", "another1")
    #expect(ran.exit == 0, "\(ran)")
    #expect(
      ran.questions == [
        "unseen: Password: ", "unseen: New password: ", "unseen: New password: ",
        "unseen: New password: ", "unseen: Password again: ", "unseen: New password: ",
        "unseen: Password again: ",
      ])
    #expect(ran.err.contains("The password must be changed: choose a new one."))
    #expect(ran.err.contains("! new password must be another than the old one"))
    #expect(ran.err.contains("! new password must have 5 characters or more"))
    #expect(ran.err.contains("! the two passwords differ"))
    #expect(try !isMarked())
    #expect(await home.run("show").out.contains("ada@host.com"))
    #expect(await home.run("login ada@host.com --password another1").exit == 0)
    #expect(await home.run("history").out.contains("changed the password of ada@host.com"))
  }

  @Test("is 77 after an empty line at that question")
  func refused() async throws {
    try write()
    let text = try home.text()
    let given = await home.ask("login ada@host.com", answers: "secret1", "")
    #expect(given.exit == 77 && given.err.contains("the password must be changed first"))
    #expect(try home.text() == text)
    #expect(!home.exists("session.json"))
  }
}
