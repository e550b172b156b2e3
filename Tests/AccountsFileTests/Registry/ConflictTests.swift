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

  private func byHand(_ old: String, _ new: String) throws {
    let text = try documents.text()
    try documents.write(text.replacing(old, with: new))
    #expect(try documents.text() != text)
  }

  private func conflicts(
    of work: () async throws -> Outcome<EditReport>
  ) async -> [FieldConflict]? {
    guard case .conflict(let conflicts)? = await error(of: work) else { return nil }
    return conflicts
  }

  @Test("conflict if both change one field: both values are reported, nothing is written")
  func sameField() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    try byHand("\"Mario\"", "\"Yoshi\"")
    let (bytes, edit) = (try documents.bytes(), try documents.bytes(of: "edit.json"))
    #expect(
      await conflicts { try await registry.save() }
        == [FieldConflict(field: .firstName, expected: "Mario", found: "Yoshi")])
    #expect(try documents.bytes() == bytes)
    #expect(try documents.bytes(of: "edit.json") == edit)
  }

  @Test("conflict in every such field, and all are reported")
  func severalFields() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario", .lastName: "C", .phone: "9123456789"])
    try byHand("\"Mario\"", "\"Yoshi\"")
    try byHand(",\n      \"lastName\": \"B\"", "")
    #expect(
      await conflicts { try await registry.save() }
        == [
          FieldConflict(field: .firstName, expected: "Mario", found: "Yoshi"),
          FieldConflict(field: .lastName, expected: "B", found: nil),
        ])
  }

  @Test("conflict if a field was added by hand")
  func newField() async throws {
    try await register()
    try await registry.draft([.phone: "9123456789"])
    try byHand("\"Mario\",", "\"Mario\", \"phone\": \"9990000000\",")
    #expect(
      await conflicts { try await registry.save() }
        == [FieldConflict(field: .phone, expected: nil, found: "9990000000")])
  }

  @Test("no longer conflict once the field is given again")
  func namedAgain() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario", .lastName: "C"])
    try byHand("\"Mario\"", "\"Yoshi\"")
    let outcome = try await registry.draft([.firstName: "Wario"])
    #expect(outcome.edit.changes[.firstName] == .init(.firstName, from: "Yoshi", to: "Wario"))
    _ = try await registry.save()
    #expect(try await registry.value(.firstName, of: email) == "Wario")
    #expect(try await registry.value(.lastName, of: email) == "C")
  }

  @Test("merge if they change different fields")
  func otherField() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    try byHand("\"B\"", "\"Changed\"")
    _ = try await registry.save()
    #expect(try await registry.value(.firstName, of: email) == "Wario")
    #expect(try await registry.value(.lastName, of: email) == "Changed")
  }

  @Test("merge if they change different accounts, their order or the spacing")
  func otherAccount() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    try byHand("\"L\"", "\"Changed\"")
    try byHand("\"accounts\": [", "\"accounts\"  :\t[ {\"email\": \"x@gmail.com\"},")
    let expected = try documents.text().replacing("\"Mario\"", with: "\"Wario\"")
    _ = try await registry.save()
    #expect(try documents.text() == expected)
  }

  @Test("agree if both write the same value")
  func sameValue() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    try byHand("\"Mario\"", "\"Wario\"")
    let state = documents.state()
    _ = try await registry.save()
    #expect(documents.state() == state)
  }

  @Test("conflict over a password without revealing either")
  func password() async throws {
    try await register()
    try await registry.draft(password: "another1")
    let stored = try #require(try await documents.storedPassword(of: email))
    try byHand(stored, "typed-by-hand")
    #expect(
      await conflicts { try await registry.save() }
        == [FieldConflict(field: .password, expected: nil, found: nil)])
  }

  @Test("do not conflict if a password was only sealed")
  func sealed() async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "typed1"}"#
    ])
    try await registry.draft(of: email, password: "another1")
    #expect(try documents.text(of: "edit.json").contains("typed1") == false)
    _ = try await registry.seal()
    _ = try await registry.save()
    try await registry.login(email, "another1")
  }

  @Test("do not conflict if a typed password was hashed at login")
  func sealedAtLogin() async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "typed1"}"#
    ])
    try await registry.draft(of: email, password: "another1")
    try await registry.login(email, "typed1")
    _ = try await registry.save()
    try await registry.login(email, "another1")
  }

  @Test("do not conflict if a weak hash was upgraded")
  func upgraded() async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "\#(HashOfSecret1.md5)"}"#
    ])
    try await registry.draft(of: email, password: "another1")
    try await registry.login(email, "secret1")
    _ = try await registry.save()
    try await registry.login(email, "another1")
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
    try byHand("luigi@gmail.com", "NEW@gmail.com")
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.taken(.email)) {
      try await registry.save()
    }
    #expect(try documents.bytes() == bytes)
  }
}
