import Testing

@testable import CommandKit
@testable import RegApp

@Suite("Before an action, lines ask what the screens ask") struct SameQuestionsTests {
  /// Somebody is logged in and has an open edit; another password was typed by hand.
  private func home() async throws -> Home {
    let home = Home()
    try home.write(
      #"""
      {"accounts": [
        {"email": "ada@example.com", "password": "12345"},
        {"email": "bob@example.com", "password": "12345", "disabled": true}
      ]}
      """#)
    await home.run("login --email ada@example.com --password 12345")
    await home.run("edit --account bob@example.com --last-name B")
    await home.run("edit --draft --first-name Ada")
    return home
  }

  @Test("and a no does nothing")
  func no() async throws {
    for (answers, question) in [
      (["b", "n", "q"], "Log out? The account stays. [y/n] "),
      (["d", "n", "q"], "Discard the open edit? [y/n] "),
      (["l", "1,2", "n", "n", "q"], "Enable 2 accounts: ada@example.com, bob@example.com? [y/n] "),
      (["l", "1,2", "x", "n", "q"], "Remove 2 accounts: ada@example.com, bob@example.com? [y/n] "),
      (
        ["l", "c", "s", "n", "q"],
        "Hash every typed password? What was typed cannot be brought back. [y/n] "
      ),
    ] {
      let home = try await home()
      let (text, session) = (try home.text(), try home.text(of: "session.json"))
      let ran = await home.plain(answers)
      #expect(ran.exit == 0 && ran.questions.contains(question), "\(ran.questions)")
      #expect(try home.text() == text && home.text(of: "session.json") == session)
    }
  }

  @Test("and a yes does what was asked")
  func yes() async throws {
    let home = try await home()
    #expect(await home.plain("l", "c", "s", "y", "q").err.contains("Hashed 1 typed password."))
    #expect(try !home.text().contains("12345"))
    let enabled = await home.plain("l", "1,2", "n", "y", "q").err
    #expect(enabled.contains("bob@example.com: disabled → open"), "\(enabled)")
    #expect(await home.plain("b", "y").questions.contains("Email: "))
  }
}
