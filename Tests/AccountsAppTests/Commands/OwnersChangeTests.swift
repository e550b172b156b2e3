import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("A change of one's own account") struct OwnersChangeTests {
  private let home = Home()

  init() throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "secret1"}, "#
        + #"{"email": "bob@host.com", "password": "secret1"}]}"#)
  }

  /// Replaces a part of the last line of the history.
  private func rewrite(_ old: String, _ new: String) throws {
    let text = try home.text(of: "history.jsonl")
    let last = text.dropLast().lastIndex(of: "\n") ?? text.startIndex
    try #require(text[last...].contains(old))
    try home.write(
      String(text[..<last]) + text[last...].replacing(old, with: new), to: "history.jsonl")
  }

  private func changePassword() async {
    var setting = Setting()
    setting.input = Array("secret1\0another1\0".utf8)
    setting.environment = ["PAM_TYPE": "password", "PAM_USER": "ada@host.com"]
    #expect(await home.run("chauthtok", setting: setting).exit == 0)
  }

  private func fits(_ password: String) async -> Bool {
    await home.run("verify --email ada@host.com --password \(password)").exit == 0
  }

  @Test(
    "through PAM is taken back with --theirs alone, by any undo, and is named",
    arguments: ["undo", "undo 2", "undo --change 2", "undo --dry-run"])
  func pam(line: String) async throws {
    await home.run("disable bob@host.com")
    await changePassword()
    let before = try home.text()
    #expect(try home.text(of: "history.jsonl").contains(#""by":"ada@host.com","via":"pam","#))
    let ran = await home.run(line)
    #expect(ran.exit == 75)
    #expect(
      ran.err.contains(
        /ada@host\.com's own change of \d{4}-\d\d-\d\d: the old password comes back\n/),
      "\(ran.err)")
    // The caller's own newest change comes first, --theirs last.
    #expect(ran.err.contains("hint: nothing was undone; regapp undo --change 1 takes back"))
    #expect(ran.err.contains(" (disabled bob@host.com); "), "\(ran.err)")
    #expect(ran.err.hasSuffix("give --theirs\n"))
    #expect(try home.text() == before)
    #expect(await fits("another1"))
    let theirs = await home.run(line + " --theirs")
    #expect(theirs.exit == 0)
    #expect(theirs.err.contains("own change of 2026-06-15: the old password comes back\n"))
    #expect(await fits("secret1") != line.hasSuffix("--dry-run"))
  }

  @Test("is no reason to remove an account that was registered before it")
  func registered() async throws {
    await home.run("register --email eve@host.com --password secret1 --no-login")
    await changePassword()
    let ran = await home.run("undo")
    #expect(ran.exit == 75 && !ran.err.contains("--change"), "\(ran.err)")
    #expect(ran.err.hasSuffix("give --theirs\n"))
    // An account that came later is among those that were meant.
    await home.run("register --email kim@host.com --password secret1 --no-login")
    let two = await home.run("undo 2")
    #expect(two.exit == 75)
    #expect(two.err.contains("undo --change 3 takes back"), "\(two.err)")
    #expect(two.err.contains(" (registered kim@host.com); "), "\(two.err)")
  }

  @Test("is shown in the history with how it came about")
  func shown() async throws {
    await changePassword()
    let text = await home.run("history").out
    #expect(text.contains("edited ada@host.com (by its owner, through PAM)\n"), "\(text)")
    #expect(await home.run("history --json").out.contains(#""via": "pam", "did": "edit""#))
    for (word, words) in ["library": "by a program", "serve": "on the page", "x": "through x"] {
      try home.write(
        home.text(of: "history.jsonl").replacing(/"via":"[a-z]+"/, with: "\"via\":\"\(word)\""),
        to: "history.jsonl")
      #expect(await home.run("history").out.contains("(by its owner, \(words))"))
      #expect(await home.run("undo --dry-run").exit == 75)
    }
  }

  @Test("at a terminal is taken back by the same user of the system; by another, with --theirs")
  func terminal() async throws {
    await home.run("login --email ada@host.com --password secret1")
    #expect(await home.run("edit --password another1").exit == 0)
    #expect(try !home.text(of: "history.jsonl").contains("\"via\""))
    await home.run("logout")
    #expect(await home.run("undo --dry-run").exit == 0)
    try rewrite("\"user\":\"\(userOfTests)\"", #""user":"another""#)
    let ran = await home.run("undo")
    #expect(ran.exit == 75 && ran.err.contains("the old password comes back"), "\(ran)")
    // Nobody but the owner is in this session.
    await home.run("login --email bob@host.com --password secret1")
    #expect(await home.run("undo").exit == 75)
    await home.run("login --email ada@host.com --password another1")
    #expect(await home.run("undo").exit == 0)
    #expect(await fits("secret1"))
  }

  @Test("is the session's own also if the account was renamed since")
  func renamed() async throws {
    await changePassword()
    await home.run("login --email ada@host.com --password another1")
    await home.run("edit --email eve@host.com")
    #expect(try home.text(of: "session.json").contains("eve@host.com"))
    for line in ["undo --change 1 --dry-run", "undo 2 --dry-run"] {
      #expect(await home.run(line).exit == 0, "\(line)")
    }
    await home.run("logout")
    #expect(await home.run("undo --change 1").exit == 75)
  }

  @Test("has no words about a password where none is in it")
  func withoutPassword() async throws {
    await home.run("login --email ada@host.com --password secret1")
    await home.run("edit --first-name Ada")
    try rewrite("\"user\":\"\(userOfTests)\"", #""user":"another""#)
    await home.run("logout")
    let ran = await home.run("undo")
    #expect(ran.exit == 75 && ran.err.contains("own change of") && !ran.err.contains("password"))
  }

  @Test("is none if others made it, and if it is the registration")
  func others() async throws {
    await home.run("edit --account ada@host.com --first-name Ada")
    try rewrite("\"by\":null", #""by":"bob@host.com","via":"pam""#)
    #expect(await home.run("undo --dry-run").exit == 0)
    await home.run("register --email eve@host.com --password secret1 --no-login")
    try rewrite("\"by\":null", #""by":"eve@host.com","via":"serve""#)
    #expect(await home.run("undo --dry-run").exit == 0)
  }

  @Test("is never what cancel takes back, unless it was made at a terminal")
  func cancel() async throws {
    await home.run("login --email ada@host.com --password secret1")
    await home.run("edit --first-name Ada")
    let before = try home.text()
    try rewrite(#""by":"ada@host.com","#, #""by":"ada@host.com","via":"pam","#)
    let ran = await home.run("cancel")
    #expect(ran.exit == 1 && ran.err.contains("no edit to cancel"), "\(ran)")
    #expect(try home.text() == before)
    try rewrite(#""via":"pam","#, "")
    #expect(await home.run("cancel").exit == 0)
  }

  @Test("is told on the screens before the yes to it")
  func onScreens() async throws {
    await changePassword()
    let personal = home.personal
    let look = try await personal.registry.via(nil).undo(theirs: true, isDryRun: true)
    #expect(look.ofOwners.map(\.account) == ["ada@host.com"] && look.ofOwners[0].restoresPassword)
    await #expect(throws: AccountsError.ownersChanges(look.ofOwners)) {
      try await personal.registry.via(nil).undo()
    }
    _ = try await personal.registry.undo(theirs: true, expecting: look.shown)
  }
}
