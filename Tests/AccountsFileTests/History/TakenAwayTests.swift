import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An account that one undo takes away and brings back") struct TakenAwayTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let ada = "ada@home.org"

  @Test(
    "keeps session, draft and hash, and is found by later undos, though it was hashed anew between")
  func rehashed() async throws {
    try documents.write(accounts: [hashed(ada)])
    try await registry.edit([.firstName: "A"], of: ada)
    _ = try await registry.remove(ada)
    _ = try await registry.undo()
    try await registry.login(ada)
    let hash = try await documents.storedPassword(of: ada)
    #expect(hash != HashOfSecret1.md5)
    try await registry.draft([.lastName: "L"])
    #expect(try await registry.undo(2).accounts.isEmpty)
    #expect(try await documents.storedPassword(of: ada) == hash)
    #expect(try await registry.shown() == ada)
    #expect(try await registry.show().openDraft?.fields == [.lastName])
    _ = try await registry.undo(change: 1)
    #expect(try await registry.value(.firstName, of: ada) == nil)
    // And the undo itself is taken back.
    _ = try await registry.undo(2)
    #expect(try await documents.storedPassword(of: ada) == hash)
  }

  @Test("has the password of before, where an older change of it is taken back too")
  func passwordBefore() async throws {
    try documents.write(accounts: [
      #"{"email": "\#(ada)", "password": "\#(HashOfSecret1.bcrypt5)"}"#
    ])
    var values = FieldValues()
    (values.email, values.password) = (ada, HashOfSecret1.md5)
    _ = try await registry.importAccounts([NewAccount(values)], onConflict: .replace)
    _ = try await registry.remove(ada)
    _ = try await registry.undo()
    try await registry.login(ada)
    #expect(try await documents.storedPassword(of: ada) != HashOfSecret1.md5)
    _ = try await registry.undo(3)
    #expect(try await documents.storedPassword(of: ada) == HashOfSecret1.bcrypt5)
  }

  @Test("is no news: nothing is said of a code or a lock that it had before")
  func noNews() async throws {
    try documents.write(accounts: [hashed(ada)])
    let day = try #require(CalendarDay("2026-06-22"))
    _ = try await registry.invite(ada, until: day)
    _ = try await registry.remove(ada)
    #expect(try await registry.undo().notices == [.codeComesBack(name: ada, until: day)])
    let done = try await registry.undo(2)
    #expect(done.notices == [] && done.accounts.isEmpty)
  }

  @Test("comes back locked only once: an undo that leaves a lock as it was does not say so")
  func stillLocked() async throws {
    try documents.write(accounts: [hashed(ada)])
    try await documents.editFile(
      documents.text().replacing(HashOfSecret1.md5, with: "typed1"))
    _ = try await registry.undo()
    #expect(try await registry.undo().notices == [.comesBackLocked(name: ada)])
    #expect(try await documents.storedPassword(of: ada) == "*")
    for isDryRun in [true, false] {
      #expect(try await registry.undo(2, isDryRun: isDryRun).notices == [])
    }
    #expect(try await documents.storedPassword(of: ada) == "*")
  }

  @Test("stays where it was typed before two changes that cancel each other")
  func typedBefore() async throws {
    let id = #", "id": "\#(ada) 10000000-0000-4000-8000-000000000001""#
    try documents.write(accounts: [hashed(ada, id)])
    let before = try documents.text()
    let typed = before.replacing(HashOfSecret1.md5, with: "typed1")
    try await documents.editFile(typed)
    _ = try await registry.undo()
    try await documents.editFile(typed)
    #expect(try await registry.undo(2).notices == [])
    #expect(try await documents.storedPassword(of: ada) == "typed1")
  }

  @Test("is followed by the name that it kept while an undo of an undo gives the other one back")
  func keptName() async throws {
    try documents.write(accounts: [hashed(ada, #", "username": "ada""#)])
    try await registry.edit([.email: "eve@home.org"], of: ada)
    try await registry.edit([.firstName: "A"], of: "eve@home.org")
    _ = try await registry.undo(2)
    try await registry.edit([.username: .clear], of: ada)
    _ = try await registry.undo()
    _ = try await registry.undo(change: 3)
    #expect(try await registry.value(.firstName, of: "eve@home.org") == "A")
    #expect(try await registry.value(.username, of: "eve@home.org") == "ada")
  }
}
