import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The hash that the rulebook names") struct NamedHashTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private static let beginnings = ["bcrypt": "$2b$04$", "sha512crypt": "$6$rounds=1000$"]

  private func write(_ hash: String, _ accounts: [String] = []) throws {
    try documents.write(
      #"{"rules": {"from": "register", "fields": {"password": {"hash": "\#(hash)"}}}, "#
        + "\"accounts\": [\(accounts.joined(separator: ", "))]}")
  }

  @Test(
    "is made wherever a password is", arguments: ["bcrypt", "sha512crypt"])
  func made(hash: String) async throws {
    let beginning = try #require(Self.beginnings[hash])
    func stored(_ email: String) async throws -> String {
      try #require(try await documents.storedPassword(of: email))
    }
    try write(hash, [#"{"email": "typed@mail.com", "password": "secret1"}"#])
    _ = try await registry.seal()
    #expect(try await stored("typed@mail.com").hasPrefix(beginning))
    _ = try await registry.register(
      FieldValues(email: "new@mail.com"), password: PasswordEntry("secret1"))
    #expect(try await stored("new@mail.com").hasPrefix(beginning))
    try await registry.login("login@mail.com", "secret1")
    #expect(try await stored("login@mail.com").hasPrefix(beginning))
    _ = try await registry.edit(
      EditRequest(account: "new@mail.com", password: PasswordEntry("secret2")))
    #expect(try await stored("new@mail.com").hasPrefix(beginning))
    _ = try await registry.importAccounts([
      NewAccount(FieldValues(email: "import@mail.com", password: "secret1"))
    ])
    #expect(try await stored("import@mail.com").hasPrefix(beginning))
    for email in ["typed@mail.com", "login@mail.com", "import@mail.com"] {
      #expect(
        try await registry.verify(
          LoginRequest(email: email, password: PasswordEntry("secret1"))))
    }
    let listed = try await registry.list(limit: 10, hash: HashKind(rawValue: hash))
    #expect(listed.accounts.count == 4)
    #expect(try await registry.list(limit: 10, hash: .yescrypt).accounts.isEmpty)
    #expect(try await registry.check().hashes == [HashKind(rawValue: hash) ?? .other: 4])
  }

  @Test("is what an unknown name, a wrong password and a lock cost, and no more")
  func dummy() async throws {
    let password = try await PasswordHasher(cost: 1).making(.bcrypt).hash(PasswordText("secret1"))
    try write(
      "bcrypt",
      [
        #"{"email": "ada@mail.com", "password": "\#(password.text)"}"#,
        #"{"email": "eve@mail.com", "password": "!"}"#,
      ])
    for email in ["ada@mail.com", "eve@mail.com", "nobody@mail.com"] {
      let counting = CountingCrypt()
      let registry = documents.registry(hasher: counting.hasher())
      #expect(
        try await !registry.verify(
          LoginRequest(email: email, password: PasswordEntry("wrong12"))), "\(email)")
      #expect(counting.allHashes == 1, "\(email)")
      #expect(counting.hashes(of: "2b") == 1, "\(email)")
    }
  }

  @Test("of bcrypt: a longer password logs in by a hash, and leaves it weak")
  func long() async throws {
    let long = String(repeating: "a", count: 73)
    guard case .made(let weak) = Crypt.hash(try PasswordText(long), setting: "$6$abcdefgh$") else {
      Issue.record("no hash was made")
      return
    }
    let id = typedID("ada@mail.com")
    try write("bcrypt", [#"{"email": "ada@mail.com", "password": "\#(weak)"\#(id)}"#])
    let before = try documents.text()
    try await registry.login("ada@mail.com", long)
    #expect(try documents.text() == before)
    #expect(try await registry.list(limit: 10, weak: true).accounts.count == 1)
    // It cannot be set anew.
    let failure = await error {
      try await registry.edit(
        EditRequest(account: "ada@mail.com", password: PasswordEntry(long)))
    }
    #expect(failure?.problems == [Problem(.field(.password), .field(.bcryptBytes))])
  }

  @Test("of bcrypt: a longer typed password closes its account, and is not sealed")
  func typed() async throws {
    try write(
      "bcrypt",
      [#"{"email": "ada@mail.com", "password": "\#(String(repeating: "x", count: 73))"}"#])
    let report = try await registry.seal()
    #expect((report.sealed, report.refused.map(\.rule)) == (0, [.field(.bcryptBytes)]))
    #expect(try await registry.check().errors.map(\.rule) == [.field(.bcryptBytes)])
    #expect(try await registry.account("ada@mail.com").isClosed)
  }
}
