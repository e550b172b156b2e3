import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Undo of odd changes") struct OddUndoTests {
  private let documents = Documents()

  private func account(_ email: String, _ others: String = "") -> String {
    #"{"email": "\#(email)", "password": "\#(HashOfSecret1.md5)"\#(others)}"#
  }

  private func editFile(_ text: String) async throws {
    let edit = try documents.registry.handEdit()
    _ = try await edit.begin()
    try documents.write(text, to: ".accounts.edit.json")
    _ = try await edit.review()
    #expect(try await edit.install().value == .installed(merged: false))
    try await edit.end(keepingCopy: false)
  }

  @Test("brings back a key that holds null")
  func null() async throws {
    try documents.write(accounts: [account("ada@home.org", #", "note": null"#)])
    _ = try await documents.registry.remove("ada@home.org")
    #expect(try !documents.text().contains("note"))
    _ = try await documents.registry.undo()
    #expect(try documents.text().contains(#""note": null"#))
  }

  @Test("takes away an account that came with a key that holds null")
  func addedWithNull() async throws {
    try documents.write(accounts: [account("bob@home.org")])
    let text = try documents.text()
    try await editFile(
      text.replacing(
        "\n  ]", with: ",\n    " + account("ada@home.org", #", "note": null"#) + "\n  ]"))
    _ = try await documents.registry.undo()
    #expect(try documents.text() == text)
  }

  @Test("takes back two user names that were swapped, or given from one to the other")
  func swapped() async throws {
    let one = [#", "username": "one""#, #", "username": "two""#]
    try documents.write(accounts: [
      account("ada@home.org", one[0]), account("bob@home.org", one[1]),
    ])
    let text = try documents.text()
    try await editFile(
      text.replacing("\"one\"", with: "\"x\"").replacing("\"two\"", with: "\"one\"")
        .replacing("\"x\"", with: "\"two\""))
    _ = try await documents.registry.undo()
    #expect(try documents.text() == text)
  }

  @Test("takes back a user name that one account gave to another before it")
  func given() async throws {
    try documents.write(accounts: [
      account("ada@home.org"), account("bob@home.org", #", "username": "one""#),
    ])
    let text = try documents.text()
    try await editFile(
      text.replacing(#", "username": "one""#, with: "")
        .replacing("5/\"}", with: "5/\"}").replacing(
          account("ada@home.org"), with: account("ada@home.org", #", "username": "one""#)))
    func names() async throws -> [String?] {
      try await documents.registry.list(limit: 9).accounts.map(\.values.username)
    }
    #expect(try await names() == ["one", nil])
    _ = try await documents.registry.undo()
    #expect(try await names() == [nil, "one"])
  }
}
