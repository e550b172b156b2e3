import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A custom rulebook in the file") struct CustomRulebookTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func write(rules: String) throws {
    try documents.write("{\n  \"rules\": \(rules),\n  \"accounts\": []\n}\n")
  }

  @Test("is applied to registrations and edits")
  func isKept() async throws {
    try write(
      rules: #"{"fields": {"password": {"characters": 12}, "lastName": {"required": true}}}"#)
    let failure = await error { try await registry.register("a@b.co", "short") }
    #expect(
      failure?.problems.map(\.rule) == [.field(.minimumCharacters(12)), .field(.required)])
    try await registry.register("a@b.co", "long enough, is it", [.lastName: "B"])
    let edit = await error { try await registry.edit([.lastName: .clear], password: "short") }
    #expect(
      Set(edit?.problems.map(\.rule) ?? []) == [.field(.minimumCharacters(12)), .field(.required)])
  }

  @Test("may refuse passwords made of the account's own names, wherever one is set")
  func ownNames() async throws {
    try write(
      rules: #"{"login": {"unknown": "create"}, "fields": {"password": {"notOwnNames": true}}}"#)
    let broken = [Problem(.field(.password), .field(.notOwnNames))]
    let registering = await error {
      try await registry.register("ada@b.co", "Lovelace1", [.lastName: "Lovelace"])
    }
    #expect(registering?.problems == broken)
    let login = await error { try await registry.login("lovelace@b.co", "Lovelace1") }
    #expect(login?.problems == broken)
    // The name that an edit sets is one of them.
    try await registry.register("ada@b.co", "Lovelace1")
    let edit = await error {
      try await registry.edit([.lastName: "Lovelace"], password: "Lovelace2")
    }
    #expect(edit?.problems == broken)
    try await registry.edit([.lastName: "Lovelace"], password: "analytical")
  }

  @Test("closes accounts whose typed password is made of their own names, and seals none of them")
  func ownNamesTyped() async throws {
    try documents.write(
      #"{"rules": {"fields": {"password": {"notOwnNames": true}}}, "accounts": ["#
        + #"{"email": "lovelace@b.co", "password": "Lovelace1"}, "#
        + #"{"email": "babbage@b.co", "password": "Lovelace1"}]}"#)
    let failure = await error { try await registry.login("lovelace@b.co", "Lovelace1") }
    #expect(failure?.problems.map(\.rule) == [.field(.notOwnNames)])
    let report = try await registry.seal().value
    #expect((report.sealed, report.refused.map(\.rule)) == (1, [.field(.notOwnNames)]))
  }
}
