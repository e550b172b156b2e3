import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An edit based on an account as it was seen") struct SeenAccountTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  /// Registers, and returns the account as seen now.
  private func seen() async throws -> StoredAccount {
    try await registry.register(email, "secret1", [.firstName: "Mario", .lastName: "B"])
    return try await registry.account(email)
  }

  private func edit(
    _ fields: [Field: FieldSetting] = [:], password: String? = nil, seen: StoredAccount
  ) async throws -> Outcome<EditReport> {
    try await registry.edit(
      EditRequest(
        account: email, fields: fields,
        password: password.map { PasswordEntry($0) }, seen: seen))
  }

  private func conflicts(
    _ work: () async throws -> Outcome<EditReport>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [FieldConflict]? {
    let bytes = try? documents.bytes()
    let found = await error(of: work, sourceLocation: sourceLocation)
    #expect((try? documents.bytes()) == bytes, sourceLocation: sourceLocation)
    guard case .conflict(let conflicts)? = found else { return nil }
    return conflicts
  }

  @Test("conflicts over a field that was changed on both sides, and writes nothing")
  func sameField() async throws {
    let seen = try await seen()
    try documents.byHand("\"Mario\"", "\"Yoshi\"")
    #expect(
      await conflicts { try await edit([.firstName: "Wario", .lastName: "C"], seen: seen) }
        == [FieldConflict(field: .firstName, expected: "Mario", found: "Yoshi")])
    #expect(!documents.exists("edit.json"))
  }

  @Test("conflicts over an added field, and over a removed one")
  func cameAndWent() async throws {
    let seen = try await seen()
    try documents.byHand("\"Mario\",", "\"Mario\", \"phone\": \"9990000000\",")
    #expect(
      await conflicts { try await edit([.phone: "9123456789"], seen: seen) }
        == [FieldConflict(field: .phone, expected: nil, found: "+7 (999) 000-00-00")])
    try documents.byHand(",\n      \"lastName\": \"B\"", "")
    #expect(
      await conflicts { try await edit([.lastName: "C"], seen: seen) }
        == [FieldConflict(field: .lastName, expected: "B", found: nil)])
  }

  @Test("treats a number in another spelling as the same")
  func spelling() async throws {
    try await registry.register(email, "secret1", [.phone: "9123456789"])
    let seen = try await registry.account(email)
    try documents.byHand("+7 (912) 345-67-89", "8 912 345 67 89")
    let outcome = try await edit([.phone: "9990000000"], seen: seen)
    #expect(outcome.account?.phone?.text == "+7 (999) 000-00-00")
  }

  @Test("conflicts over a password set in the meantime, revealing neither")
  func password() async throws {
    let seen = try await seen()
    try await registry.edit(of: email, password: "theirs1")
    #expect(
      await conflicts { try await edit(password: "mine12", seen: seen) }
        == [FieldConflict(field: .password, expected: nil, found: nil)])
    try await registry.login(email, "theirs1")
    _ = try await edit([.firstName: "Wario"], seen: seen)
  }

  @Test("does not conflict if a typed password was only hashed")
  func sealed() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "typed1"}"#])
    let seen = try await registry.account(email)
    _ = try await registry.seal()
    _ = try await edit(password: "another1", seen: seen)
    try await registry.login(email, "another1")
  }

  @Test("finds no account if the email was changed in the meantime")
  func renamed() async throws {
    let seen = try await seen()
    try documents.byHand(email, "luigi@gmail.com")
    #expect(
      await error { try await edit([.firstName: "Wario"], seen: seen) }
        == .noSuchAccount(name: email))
  }

  @Test("or anything else means nobody whose other name was changed by hand")
  func otherName() async throws {
    let seen = try await registry.seen(seen().values.email ?? "")
    let meant = registry.expecting([seen])
    try documents.byHand("\"Mario\",", "\"Mario\", \"username\": \"luigi\",")
    let bytes = try documents.bytes()
    guard case .notMeant? = await error(of: { try await meant.disable(email, reason: "left") })
    else {
      Issue.record("somebody else was disabled")
      return
    }
    #expect(try documents.bytes() == bytes)
  }

  @Test("means whoever has got another password from regapp, also where the history begins with it")
  func passwordWithoutHistory() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "typed1"}"#])
    let meant = registry.expecting([try await registry.seen(email)])
    try await registry.edit(of: email, password: "another1")
    try await registry.edit(of: email, password: "another2")
    _ = try await meant.disable(email, reason: "left")
    let account = try await registry.store.find(.name(AccountName(email))).accounts.first
    #expect(account?.state == .disabled)
  }

  @Test("says how an account differs whose password was typed by hand")
  func byHand() async throws {
    for (old, new, cause) in [
      ("typed1", "typed2", .password), (#""Mario""#, #""Mario", "phone": "9123456789""#, .values),
      (#""Mario""#, #""Luigi""#, .person),
    ] as [(String, String, NotMeant.Cause)] {
      try documents.write(accounts: [
        #"{"email": "mario@gmail.com", "password": "typed1", "firstName": "Mario"}"#
      ])
      let meant = registry.expecting([try await registry.seen(email)])
      try documents.byHand("typed1", "typed2")
      if cause != .password { try documents.byHand(old, new) }
      #expect(
        await error { try await meant.disable(email, reason: "left") }
          == .notMeant([NotMeant(email, cause)]))
    }
  }
}
