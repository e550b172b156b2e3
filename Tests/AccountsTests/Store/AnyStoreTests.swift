import Accounts
import MemoryAccounts
import Testing

@Suite("A registry over a store of one's own") struct AnyStoreTests {
  private let personal = PersonalRegistry(
    Registry(
      store: MemoryStore(.authorisation, today: { .distantPast }), throttle: MemoryThrottle(),
      today: { .distantPast }, hasher: PasswordHasher(cost: 1)),
    sessions: MemorySession())
  private var registry: Registry { personal.registry }
  private let email = "ada@example.com"

  private func register() async throws {
    var values = FieldValues()
    (values.email, values.firstName, values.lastName) = (email, "Ada", "Lovelace")
    _ = try await personal.register(values, password: PasswordEntry("password1"))
  }

  @Test("registers, logs in, edits, cancels, lists and removes")
  func journey() async throws {
    try await register()
    #expect(try await personal.logOut())
    let login = LoginRequest(firstName: "ada", password: PasswordEntry("password1"))
    #expect(try await personal.login(login).name.text == email)
    _ = try await registry.edit(
      EditRequest(account: email, fields: [.firstName: "Eve", .email: "eve@example.com"]))
    #expect(try await personal.show().account.name.text == "eve@example.com")
    guard case .takenBack = try await personal.cancel().value else {
      Issue.record("not taken back")
      return
    }
    #expect(try await personal.show().account.firstName?.text == "Ada")
    #expect(try await registry.list(limit: 10).accounts.count == 1)
    _ = try await registry.remove(email)
    #expect(try await registry.list(limit: 10).accounts.isEmpty)
  }

  @Test("says what its store cannot do")
  func abilities() async throws {
    await #expect(throws: AccountsError.lacks(.sealing)) { try await registry.seal() }
    await #expect(throws: AccountsError.lacks(.checking)) { try await registry.check() }
    await #expect(throws: AccountsError.lacks(.creating)) {
      try await registry.initialise(.register)
    }
    let rulebook = Rulebook(fields: .init(password: PasswordRule(blocklistFile: "list.txt")))
    let other = Registry(
      store: MemoryStore(rulebook, today: { .distantPast }), throttle: MemoryThrottle(),
      today: { .distantPast }, hasher: PasswordHasher(cost: 1))
    var values = FieldValues()
    values.email = email
    await #expect(throws: AccountsError.lacks(.blocklistFile)) {
      try await other.register(values, password: PasswordEntry("password1"))
    }
  }
}
