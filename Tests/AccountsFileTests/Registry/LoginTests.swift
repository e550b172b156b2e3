import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Logging in by email") struct LoginTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  @Test("trims space around an email, known or unknown")
  func spaceAround() async throws {
    try await registry.login(" mario@gmail.com ")
    #expect(try await registry.login(" mario@gmail.com ").name.text == "mario@gmail.com")
  }

  @Test("with a wrong password leaves the session as it was")
  func failedLoginKeepsSession() async throws {
    try await registry.register("mario@gmail.com")
    try await registry.register("luigi@gmail.com")
    let session = try documents.bytes(of: "session.json")
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login("mario@gmail.com", "wrong1")
    }
    #expect(try documents.bytes(of: "session.json") == session)
    #expect(try await registry.shown() == "luigi@gmail.com")
  }

  @Test("needs an email, and accepts no first name, if the rulebook says email")
  func needsEmail() async throws {
    await #expect(throws: AccountsError.loginNeeds([.email])) {
      try await registry.login(LoginRequest(password: PasswordEntry("secret1")))
    }
    await #expect(throws: AccountsError.loginKey(by: [.email], not: .firstName)) {
      try await registry.login(firstName: "Mario")
    }
    #expect(try documents.names() == [])
  }

  @Test("makes no account where it may not; what is wrong with one is said all the same")
  func makesNone() async throws {
    await #expect(throws: AccountsError.noSuchAccount(name: "mario@gmail.com")) {
      try await registry.login(LoginRequest("mario@gmail.com", "12345"), creates: false)
    }
    let short = AccountsError.invalid([Problem(.field(.password), .field(.minimumCharacters(5)))])
    await #expect(throws: short) {
      try await registry.login(LoginRequest("mario@gmail.com", "1234"), creates: false)
    }
    #expect(try documents.names() == [])
    try await registry.register("mario@gmail.com", "12345")
    _ = try await registry.login(LoginRequest("mario@gmail.com", "12345"), creates: false)
  }
}
