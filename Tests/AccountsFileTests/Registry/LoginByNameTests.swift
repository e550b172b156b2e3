import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Logging in by first name") struct LoginByNameTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func account(_ email: String, _ firstName: String, _ password: String) -> String {
    #"{"email": "\#(email)", "password": "\#(password)", "firstName": "\#(firstName)", "#
      + #""lastName": "X"}"#
  }

  /// Writes two accounts of one first name: `one@example.com` and `two@example.com`.
  private func writeTwo(
    _ one: (name: String, password: String), _ two: (name: String, password: String)
  ) throws {
    try documents.write(
      accounts: [
        account("one@example.com", one.name, one.password),
        account("two@example.com", two.name, two.password),
      ], rules: "authorisation")
  }

  @Test("with two accounts of one name logs in the one whose password matches")
  func passwordDecides() async throws {
    try writeTwo(("Alex", "password1"), ("ALEX", "password2"))
    #expect(
      try await registry.login(firstName: "alex", "password2").name.text
        == "two@example.com")
    #expect(
      try await registry.login(firstName: "alex", "password1").name.text
        == "one@example.com")
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login(firstName: "alex", "password3")
    }
  }

  @Test("asks for the email if name and password match several accounts")
  func severalFit() async throws {
    try writeTwo(("Alex", "password1"), ("Alex", "password1"))
    await #expect(throws: AccountsError.severalFit) {
      try await registry.login(firstName: "Alex", "password1")
    }
    #expect(!documents.exists("session.json"))
    let outcome = try await registry.login(
      firstName: "alex", email: "two@example.com", "password1")
    #expect(outcome.name.text == "two@example.com")
  }

  @Test("fails if email and name belong to different accounts")
  func emailOfAnother() async throws {
    _ = try await registry.initialise(.authorisation, withSamples: true)
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login(firstName: "Alex", email: "jane@example.com")
    }
  }

  @Test("is not blocked by a closed account of the same name")
  func closedNamesake() async throws {
    try writeTwo(("Alex", "short1"), ("Alex", "password1"))
    #expect(
      try await registry.login(firstName: "Alex", "password1").name.text
        == "two@example.com")
    let failure = await error { try await registry.login(firstName: "Alex", "short1") }
    #expect(failure?.problems.map(\.rule) == [.field(.minimumLetters(8))])
  }

  @Test("tries the first password alone where several share an email, and counts the name")
  func sharedEmail() async throws {
    for count in [2, 3, 5, 40] {
      let rows = (0..<count).map {
        #"{"username": "u\#($0)", "email": "info@example.com", "password": "\#(HashOfSecret1.bcrypt5)"}"#
      }
      try documents.write(
        #"{"rules": "standard", "accounts": [\#(rows.joined(separator: ","))]}"#)
      let counting = CountingCrypt()
      let registry = documents.registry(hasher: counting.hasher())
      let request = LoginRequest(email: "info@example.com", password: PasswordEntry("wrong"))
      #expect(try await !registry.verify(request))
      // A weak hash costs one of ours besides.
      #expect(counting.allHashes == 2, "\(count)")
    }
  }

  @Test("needs a name, and creates no account")
  func needsName() async throws {
    _ = try await registry.initialise(.authorisation, withSamples: true)
    await #expect(throws: AccountsError.loginNeeds([.firstName, .email])) {
      try await registry.login(LoginRequest(password: PasswordEntry("password1")))
    }
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login("new@example.com", "password1")
    }
    #expect(try await registry.list(limit: 9).accounts.count == 3)
  }
}
