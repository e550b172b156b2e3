import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The version of a file") struct VersionTests {
  private let documents = Documents()

  @Test(
    "is ours if it is 1, however that is written",
    arguments: ["1", "1.0", "1e0", "1E+0", "10e-1", "0.1e1", "1.000000000"])
  func ours(number: String) async throws {
    try documents.write("{\"regapp\": \(number), \"accounts\": []}")
    #expect(try await documents.registry.check().errors == [])
  }

  @Test(
    "is another if it is so close to 1 that no Double can tell",
    arguments: [
      "0.99999999999999999999", "1.00000000000000000001", "0.99999999999999999999e0", "-1", "11",
      "1e1",
    ])
  func another(number: String) async throws {
    try documents.write("{\"regapp\": \(number), \"accounts\": []}")
    #expect(try await documents.registry.check().errors.map(\.row) == ["1:12 regapp version"])
    await #expect(throws: AccountsError.self) {
      try await documents.registry.register("mario@gmail.com")
    }
  }
}
