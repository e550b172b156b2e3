import Testing

@testable import Accounts
@testable import AccountsFile

/// bcrypt uses 72 bytes, and accepts any password that begins with them.
@Suite("A password longer than bcrypt uses") struct LongBcryptPasswordTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"
  private let seen = String(repeating: "secret1 ", count: 9)

  /// A weak bcrypt hash.
  private func weakHash() throws -> String {
    let setting = try #require(Crypt.setting(prefix: "$2b$", cost: 4))
    guard case .made(let hash) = Crypt.hash(try PasswordText(seen), setting: setting) else {
      throw AccountsError.hashingFailed
    }
    return hash
  }

  @Test("logs in, but does not replace the stored one", arguments: ["x", "é", "secret1 secret1 "])
  func longer(rest: String) async throws {
    let hash = try weakHash()
    try documents.write(accounts: [#"{"email": "\#(email)", "password": "\#(hash)"}"#])
    let outcome = try await documents.registry.login(email, seen + rest)
    #expect(outcome.notices == [])
    #expect(try await documents.storedPassword(of: email) == hash)
    #expect(try await documents.registry.shown() == email)
    let weak = try await documents.registry.list(limit: 9, weak: true)
    #expect(weak.accounts.map(\.values.email) == [email])
  }

  @Test("is rehashed if all of it was used")
  func whole() async throws {
    #expect(seen.utf8.count == 72)
    let hash = try weakHash()
    try documents.write(accounts: [#"{"email": "\#(email)", "password": "\#(hash)"}"#])
    try await documents.registry.login(email, seen)
    #expect(try await documents.storedPassword(of: email)?.hasPrefix("$2b$10$") == true)
    #expect(try await documents.registry.verify(LoginRequest(email, seen)))
  }
}
