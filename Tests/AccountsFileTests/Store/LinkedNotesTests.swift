import AccountsSupport
import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A session or an edit that is a link is nobody's, and is reported")
struct LinkedNotesTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  /// Puts a link in a file's place, with valid content at its target.
  private func link(_ name: String, _ text: String) throws {
    unlink(documents.path(of: name))
    try documents.write(text, to: "target")
    #expect(symlink(documents.path(of: "target"), documents.path(of: name)) == 0)
  }

  private func register() async throws {
    try await documents.registry.register(email)
    try await documents.registry.register("luigi@gmail.com", logsIn: false)
  }

  @Test("an email is edited, and the link left alone")
  func carrySession() async throws {
    try await register()
    try link("session.json", "{\"email\": \"mario@gmail.com\"}\n")
    try await documents.registry.edit([.email: "super@gmail.com"], of: email)
    #expect(try await documents.registry.account("super@gmail.com").isClosed == false)
    #expect(documents.state(of: "session.json")?.isLink == true)
  }

  @Test("an account is removed, and the link left alone", arguments: ["session.json", "edit.json"])
  func remove(name: String) async throws {
    try await register()
    try link(name, "{\"email\": \"mario@gmail.com\"}\n")
    _ = try await documents.registry.remove(email)
    #expect(try await documents.registry.list(limit: 9).accounts.count == 1)
    #expect(documents.state(of: name)?.isLink == true)
  }

  @Test("a profile is shown with an unreadable edit, and the reason")
  func linkedEdit() async throws {
    try await register()
    try link("edit.json", "{}")
    let profile = try await documents.registry.show()
    #expect(profile.account.name.text == email)
    #expect(profile.openDraft == nil)
    let problem = Problem(.file, .file(.regularFile), at: Place(documents.path(of: "edit.json")))
    #expect(profile.editFault == .noteBroken(problem))
  }
}
