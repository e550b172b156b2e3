import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Cancel") struct CancelTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  private func register() async throws {
    try await registry.register(
      email, "secret1", [.firstName: "Mario", .lastName: "B", .phone: "9123456789"])
  }

  private func cannotTakeBack() async -> [Field]? {
    let failure = await error { try await registry.cancel() }
    guard case .cannotTakeBack(let fields) = failure else { return nil }
    return fields
  }

  @Test(
    "of a saved edit restores its fields, byte for byte",
    arguments: [
      [.firstName: "Luigi"], [.firstName: "Luigi", .lastName: "C"],
      [.phone: .clear], [.birthDate: "1990-01-01"], [.firstName: .clear],
      [.email: "other@gmail.com"],
      [.email: "other@gmail.com", .lastName: .clear, .birthDate: "1990-01-01"],
    ] as [[Field: FieldSetting]])
  func saved(changes: [Field: FieldSetting]) async throws {
    try await register()
    let bytes = try documents.bytes()
    try await registry.edit(changes)
    #expect(try documents.bytes() != bytes)
    guard case .takenBack(let outcome, _) = try await registry.cancel().value else {
      Issue.record("not taken back")
      return
    }
    #expect(Set(outcome.edit.fields) == Set(changes.keys))
    #expect(outcome.account?.name.text == email)
    #expect(try documents.bytes() == bytes)
    #expect(try await registry.shown() == email)
    await #expect(throws: AccountsError.nothingToCancel) { try await registry.cancel() }
  }

  @Test("undoes nothing if the account is gone")
  func goneAccount() async throws {
    try await register()
    try await registry.edit([.firstName: "Luigi"])
    try documents.write(accounts: [])
    // The session finds nobody, so it has made no change.
    await #expect(throws: AccountsError.nothingToCancel) { try await registry.cancel() }
  }

  @Test("does not restore an email that another account has by now")
  func takenEmail() async throws {
    try await register()
    try await registry.edit([.email: "luigi@gmail.com"])
    let other = #"{"email": "mario@gmail.com", "password": "secret2"}"#
    try documents.write(try documents.text().replacing("[\n", with: "[\n\(other),\n"))
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.taken(.email)) {
      try await registry.cancel()
    }
    #expect(try documents.bytes() == bytes)
  }

  @Test("takes back only what was done in the same session")
  func sameSession() async throws {
    try await register()
    let before = try documents.text()
    try await registry.edit([.firstName: "Luigi"])
    let edited = try documents.text()
    _ = try await registry.logOut()
    await #expect(throws: AccountsError.nothingToCancel) { try await registry.cancel() }
    #expect(try documents.text() == edited)
    try await registry.login(email, "secret1")
    _ = try await registry.cancel()
    #expect(try documents.text() == before)
  }

  @Test("does not restore a password if another was set since, even one that was only hashed then")
  func passwordOfAnother() async throws {
    try await register()
    try await registry.edit(password: "another1")
    _ = try await registry.logOut()
    var values = FieldValues()
    values.set(email, for: .email)
    values.password = HashOfSecret1.md5
    _ = try await registry.importAccounts([NewAccount(values)], onConflict: .replace)
    try await registry.login(email, "secret1")
    let bytes = try documents.bytes()
    #expect(await cannotTakeBack() == [.password])
    #expect(try documents.bytes() == bytes)
  }
}
