import AccountsSupport
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A registry in a server") struct ServerTests {
  private let documents = Documents()
  private let registry: Registry
  private let ada = "ada@example.com"
  private let bob = "bob@example.com"
  private let carl = "carl@example.com"

  init() {
    let disk = Disk(queue: DiskQueue(), lockPatience: days)
    registry = Registry(
      documents: documents.path, disk: disk, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
  }

  private func register(_ email: String) async throws {
    var values = FieldValues()
    values.email = email
    #expect(
      try await registry.register(values, password: PasswordEntry("secret1")).name.text == email)
  }

  private func names() async throws -> [String: String] {
    let accounts = try await registry.list(limit: 99).accounts
    return accounts.reduce(into: [:]) { $0[$1.values.email ?? ""] = $1.values.lastName }
  }

  @Test("edits the account that a request names, whoever was authenticated last")
  func edits() async throws {
    for email in [ada, bob] { try await register(email) }
    let first = try await registry.authenticate(LoginRequest(ada, "secret1"))
    #expect(try await registry.authenticate(LoginRequest(bob, "secret1")).name.text == bob)
    let name = first.name.text
    let seen = try await registry.account(name)
    let edit = EditRequest(account: name, fields: [.lastName: "Lovelace"], seen: seen)
    #expect(try await registry.edit(edit).account?.name.text == ada)
    #expect(try await names() == [ada: "Lovelace"])
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl"])
    #expect(!documents.exists(".session.lock"))
  }

  @Test("leaves the session and the draft of a person in its directory alone")
  func besidePerson() async throws {
    for email in [ada, bob] { try await register(email) }
    let person = documents.registry
    try await person.register(carl)
    try await person.draft([.firstName: "Augusta"], of: ada)
    let files = ["session.json", "edit.json"]
    let before = try files.map { try documents.text(of: $0) }
    _ = try await registry.edit(EditRequest(account: ada, fields: [.lastName: "King"]))
    _ = try await registry.edit(EditRequest(account: bob, fields: [.lastName: "Byron"]))
    _ = try await registry.edit(EditRequest(account: carl, fields: [.email: "karl@example.com"]))
    _ = try await registry.edit(EditRequest(account: ada, password: PasswordEntry("another1")))
    _ = try await registry.remove("karl@example.com")
    _ = try await registry.undo()
    _ = try await registry.seal()
    #expect(try await registry.check().beside.isEmpty)
    #expect(try files.map { try documents.text(of: $0) } == before)
    #expect(try await registry.account(ada).values.firstName == nil)
    #expect(try await names() == [ada: "King", bob: "Byron"])
  }

  @Test("has in the history who its program says that it was, and nobody else")
  func author() async throws {
    for email in [ada, bob] { try await register(email) }
    try await documents.registry.register(carl)
    let edit = EditRequest(account: ada, fields: [.lastName: "King"])
    _ = try await registry.edit(edit)
    _ = try await registry.by(bob).edit(EditRequest(account: ada, fields: [.lastName: "Byron"]))
    _ = try await registry.by(ada).remove(bob)
    _ = try await documents.registry.remove(ada)
    #expect(
      try await registry.history().map(\.by) == [carl, ada, bob, nil, nil, nil, nil])
  }

  @Test("makes no account of a stranger, under any rulebook", arguments: Rulebook.builtIns)
  func stranger(rulebook: Rulebook) async throws {
    let request = LoginRequest(name: ada, password: PasswordEntry("secret1"))
    let others = [#"{"email": "bob@example.com", "username": "bob", "password": "secret1"}"#]
    for accounts in [[], others] {
      try documents.write(accounts: accounts, rules: rulebook.name)
      let bytes = try documents.bytes()
      let error = await error { try await registry.authenticate(request) }
      #expect(error == (accounts.isEmpty ? .nobodyRegistered : .loginFailed))
      #expect(try await !registry.verify(request))
      #expect(try documents.bytes() == bytes)
      #expect(try documents.namesOfFiles() == ["accounts.json"])
    }
  }
}
