import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("edit --drop of a key that may keep somebody out") struct DropTests {
  private let home = Home()

  private func write(_ others: String, top: String = "") throws {
    try home.write(
      """
      {"rules": "register", \(top)"accounts": [
        {"email": "ada@example.com", "password": "secret1"\(others)},
        {"email": "bob@example.com", "password": "secret1"\(others)}]}
      """)
  }

  @Test("says who can log in then, and asks; no is the answer to anything else")
  func declined() async throws {
    try write(#", "frozen": true"#)
    let before = try home.text()
    let ran = await home.ask("edit ada@example.com --drop frozen", answers: "")
    #expect(
      ran.questions == [
        "Then ada@example.com can log in. Take frozen out of ada@example.com? [y/N] "
      ])
    #expect(ran.exit == 1 && ran.err.hasSuffix("nothing was changed\n"))
    let all = await home.ask("edit --all --drop frozen", answers: "n")
    #expect(
      all.questions == [
        "Then ada@example.com, bob@example.com can log in. Take frozen out of 2 accounts? [y/N] "
      ])
    #expect(try home.text() == before)
  }

  @Test("goes on after a yes, and with --yes without a question")
  func agreed() async throws {
    try write(#", "frozen": true"#)
    let ran = await home.ask("edit ada@example.com --drop frozen", answers: "y")
    #expect(
      ran.exit == 0
        && ran.err.hasSuffix(
          "took frozen out of ada@example.com\nada@example.com: closed → open\n"),
      "\(ran)")
    let all = await home.ask("edit --all --drop frozen --yes")
    #expect(all.exit == 0 && all.questions.isEmpty, "\(all)")
    #expect(try !home.text().contains("frozen"))
  }

  @Test("asks of a value true or false under any name, and of the top; not of people's own keys")
  func asks() async throws {
    try write(#", "club": false"#)
    #expect(await home.run("edit ada@example.com --drop club").exit == 64)
    #expect(await home.run("edit --all --drop club").exit == 64)
    try write(#", "club": "Inter""#)
    #expect(await home.run("edit ada@example.com --drop club").exit == 0)
    try write(#", "x-locked": true, "//disabled": true"#)
    #expect(await home.run("edit --all --drop x-locked --drop //disabled").exit == 0)
    try write("", top: #""locked": true, "#)
    let top = await home.ask("edit --all --drop locked", answers: "n")
    #expect(
      top.questions == [
        "Then everybody whose account is open can log in. Take locked out of the top of the file? "
          + "[y/N] "
      ])
    #expect(await home.ask("edit --all --drop locked", answers: "y").exit == 0)
    #expect(await home.run("show ada@example.com").exit == 0)
  }

  @Test("does nothing to an account that is another by its name once the answer is there")
  func overtaken() async throws {
    try write(#", "frozen": true"#)
    let home = home
    var setting = Setting()
    setting.onQuestion = { _ in
      try? home.byHand(
        #""ada@example.com", "password": "secret1""#, #""ada@example.com", "password": "another2""#)
    }
    let ran = await home.ask("edit ada@example.com --drop frozen", answers: "y", setting: setting)
    #expect(ran.exit == 75, "\(ran)")
    #expect(try home.text().contains("frozen"))
  }

  /// Writes two accounts with different passwords, and keys of each.
  private func write(ada: String, bob: String) throws {
    try home.write(Self.text(ada, bob))
  }

  private static func text(_ ada: String, _ bob: String) -> String {
    """
    {"rules": "register", "accounts": [
      {"email": "ada@example.com", "password": "secret1"\(ada)},
      {"email": "bob@example.com", "password": "another2"\(bob)}]}
    """
  }

  @Test(
    "opens nobody whom the question did not name, whatever a hand does until the answer",
    arguments: ["--all", "ada@example.com"])
  func overtakenByHand(whom: String) async throws {
    let frozen = #", "frozen": true"#
    let isOfAll = whom == "--all"
    try write(ada: isOfAll ? frozen : frozen + #", "club": "Inter""#, bob: "")
    let now = isOfAll ? Self.text("", frozen) : Self.text(frozen, "")
    let home = home
    var setting = Setting()
    setting.onQuestion = { _ in try? home.write(now) }
    let ran = await home.ask("edit \(whom) --drop frozen", answers: "y", setting: setting)
    let opened = isOfAll ? "bob" : "ada"
    #expect(ran.exit == 75)
    #expect(ran.err.contains("\(opened)@example.com is not the account"), "\(ran)")
    #expect(try home.text() == now)
  }

  @Test("looks at each value of a key, in an account and at the top")
  func eachValue() async throws {
    try write(#", "away": true, "away": "on a trip""#)
    #expect(await home.run("edit ada@example.com --drop away").exit == 64)
    try write("", top: #""away": true, "away": "on a trip", "#)
    #expect(await home.run("edit --all --drop away").exit == 64)
  }

  @Test("names who is opened beside all others, and whoever stays closed, and by what")
  func consequences() async throws {
    let frozen = #", "frozen": true"#
    try home.write(Self.text(frozen, "").replacing(#"{"rules"#, with: #"{"frozen": 1, "rules"#))
    let top = await home.ask("edit --all --drop frozen", answers: "n")
    #expect(
      top.questions == [
        "Then ada@example.com can log in, and everybody else whose account is open. "
          + "This cannot be undone: the history cannot keep the values. "
          + "Take frozen out of ada@example.com and the top of the file? [y/N] "
      ])
    try write(ada: frozen + #", "fistName": "A""#, bob: frozen + #", "club": 1"#)
    let one = await home.ask("edit ada@example.com --drop frozen", answers: "n")
    #expect(
      one.questions == [
        "Then ada@example.com stays closed (fistName is not a field here; did you mean firstName?). "
          + "Take frozen out of ada@example.com? [y/N] "
      ])
    let all = await home.ask("edit --all --drop frozen", answers: "n")
    #expect(all.questions == ["Then 2 accounts stay out. Take frozen out of 2 accounts? [y/N] "])
  }

  @Test("asks before what undo cannot bring back, and says what it would do")
  func lost() async throws {
    try write("", top: #""x-password": "geheim1", "#)
    let top = await home.ask("edit --all --drop x-password", answers: "n")
    #expect(
      top.questions == [
        "This cannot be undone: the history cannot keep the values. Take x-password out of the top "
          + "of the file? [y/N] "
      ])
    let done = await home.run("edit --all --drop x-password --yes")
    #expect(done.exit == 0 && done.err.contains("warning: this cannot be undone"), "\(done)")
    #expect(await home.run("undo").err.contains("cannot be undone: its values are not kept"))
  }
}
