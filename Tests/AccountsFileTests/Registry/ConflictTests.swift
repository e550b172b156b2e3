import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An edit and a concurrent hand edit") struct ConflictTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  private func register() async throws {
    try await registry.register(email, "secret1", [.firstName: "Mario", .lastName: "B"])
    try await registry.register("luigi@gmail.com", "secret1", [.firstName: "L"], logsIn: false)
  }

  private func conflicts(
    of work: () async throws -> Outcome<EditReport>
  ) async -> [FieldConflict]? {
    guard case .conflict(let conflicts)? = await error(of: work) else { return nil }
    return conflicts
  }

  @Test("conflict in every such field, and all are reported")
  func severalFields() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario", .lastName: "C", .phone: "9123456789"])
    try documents.byHand("\"Mario\"", "\"Yoshi\"")
    try documents.byHand("\"lastName\": \"B\"", "\"phone\": \"9990000000\"")
    #expect(
      await conflicts { try await registry.save() }
        == [
          FieldConflict(field: .firstName, expected: "Mario", found: "Yoshi"),
          FieldConflict(field: .lastName, expected: "B", found: nil),
          FieldConflict(field: .phone, expected: nil, found: "9990000000"),
        ])
  }

  @Test("no longer conflict once the field is given again")
  func namedAgain() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario", .lastName: "C"])
    try documents.byHand("\"Mario\"", "\"Yoshi\"")
    let outcome = try await registry.draft([.firstName: "Wario"])
    #expect(outcome.edit.changes[.firstName] == .init(.firstName, from: "Yoshi", to: "Wario"))
    _ = try await registry.save()
    #expect(try await registry.value(.firstName, of: email) == "Wario")
    #expect(try await registry.value(.lastName, of: email) == "C")
  }

  @Test("merge if they change different accounts, their order or the spacing")
  func otherAccount() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    try documents.byHand("\"L\"", "\"Changed\"")
    try documents.byHand("\"accounts\": [", "\"accounts\"  :\t[ {\"email\": \"x@gmail.com\"},")
    let expected = try documents.text().replacing("\"Mario\"", with: "\"Wario\"")
    _ = try await registry.save()
    #expect(try documents.text() == expected)
  }

  @Test("conflict over a password without revealing either")
  func password() async throws {
    try await register()
    try await registry.draft(password: "another1")
    let stored = try #require(try await documents.storedPassword(of: email))
    try documents.byHand(stored, "typed-by-hand")
    #expect(
      await conflicts { try await registry.save() }
        == [FieldConflict(field: .password, expected: nil, found: nil)])
  }

  @Test(
    "do not conflict if a password was only sealed, or hashed at a login",
    arguments: [("secret1", true), ("secret1", false), (HashOfSecret1.md5, false)])
  func hashed(stored: String, seals: Bool) async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "\#(stored)"}"#])
    try await registry.draft(of: email, password: "another1")
    #expect(try documents.text(of: "edit.json").contains("secret1") == false)
    if seals { _ = try await registry.seal() } else { try await registry.login(email) }
    _ = try await registry.save()
    try await registry.login(email, "another1")
  }

  @Test(
    "keep no text that stands in place of a password, and replace it",
    arguments: [
      "{PLAIN}secret1", "{MD5}secret1secret1secret1", "secret1\\u0000",
      String(repeating: "secret1", count: 100),
    ])
  func foreign(stored: String) async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "\#(stored)"}"#])
    try await registry.draft(of: email, password: "another1")
    #expect(try documents.text(of: "edit.json").contains("secret1") == false)
    try await registry.draft([.firstName: "Mario"], of: email)
    #expect(try documents.text(of: "edit.json").contains("secret1") == false)
    _ = try await registry.save()
    try await registry.login(email, "another1")
  }

  @Test("conflict over another text in place of a password")
  func otherForeign() async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "{PLAIN}secret1"}"#
    ])
    try await registry.draft(of: email, password: "another1")
    try documents.byHand("{PLAIN}secret1", "{PLAIN}secret2")
    #expect(
      await conflicts { try await registry.save() }
        == [FieldConflict(field: .password, expected: nil, found: nil)])
  }

  @Test("still allow a saved edit to be undone after its password was upgraded")
  func upgradedAfterSaving() async throws {
    try await register()
    try await registry.edit(password: "another1")
    try await documents.registry(hasher: PasswordHasher(cost: 2)).login(email, "another1")
    _ = try await registry.cancel()
    try await registry.login(email, "secret1")
  }

  @Test("fail if another account took the edit's email in the meantime")
  func takenEmail() async throws {
    try await register()
    try await registry.draft([.email: "new@gmail.com"])
    try documents.byHand("luigi@gmail.com", "NEW@gmail.com")
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.taken(.email)) {
      try await registry.save()
    }
    #expect(try documents.bytes() == bytes)
  }
}
