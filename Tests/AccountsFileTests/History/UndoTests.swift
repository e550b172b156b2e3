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

  @Test("of an import of many is one write, and brings them all back when undone")
  func thousands() async throws {
    try documents.write(accounts: [hashed(ada)])
    let before = try documents.bytes()
    let many = (0..<600).map { number in
      var values = FieldValues()
      (values.email, values.password) = ("name\(number)@home.org", HashOfSecret1.md5)
      return NewAccount(values, ownKeys: [.init("x-n", .integer(number))])
    }
    #expect(try await registry.importAccounts(many).added == 600)
    let after = try documents.bytes()
    #expect(try documents.bytes(of: "history.jsonl").count { $0 == UInt8(ascii: "\n") } == 1)
    let entry = try #require(try await registry.history(limit: 1).first)
    #expect((entry.number, entry.did, entry.count) == (1, .import, 600))
    #expect(try await registry.undo().accounts.count == 600)
    #expect(try documents.bytes() == before)
    _ = try await registry.undo()
    #expect(try documents.bytes() == after)
    #expect(try await registry.history().map(\.number) == [3, 2, 1])
  }

  @Test("brings accounts back behind each other, also where the one before them is gone")
  func withoutNeighbour() async throws {
    let names = ["one", "two", "six", "ten"]
    try documents.write(accounts: names.map { hashed("\($0)@home.org") })
    try await documents.editFile(
      try documents.text().replacing("    " + hashed("two@home.org") + ",\n", with: "")
        .replacing("    " + hashed("six@home.org") + ",\n", with: ""))
    try documents.write(accounts: [hashed("ten@home.org")])
    _ = try await registry.undo()
    let emails = try await registry.list(limit: 9).accounts.map(\.values.email)
    #expect(emails == ["ten@home.org", "two@home.org", "six@home.org"])
  }

  // MARK: Conflicts

  @Test("goes by the id: nobody else who got the name is taken for whom a change was of")
  func byID() async throws {
    let (old, new) = (#", "firstName": "A""#, #", "firstName": "B""#)
    try documents.write(accounts: [hashed(ada, old), hashed(bob, new)])
    try await registry.edit([.firstName: "B"], of: ada)
    let text = try documents.text()
    #expect(try documents.text(of: "history.jsonl").contains(#"{"id":"00000000-"#))
    try documents.write(accounts: [hashed(ada, new), hashed(bob, new)])
    #expect(try await documents.refusalsOfUndo() == [Refusal(0, of: ada, .missing)])
    try documents.write(text)
    _ = try await registry.undo()
    #expect(try await registry.value(.firstName, of: ada) == "A")
    #expect(try await registry.forgetHistory(of: ada).changes == 2)
    // The hexadecimal name of a temporary file can spell "ada", without a quote before it.
    #expect(try !documents.text(of: "history.jsonl").contains(#""ada"#))
  }

  @Test("expecting the change that was shown fails for a newer one, and for another of its number")
  func expecting() async throws {
    try await registry.register(ada)
    let first = try await registry.undo(isDryRun: true).shown
    try await registry.edit([.firstName: "A"])
    var shown = try await registry.undo(isDryRun: true).shown
    let bytes = try documents.bytes()
    await #expect(throws: AccountsError.historyMovedOn) {
      try await registry.undo(expecting: first)
    }
    #expect(try documents.bytes() == bytes)
    let line = try documents.text(of: "history.jsonl")
    try documents.write(line.replacing(#"[null,"A"]"#, with: #"["B","A"]"#), to: "history.jsonl")
    await #expect(throws: AccountsError.historyMovedOn) {
      try await registry.undo(expecting: shown)
    }
    await #expect(throws: AccountsError.historyMovedOn) {
      try await registry.undo(change: 2, expecting: shown)
    }
    try documents.write(line, to: "history.jsonl")
    #expect(try await registry.undo(change: 2, isDryRun: true).shown == shown)
    shown = try await registry.undo(isDryRun: true).shown
    _ = try await registry.undo(expecting: shown)
    #expect(try await registry.value(.firstName, of: ada) == nil)
  }

  @Test("finds the newest change of an account that has values, under any name that it had")
  func newest() async throws {
    try await registry.register(ada)
    try await registry.edit([.email: "eve@home.org"], of: ada)
    try await registry.register(bob, logsIn: false)
    try documents.write(
      documents.text().replacing(/"password": "[^"]*"/, with: #""password": "secret1""#))
    _ = try await registry.seal()
    for name in [ada, "eve@home.org"] {
      let found = try await registry.newestUndoable(of: name)
      #expect(found?.number == 2 && found?.accounts.count == 1)
    }
    #expect(try await registry.newestUndoable(of: bob)?.number == 3)
    await #expect(throws: AccountsError.noSuchAccount(name: "joe@home.org")) {
      try await registry.newestUndoable(of: "joe@home.org")
    }
  }

  @Test("brings back values that break the rules, own keys and values of the wrong type")
  func brokenValues() async throws {
    let odd = #", "phone": "12", "lastName": 7, "x-teams": ["dev", {"n": 1.50}], "groups": "x""#
    try documents.write(accounts: [hashed(ada, odd + typedID(ada)), hashed(bob)])
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
