import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The version of the file") struct FileVersionTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private static let salted = "{SSHA}rKgOj4tKUCFGtyx9Ew9Uh+MJ5XNzYWx0"

  private func add(_ password: String, _ email: String = "new@mail.com") async throws {
    let report = try await registry.importAccounts([
      NewAccount(FieldValues(email: email, password: password))
    ])
    #expect(report.added == 1)
  }

  @Test(
    "rises with the first {SSHA} hash, in the same write, however it is written",
    arguments: [
      (#"{"regapp": 1, "accounts": []}"#, #""regapp": 2"#),
      (#"{"regapp": 1.0, "accounts": []}"#, #""regapp": 2"#),
      (#"{"accounts": []}"#, #""regapp": 2"#),
      (#"{"accounts": [], "motd": "hi"}"#, #""regapp": 2"#),
      (#"{"regapp": 2, "accounts": []}"#, #""regapp": 2"#),
    ])
  func rises(text: String, version: String) async throws {
    try documents.write(text)
    try await add(Self.salted)
    #expect(try documents.text().contains(version))
    #expect(try documents.text().contains(Self.salted))
    let warned = try await registry.check().warnings.map(\.rule)
    #expect(!warned.contains(.caution(.needsNewerVersion)))
    try await registry.login("new@mail.com", "secret1")
  }

  @Test("stays where there is none, and in a new file begins as 1")
  func stays() async throws {
    try await add("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=")
    #expect(try documents.text().contains(#""regapp": 1"#))
    try await add(Self.salted, "other@mail.com")
    #expect(try documents.text().contains(#""regapp": 2"#))
  }

  @Test("rises by an undo that brings one back, and by a lock that is taken away")
  func otherWays() async throws {
    try await add(Self.salted)
    try documents.write(
      try documents.text().replacingOccurrences(of: "\"regapp\": 2", with: "\"regapp\": 1"))
    #expect(try await registry.check().warnings.map(\.rule).contains(.caution(.needsNewerVersion)))
    _ = try await registry.remove("new@mail.com")
    #expect(try documents.text().contains(#""regapp": 1"#))
    _ = try await registry.undo()
    #expect(try documents.text().contains(#""regapp": 2"#))
    try documents.write(
      #"{"accounts": [{"email": "ada@mail.com", "password": "!\#(Self.salted)"}]}"#)
    #expect(try await registry.check().warnings.map(\.rule).contains(.caution(.needsNewerVersion)))
    _ = try await registry.enable("ada@mail.com")
    #expect(try documents.text().contains(#""regapp": 2"#))
  }

  @Test("is 1 or 2; a later one is refused", arguments: ["0", "3", "1.5", "\"2\""])
  func others(number: String) async throws {
    try documents.write("{\"regapp\": \(number), \"accounts\": []}")
    let failure = await error { try await registry.list(limit: 1) }
    #expect(failure?.problems.map(\.rule) == [.file(.version(supported: 1...2))])
  }
}
