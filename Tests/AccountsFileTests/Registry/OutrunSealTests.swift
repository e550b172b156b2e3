import Foundation
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A seal with a concurrent change") struct OutrunSealTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  /// A typed password, and a draft that sets another one: the draft has the typed one as a hash.
  private func drafted() async throws -> String {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "secret1"}"#])
    let edit = try await documents.registry.draft(password: "another1").edit
    return try #require(edit.changes[.password]?.oldValue?.text)
  }

  /// A hasher whose first hash lets other work run to completion.
  private func hasher(meanwhile work: @escaping @Sendable () throws -> Void) -> PasswordHasher {
    let isDone = Mutex(false)
    return PasswordHasher(cost: 1) { password, setting in
      let isFirst = isDone.withLock { done in
        defer { done = true }
        return !done
      }
      if isFirst {
        do { try work() } catch { Issue.record("\(error)") }
      }
      return Crypt.hash(password, setting: setting)
    }
  }

  @Test("by a login: the edit continues from the new hash, and no conflict remains")
  func login() async throws {
    let known = try await drafted()
    let theirs = try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text
    let accounts = try documents.text().replacing("secret1", with: theirs)
    let edit = try documents.text(of: "edit.json").replacing(known, with: theirs)
    let documents = documents
    let slow = hasher {
      try documents.write(accounts)
      try documents.write(edit, to: "edit.json")
    }
    let outcome = try await documents.registry(hasher: slow).seal()
    #expect(outcome.sealed == 0)
    #expect(try documents.text() == accounts)
    #expect(try documents.text(of: "edit.json") == edit)
    let registry = documents.registry
    _ = try await registry.save()
    #expect(try await registry.verify(LoginRequest(email, "another1")))
  }

  @Test("by a hand edit of the password: the edit is left alone, and conflicts with it")
  func hand() async throws {
    _ = try await drafted()
    let edit = try documents.bytes(of: "edit.json")
    let accounts = try documents.text().replacing("secret1", with: "secret2")
    let documents = documents
    let slow = hasher { try documents.write(accounts) }
    #expect(try await documents.registry(hasher: slow).seal().sealed == 0)
    #expect(try documents.text() == accounts)
    #expect(try documents.bytes(of: "edit.json") == edit)
    let conflict = FieldConflict(field: .password, expected: nil, found: nil)
    await #expect(throws: AccountsError.conflict([conflict])) {
      try await documents.registry.save()
    }
  }

  @Test("by other rules, which forbid the password: it stays typed, for check to name it")
  func rules() async throws {
    @Sendable func text(_ characters: Int) -> String {
      """
      {"regapp": 1, "rules": {"name": "own", "fields": {"password": {"characters": \(characters)}}},
      "accounts": [
      {"email": "mario@gmail.com", "password": "secret1"\(typedID("mario@gmail.com"))}]}
      """
    }
    try documents.write(text(5))
    let documents = documents
    let slow = hasher { try documents.write(text(60)) }
    let report = try await documents.registry(hasher: slow).seal()
    #expect(report.sealed == 0)
    #expect(report.refused.map(\.rule) == [.field(.minimumCharacters(60))])
    #expect(try documents.text() == text(60))
  }

  @Test("by another password, while a login hashes the typed one: that stays, with no notice")
  func strengthening() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "secret1"}"#])
    let accounts = try documents.text().replacing("secret1", with: "secret2")
    let documents = documents
    let slow = hasher { try documents.write(accounts) }
    let outcome = try await documents.registry(hasher: slow).login(email, "secret1")
    #expect(outcome.notices == [])
    #expect(try documents.text() == accounts)
  }
}
