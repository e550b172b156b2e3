import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A change that an undo took back") struct TakenBackTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  /// Another user of the system.
  private var colleague: Registry {
    Registry(
      store: registry.store, throttle: registry.throttle, today: { .ofTests },
      hasher: PasswordHasher(cost: 1), user: { "colleague" }
    ).via(nil)
  }
  private let ada = "ada@home.org"
  private let bob = "bob@home.org"

  private static let rules =
    #"{"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}"#

  private func named(_ name: String) -> String {
    hashed("\(name)@home.org", #", "username": "\#(name)""#)
  }

  private func write(_ accounts: String...) throws {
    try documents.write(
      #"{"rules": \#(Self.rules), "accounts": [\#(accounts.joined(separator: ", "))]}"#)
  }

  private func exchange(back: Bool = false) async throws {
    let declared = [("ada", back ? ada : bob), ("bob", back ? bob : ada)].map { name, email in
      var values = FieldValues()
      (values.username, values.email) = (name, email)
      return NewAccount(values)
    }
    _ = try await registry.apply(declared)
  }

  @Test("is not taken back again, until it is restored: no second account of a person comes")
  func once() async throws {
    try write(named("ada"), named("bob"))
    _ = try await registry.remove("ada")
    _ = try await registry.undo()
    try await registry.edit([.username: "adele"], of: "ada", password: "another1")
    let bytes = try documents.bytes()
    for isDryRun in [true, false] {
      await #expect(throws: AccountsError.takenBackAlready(number: 1, by: 2)) {
        try await registry.undo(change: 1, isDryRun: isDryRun)
      }
    }
    #expect(try documents.bytes() == bytes)
    // Restored, and taken back by another.
    _ = try await registry.undo(2)
    #expect(try await registry.history(limit: 1).map(\.undid) == [[3, 2]])
    _ = try await registry.undo(change: 1)
    #expect(try await registry.account("ada").state == .open)
    await #expect(throws: AccountsError.takenBackAlready(number: 1, by: 5)) {
      try await registry.undo(change: 1)
    }
  }

  @Test("and a removal is taken back beside an account that hands put in its place, and renamed")
  func broughtBackByHand() async throws {
    try write(named("ada"), named("bob"))
    let before = try documents.text()
    _ = try await registry.remove("ada")
    try documents.write(before)
    let old = LoginRequest(name: "ada", password: PasswordEntry("secret1"))
    _ = try await registry.changePassword(old, to: PasswordEntry("another1"))
    try documents.byHand(#""username": "ada""#, #""username": "adele""#)
    try documents.byHand("ada@home.org", "adele@home.org")
    _ = try await registry.undo(change: 1)
    let names = try await registry.list(limit: 9).accounts.map(\.values.username)
    #expect(names == ["ada", "adele", "bob"])
  }

  @Test(
    "is not there again where the history lost the line of the undo, or another one since",
    arguments: [[2], [3], [2, 3]])
  func torn(_ lost: [Int]) async throws {
    try write(named("ada"), named("bob"))
    _ = try await registry.remove("ada")
    _ = try await registry.undo()
    try await registry.edit([.username: "adele"], of: "ada")
    try await registry.edit([.email: "new@home.org"], of: "adele")
    let lines = try documents.text(of: "history.jsonl").split(separator: "\n")
    let kept = (1...4).filter { !lost.contains($0) }.map { lines[$0 - 1] + "\n" }.joined()
    try documents.write(kept, to: "history.jsonl")
    let bytes = try documents.bytes()
    let lacks = AccountsError.historyLacks(from: lost[0], to: lost.last ?? 0)
    await #expect(throws: lacks) { try await registry.undo(change: 1) }
    await #expect(throws: lacks) { try await registry.undo(4 - lost.count) }
    #expect(try documents.bytes() == bytes)
    // The newest one lacks nothing.
    _ = try await registry.undo()
    #expect(try await registry.account("adele").values.email == ada)
  }

  @Test("is told by a history that forgot somebody: all its numbers are there")
  func forgotten() async throws {
    try write(named("ada"), named("bob"))
    _ = try await registry.disable("ada")
    try await registry.edit([.firstName: "B"], of: "bob")
    try await registry.edit([.firstName: "A"], of: "ada")
    _ = try await registry.forgetHistory(of: "bob")
    #expect(try await registry.history().map(\.number) == [3, 2, 1])
    _ = try await registry.undo(change: 1)
    #expect(try await registry.account("ada").values[.disabled] == nil)
  }

  @Test("as one of several, is not restored over what a standing later change set, under any name")
  func severalSteps() async throws {
    try write(named("ada"))
    try await registry.edit([.firstName: "A"], of: "ada")
    try await registry.edit([.username: "eve"], of: "ada")
    _ = try await registry.undo(2)
    try await registry.edit([.firstName: "A"], of: "ada")
    try await registry.edit([.firstName: .clear], of: "ada")
    let bytes = try documents.bytes()
    let thrown = await #expect(throws: AccountsError.self) { try await registry.undo(change: 3) }
    guard case .cannotUndo(let refused)? = thrown else {
      Issue.record("\(thrown.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(refused.map(\.laterChanges) == [["firstName": 5]])
    #expect(try documents.bytes() == bytes)
  }

  @Test("and no other one, over what a later change set that tells no id, under any of its names")
  func unproven() async throws {
    try write(named("ada"))
    _ = try await registry.disable("ada")
    let text = try documents.text()
    let id = try #require(try await registry.account("ada").id)
    let given = "ada \(id)"
    try #require(text.contains(given))
    try documents.write(text.replacing(given, with: "q \(id)"))
    try await registry.edit([.username: "eve"], of: "ada")
    _ = try await registry.enable("eve")
    _ = try await registry.disable("eve")
    try await registry.edit([.username: "ada"], of: "eve")
    try documents.write(try documents.text().replacing("q \(id)", with: given))
    #expect(try await registry.account("ada").id == id)
    let thrown = await #expect(throws: AccountsError.self) { try await registry.undo(change: 1) }
    guard case .cannotUndo(let refused)? = thrown else {
      Issue.record("\(thrown.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(refused.map(\.laterChanges) == [["disabled": 5]])
  }

  @Test("that comes and goes takes what a hand gave it in between with it")
  func givenByHand() async throws {
    var values = FieldValues()
    (values.username, values.email) = ("ada", ada)
    try write(named("bob"))
    _ = try await registry.register(values, password: PasswordEntry("secret1"))
    let name = #""email": "\#(ada)""#
    let more = #"\#(name), "lastName": "A""#
    try documents.write(try documents.text().replacing(name, with: more))
    try await registry.edit([.lastName: .clear], of: "ada")
    _ = try await registry.undo(2)
    #expect(try await registry.list(limit: 9).accounts.compactMap(\.values.username) == ["bob"])
    _ = try await registry.undo()
    try documents.write(try documents.text().replacing(name, with: more))
    _ = try await registry.remove("ada")
    try await registry.edit([.lastName: "B"], of: "bob")
    _ = try await registry.undo(2)
    #expect(try await registry.account("ada").values.lastName == "A")
  }

  @Test("of two who had one name after each other is refused together")
  func twoOfOneName() async throws {
    try write(named("ada"), named("bob"))
    _ = try await registry.remove("ada")
    let text = try documents.text()
    let place = #""accounts": ["#
    try documents.write(text.replacing(place, with: place + named("ada") + ", "))
    _ = try await registry.remove("ada")
    let bytes = try documents.bytes()
    let thrown = await #expect(throws: AccountsError.self) { try await registry.undo(2) }
    guard case .cannotUndo(let refused)? = thrown else {
      Issue.record("\(thrown.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(refused.contains { $0.reason == .taken(.username) })
    #expect(try documents.bytes() == bytes)
  }

  @Test("is followed through an exchange of names and its undo")
  func exchanged() async throws {
    try write(named("ada"), named("bob"))
    _ = try await registry.disable("bob")
    try await exchange()
    _ = try await registry.undo()
    _ = try await registry.undo(change: 1)
    #expect(try await registry.account("bob").values[.disabled] == nil)
    #expect(try await registry.account("ada").values[.disabled] == nil)
  }

  @Test("tells two accounts of one name by their passwords")
  func namesakes() async throws {
    try write(named("bob"))
    func add(_ word: String) async throws {
      var values = FieldValues()
      values.username = "ada"
      _ = try await registry.register(values, password: PasswordEntry(word))
    }
    try await add("secret1")
    _ = try await registry.undo()
    try await add("secret2")
    // Goes back to the first one.
    _ = try await registry.undo(2)
    _ = try await registry.undo(change: 1)
    await #expect(throws: AccountsError.noSuchAccount(name: "ada")) {
      try await registry.account("ada")
    }
  }

  @Test("counts also where it left nothing different: the next undo restores")
  func withoutEffect() async throws {
    try write(named("ada"), named("bob"), named("eve"))
    _ = try await registry.remove("eve")
    try await exchange()
    try await exchange(back: true)
    _ = try await registry.undo(2)
    let done = try await registry.undo()
    #expect(done.entries.map(\.number) == [4])
    #expect(try await registry.history(limit: 1).map(\.number) == [5])
    await #expect(throws: AccountsError.noSuchAccount(name: "eve")) {
      try await registry.account("eve")
    }
    // A change without accounts is restored as well.
    _ = try await registry.undo(5)
    #expect(try await registry.account("eve").state == .open)
  }

  @Test("of an owner is left alone, and the caller's own newest change is named")
  func ownNewest() async throws {
    try write(named("ada"), named("bob"))
    _ = try await registry.disable("bob")
    _ = try await registry.via(.pam).changePassword(
      LoginRequest(ada, "secret1"), to: PasswordEntry("another1"))
    let thrown = await #expect(throws: AccountsError.self) { try await registry.undo() }
    guard case .ownersChanges(let changes, let own)? = thrown else {
      Issue.record("\(thrown.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(changes.map(\.number) == [2] && own?.number == 1)
    // It holds no hash, as the change may.
    #expect(own?.accounts == [AccountRecord(name: "bob", nil, id: NumberedIDs.id(1))])
    _ = try await registry.undo(change: 1)
    // Taken back by now: that undo is the newest.
    let again = await #expect(throws: AccountsError.self) { try await registry.undo(2) }
    guard case .ownersChanges(_, let newest)? = again else {
      Issue.record("\(again.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(newest?.number == 3)
  }

  @Test("of an owner is no reason to name an own change that cannot be taken back")
  func ownSpoiled() async throws {
    try write(named("ada"), named("bob"))
    _ = try await registry.disable("bob")
    _ = try await colleague.enable("bob")
    _ = try await registry.via(.pam).changePassword(
      LoginRequest(ada, "secret1"), to: PasswordEntry("another1"))
    let thrown = await #expect(throws: AccountsError.self) { try await registry.undo() }
    guard case .ownersChanges(_, own: nil)? = thrown else {
      Issue.record("\(thrown.map { "\($0)" } ?? "nothing")")
      return
    }
  }

  @Test("of an invitation makes the earlier code good again, and says so")
  func codes() async throws {
    try write(named("ada"))
    let day = try #require(CalendarDay("2026-06-22"))
    let first = try #require(try await registry.invite("ada", until: day).value.code.text)
    _ = try await registry.invite("ada", until: day)
    let back = [Notice.codeComesBack(name: "ada", until: day)]
    let earlier = [Notice.codeComesBack(name: "ada", until: day, endsLater: true)]
    #expect(try await registry.undo(isDryRun: true).notices == earlier)
    #expect(try await registry.undo().notices == earlier)
    _ = try await registry.invite("ada", until: day.adding(days: 1) ?? day)
    #expect(try await registry.undo().notices == earlier)
    _ = try await registry.remove("ada")
    #expect(try await registry.undo().notices == back)
    _ = try await registry.via(.pam).changePassword(
      LoginRequest(ada, first), to: PasswordEntry("another1"))
    let thrown = await #expect(throws: AccountsError.self) { try await registry.undo() }
    guard case .ownersChanges(let changes, _)? = thrown else {
      Issue.record("\(thrown.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(changes.map(\.restoresCode) == [true])
  }
}
