import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Initialising a documents directory") struct InitialiseTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  @Test(
    "writes an empty file under a rulebook",
    arguments: ["register", "albums", "authorisation", "standard"])
  func empty(name: String) async throws {
    let rulebook = try #require(Rulebook.builtIn(name))
    let created = try await registry.initialise(rulebook)
    #expect(created.value == [] && created.notices == [])
    #expect(
      try documents.text() == """
        {
          "regapp": 1,
          "rules": "\(name)",
          "accounts": []
        }

        """)
    #expect(documents.state()?.permissions == 0o600)
    #expect(try await registry.rulebook() == rulebook)
    #expect(try documents.namesOfFiles() == ["accounts.json"])
  }

  @Test("a changed built-in rulebook is custom, even under its old name")
  func changedBuiltIn() async throws {
    var rulebook = Rulebook.register
    rulebook.fields.password.characters = 12
    _ = try await registry.initialise(rulebook)
    #expect(try await documents.registry().rulebook() == rulebook)
  }

  @Test("adds three samples, whose public password is stored as a hash")
  func samples() async throws {
    let emails = try await registry.initialise(.authorisation, withSamples: true).value
    #expect(emails == ["alex@example.com", "anton@example.com", "jane@example.com"])
    let accounts = try await registry.list(limit: 9).accounts
    #expect(
      accounts.map { [$0.values.firstName, $0.values.lastName] } == [
        ["Alex", "Ivanov"], ["Anton", "Petrov"], ["Jane", "Smith"],
      ])
    #expect(accounts.allSatisfy { $0.values.password?.hasPrefix("$y$") == true })
    #expect(Set(accounts.compactMap(\.values.password)).count == 3)
    let findings = try await registry.check()
    #expect((findings.errors, findings.warnings) == ([], []))
    for name in ["Alex", "Anton", "Jane"] { try await registry.login(firstName: name, "password1") }
  }

  @Test("concurrently succeeds once")
  func concurrently() async throws {
    let made = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        let registry = documents.registry()
        group.addTask { (try? await registry.initialise(.albums)) != nil }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(made == 1)
  }
}
