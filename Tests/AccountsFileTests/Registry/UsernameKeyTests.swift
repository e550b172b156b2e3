import AccountsSupport
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Where the user name is the key") struct UsernameKeyTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func write(_ accounts: String...) throws {
    try documents.write(
      """
      {"rules": {"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}},
       "accounts": [\(accounts.joined(separator: ", "))]}
      """)
  }

  private static let ada =
    #"{"username": "ada", "email": "ada@example.com", "password": "secret1"}"#

  private func login(
    _ name: String, _ password: String = "secret1", in registry: Registry? = nil
  ) async throws -> Account {
    let registry = registry ?? self.registry
    return try await registry.login(
      LoginRequest(name: name, password: PasswordEntry(password))
    ).value
  }

  @Test("login is by it or by email, in any case", arguments: ["ada", "ADA", "Ada@Example.com"])
  func logIn(name: String) async throws {
    try write(Self.ada)
    #expect(try await login(name).name.text == "ada")
    #expect(
      try documents.text(of: "session.json")
        == "{\"username\": \"ada\", \"id\": \"\(NumberedIDs.id(1))\"}\n")
    #expect(try await registry.show().account.name.text == "ada")
  }

  @Test("it is required, and an email is not")
  func required() async throws {
    try write(
      #"{"username": "bob", "password": "secret1"}"#,
      #"{"email": "eve@example.com", "password": "secret1"}"#)
    #expect(try await login("bob").email == nil)
    let eve = try await registry.account("eve@example.com")
    #expect(
      eve.problems.map(\.rule) == [.field(.required)]
        && eve.problems.map(\.subject) == [.field(.username)])
    #expect(try await registry.remove("eve@example.com").value.values.email == "eve@example.com")
    #expect(try await registry.list(limit: 9).accounts.count == 1)
  }

  @Test("the session follows a new user name, and one of before the new email")
  func followed() async throws {
    try write(Self.ada)
    _ = try await login("ada")
    try await registry.edit([.username: "lovelace"])
    #expect(
      try documents.text(of: "session.json")
        == "{\"username\": \"lovelace\", \"id\": \"\(NumberedIDs.id(1))\"}\n")
    try documents.write("{\"email\": \"ada@example.com\"}", to: "session.json")
    try await registry.edit([.email: "al@example.com"])
    #expect(try documents.text(of: "session.json") == "{\"email\": \"al@example.com\"}\n")
    try await registry.edit([.email: .clear])
    #expect(try documents.text(of: "session.json") == "{\"username\": \"lovelace\"}\n")
    _ = try await registry.remove("lovelace")
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
  }

  @Test("a draft names its account by it, and is saved after the key has changed")
  func readDraft() async throws {
    try write(Self.ada)
    _ = try await login("ada")
    try await registry.draft([.firstName: "Ada"])
    #expect(try documents.text(of: "edit.json").contains(#""username": {"#))
    let other = try documents.text().replacing(
      #"{"key": "username", "login": {"by": ["username", "email"]}}"#, with: #""register""#)
    try documents.write(other)
    #expect(try await registry.save().account?.firstName?.text == "Ada")
  }

  @Test("a draft of an account without it names what the account has")
  func draftWithoutKey() async throws {
    try write(#"{"email": "eve@example.com", "password": "secret1"}"#)
    for (field, text) in [(Field.username, "eve"), (.firstName, "Eve")] {
      try await registry.draft([field: .set(text)], of: "eve@example.com")
    }
    #expect(try await registry.save().account?.name.text == "eve")
    #expect(try await registry.account("eve").values.firstName == "Eve")
  }

  @Test("failed logins by either name count together")
  func throttled() async throws {
    try write(Self.ada)
    let disk = Disk(queue: DiskQueue(), calls: SystemCalls(), lockPatience: days)
    let standing = PersonalRegistry(
      Registry(
        documents: documents.path, disk: disk, today: { .ofTests }, hasher: PasswordHasher(cost: 1),
        now: { 1_000_000 }), sessionIn: documents.path
    ).registry
    for name in ["ada", "ada@example.com", "ADA", "Ada@example.com", "ada"] {
      await #expect(throws: AccountsError.loginFailed) {
        try await login(name, "wrong12", in: standing)
      }
    }
    await #expect(throws: AccountsError.throttled(seconds: 1)) {
      try await login("ada", in: standing)
    }
  }

  @Test("groups are added to and removed from what there is, and never conflict")
  func groups() async throws {
    try write(#"{"username": "ada", "password": "secret1", "groups": ["ops", "dev"]}"#)
    func edit(_ add: [String], _ remove: [String], isDraft: Bool = false) async throws {
      let request = EditRequest(account: "ada", addedGroups: add, removedGroups: remove)
      _ = isDraft ? try await registry.draft(request) : try await registry.edit(request)
    }
    try await edit(["www", "ops"], ["dev", "none"])
    #expect(try await registry.account("ada").values.groups == ["ops", "www"])
    try await edit(["a"], [], isDraft: true)
    try await edit(["b"], [], isDraft: true)
    _ = try await registry.save()
    #expect(try await registry.account("ada").values.groups == ["ops", "www", "a", "b"])
    try await edit([], ["ops", "www", "a", "b"])
    #expect(try !documents.text().contains("groups"))
  }
}

@Suite("A value of another form or type") struct FieldFormTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func write(_ member: String, _ rules: String = #""register""#) throws {
    try documents.write(
      """
      {"rules": \(rules), "accounts": [
      {"email": "ada@example.com", "password": "secret1", \(member)},
      {"email": "bob@example.com", "password": "secret1", "username": "mu"}]}
      """)
  }

  @Test("gives way to a value that keeps the rules, and undo takes that back")
  func replaced() async throws {
    try write(#""username": "Müller""#)
    _ = try await registry.edit(EditRequest(account: "ada@example.com", fields: [.username: "nu"]))
    #expect(try await registry.account("nu").values.email == "ada@example.com")
    #expect(try !documents.text().contains("Müller"))
    _ = try await registry.undo()
    #expect(try documents.text().contains(#""username": "Müller""#))
  }

  @Test(
    "closes its account, whether or not the field is needed",
    arguments: [
      (#""username": "Müller""#, #""register""#, "username usernameForm"),
      (#""username": "ada@example.com""#, #""register""#, "username usernameForm"),
      (
        #""username": "550e8400-e29b-41d4-A716-446655440000""#, #""register""#, "username uuidForm"
      ),
      (
        #""username": "Müller""#, #"{"fields": {"username": {"required": true}}}"#,
        "username usernameForm"
      ),
      (#""username": "nu", "username": "mu""#, #""register""#, "username once"),
      (#""username": 7"#, #""register""#, "username text"),
      (#""username": null"#, #""register""#, "username text"),
      (#""groups": "ops""#, #""register""#, "groups listOfTexts"),
      (#""groups": ["a", 1]"#, #""register""#, "groups listOfTexts"),
      (#""groups": ["\ud800"]"#, #""register""#, "groups wholeUnicode"),
      (#""groups": {}"#, #""register""#, "groups listOfTexts"),
      (#""validFrom": 20260101"#, #""register""#, "validFrom text"),
      (#""validUntil": null"#, #""register""#, "validUntil text"),
    ])
  func closes(member: String, rules: String, row: String) async throws {
    try write(member, rules)
    let errors = try await registry.check().errors.filter { $0.account == "ada@example.com" }
    #expect(
      errors.map { "\($0.row.split(separator: " ").dropFirst().joined(separator: " "))" } == [row])
    #expect(try await registry.account("ada@example.com").isClosed)
    #expect(try await !registry.account("mu").isClosed)
  }

  @Test(
    "is mended by an edit",
    arguments: [
      (#""groups": "ops""#, Field.groups), (#""groups": {}"#, .groups),
      (#""username": 7"#, .username), (#""username": "Müller""#, .username),
      (#""validUntil": null"#, .validUntil),
    ])
  func mended(member: String, field: Field) async throws {
    try write(member)
    _ = try await registry.edit(EditRequest(account: "ada@example.com", fields: [field: .clear]))
    #expect(try await registry.check().errors.isEmpty)
    #expect(try !documents.text().contains(member))
  }

  @Test(
    "of the right type is a problem, with the place",
    arguments: [
      (Field.groups, #"["a,b"]"#, FieldRule.groupForm("a,b")),
      (.groups, #"[" a"]"#, .groupForm(" a")),
      (.groups, #"["a:b"]"#, .groupForm("a:b")), (.groups, #"["a", "a"]"#, .groupTwice("a")),
      (.groups, #"[""]"#, .groupForm("")), (.validUntil, #""2026-13-01""#, .realDay),
    ])
  func problems(field: Field, value: String, rule: FieldRule) async throws {
    try documents.write(accounts: [
      #"{"email": "ada@example.com", "password": "secret1", "\#(field.key)": \#(value)}"#
    ])
    let errors = try await registry.check().errors
    #expect(errors.map(\.rule) == [.field(rule)] && errors.map(\.subject) == [.field(field)])
  }

  @Test(
    "a user name is 1 to 64 letters, digits, dots, underscores and hyphens",
    arguments: [
      ("a", true), ("_a.b-c9", true), (String(repeating: "a", count: 64), true), ("9", true),
      ("", false), (String(repeating: "a", count: 65), false), (".a", false), ("-a", false),
      ("a b", false), ("é", false), ("a@b", false), ("a\u{301}", false), ("а", false),
      ("550E8400-E29B-41D4-A716-446655440000", false),
    ])
  func usernames(text: String, isOne: Bool) {
    #expect(((try? Username(text)) != nil) == isOne)
  }
}
