import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An edit of the email") struct EmailEditTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  private func register() async throws {
    try await registry.register("luigi@gmail.com")
    try await registry.register(email)
  }

  @Test("as a draft updates the session only when saved")
  func readDraft() async throws {
    try await register()
    try await registry.draft([.email: "wario@gmail.com"])
    #expect(try await registry.shown() == email)
    _ = try await registry.save()
    #expect(try await registry.shown() == "wario@gmail.com")
  }

  @Test("may change only its case")
  func caseAlone() async throws {
    try await register()
    try await registry.edit([.email: "Mario@Gmail.com"])
    #expect(try await registry.shown() == "Mario@Gmail.com")
    _ = try await registry.cancel()
    #expect(try await registry.shown() == email)
  }

  @Test("to an existing one is refused, in any case", arguments: [false, true])
  func taken(isDraft: Bool) async throws {
    try await register()
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.taken(.email)) {
      let fields: [Field: FieldSetting] = [.email: "LUIGI@gmail.com"]
      _ = isDraft ? try await registry.draft(fields) : try await registry.edit(fields)
    }
    #expect(try documents.bytes() == bytes)
    #expect(!documents.exists("edit.json"))
  }

  @Test("continues the same draft, under the account's current email")
  func draftGoesOn() async throws {
    try await register()
    try await registry.draft([.email: "wario@gmail.com"])
    try await registry.draft([.firstName: "W"])
    let outcome = try await registry.save()
    #expect(outcome.edit.fields == [.email, .firstName])
    #expect(try await registry.value(.firstName, of: "wario@gmail.com") == "W")
  }

  @Test("already made by hand is saved with the rest of the draft")
  func alreadyMade() async throws {
    try await register()
    try await registry.draft([.email: "wario@gmail.com", .firstName: "W"])
    try documents.write(try documents.text().replacing(email, with: "wario@gmail.com"))
    _ = try await registry.save()
    #expect(try await registry.value(.firstName, of: "wario@gmail.com") == "W")
  }
}
