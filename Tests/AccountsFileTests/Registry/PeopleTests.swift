import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Listing accounts") struct ListTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func writePeople() throws {
    try documents.write(accounts: [
      #"{"email": "ada@gmail.com", "password": "!", "firstName": "Ada", "lastName": "Lovelace"}"#,
      #"{"email": "bad", "firstName": "Closed"}"#,
      #"{"email": "ivan@gmail.com", "password": "!", "firstName": "Иван", "phone": "9123456789"}"#,
      #"{"email": "Zoe@gmail.com", "password": "!", "lastName": "Ada"}"#,
    ])
  }

  private func emails(holding text: String? = nil) async throws -> [String?] {
    try await registry.list(limit: 99, holding: text).accounts.map(\.values.email)
  }

  @Test(
    "returns those whose email or names contain all words, in any case and order",
    arguments: [
      ("ada", ["ada@gmail.com", "Zoe@gmail.com"]), ("ADA", ["ada@gmail.com", "Zoe@gmail.com"]),
      ("иВ", ["ivan@gmail.com"]), ("zoe@", ["Zoe@gmail.com"]), ("closed", ["bad"]),
      ("ada love", ["ada@gmail.com"]), ("love ada", ["ada@gmail.com"]),
      ("gmail", ["ada@gmail.com", "ivan@gmail.com", "Zoe@gmail.com"]),
      ("9123456789", []), ("!", []), ("nobody", []),
    ] as [(String, [String])])
  func holding(text: String, expected: [String]) async throws {
    try writePeople()
    #expect(try await emails(holding: text) == expected)
  }
}

@Suite("Removing an account") struct RemoveTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  @Test("that is the last leaves an empty file under its rulebook")
  func last() async throws {
    _ = try await registry.initialise(.authorisation, withSamples: true)
    for email in ["alex@example.com", "anton@example.com", "jane@example.com"] {
      _ = try await registry.remove(email)
    }
    #expect(try await registry.list(limit: 9).accounts.isEmpty)
    #expect(try await registry.rulebook() == .authorisation)
    await #expect(throws: AccountsError.nobodyRegistered) {
      try await registry.login(firstName: "Alex")
    }
  }
}
