import Accounts
import Terminal
import Testing

@testable import CommandKit
@testable import RegApp

@Suite("A file applied on the screen") struct ApplyScreenTests {
  private let home = Home()
  private static let accounts =
    #"{"accounts": [{"email": "ada@home.org", "password": "!"}, {"email": "bob@home.org", "#
    + #""password": "!", "firstName": "Bob"}]}"#

  /// The screen, with the path of a file typed.
  private func applying(_ text: String) async throws -> Stage {
    try home.write(Self.accounts)
    try home.write(text, to: "people.json")
    var stage = await Stage(home)
    await stage.press(.control("o"), .character(":"))
    await stage.type("apply a")
    await stage.press(.enter)
    #expect(stage.kind == "import" && stage.shows("Apply a file"))
    await stage.paste("\(home.documents)/people.json")
    return stage
  }

  private func rows(_ stage: Stage) throws -> [String] {
    guard case .importing(let state) = stage.state.screen else { throw Stage.NoProfile() }
    let preview = try #require(state.preview)
    return preview.rows.map { "\($0.kind) \(preview.words($0)[.english])" }
  }

  @Test("shows what is to be done, and does it in one change after a yes")
  func applies() async throws {
    var stage = try await applying(
      #"[{"email": "bob@home.org", "firstName": "B"}, {"email": "dan@home.org", "password": "secret7"}]"#
    )
    await stage.press(.control("s"))
    #expect(stage.said == "Look first at what it would do: Enter.")
    await stage.press(.enter)
    #expect(stage.shows("1 to create, 1 to change, 0 to remove"))
    await stage.press(.down, .right, .right)
    #expect(
      stage.shows("removed, however many") && stage.shows("1 to create, 1 to change, 1 to remove"))
    #expect(
      try rows(stage) == [
        #"replaced bob@home.org: first name: "Bob" → "B""#,
        #"added dan@home.org: email: "dan@home.org"; password set"#, "removed ada@home.org",
      ])
    #expect(try home.text() == Self.accounts)
    await stage.press(.control("s"))
    #expect(stage.kind == "accounts" && stage.said == "created 1 account, changed 1, removed 1")
    #expect(try !home.text().contains("ada@") && !home.text().contains("secret7"))
    #expect(try home.text(of: "history.jsonl").split(separator: "\n").count == 1)
  }

  @Test("does what was seen, and takes another look if the accounts have changed")
  func movedOn() async throws {
    var stage = try await applying(#"[{"email": "bob@home.org", "firstName": "B"}]"#)
    await stage.press(.enter)
    try home.write(#"[{"email": "bob@home.org", "lastName": "Mallory"}]"#, to: "people.json")
    await home.run("edit --account bob@home.org --first-name Robert")
    await stage.press(.control("s"))
    #expect(stage.kind == "import" && stage.said.contains("nothing was done"))
    #expect(try rows(stage) == [#"replaced bob@home.org: first name: "Robert" → "B""#])
    await stage.press(.control("s"))
    #expect(stage.kind == "accounts")
    #expect(try home.text().contains(#""firstName": "B""#) && !home.text().contains("Mallory"))
  }

  @Test("says what is wrong with the file, by line, and where too many would go")
  func wrong() async throws {
    var stage = try await applying("[{\"email\": \"x\"},\n{\"email\": null}]")
    await stage.press(.enter)
    #expect(stage.shows("2 problems: nothing is done"))
    await stage.press(.control("s"))
    #expect(stage.said == "Mend the file first.")
    try home.write("[]", to: "people.json")
    await stage.press(.enter)
    #expect(try rows(stage) == [])
    await stage.press(.control("s"))
    #expect(stage.said == "There is nothing to do.")
    await stage.press(.down, .right)
    #expect(stage.said.contains("--prune would remove 2 of 2 accounts"))
    #expect(try home.text() == Self.accounts)
  }

  @Test("is asked line by line, too")
  func plain() async throws {
    try home.write(Self.accounts)
    try home.write(#"[{"email": "bob@home.org", "groups": ["ops"]}]"#, to: "people.json")
    let ran = await home.plain(":menu", "a", "y", "\(home.documents)/people.json", "i", "b", "q")
    #expect(ran.err.contains("0 to create, 1 to change, 0 to remove"), "\(ran)")
    #expect(try home.text().contains(#""groups": ["ops"]"#))
  }
}
