import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("undo of more than one change") struct UndoOfSeveralTests {
  private let home = Home()

  init() async throws {
    try home.write(
      #"{"rules": "standard", "accounts": [{"username": "ada", "password": "!"}]}"#
    )
    await home.run("edit --account ada --first-name Ada")
    await home.run("edit --account ada --last-name L")
  }

  @Test(
    "shows them at a terminal and asks; no is the answer to anything else",
    arguments: ["n", "", nil])
  func declined(answer: String?) async throws {
    let before = try home.text()
    let ran = await home.ask("undo 2", answers: answer)
    #expect((ran.exit, ran.out) == (1, ""))
    #expect(ran.questions == ["Undo 2 changes? [y/N] "])
    #expect(ran.err.contains("edited ada") && ran.err.contains("first name: \"Ada\" → nothing"))
    #expect(ran.err.hasSuffix("nothing was undone\n"))
    #expect(try home.text() == before)
  }

  @Test("takes them back after a yes, with --yes and for a script without a question; so for one")
  func agreed() async throws {
    #expect(await home.ask("undo 2", answers: "y").exit == 0)
    #expect(try !home.text().contains("Ada"))
    for line in ["undo 1", "undo", "undo --change 3", "undo 2 --dry-run", "undo 2 --yes"] {
      let ran = await home.ask(line)
      #expect(ran.exit == 0 && ran.questions.isEmpty, "\(line): \(ran)")
    }
    #expect(await home.run("undo 2").exit == 0)
  }

  @Test("takes back what was shown alone")
  func overtaken() async throws {
    var setting = Setting()
    let home = home
    setting.onQuestion = { _ in
      if let text = try? home.text(of: "history.jsonl") {
        try? home.write(text.replacing(#"[null,"L"]"#, with: #"["M","L"]"#), to: "history.jsonl")
      }
    }
    let before = try home.text()
    let ran = await home.ask("undo 2", answers: "y", setting: setting)
    #expect(ran.exit == 75 && ran.err.contains("have changed meanwhile"), "\(ran)")
    #expect(try home.text() == before)
  }
}
