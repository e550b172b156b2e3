import AccountsSupport
import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Undo") struct UndoTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let ada = "ada@home.org"
  private let bob = "bob@home.org"

  private func account(_ email: String, _ others: String = "") -> String {
    #"{"email": "\#(email)", "password": "\#(HashOfSecret1.md5)"\#(others)}"#
  }

  private func refusals(_ count: Int = 1) async throws -> [Refusal] {
    let bytes = try documents.bytes()
    let failure = await error { try await registry.undo(count) }
    #expect(try documents.bytes() == bytes)
    guard case .cannotUndo(let refused) = failure else { return [] }
    return refused.map { Refusal(0, of: $0.account, $0.reason) }
  }

  /// Edits the accounts file as `edit-file` does.
  private func editFile(_ text: String) async throws {
    let edit = try await documents.handEdit(registry)
    _ = try await edit.begin()
    try documents.write(text, asCopyOf: edit)
    _ = try await edit.review()
    #expect(try await edit.install().value == .installed(merged: false))
    try await edit.end(keepingCopy: false)
  }

  private func draft() async throws -> Edit? { try await registry.sessions.draft() }

  private func session() async throws -> String? {
    if case .loggedIn(let name, _) = try await registry.sessions.session() { name } else { nil }
  }

  // MARK: Many

  @Test("of an import of thousands is one write, and brings them all back when undone")
  func thousands() async throws {
    try documents.write(accounts: [account(ada)])
    let before = try documents.bytes()
    let many = (0..<2000).map { number in
      var values = FieldValues()
      (values.email, values.password) = ("name\(number)@home.org", HashOfSecret1.md5)
      return NewAccount(values, ownKeys: [.init("n", .integer(number))])
    }
    #expect(try await registry.importAccounts(many).added == 2000)
    let after = try documents.bytes()
    #expect(try documents.bytes(of: "history.jsonl").count { $0 == UInt8(ascii: "\n") } == 1)
    let entry = try #require(try await registry.history(limit: 1).first)
    #expect((entry.number, entry.did, entry.count) == (1, .import, 2000))
    #expect(try await registry.undo().accounts.count == 2000)
    #expect(try documents.bytes() == before)
    _ = try await registry.undo()
    #expect(try documents.bytes() == after)
    #expect(try await registry.history().map(\.number) == [3, 2, 1])
  }

  @Test("brings accounts back behind each other, also where the one before them is gone")
  func withoutNeighbour() async throws {
    let names = ["one", "two", "six", "ten"]
    try documents.write(accounts: names.map { account("\($0)@home.org") })
    try await editFile(
      try documents.text().replacing("    " + account("two@home.org") + ",\n", with: "")
        .replacing("    " + account("six@home.org") + ",\n", with: ""))
    try documents.write(accounts: [account("ten@home.org")])
    _ = try await registry.undo()
    let emails = try await registry.list(limit: 9).accounts.map(\.values.email)
    #expect(emails == ["ten@home.org", "two@home.org", "six@home.org"])
  }

  // MARK: Conflicts

  @Test("names account and keys that changed since, however they changed, and writes nothing")
  func conflict() async throws {
    try await registry.register(ada, "secret1", [.firstName: "A", .lastName: "L"])
    try await registry.edit([.firstName: "B", .lastName: "M", .phone: "9123456789"])
    try documents.write(
      try documents.text().replacing("\"B\"", with: "\"C\"").replacing("\"M\"", with: "\"L\""))
    #expect(
      try await refusals() == [Refusal(0, of: ada, .changedSince(["firstName", "lastName"]))])
    // To a dry run too.
    await #expect(throws: AccountsError.self) { try await registry.undo(isDryRun: true) }
    #expect(try await registry.history(limit: 1).map(\.did) == [.byHand])
    try documents.write(
      try documents.text().replacing("\"C\"", with: "\"B\"").replacing("\"L\"", with: "\"M\""))
    _ = try await registry.undo()
    #expect(try await registry.value(.lastName, of: ada) == "L")
    #expect(try await registry.history().map(\.did) == [.undo, .byHand, .edit, .register])
  }

  @Test(
    "asks for all names: no other account that got the key is taken for the one that was changed")
  func allNames() async throws {
    let (name, old, new) = (
      #", "username": "ada""#, #", "firstName": "A""#, #", "firstName": "B""#
    )
    try documents.write(accounts: [account(ada, name + old), account(bob, new)])
    try await registry.edit([.firstName: "B"], of: ada)
    let line = try documents.text(of: "history.jsonl")
    #expect(line.contains(#""account":"ada@home.org","also":"ada""#))
    try documents.write(accounts: [account(ada, new), account("new@home.org", name + new)])
    #expect(try await refusals() == [Refusal(0, of: ada, .changedSince(["username"]))])
    try documents.write(accounts: [account(ada, name + new), account(bob, new)])
    _ = try await registry.undo()
    #expect(try await registry.value(.firstName, of: ada) == "A")
    // The history alone tells whose other name it was.
    try documents.write(accounts: [account(bob, new)])
    #expect(try await registry.forgetHistory(of: "ada").changes == 2)
    #expect(try !documents.text(of: "history.jsonl").contains("ada"))
  }

  @Test("of more changes than there are takes none back, and says how many there are")
  func tooMany() async throws {
    await #expect(throws: AccountsError.nothingToUndo(left: 0)) { try await registry.undo() }
    #expect(try documents.names() == [])
    try await registry.register(ada)
    try await registry.edit([.firstName: "A"])
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.nothingToUndo(left: 2)) { try await registry.undo(3) }
    #expect(try documents.bytes() == bytes)
  }

  @Test("expecting the change that was seen fails where there is a newer one")
  func expecting() async throws {
    try await registry.register(ada)
    try await registry.edit([.firstName: "A"])
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.historyMovedOn) { try await registry.undo(expecting: 1) }
    #expect(try documents.bytes() == bytes)
    _ = try await registry.undo(expecting: 2)
    #expect(try await registry.value(.firstName, of: ada) == nil)
  }

  @Test("gives back no name that is another's by now")
  func takenName() async throws {
    try await registry.register(ada, "secret1", [.username: "ann"])
    _ = try await registry.remove(ada)
    try documents.write(accounts: [account(bob), account("Ada@home.org")])
    #expect(try await refusals() == [Refusal(0, of: ada, .taken(.email))])
    try documents.write(accounts: [account(bob, #", "username": "ANN""#)])
    #expect(try await refusals() == [Refusal(0, of: ada, .taken(.username))])
    try documents.write(accounts: [account(bob)])
    _ = try await registry.undo()
    #expect(try await registry.value(.username, of: ada) == "ann")
  }

  @Test("brings back values that break the rules, own keys and values of the wrong type")
  func brokenValues() async throws {
    let odd = #", "phone": "12", "lastName": 7, "teams": ["dev", {"n": 1.50}], "groups": "x""#
    try documents.write(accounts: [account(ada, odd), account(bob)])
    let bytes = try documents.bytes()
    _ = try await registry.remove(ada)
    #expect(try documents.bytes() != bytes)
    _ = try await registry.undo()
    #expect(try documents.bytes() == bytes)
    try await registry.edit([.lastName: "L", .phone: .clear, .groups: .clear], of: ada)
    _ = try await registry.undo()
    #expect(try await registry.account(ada).isClosed)
    #expect(try documents.text().contains(#""lastName": 7"#))
    #expect(try documents.text().contains(#""phone": "12""#))
    #expect(try documents.text().contains(#""groups": "x""#))
  }

  // MARK: Session and draft

  @Test("of a new name lets session and draft follow, and so does undo of that")
  func renaming() async throws {
    try await registry.register(ada)
    try await registry.edit([.email: .set(bob)])
    try await registry.draft([.firstName: "B"])
    #expect(try await (session(), draft()?.name) == (bob, bob))
    _ = try await registry.undo()
    #expect(try await (session(), draft()?.name) == (ada, ada))
    #expect(try await registry.shown() == ada)
    _ = try await registry.undo()
    #expect(try await (session(), draft()?.name) == (bob, bob))
    _ = try await registry.save()
    #expect(try await registry.value(.firstName, of: bob) == "B")
  }

  @Test("of registering ends the session and drops the draft")
  func registering() async throws {
    try await registry.register(bob, logsIn: false)
    try await registry.register(ada)
    try await registry.draft([.firstName: "A"])
    _ = try await registry.undo()
    #expect(try await registry.sessions.session() == .loggedOut)
    #expect(!documents.exists("edit.json"))
    // It does not log in when the account comes back.
    _ = try await registry.undo()
    #expect(try await registry.sessions.session() == .loggedOut)
    #expect(try await registry.account(ada).state == .open)
  }

  @Test("leaves others' session and draft alone")
  func others() async throws {
    try await registry.register(ada)
    try await registry.register(bob, logsIn: false)
    try await registry.draft([.firstName: "A"])
    let files = try (documents.bytes(of: "session.json"), documents.bytes(of: "edit.json"))
    _ = try await registry.undo()
    #expect(try documents.bytes(of: "session.json") == files.0)
    #expect(try documents.bytes(of: "edit.json") == files.1)
  }

  @Test("of removing does not log in")
  func removing() async throws {
    try await registry.register(ada)
    _ = try await registry.remove(ada)
    _ = try await registry.undo()
    #expect(try await registry.sessions.session() == .loggedOut)
    #expect(try await registry.verify(LoginRequest(ada, "secret1")))
  }

  // MARK: Passwords

  @Test("of removing an account with a typed password brings it back with that one's hash")
  func typedAndRemoved() async throws {
    try documents.write(accounts: [#"{"email": "\#(ada)", "password": "typed1"}"#])
    _ = try await registry.remove(ada)
    #expect(try documents.text(of: "history.jsonl").contains("typed1") == false)
    #expect(try await registry.undo().notices.isEmpty)
    let stored = try #require(try await documents.storedPassword(of: ada))
    #expect(PasswordHash(stored) != nil)
    #expect(try documents.text(of: "history.jsonl").contains(stored))
    #expect(try await registry.verify(LoginRequest(ada, "typed1")))
  }

  @Test("of an edit of a typed password brings back its hash")
  func typedAndEdited() async throws {
    try documents.write(accounts: [#"{"email": "\#(ada)", "password": "typed1"}"#])
    try await registry.edit(of: ada, password: "secret2")
    _ = try await registry.undo()
    #expect(try await registry.verify(LoginRequest(ada, "typed1")))
    #expect(try documents.text(of: "history.jsonl").contains("typed1") == false)
  }

  @Test("of a typed password that an edit of the file removed brings it back locked, and says so")
  func typedInEditedFile() async throws {
    let row = #"{"email": "\#(ada)", "password": "typed1"}"#
    try documents.write(accounts: [row, account(bob)])
    try await editFile(
      try documents.text().replacing(row, with: account(ada)).replacing("secret1", with: "x"))
    let done = try await registry.undo()
    #expect(done.notices == [.comesBackLocked(name: ada)])
    #expect(try await documents.storedPassword(of: ada) == "*")
    #expect(try documents.text(of: "history.jsonl").contains("typed1") == false)
    // What undo left is known, and so goes again.
    #expect(try await registry.undo().notices.isEmpty)
    #expect(try await documents.storedPassword(of: ada) == HashOfSecret1.md5)
  }

  @Test("takes a password for unchanged where it was only hashed since", arguments: [true, false])
  func hashedSince(seals: Bool) async throws {
    try documents.write(accounts: [account(ada)])
    let before = try documents.bytes()
    try await editFile(try documents.text().replacing(HashOfSecret1.md5, with: "typed1"))
    if seals { _ = try await registry.seal() } else { try await registry.login(ada, "typed1") }
    #expect(try await documents.storedPassword(of: ada)?.hasPrefix("$y$") == true)
    #expect(try await registry.history(limit: 1).first?.did == (seals ? .seal : .rehash))
    #expect(try await registry.undo().entries.map(\.number) == [1])
    #expect(try documents.bytes() == before)
  }

  @Test("takes no password for unchanged where a hand or another change came since")
  func replacedSince() async throws {
    try documents.write(accounts: [account(ada)])
    let text = try documents.text()
    try await editFile(text.replacing(HashOfSecret1.md5, with: "typed1"))
    // A hand that types another, which then is hashed.
    try documents.write(try documents.text().replacing("typed1", with: "typed22"))
    _ = try await registry.seal()
    #expect(try await refusals() == [Refusal(0, of: ada, .changedSince(["password"]))])
    // A change that is taken back itself leaves the one before as it was.
    try await registry.edit(of: ada, password: "secret3")
    _ = try await registry.undo()
    #expect(try await refusals(3) == [Refusal(0, of: ada, .changedSince(["password"]))])
  }

  @Test("of a new password clears the failed logins")
  func failures() async throws {
    try await registry.register(ada)
    try await registry.edit(password: "secret2")
    for _ in 0..<4 { _ = try await registry.verify(LoginRequest(ada, "wrong")) }
    _ = try await registry.undo()
    for _ in 0..<4 { #expect(try await !registry.verify(LoginRequest(ada, "wrong"))) }
    #expect(try await registry.verify(LoginRequest(ada, "secret1")))
  }
}
