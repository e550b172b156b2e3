import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An edit of the password") struct PasswordEditTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  @Test("to the same password is no change", arguments: ["hash", "typed"])
  func same(kind: String) async throws {
    if kind == "hash" {
      try await registry.register(email)
    } else {
      try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "secret1"}"#])
    }
    let state = documents.state()
    let outcome = try await registry.edit(password: "secret1")
    #expect(outcome.edit.fields == [])
    #expect(documents.state() == state)
    #expect(!documents.exists("edit.json"))
  }

  @Test("as a draft contains only hashes, and no password as text")
  func readDraft() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "typed-one"}"#])
    let text = try documents.text()
    try await registry.draft(password: "another1")
    let edit = try documents.text(of: "edit.json")
    #expect(!edit.contains("typed-one") && !edit.contains("another1"))
    #expect(edit.split(separator: "$y$j75$").count == 3)
    #expect(
      try documents.text() == text.replacing("typed-one\"", with: "typed-one\"\(countedID(email))"))
    _ = try await registry.save()
    #expect(!documents.exists("edit.json"))
    let saved = try documents.text(of: "history.jsonl")
    #expect(!saved.contains("typed-one") && !saved.contains("another1"))
    try await registry.login(email, "another1")
    // The typed one is restored as a hash.
    _ = try await registry.undo()
    #expect(try documents.text().contains("typed-one") == false)
    try await registry.login(email, "typed-one")
  }

  @Test("as a draft can be given again, and reverted")
  func draftAgain() async throws {
    try await registry.register(email)
    try await registry.draft(password: "another1")
    try await registry.draft(password: "another2")
    _ = try await registry.save()
    try await registry.login(email, "another2")
    try await registry.draft(password: "another3")
    #expect(try await registry.draft(password: "another2").edit.fields == [])
  }

  @Test("leaves an account locked, until it is enabled", arguments: ["!", "!*"])
  func keepsLock(stored: String) async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "\#(stored)"}"#
    ])
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login(email, "another1")
    }
    let edited = try await registry.edit(of: email, password: "another1")
    #expect(edited.notices == [.staysLocked(name: email)])
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login(email, "another1")
    }
    _ = try await registry.enable(email)
    try await registry.login(email, "another1")
  }

  @Test(
    "replaces a text that has the shape of a hash, also by this text, and the history has none",
    arguments: ["!Sommer2026", "{PLAIN}secret1", " secret1", "5f4dcc3b5aa765d61d8327deb882cf99"])
  func foreign(stored: String) async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "\#(stored)"}"#
    ])
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login(email, stored)
    }
    #expect(try await registry.seal().sealed == 0)
    let edited = try await registry.edit(of: email, password: stored)
    #expect(edited.notices == [])
    try await registry.login(email, stored)
    #expect(try !documents.text(of: "history.jsonl").contains(stored))
    #expect(try await registry.undo().notices == [.comesBackLocked(name: email)])
    #expect(try await documents.storedPassword(of: email) == "*")
  }

  @Test("replaces a hash that this system cannot check")
  func unknownScheme() async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "$pbkdf2-sha256$29000$c2FsdA$aGFzaA"}"#
    ])
    try await registry.edit(of: email, password: "another1")
    try await registry.login(email, "another1")
  }

  @Test("adds one if there is none")
  func adds() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com"}"#])
    try await registry.edit(of: email, password: "another1")
    try await registry.login(email, "another1")
  }

  @Test("that looks like a hash is hashed like any other")
  func looksLikeAHash() async throws {
    try await registry.register(email)
    try await registry.edit(password: HashOfSecret1.md5)
    #expect(try await documents.storedPassword(of: email)?.hasPrefix("$y$") == true)
    try await registry.login(email, HashOfSecret1.md5)
  }
}
