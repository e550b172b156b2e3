import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A session in a directory that several share") struct SharedSessionTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  /// Somebody else, whose commands do not see the session.
  private var colleague: Registry {
    Registry(
      documents: documents.path, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil)
  }

  private static let rules = #"{"key": "username", "login": {"by": ["username", "email"]}}"#

  private static let request = LoginRequest(name: "ada", password: PasswordEntry("secret1"))

  /// - Parameter isShared: whether the directory is a group's.
  private func begin(isShared: Bool = true) async throws {
    let accounts = ["ada", "bob"].map { hashed("\($0)@home.org", #", "username": "\#($0)""#) }
    try documents.write(
      #"{"rules": \#(Self.rules), "accounts": [\#(accounts.joined(separator: ", "))]}"#)
    if isShared { try #require(chmod(documents.path, 0o2770) == 0) }
    _ = try await registry.login(Self.request)
  }

  private func rename(_ name: String, to new: String) async throws {
    _ = try await colleague.edit(
      EditRequest(account: name, fields: [.username: FieldSetting(new)]))
  }

  @Test("is of its account under another name, and of nobody who gets the name")
  func exchanged() async throws {
    try await begin()
    try await rename("ada", to: "adele")
    try await rename("bob", to: "ada")
    #expect(try await registry.shown() == "adele")
    try await registry.edit([.firstName: "A"])
    #expect(try await registry.history(limit: 1).map(\.by) == ["adele"])
    // Also an edit of its own name.
    try await registry.edit([.username: "eve"])
    #expect(try await registry.shown() == "eve")
    _ = try await registry.remove("ada")
    #expect(try await registry.shown() == "eve")
  }

  @Test("is over when its account is removed, also where another gets the name")
  func removed() async throws {
    try await begin()
    _ = try await colleague.remove("ada")
    var values = FieldValues()
    (values.username, values.email) = ("ada", "other@home.org")
    _ = try await colleague.register(values, password: PasswordEntry("secret2"))
    await #expect(throws: AccountsError.notLoggedIn(.accountGone(name: "ada"))) {
      try await registry.shown()
    }
    // The account itself comes back.
    _ = try await colleague.undo(2)
    #expect(try await registry.shown() == "ada")
  }

  @Test(
    "ends where the history does not tell, and elsewhere the name counts", arguments: [true, false])
  func unknown(_ isShared: Bool) async throws {
    try await begin(isShared: isShared)
    try documents.write(try documents.text().replacing("bob@home.org", with: "b@home.org"))
    guard isShared else {
      #expect(try await registry.shown() == "ada")
      #expect(try documents.text(of: "session.json") == "{\"username\": \"ada\"}\n")
      return
    }
    let uncertain = AccountsError.notLoggedIn(.accountUncertain(name: "ada"))
    await #expect(throws: uncertain) { try await registry.shown() }
    _ = try await registry.login(Self.request)
    #expect(try await registry.shown() == "ada")
    // A session that remembers nothing of the history.
    try documents.write(#"{"username": "ada"}"#, to: "session.json")
    await #expect(throws: uncertain) { try await registry.shown() }
    try await rename("bob", to: "eve")
    _ = try await registry.login(Self.request)
    try await rename("eve", to: "zoe")
    #expect(try await registry.shown() == "ada")
    // Its history is another's, or gone.
    try documents.write("", to: "history.jsonl")
    await #expect(throws: uncertain) { try await registry.shown() }
  }

  @Test("of another user, which root uses, makes nobody's own change the caller's")
  func ofAnother() async throws {
    guard geteuid() == 0 else { return }
    try await begin()
    _ = try await registry.via(.serve).changePassword(
      Self.request, to: PasswordEntry("another1"))
    let look = try await registry.undo(isDryRun: true)
    #expect(look.ofOwners.isEmpty)
    try #require(chown("\(documents.path)/session.json", 65534, 65534) == 0)
    #expect(try await registry.shown() == "ada")
    await #expect(throws: AccountsError.self) { try await registry.undo() }
    #expect(try await registry.undo(theirs: true, isDryRun: true).ofOwners.map(\.number) == [2])
  }
}
