import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A failed login reveals nothing") struct LoginFailureTests {
  private let documents = Documents()
  private let counting = CountingCrypt()

  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let email: String
    let password: String
    var testDescription: String { what }
  }

  private static let rows = [
    Row(what: "unknown", email: "nobody@example.com", password: "secret1"),
    Row(what: "no address", email: "nobody", password: "secret1"),
    Row(what: "wrong", email: "hash@example.com", password: "wrong"),
    Row(what: "empty", email: "hash@example.com", password: ""),
    Row(what: "with a NUL", email: "hash@example.com", password: "secret1\u{0}"),
    Row(
      what: "too long", email: "hash@example.com", password: String(repeating: "a", count: 512)),
    Row(what: "wrong beside a typed one", email: "typed@example.com", password: "wrong"),
    Row(what: "the typed one in another case", email: "typed@example.com", password: "secret1A"),
    Row(what: "wrong beside md5", email: "md5@example.com", password: "wrong"),
    Row(what: "locked", email: "locked@example.com", password: "secret1"),
    Row(what: "locked, its own text", email: "locked@example.com", password: "!"),
    Row(what: "locked hash", email: "lockedhash@example.com", password: "secret1"),
    Row(what: "the hash itself", email: "md5@example.com", password: HashOfSecret1.md5),
    Row(what: "wrong for a closed one", email: "closed@example.com", password: "wrong"),
    Row(what: "without a password", email: "none@example.com", password: ""),
    Row(what: "two of one email", email: "twice@example.com", password: "wrong"),
  ]

  private func writeAccounts() async throws {
    let hash = try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text
    func account(_ name: String, _ password: String, phone: String = "9123456789") -> String {
      #"{"email": "\#(name)@example.com", "password": "\#(password)", "firstName": "Ada", "#
        + #""lastName": "L", "birthDate": "1990-01-01", "phone": "\#(phone)"}"#
    }
    try documents.write(
      accounts: [
        account("hash", hash), account("typed", "Secret1a"), account("md5", HashOfSecret1.md5),
        account("locked", "!"), account("lockedhash", "!" + hash),
        account("closed", hash, phone: "1"), #"{"email": "none@example.com"}"#,
        account("twice", hash), account("TWICE", hash),
      ], rules: "albums")
  }

  @Test("the same error, at least one hash of ours, and no file written", arguments: rows)
  func sameErrorAndCost(row: Row) async throws {
    try await writeAccounts()
    let (bytes, state) = (try documents.bytes(), documents.state())
    let registry = documents.registry(hasher: counting.hasher())
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login(row.email, row.password)
    }
    #expect(counting.ourHashes() >= 1)
    #expect(try documents.bytes() == bytes)
    #expect(documents.state() == state)
    #expect(try documents.namesOfFiles() == ["accounts.json"])
  }

  @Test("verify says no to all of them, at the same cost", arguments: rows)
  func verifySaysNo(row: Row) async throws {
    try await writeAccounts()
    let registry = documents.registry(hasher: counting.hasher())
    #expect(try await registry.verify(LoginRequest(row.email, row.password)) == false)
    #expect(counting.ourHashes() >= 1)
    #expect(try documents.namesOfFiles() == ["accounts.json"])
  }

  @Test("verify says yes without writing anything, even with a typed password or a weak hash")
  func verifySaysYes() async throws {
    try await writeAccounts()
    let (bytes, state) = (try documents.bytes(), documents.state())
    for (email, password) in [
      ("hash@example.com", "secret1"), ("HASH@example.com", "secret1"),
      ("typed@example.com", "Secret1a"), ("md5@example.com", "secret1"),
    ] {
      #expect(try await documents.registry.verify(LoginRequest(email, password)))
    }
    #expect(try documents.bytes() == bytes)
    #expect(documents.state() == state)
    #expect(try documents.namesOfFiles() == ["accounts.json"])
  }

  @Test("a closed account's problems are reported only after the right password")
  func closedAccount() async throws {
    try await writeAccounts()
    let failure = await error {
      try await documents.registry.login("closed@example.com", "secret1")
    }
    #expect(failure?.caseName == "accountClosed")
    #expect(failure?.problems.first?.place?.source == documents.accountsPath)
    #expect(failure?.problems.map(\.rule.name) == ["phone"])
    #expect(failure?.problems.first?.place?.position?.line == 10)
    #expect(!documents.exists("session.json"))
  }

  @Test("a file without accounts is reported, after the same work")
  func nobodyRegistered() async throws {
    try documents.write(accounts: [], rules: "albums")
    let registry = documents.registry(hasher: counting.hasher())
    await #expect(throws: AccountsError.nobodyRegistered) {
      try await registry.login("nobody@example.com")
    }
    #expect(counting.ourHashes() >= 1)
    #expect(try await registry.verify(LoginRequest("nobody@example.com", "secret1")) == false)
  }
}
