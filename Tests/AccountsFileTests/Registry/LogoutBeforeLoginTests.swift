import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Logout before any login") struct LogoutBeforeLoginTests {
  private let documents = Documents()
  private static let two = [
    #"{"email": "mario@gmail.com", "password": "secret1"}"#,
    #"{"email": "luigi@gmail.com", "password": "secret1"}"#,
  ]

  @Test("with several accounts is remembered when only one is left")
  func several() async throws {
    try documents.write(accounts: Self.two)
    #expect(try await documents.registry.logOut() == false)
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
    _ = try await documents.registry.remove("mario@gmail.com")
    await #expect(throws: AccountsError.notLoggedIn(.loggedOut)) {
      try await documents.registry.show()
    }
    try await documents.registry.login("luigi@gmail.com")
    #expect(try await documents.registry.shown() == "luigi@gmail.com")
  }

  @Test("with an unreadable file is remembered when it is repaired")
  func broken() async throws {
    try documents.write("{")
    #expect(try await documents.registry.logOut() == false)
    try documents.write(accounts: Array(Self.two.prefix(1)))
    await #expect(throws: AccountsError.notLoggedIn(.loggedOut)) {
      try await documents.registry.show()
    }
  }
}
