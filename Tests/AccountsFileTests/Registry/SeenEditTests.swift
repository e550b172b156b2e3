import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An edit based on an account as it was seen") struct SeenEditTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  /// Registers, and returns the account as seen now.
  private func seen() async throws -> StoredAccount {
    try await registry.register(email, "secret1", [.firstName: "Mario", .lastName: "B"])
    return try await registry.account(email)
  }

  private func edit(
    _ fields: [Field: FieldSetting] = [:], password: String? = nil, seen: StoredAccount
  ) async throws -> Outcome<EditReport> {
    try await registry.edit(
      EditRequest(
        account: email, fields: fields,
        password: password.map { PasswordEntry($0) }, seen: seen))
  }

  private func conflicts(
    _ work: () async throws -> Outcome<EditReport>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [FieldConflict]? {
    let bytes = try? documents.bytes()
    let found = await error(of: work, sourceLocation: sourceLocation)
    #expect((try? documents.bytes()) == bytes, sourceLocation: sourceLocation)
    guard case .conflict(let conflicts)? = found else { return nil }
    return conflicts
  }

  @Test("conflicts over a field that was changed on both sides, and writes nothing")
  func sameField() async throws {
    let seen = try await seen()
    try documents.byHand("\"Mario\"", "\"Yoshi\"")
    #expect(
      await conflicts { try await edit([.firstName: "Wario", .lastName: "C"], seen: seen) }
        == [FieldConflict(field: .firstName, expected: "Mario", found: "Yoshi")])
    #expect(!documents.exists("edit.json"))
  }

  @Test("conflicts over an added field, and over a removed one")
  func cameAndWent() async throws {
    let seen = try await seen()
    try documents.byHand("\"Mario\",", "\"Mario\", \"phone\": \"9990000000\",")
    #expect(
      await conflicts { try await edit([.phone: "9123456789"], seen: seen) }
        == [FieldConflict(field: .phone, expected: nil, found: "+7 (999) 000-00-00")])
    try documents.byHand(",\n      \"lastName\": \"B\"", "")
    #expect(
      await conflicts { try await edit([.lastName: "C"], seen: seen) }
        == [FieldConflict(field: .lastName, expected: "B", found: nil)])
  }

  @Test("treats a number in another spelling as the same")
  func spelling() async throws {
    try await registry.register(email, "secret1", [.phone: "9123456789"])
    let seen = try await registry.account(email)
    try documents.byHand("+7 (912) 345-67-89", "8 912 345 67 89")
    let outcome = try await edit([.phone: "9990000000"], seen: seen)
    #expect(outcome.account?.phone?.text == "+7 (999) 000-00-00")
  }

  @Test("conflicts over a password set in the meantime, revealing neither")
  func password() async throws {
    let seen = try await seen()
    try await registry.edit(of: email, password: "theirs1")
    #expect(
      await conflicts { try await edit(password: "mine12", seen: seen) }
        == [FieldConflict(field: .password, expected: nil, found: nil)])
    try await registry.login(email, "theirs1")
    _ = try await edit([.firstName: "Wario"], seen: seen)
  }

  @Test("does not conflict if a typed password was only hashed")
  func sealed() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "typed1"}"#])
    let seen = try await registry.account(email)
    _ = try await registry.seal()
    _ = try await edit(password: "another1", seen: seen)
    try await registry.login(email, "another1")
  }

  @Test("finds no account if the email was changed in the meantime")
  func renamed() async throws {
    let seen = try await seen()
    try documents.byHand(email, "luigi@gmail.com")
    #expect(
      await error { try await edit([.firstName: "Wario"], seen: seen) }
        == .noSuchAccount(name: email))
  }
}
