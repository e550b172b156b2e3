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

  @Test("leaves the accounts file unchanged, byte for byte, and is shown next to it")
  func leavesFile() async throws {
    try await register()
    let (bytes, state) = (try documents.bytes(), documents.state())
    let outcome = try await registry.draft([.firstName: "Wario", .phone: "9123456789"])
    #expect(outcome.edit.state == .open)
    #expect(try documents.bytes() == bytes)
    #expect(documents.state() == state)
    #expect(documents.state(of: "edit.json")?.permissions == 0o600)
    let profile = try await registry.show()
    #expect(profile.account[.firstName] == "Mario")
    #expect(profile.openEdit?.changes[.firstName] == FieldEdit(from: "Mario", to: "Wario"))
    #expect(profile.openEdit?.changes[.phone] == FieldEdit(from: nil, to: "+7 (912) 345-67-89"))
  }

  @Test("is not shown with another account")
  func shownBesideItsOwn() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    #expect(try await registry.show("luigi@gmail.com").openEdit == nil)
  }

  @Test("is written by save")
  func save() async throws {
    try await register()
    let before = try documents.text()
    try await registry.draft([.firstName: "Wario"])
    let outcome = try await registry.save()
    #expect(outcome.edit.state == .saved)
    #expect(outcome.edit.fields == [.firstName])
    #expect(outcome.account?[.firstName] == "Wario")
    #expect(try documents.text() == before.replacing("Mario\"", with: "Wario\""))
    #expect(try await registry.show().openEdit == nil)
    await #expect(throws: AccountsError.nothingToSave) { try await registry.save() }
  }

  @Test("accumulates over runs, logouts and logins")
  func survives() async throws {
    try await register()
    try await documents.registry().draft([.firstName: "Wario"])
    _ = try await documents.registry().logOut()
    try await documents.registry().login("luigi@gmail.com")
    try await documents.registry().login(email)
    try await documents.registry().draft([.lastName: "B"])
    _ = try await documents.registry().logOut()
    // Saving does not depend on who is logged in.
    let outcome = try await documents.registry().save()
    #expect(outcome.edit.fields == [.firstName, .lastName])
    #expect(try await registry.value(.firstName, of: email) == "Wario")
    #expect(try await registry.value(.lastName, of: email) == "B")
  }

  @Test("starts again from the current value if a field is given again")
  func namedAgain() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    let outcome = try await registry.draft([.firstName: "Yoshi"])
    #expect(outcome.edit.changes[.firstName] == FieldEdit(from: "Mario", to: "Yoshi"))
  }

  @Test("drops a field that is set back to its current value, and ends with the last one")
  func setBack() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario", .lastName: "B"])
    #expect(try await registry.draft([.firstName: "Mario"]).edit.fields == [.lastName])
    #expect(try await registry.draft([.lastName: nil]).edit.fields == [])
    #expect(!documents.exists("edit.json"))
    await #expect(throws: AccountsError.nothingToSave) { try await registry.save() }
  }

  @Test("that changes nothing is not stored")
  func nothing() async throws {
    try await register()
    #expect(try await registry.draft([.firstName: "Mario"]).edit.fields == [])
    #expect(!documents.exists("edit.json"))
  }

  @Test("is saved together with an edit that is saved at once")
  func savedWithEdit() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    let outcome = try await registry.edit([.lastName: "B"])
    #expect(outcome.edit.fields == [.firstName, .lastName])
    #expect(try await registry.value(.firstName, of: email) == "Wario")
    #expect(try await registry.value(.lastName, of: email) == "B")
    await #expect(throws: AccountsError.nothingToSave) { try await registry.save() }
  }

  @Test("of one account is neither overwritten nor saved by an edit of another")
  func otherEditOpen() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    let (bytes, edit) = (try documents.bytes(), try documents.bytes(of: "edit.json"))
    for isDraft in [false, true] {
      await #expect(throws: AccountsError.otherEditOpen(name: email)) {
        let request = EditRequest(account: "luigi@gmail.com", fields: [.firstName: "L"])
        _ = isDraft ? try await registry.draft(request) : try await registry.edit(request)
      }
    }
    #expect(try documents.bytes() == bytes)
    #expect(try documents.bytes(of: "edit.json") == edit)
  }

  @Test("replaces a saved edit, of any account")
  func afterSavedEdit() async throws {
    try await register()
    try await registry.edit([.firstName: "Wario"])
    try await registry.draft([.firstName: "L"], of: "luigi@gmail.com")
    guard case .dropped = try await registry.cancel().value else {
      Issue.record("the saved edit was taken back")
      return
    }
    #expect(try await registry.value(.firstName, of: email) == "Wario")
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

  @Test("of a removed account is dropped with it")
  func removedAccount() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    _ = try await registry.remove(email)
    #expect(!documents.exists("edit.json"))
  }

  @Test("of an account that was removed by hand cannot be saved, but can be dropped")
  func removedByHand() async throws {
    try await register()
    try await registry.draft([.firstName: "Wario"])
    try documents.write(accounts: [])
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.noSuchAccount(name: email)) { try await registry.save() }
    #expect(try documents.bytes() == bytes)
    _ = try await registry.cancel()
    #expect(!documents.exists("edit.json"))
  }

  @Test(
    "that cannot be parsed is reported with its place, and cancel drops it",
    arguments: [
      ("", "1:1 file syntax"), ("{\"state\": \"open\"", "1:17 file syntax"),
      ("{}", "1:1 state choice"), ("{\"state\": \"shut\"}", "1:11 state choice"),
      ("{\"state\": \"open\"}", "1:1 email.before text"),
      ("{\"state\":\"open\",\"email\":{\"before\":1}}", "1:35 email.before text"),
      (
        "{\"state\":\"open\",\"email\":{\"before\":\"mario@gmail.com\"},\"changes\":{\"age\":{}}}",
        "1:65 changes choice"
      ),
    ])
  func broken(text: String, row: String) async throws {
    try await register()
    try documents.write(text, to: "edit.json")
    for work in [
      { try await registry.save() },
      { try await registry.edit([.firstName: "Wario"]) },
      { try await registry.draft([.firstName: "Wario"]) },
    ] as [@Sendable () async throws -> Done<Edited>] {
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
