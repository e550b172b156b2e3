import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The version of a file") struct VersionTests {
  private let documents = Documents()

  @Test(
    "is ours if it is 1, however that is written, and a change keeps it so",
    arguments: ["1", "1.0", "1e0", "1E+0", "10e-1", "0.1e1", "1.000000000"])
  func ours(number: String) async throws {
    try documents.write("{\"regapp\": \(number), \"rules\": \"register\", \"accounts\": []}")
    #expect(try await documents.registry.check().errors == [])
    var values = FieldValues(
      email: "ada@mail.com", password: "{SSHA}rKgOj4tKUCFGtyx9Ew9Uh+MJ5XNzYWx0")
    values.mustChangePassword = true
    #expect(try await documents.registry.importAccounts([NewAccount(values)]).added == 1)
    #expect(try documents.text().hasPrefix("{\"regapp\": \(number), "))
    #expect(try await documents.registry.check().warnings.map(\.rule.name) == ["weakHash"])
    #expect(
      await error { try await documents.registry.login("ada@mail.com", "secret1") }
        == .mustChange(name: "ada@mail.com"))
  }

  @Test(
    "is a newer program's if it is anything else, or so close to 1 that no Double can tell",
    arguments: [
      "2", "2.0", "11", "1e1", "1e400", "99999999999999999999999", "0.99999999999999999999",
      "1.00000000000000000001", "0.99999999999999999999e0", "-1", "0", "1.5", "2.5", "\"1\"",
      "null", "[1]",
    ])
  func newer(version: String) async throws {
    let text = "{\"regapp\": \(version), \"rules\": \"register\", \"accounts\": []}"
    try documents.write(text)
    #expect(try await documents.registry.check().errors.map(\.row) == ["1:12 regapp newerVersion"])
    await #expect(throws: AccountsError.self) {
      try await documents.registry.register("mario@gmail.com")
    }
    let edit = try await documents.handEdit()
    await #expect(throws: AccountsError.self) { try await edit.begin() }
    #expect(try documents.text() == text)
  }
}
