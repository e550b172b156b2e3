import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Logging in by email") struct LoginTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  @Test("under register creates an account for an unknown email, and logs in a known one")
  func createsOrLogsIn() async throws {
    let first = try await registry.login("mario@gmail.com", "12345")
    #expect(first.notices == [.created(name: "mario@gmail.com")])
    let bytes = try documents.bytes()
    let second = try await registry.login("mario@gmail.com", "12345")
    #expect(second.notices == [])
    #expect(second.name.text == "mario@gmail.com")
    #expect(try documents.bytes() == bytes)
  }

  @Test("creates no account under another rulebook", arguments: ["albums", "authorisation"])
  func refusesUnknown(rules: String) async throws {
    try documents.write(
      accounts: [
        #"{"email": "ada@b.co", "password": "!", "firstName": "A", "lastName": "B", "#
          + #""birthDate": "1990-01-01", "phone": "9123456789"}"#
      ], rules: rules)
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login("mario@gmail.com", "Secret12345")
    }
    #expect(try documents.bytes() == bytes)
    #expect(!documents.exists("session.json"))
  }

  @Test("checks a value's form only if it would create an account")
  func checksForm() async throws {
    let failure = await error { try await registry.login("mario", "1") }
    #expect(failure?.problems.map(\.row) == ["email address", "password minimumCharacters"])
    #expect(try documents.names() == [])

    try await registry.register("mario@gmail.com")
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login("mario@gmail.com", "1")
    }
    for unusable in ["secret1\u{0}", String(repeating: "a", count: 512)] {
      await #expect(throws: AccountsError.loginFailed) {
        try await registry.login("mario@gmail.com", unusable)
      }
    }
  }

  @Test("accepts an email in any case", arguments: ["MARIO@GMAIL.COM", "Mario@gmail.com"])
  func anyCase(email: String) async throws {
    try await registry.register("mario@Gmail.com")
    #expect(try await registry.login(email).name.text == "mario@Gmail.com")
    #expect(try await registry.list(limit: 9).accounts.count == 1)
  }

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

  @Test("reports a hash scheme that this system does not support")
  func unknownScheme() async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "$pbkdf2-sha256$29000$c2FsdA$aGFzaA"}"#
    ])
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.schemeUnsupported("pbkdf2-sha256")) {
      try await registry.login("mario@gmail.com")
    }
    #expect(try documents.bytes() == bytes)
  }
}
