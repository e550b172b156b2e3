import AccountsSupport
import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A session or an edit that cannot be used is told, never passed over")
struct LinkedNotesTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  private func fault(_ name: String) -> AccountsError {
    .disk(DiskFault(action: .read, path: documents.path(of: name), reason: .isLink))
  }

  /// Puts a link in a file's place; what it leads to is as good as what was there.
  private func link(_ name: String, _ text: String) throws {
    unlink(documents.path(of: name))
    try documents.write(text, to: "target")
    #expect(symlink(documents.path(of: "target"), documents.path(of: name)) == 0)
  }

  private func register() async throws {
    try await documents.registry.register(email)
    try await documents.registry.register("luigi@gmail.com", logsIn: false)
  }

  @Test("where an email was edited, the session that could not be carried along is told")
  func carrySession() async throws {
    try await register()
    try link("session.json", "{\"email\": \"mario@gmail.com\"}\n")
    let done = AccountsError.Done.accountSaved(email: "super@gmail.com")
    await #expect(throws: AccountsError.partlyDone(done, fault("session.json"))) {
      try await documents.registry.edit([.email: "super@gmail.com"], of: email)
    }
    #expect(try await documents.registry.account("super@gmail.com").isClosed == false)
    #expect(documents.state(of: "session.json")?.isLink == true)
  }

  @Test(
    "where an account was removed, what could not be looked at is told",
    arguments: ["session.json", "edit.json"])
  func remove(name: String) async throws {
    try await register()
    try link(name, "{\"email\": \"mario@gmail.com\"}\n")
    let done = AccountsError.Done.accountRemoved(email: email)
    await #expect(throws: AccountsError.partlyDone(done, fault(name))) {
      try await documents.registry.remove(email)
    }
    #expect(try await documents.registry.list(limit: 9).accounts.count == 1)
    #expect(documents.state(of: name)?.isLink == true)
  }

  @Test("a profile is shown beside an edit that cannot be read, with the reason")
  func linkedEdit() async throws {
    try await register()
    try link("edit.json", "{}")
    let profile = try await documents.registry.show()
    #expect(profile.account.email.text == email)
    #expect(profile.openEdit == nil)
    #expect(profile.editFault == fault("edit.json"))
  }

  @Test("a profile is shown beside an edit that cannot be understood, with the place")
  func brokenEdit() async throws {
    try await register()
    try documents.write("{\n  \"state\": \"opn\"}", to: "edit.json")
    let profile = try await documents.registry.show()
    #expect(profile.account.email.text == email)
    #expect(profile.openEdit == nil)
    #expect(profile.editFault?.problems.map(\.row) == ["2:12 state choice"])
  }

  @Test("and a profile beside a sound edit, or none, has no fault")
  func sound() async throws {
    try await register()
    #expect(try await documents.registry.show().editFault == nil)
    try await documents.registry.draft([.firstName: "M"])
    #expect(try await documents.registry.show().editFault == nil)
  }
}
