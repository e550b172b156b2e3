import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Registering") struct RegisteringTests {
  private let documents = Documents()

  @Test("can leave the session alone")
  func withoutLogin() async throws {
    let registry = documents.registry
    try await registry.register("mario@gmail.com")
    try await registry.register("luigi@gmail.com", logsIn: false)
    #expect(try await registry.shown() == "mario@gmail.com")
  }

  @Test("trims typed fields, but never the password")
  func trims() async throws {
    let registry = documents.registry
    try await registry.register(
      "  mario@gmail.com\t", " 12345 ", [.firstName: " Mario ", .lastName: "   "])
    #expect(try await registry.value(.firstName, of: "mario@gmail.com") == "Mario")
    #expect(try await registry.value(.lastName, of: "mario@gmail.com") == nil)
    try await registry.login("mario@gmail.com", " 12345 ")
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login("mario@gmail.com", "12345")
    }
  }

  @Test("checks validity before it reports a duplicate")
  func validityFirst() async throws {
    let registry = documents.registry
    try await registry.register("mario@gmail.com")
    let failure = await error { try await registry.register("mario@gmail.com", "1") }
    #expect(failure == .invalid([Problem(.field(.password), .field(.minimumCharacters(5)))]))
  }

  @Test("reports all problems at once, and writes nothing at all")
  func invalid() async throws {
    let failure = await error {
      try await documents.registry.register(
        "ma@ab.c", "1", [.firstName: "A\u{1B}", .birthDate: "2030-01-01", .phone: "1"])
    }
    #expect(
      failure?.problems.map(\.row) == [
        "email address", "password minimumCharacters", "firstName noControlCharacters",
        "birthDate notInFuture", "phone phone",
      ])
    #expect(try documents.names() == [])
  }

  @Test("needs a password, and one that crypt(3) uses completely")
  func password() async throws {
    let registry = documents.registry
    var values = FieldValues()
    values.email = "mario@gmail.com"
    for (password, rule) in [
      (nil, FieldRule.required), (PasswordEntry("12345\u{0}"), .noNUL),
      (PasswordEntry(String(repeating: "a", count: 512)), .maximumBytes(511)),
      (PasswordEntry(bytes: [0xFF, 0xFE, 0x61, 0x62, 0x63, 0x64]), .wholeUnicode),
    ] {
      let failure = await error { try await registry.register(values, password: password) }
      #expect(failure == .invalid([Problem(.field(.password), .field(rule))]))
    }
    try await registry.register("mario@gmail.com", String(repeating: "a", count: 511))
    try await registry.login("mario@gmail.com", String(repeating: "a", count: 511))
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login("mario@gmail.com", String(repeating: "a", count: 510))
    }
  }

  @Test("writes nothing if crypt(3) makes no hash")
  func hashingFails() async throws {
    let registry = documents.registry(hasher: .failing)
    await #expect(throws: AccountsError.hashingFailed) {
      try await registry.register("mario@gmail.com")
    }
    #expect(!documents.exists("accounts.json"))
  }
}
