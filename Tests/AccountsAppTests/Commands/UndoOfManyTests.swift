import Testing

@testable import AccountsApp

@Suite("Undo takes back what was done") struct UndoOfManyTests {
  private let home = Home()

  private func apply(_ list: String, _ options: String) async throws -> Ran {
    try home.write(list, to: "list.json")
    return await home.run("apply \(home.documents)/list.json \(options)")
  }

  private func renamed() async throws {
    #expect(
      try await apply(
        #"[{"username": "ada", "email": "ada@example.com", "password": "!"}, {"username": "bob", "password": "!"}]"#,
        "--rules standard"
      ).exit == 0)
    #expect(
      try await apply(
        #"[{"username": "ada.lovelace", "email": "ada@example.com", "password": "!"}, {"username": "bob", "password": "!"}]"#,
        "--prune"
      ).exit == 0)
    #expect(await home.run("edit --account ada.lovelace --first-name Ada").exit == 0)
  }

  @Test("stops before a change whose kind is not known")
  func unknownKind() async throws {
    try await renamed()
    try home.write(
      home.text(of: "history.jsonl").replacing(#""did":"edit""#, with: #""did":"frobnicate""#),
      to: "history.jsonl")
    let shown = await home.run("history --limit 1")
    #expect(shown.out.contains("frobnicate"))
    let before = try home.text()
    #expect(await home.run("undo").exit == 75)
    #expect(await home.run("cancel").exit == 75)
    #expect(try home.text() == before)
    // Newer changes can be taken back, and a forgotten person is in none.
    await home.run("register --no-login --username eve --password tennis-elbow-hat")
    #expect(await home.run("undo").exit == 0)
    #expect(await home.run("history --forget ada.lovelace").exit == 0)
    let left = try home.text(of: "history.jsonl")
    #expect(left.contains("frobnicate") && !left.contains("ada.lovelace"))
  }

  @Test("brings accounts back that shared a name, closed as they were")
  func shared() async throws {
    try home.write(
      """
      {"rules": "standard", "accounts": [
        {"username": "ada", "email": "ada@host.com", "password": "!"},
        {"username": "bob", "email": "ada@host.com", "password": "!"}
      ]}
      """)
    #expect(try await apply("[]", "--prune-all").exit == 0)
    let ran = await home.run("undo")
    #expect(ran.exit == 0)
    #expect(ran.err.contains("closes 2 accounts"), "\(ran)")
    let listed = await home.run("list")
    #expect(listed.out.components(separatedBy: "closed:").count == 3, "\(listed)")
    let text = try home.text()
    // An undo can be undone, and one of the two can go and come back too.
    #expect(await home.run("undo").exit == 0)
    #expect(await home.run("undo").exit == 0)
    #expect(try home.text() == text)
    #expect(await home.run("remove bob --yes").exit == 0)
    #expect(await home.run("undo").err.contains("closes 2 accounts"))
    #expect(try home.text() == text)
    // Each account counts once, however often it came and went.
    #expect(await home.run("undo 5").exit == 0)
    let again = await home.run("undo")
    #expect(again.err.contains("closes 2 accounts"), "\(again)")
  }
}
