import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Editing and saving at once") struct EditTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  private func register() async throws {
    try await registry.register(email, "secret1", [.firstName: "Mario", .phone: "9123456789"])
  }

  @Test("inserts a new field after its usual predecessor")
  func newField() async throws {
    try await register()
    let before = try documents.text()
    try await registry.edit([.lastName: "Balotelli", .birthDate: "1990-08-12"])
    #expect(
      try documents.text()
        == before.replacing(
          "\"Mario\",\n",
          with: "\"Mario\",\n      \"lastName\": \"Balotelli\",\n"
            + "      \"birthDate\": \"1990-08-12\",\n"))
  }

  @Test("reports all problems at once, and writes nothing")
  func invalid() async throws {
    try await register()
    let (bytes, names) = (try documents.bytes(), try documents.namesOfFiles())
    let failure = await error {
      try await registry.edit(
        [.firstName: "A\nB", .birthDate: "2023-02-29", .phone: "1", .email: "m@g"], password: "1")
    }
    #expect(
      failure?.problems.map(\.row).sorted() == [
        "birthDate realDay", "email address", "firstName noControlCharacters",
        "password minimumCharacters", "phone phone",
      ])
    #expect(try documents.bytes() == bytes)
    #expect(try documents.namesOfFiles() == names)
  }

  @Test(
    "to the current values writes nothing",
    arguments: [
      (Field.firstName, "Mario"), (.phone, "8 912 345 67 89"), (.phone, "+7 (912) 345-67-89"),
      (.email, "mario@gmail.com"),
    ])
  func nothingToChange(field: Field, value: String) async throws {
    try await register()
    let state = documents.state()
    let outcome = try await registry.edit([field: .set(value)])
    #expect(outcome.edit.fields == [])
    #expect(outcome.account?.name.text == email)
    #expect(documents.state() == state)
    #expect(!documents.exists("edit.json"))
  }

  @Test("trims space around typed fields")
  func trims() async throws {
    try await register()
    try await registry.edit([.firstName: " Luigi ", .lastName: "  "])
    #expect(try await registry.value(.firstName, of: email) == "Luigi")
    #expect(try await registry.value(.lastName, of: email) == nil)
  }

  @Test("never writes a password as text, even if given among the fields")
  func passwordAmongFields() async throws {
    try await register()
    _ = try? await registry.edit([.password: "plain-text"])
    _ = try? await registry.draft([.password: "plain-text"])
    #expect(try documents.text().contains("plain-text") == false)
    #expect((try? documents.text(of: "edit.json"))?.contains("plain-text") != true)
  }
}
