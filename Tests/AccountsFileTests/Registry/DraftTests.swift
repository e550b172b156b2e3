import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A draft") struct DraftTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  private func register() async throws {
    try await registry.register(email, "secret1", [.firstName: "Mario"])
    try await registry.register("luigi@gmail.com", "secret1", logsIn: false)
  }

  @Test("is not shown with another account")
  func shownBesideItsOwn() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    #expect(documents.state(of: "edit.json")?.permissions == 0o600)
    #expect(try await registry.show("luigi@gmail.com").openDraft == nil)
  }

  @Test("goes with its account under the name that it gives it, too")
  func removedUnderNewName() async throws {
    try await register()
    try await registry.draft([.email: "super@gmail.com"])
    // As a save leaves it that is killed once the accounts are written.
    let draft = try documents.text(of: "edit.json")
    _ = try await registry.save()
    try documents.write(draft, to: "edit.json")
    _ = try await registry.remove("super@gmail.com")
    await #expect(throws: AccountsError.nothingToSave) { try await registry.save() }
  }

  @Test("drops a field that is set back to its current value, and ends with the last one")
  func setBack() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario", .lastName: "B"])
    #expect(try await registry.draft([.firstName: "Mario"]).edit.fields == [.lastName])
    #expect(try await registry.draft([.lastName: .clear]).edit.fields == [])
    #expect(!documents.exists("edit.json"))
    await #expect(throws: AccountsError.nothingToSave) { try await registry.save() }
  }

  @Test("is saved together with an edit that says so, as a form does that shows it")
  func savedWithEdit() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    var request = EditRequest(account: email, fields: [.lastName: "B"])
    request.draftUse = .saved
    let outcome = try await registry.edit(request)
    #expect(outcome.edit.fields == [.firstName, .lastName] && outcome.openDraft == nil)
    #expect(try await registry.value(.firstName, of: email) == "Wario")
    await #expect(throws: AccountsError.nothingToSave) { try await registry.save() }
  }

  @Test("conflicts where an edit that was saved at once changed the same field")
  func sameField() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"], password: "drafted1")
    try await registry.edit([.firstName: "Luigi"])
    let bytes = try documents.bytes()
    let first = FieldConflict(field: .firstName, expected: "Mario", found: "Luigi")
    await #expect(throws: AccountsError.conflict([first])) { try await registry.save() }
    try await registry.edit([.firstName: "Mario"], password: "another1")
    let password = FieldConflict(field: .password, expected: nil, found: nil)
    await #expect(throws: AccountsError.conflict([password])) { try await registry.save() }
    try await registry.edit([.firstName: "Wario"])
    #expect(try documents.bytes() != bytes)
    try await registry.draft(password: "another1")
    // A value that is there already is no conflict.
    #expect(try await registry.save().account?[.firstName] == "Wario")
  }

  @Test("follows its account to the name that an edit gives it, and conflicts with that name alone")
  func renamed() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    try await registry.edit([.email: "wario@gmail.com"])
    #expect(try await registry.show().openDraft?.name == "wario@gmail.com")
    try await registry.draft([.email: "yoshi@gmail.com"])
    try await registry.edit([.email: .set(email)])
    let conflict = FieldConflict(field: .email, expected: "wario@gmail.com", found: email)
    await #expect(throws: AccountsError.conflict([conflict])) { try await registry.save() }
    // So it is if an undo gives another name, and the first one back.
    _ = try await registry.undo()
    #expect(try await registry.show().openDraft?.name == "wario@gmail.com")
    #expect(try await registry.save().account?.name.text == "yoshi@gmail.com")
    #expect(try await registry.value(.firstName, of: "yoshi@gmail.com") == "Wario")
  }

  @Test("stays open whatever else is done to the account")
  func besideOthers() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    let draft = try documents.bytes(of: "edit.json")
    _ = try await registry.disable(email)
    _ = try await registry.enable(email)
    _ = try await registry.changeGroups(of: [email], adding: ["g"], removing: [])
    var values = FieldValues()
    (values.email, values.lastName) = (email, "B")
    _ = try await registry.importAccounts([NewAccount(values)], onConflict: .replace)
    _ = try await registry.undo(2)
    try await registry.login(email)
    #expect(try documents.bytes(of: "edit.json") == draft)
    #expect(try await registry.save().account?[.firstName] == "Wario")
  }

  @Test("of one account stays as it is beside an edit of another, and another draft is refused")
  func otherEditOpen() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    let (bytes, edit) = (try documents.bytes(), try documents.bytes(of: "edit.json"))
    await #expect(throws: AccountsError.otherEditOpen(name: email)) {
      try await registry.draft(EditRequest(account: "luigi@gmail.com", fields: [.firstName: "L"]))
    }
    #expect(try documents.bytes() == bytes)
    let outcome = try await registry.edit([.firstName: "L"], of: "luigi@gmail.com")
    #expect(outcome.openDraft == nil)
    #expect(try await registry.value(.firstName, of: "luigi@gmail.com") == "L")
    #expect(try documents.bytes(of: "edit.json") == edit)
  }

  @Test("reports problems only of the fields that it changes")
  func invalid() async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "12345", "phone": "1"}"#
    ])
    let failure = await error {
      try await registry.draft([.birthDate: "2023-02-29"], of: email, password: "1")
    }
    #expect(
      failure?.problems.map(\.row).sorted() == ["birthDate realDay", "password minimumCharacters"])
    #expect(!documents.exists("edit.json"))
    try await registry.draft([.firstName: "Mario"], of: email)
    let atSave = await error { try await registry.save() }
    #expect(atSave?.problems.map(\.rule.name) == ["phone"])
  }

  @Test(
    "that cannot be parsed is reported with its place, and cancel drops it",
    arguments: [
      ("", "1:1 file syntax"), ("{\"state\": \"open\"", "1:17 file syntax"),
      ("{}", "1:1 state choice"), ("{\"state\": \"saved\"}", "1:11 state choice"),
      ("{\"state\": \"open\"}", "1:1 email.before text"),
      ("{\"state\":\"open\",\"email\":{\"before\":1}}", "1:35 email.before text"),
      (#"{"state":"open","email":{"before":"mario@gmail.com"}}"#, "1:1 id required"),
      (#"{"state":"open","email":{"before":"mario@gmail.com"},"id":"1"}"#, "1:59 id id"),
      (
        #"{"state":"open","email":{"before":"mario@gmail.com"},"id":"\#(NumberedIDs.id(1))","changes":{"age":{}}}"#,
        "1:109 changes choice"
      ),
    ])
  func broken(text: String, row: String) async throws {
    try await register()
    try documents.write(text, to: "edit.json")
    for work in [
      { try await registry.save() },
      { try await registry.edit([.firstName: "Wario"]) },
      { try await registry.draft([.firstName: "Wario"]) },
    ] as [@Sendable () async throws -> Outcome<EditReport>] {
      let failure = await error(of: work)
      #expect(failure?.problems.map(\.row) == [row])
    }
    #expect(try documents.text(of: "edit.json") == text)
    #expect(try await registry.value(.firstName, of: email) == "Mario")
    #expect(try await registry.shown() == email)
    _ = try await registry.cancel()
    #expect(!documents.exists("edit.json"))
  }
}
