import AccountsSupport
import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Changing several accounts") struct SeveralAccountsTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let ada = "ada@home.org"
  private let bob = "bob@home.org"
  private let cid = "cid@home.org"

  private func writeThree(_ others: String = "") throws -> [UInt8] {
    try documents.write(accounts: [
      hashed(ada, typedID(ada)), hashed(bob, others + typedID(bob, 2)),
      hashed(cid, typedID(cid, 3)),
    ])
    return try documents.bytes()
  }

  private func lastChange() async throws -> (did: ChangeKind, count: Int, number: Int?)? {
    try await registry.history(limit: 1).first.map { ($0.did, $0.count, $0.number) }
  }

  @Test("disables, enables and undoes them in one write each")
  func disabling() async throws {
    let before = try writeThree()
    let done = try await registry.disable([cid, ada], reason: " left ")
    #expect(done.value.map { $0.account.values.email } == [cid, ada])
    #expect(done.value.allSatisfy { ($0.before, $0.after) == (.open, .disabled) })
    #expect(try await lastChange().map { [$0.count, $0.number] } == [2, 1])
    #expect(try await registry.list(limit: 9, state: .disabled).accounts.count == 2)
    #expect(try await registry.value(.disabled, of: ada) == "left")
    let disabled = try documents.bytes()
    #expect(try await registry.enable([ada, bob, cid]).value.map(\.fields.count) == [1, 0, 1])
    #expect(try documents.bytes() == before)
    // An account that was enabled already is not in it.
    #expect(try await lastChange().map { [$0.count, $0.number] } == [2, 2])
    _ = try await registry.undo()
    #expect(try documents.bytes() == disabled)
    _ = try await registry.undo(2)
    _ = try await registry.undo()
    #expect(try documents.bytes() == disabled)
  }

  @Test("where nothing is to change, writes nothing")
  func nothing() async throws {
    _ = try writeThree()
    let (state, names) = (documents.state(), try documents.names())
    #expect(try await registry.enable([ada, bob]).value.map(\.fields) == [[], []])
    #expect(try await registry.disable([]).value.isEmpty)
    #expect(try await registry.remove([String]()).value.isEmpty)
    let unchanged = try await registry.changeGroups(of: [ada, bob], adding: [], removing: ["ops"])
    #expect(unchanged.value.map(\.account.values.email) == [ada, bob])
    #expect(documents.state() == state)
    #expect(try documents.names() == names)
  }

  @Test("counts an account once, by whichever of its names it is meant")
  func twice() async throws {
    _ = try writeThree(#", "username": "bobby""#)
    let done = try await registry.disable(["BOBBY", ada, bob, " Bob@home.org "])
    #expect(done.value.map { $0.account.values.email } == [bob, ada])
    #expect(try await registry.remove(["bobby", bob]).value.count == 1)
  }

  @Test("names all that are missing, and writes nothing")
  func missing() async throws {
    let before = try writeThree()
    let failure = AccountsError.noSuchAccount(name: "x@home.org", others: ["y@home.org"])
    let names = [ada, "x@home.org", "y@home.org"]
    await #expect(throws: failure) { try await registry.disable(names) }
    await #expect(throws: failure) { try await registry.enable(names) }
    await #expect(throws: failure) { try await registry.remove(names) }
    await #expect(throws: failure) {
      try await registry.changeGroups(of: names, adding: ["a"], removing: [])
    }
    #expect(try documents.bytes() == before)
  }

  @Test("names every account that is in the way, all at once")
  func refused() async throws {
    try documents.write(accounts: [
      #"{"email": "\#(ada)", "password": "!"}"#, hashed(bob),
      #"{"email": "\#(cid)", "password": "*"}"#,
    ])
    let before = try documents.bytes()
    let failure = await error { try await registry.enable([ada, bob, cid]) }
    #expect(failure?.problems.map(\.account) == [ada, cid])
    #expect(failure?.problems.allSatisfy { $0.rule == .field(.lockedWithoutHash) } == true)
    // One alone needs no name.
    let alone = await error { try await registry.enable(ada) }
    #expect(alone == .invalid([Problem(.field(.password), .field(.lockedWithoutHash))]))
    let day = await error { try await registry.disable([ada, bob], until: .ofTests) }
    #expect(day == .invalid([Problem(.field(.validFrom), .field(.inFuture))]))
    #expect(try documents.bytes() == before)
  }

  @Test("names the accounts that share a name, and those that are closed where rules are kept")
  func closed() async throws {
    try documents.write(accounts: [
      hashed(ada), hashed(bob), hashed(bob), hashed(cid, #", "phone": "12""#),
      hashed("dan@home.org", #", "firstName": 7"#),
    ])
    let before = try documents.bytes()
    var failure = await error { try await registry.remove([ada, bob]) }
    #expect(failure?.caseName == "accountClosed")
    #expect(failure?.problems.map(\.account) == [bob])
    failure = await error {
      try await registry.changeGroups(
        of: [ada, cid, "dan@home.org"], adding: ["ops"], removing: [])
    }
    #expect(failure?.problems.map(\.account) == [cid, "dan@home.org"])
    failure = await error {
      try await registry.changeGroups(of: [ada, cid], adding: ["a,b"], removing: [])
    }
    #expect(failure?.problems.contains { $0.account == ada && $0.field == "groups" } == true)
    #expect(try documents.bytes() == before)
    // A closed account may be disabled, and removed.
    _ = try await registry.disable([ada, cid])
    _ = try await registry.remove([cid, "dan@home.org"])
  }

  @Test("adds and removes groups, each account's own staying as they are")
  func groups() async throws {
    let before = try writeThree(#", "groups": ["dev", "ops"]"#)
    let done = try await registry.changeGroups(
      of: [ada, bob, cid], adding: ["ops"], removing: ["dev"])
    #expect(done.value.map(\.account.values.groups) == [["ops"], ["ops"], ["ops"]])
    #expect(try await lastChange().map { ($0.did, $0.count) } ?? (.undo, 0) == (.edit, 3))
    // It is no edit of one's own that cancel would take back.
    await #expect(throws: AccountsError.nothingToCancel) { try await registry.cancel() }
    _ = try await registry.undo()
    #expect(try documents.bytes() == before)
    let some = try await registry.changeGroups(of: [ada, bob], adding: ["ops"], removing: [])
    #expect(some.value.map(\.account.values.groups) == [["ops"], ["dev", "ops"]])
    #expect(try await lastChange()?.count == 1)
  }

  @Test("removes them with their session and draft, and undo brings them back where they were")
  func removing() async throws {
    let before = try writeThree()
    try await registry.login(bob)
    let loggedIn = try documents.bytes()
    try await registry.draft([.firstName: "B"])
    let done = try await registry.remove([cid, bob])
    #expect(done.value.map(\.values.email) == [cid, bob])
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
    #expect(try await registry.sessions.readDraft() == nil)
    #expect(try await lastChange().map { ($0.did, $0.count) } ?? (.undo, 0) == (.remove, 2))
    _ = try await registry.undo()
    #expect(try documents.bytes() == loggedIn && loggedIn != before)
  }

  @Test("leaves the session and the draft of others alone")
  func othersSession() async throws {
    _ = try writeThree()
    try await registry.login(bob)
    try await registry.draft([.firstName: "B"])
    _ = try await registry.remove([cid, ada])
    #expect(try await registry.shown() == bob)
    #expect(try await registry.show().openDraft != nil)
  }

  @Test("keeps hashes of typed passwords that go, but of none that breaks the rules")
  func typedPasswords() async throws {
    try documents.write(accounts: [
      #"{"email": "\#(ada)", "password": "secret1"}"#, #"{"email": "\#(bob)", "password": "abc"}"#,
      #"{"email": "\#(cid)", "password": "secret2"}"#,
    ])
    _ = try await registry.remove([ada, bob, cid])
    #expect(try !documents.text(of: "history.jsonl").contains("secret"))
    let done = try await registry.undo()
    #expect(done.notices == [.comesBackLocked(name: bob)])
    try await registry.login(ada, "secret1")
    try await registry.login(cid, "secret2")
    #expect(try await registry.account(bob).values.password == "*")
  }

  @Test("says how many are removed where the session cannot be ended")
  func partly() async throws {
    _ = try writeThree()
    try await registry.login(ada)
    let failing = FailingCalls()
    failing.fail("rename session.json", with: EIO)
    let failure = await error {
      try await documents.registry(calls: failing.calls).remove([ada, bob])
    }
    guard case .partlyDone(.accountsRemoved(2), _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("takes a third of many, in any order")
  func many() async throws {
    try documents.write(
      accounts: (0..<600).map { number in
        let email = "name\(number)@home.org"
        return hashed(email, typedID(email, number))
      })
    let before = try documents.bytes()
    let names = (0..<200).map { "NAME\(599 - 3 * $0)@home.org" }
    #expect(try await registry.disable(names).value.count == 200)
    #expect(try await registry.remove(names).value.count == 200)
    #expect(try await registry.list(limit: 9_000).accounts.count == 400)
    #expect(try await registry.history().map(\.count) == [200, 200])
    _ = try await registry.undo(2)
    #expect(try documents.bytes() == before)
  }
}
