import AccountsSupport
import Foundation
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

/// A store that others write just before its accounts are first looked for.
private final class RacedStore: AccountStore {
  private let store: any AccountStore
  private let race: Mutex<(@Sendable () async -> Void)?>
  private let afterWriting: Mutex<(@Sendable () async -> Void)?>

  /// - Parameter afterWriting: what others do just after the first change.
  init(
    _ store: any AccountStore, _ race: @escaping @Sendable () async -> Void = {},
    afterWriting: @escaping @Sendable () async -> Void = {}
  ) {
    self.store = store
    self.race = Mutex(race)
    self.afterWriting = Mutex(afterWriting)
  }

  func rulebook() async throws(AccountsError) -> Rulebook { try await store.rulebook() }
  func page(_ request: PageRequest) async throws(AccountsError) -> Page {
    try await store.page(request)
  }
  func find(_ lookup: Lookup) async throws(AccountsError) -> LookupResult {
    if let race = race.withLock({ $0.take() }) { await race() }
    return try await store.find(lookup)
  }
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    let applied = try await store.apply(changes, options)
    if !options.isDryRun, let race = afterWriting.withLock({ $0.take() }) { await race() }
    return applied
  }
  func history(below number: Int?, limit: Int) async throws(AccountsError) -> HistoryPage {
    try await store.history(below: number, limit: limit)
  }
  func status() async -> StoreStatus? { await store.status() }
}

@Suite("A session in a directory that several share") struct SharedSessionTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  /// Somebody else, whose commands do not see the session.
  private var colleague: Registry {
    Registry(
      documents: documents.path, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil)
  }

  private static let rules =
    #"{"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}"#

  private static let request = LoginRequest(name: "ada", password: PasswordEntry("secret1"))

  /// - Parameter isShared: whether the directory is a group's.
  private func begin(isShared: Bool = true) async throws {
    let accounts = ["ada", "bob"].map { hashed("\($0)@home.org", #", "username": "\#($0)""#) }
    try documents.write(
      #"{"rules": \#(Self.rules), "accounts": [\#(accounts.joined(separator: ", "))]}"#)
    if isShared { try #require(chmod(documents.path, 0o2770) == 0) }
    _ = try await registry.login(Self.request)
  }

  private func rename(_ name: String, to new: String) async throws {
    _ = try await colleague.edit(
      EditRequest(account: name, fields: [.username: FieldSetting(new)]))
  }

  @Test("is of its account under another name, and of nobody who gets the name")
  func exchanged() async throws {
    try await begin()
    try await rename("ada", to: "adele")
    try await rename("bob", to: "ada")
    #expect(try await registry.shown() == "adele")
    try await registry.edit([.firstName: "A"])
    #expect(try await registry.history(limit: 1).map(\.by) == ["adele"])
    // Also an edit of its own name.
    try await registry.edit([.username: "eve"])
    #expect(try await registry.shown() == "eve")
    _ = try await registry.remove("ada")
    #expect(try await registry.shown() == "eve")
  }

  @Test("is over when its account is removed, also where another gets the name")
  func removed() async throws {
    try await begin()
    _ = try await colleague.remove("ada")
    var values = FieldValues()
    (values.username, values.email) = ("ada", "other@home.org")
    _ = try await colleague.register(values, password: PasswordEntry("secret2"))
    await #expect(throws: AccountsError.notLoggedIn(.accountGone(name: "ada"))) {
      try await registry.shown()
    }
    // The account itself comes back.
    _ = try await colleague.undo(2)
    #expect(try await registry.shown() == "ada")
  }

  @Test(
    "ends where the history does not tell, and elsewhere the name counts", arguments: [true, false])
  func unknown(_ isShared: Bool) async throws {
    try await begin(isShared: isShared)
    try documents.write(try documents.text().replacing("bob@home.org", with: "b@home.org"))
    guard isShared else {
      #expect(try await registry.shown() == "ada")
      #expect(try documents.text(of: "session.json") == "{\"username\": \"ada\"}\n")
      return
    }
    let uncertain = AccountsError.notLoggedIn(.accountUncertain(name: "ada"))
    await #expect(throws: uncertain) { try await registry.shown() }
    _ = try await registry.login(Self.request)
    #expect(try await registry.shown() == "ada")
    // A session that remembers nothing of the history.
    try documents.write(#"{"username": "ada"}"#, to: "session.json")
    await #expect(throws: uncertain) { try await registry.shown() }
    try await rename("bob", to: "eve")
    _ = try await registry.login(Self.request)
    try await rename("eve", to: "zoe")
    #expect(try await registry.shown() == "ada")
    // Its history is another's, or gone.
    try documents.write("", to: "history.jsonl")
    await expectUncertain()
  }

  private static let uncertain = AccountsError.notLoggedIn(.accountUncertain(name: "ada"))

  /// Asks as another command does.
  private func expectUncertain(_ comment: Comment? = nil) async {
    await #expect(throws: Self.uncertain, comment) { try await documents.registry().shown() }
  }

  /// Begins without any history, as after a copy of the accounts alone.
  private func beginWithoutHistory() async throws {
    try await begin()
    try FileManager.default.removeItem(atPath: documents.path(of: "history.jsonl"))
    _ = try await registry.login(Self.request)
    #expect(try documents.text(of: "session.json").contains(#""change": 0"#))
  }

  @Test("ends where the history began later than it: that may have been begun anew")
  func withoutHistory() async throws {
    try await beginWithoutHistory()
    #expect(try await registry.shown() == "ada")
    var text = try documents.text()
    for (old, new) in [("ada", "x"), ("bob", "ada"), ("x", "bob")] {
      text.replace("\"\(old)\"", with: "\"\(new)\"")
    }
    try documents.write(text)
    await expectUncertain("an editor")
    try await beginWithoutHistory()
    try await rename("ada", to: "adele")
    try await rename("bob", to: "ada")
    await expectUncertain("commands")
    try FileManager.default.removeItem(atPath: documents.path(of: "history.jsonl"))
    await expectUncertain("no history")
    try await rename("adele", to: "zoe")
    await expectUncertain("another history")
  }

  @Test("outlives its own first change, where the history did not tell before", arguments: 0...2)
  func ownFirst(_ hands: Int) async throws {
    if hands == 0 {
      try await beginWithoutHistory()
    } else {
      try await begin()
      try documents.byHand("bob@home.org", "b@home.org")
      // A login that hashes a typed password writes as well.
      if hands == 2 {
        let hash = try #require(try await registry.account("ada").values.password)
        try documents.byHand(hash, "secret1")
      }
      _ = try await registry.login(Self.request)
    }
    #expect(try await registry.shown() == "ada")
    try await registry.edit([.firstName: "A"])
    try await rename("ada", to: "adele")
    try await rename("bob", to: "ada")
    #expect(try await registry.shown() == "adele")
    try await registry.edit([.username: "eve"])
    #expect(try await registry.shown() == "eve")
  }

  @Test("outlives its own first change of name, where there was no history before")
  func ownFirstName() async throws {
    try await beginWithoutHistory()
    try await registry.edit([.username: "eve"])
    try await rename("bob", to: "ada")
    #expect(try await registry.shown() == "eve")
  }

  @Test("ends where the history has lost a line since", arguments: [[1, 2], [1], [2], [3]])
  func lostLines(_ lost: [Int]) async throws {
    try await begin()
    try await rename("ada", to: "adele")
    try await rename("bob", to: "ada")
    for name in ["A", "B"] {
      _ = try await colleague.edit(
        EditRequest(account: "ada", fields: [.firstName: FieldSetting(name)]))
    }
    #expect(try await registry.shown() == "adele")
    var lines = try documents.text(of: "history.jsonl").split(separator: "\n")
    for index in lost.reversed() { lines.remove(at: index) }
    try documents.write(lines.map { $0 + "\n" }.joined(), to: "history.jsonl")
    await expectUncertain()
  }

  struct Editing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isKnown = false
    /// The accounts from the hashes of ada and bob.
    let accounts: @Sendable (_ ada: String, _ bob: String) -> [String]
  }

  private static func account(_ name: String, _ email: String, _ hash: String) -> String {
    #"{"username": "\#(name)", "email": "\#(email)@home.org", "password": "\#(hash)"}"#
  }

  static let editings = [
    Editing(testDescription: "names are exchanged") {
      [account("bob", "ada", $0), account("ada", "bob", $1)]
    },
    Editing(testDescription: "its name is given to another, and it is removed") { _, bob in
      [account("ada", "bob", bob)]
    },
    Editing(testDescription: "hashes are exchanged") {
      [account("ada", "ada", $1), account("bob", "bob", $0)]
    },
    Editing(testDescription: "its email and its password are others") { _, bob in
      [account("ada", "new", HashOfSecret1.sha512), account("bob", "bob", bob)]
    },
    Editing(testDescription: "its password is another", isKnown: true) { _, bob in
      [account("ada", "ada", HashOfSecret1.sha512), account("bob", "bob", bob)]
    },
    Editing(testDescription: "it is locked, and its email another", isKnown: true) {
      [account("ada", "new", "!" + $0), account("bob", "bob", $1)]
    },
    Editing(testDescription: "another has both", isKnown: true) { ada, _ in
      [account("ada", "ada", ada), account("bob", "new", HashOfSecret1.sha512)]
    },
  ]

  @Test("ends where an editor left it its key alone", arguments: editings)
  func edited(_ editing: Editing) async throws {
    try await begin()
    let hashes = try await (
      registry.account("ada").values.password ?? "", registry.account("bob").values.password ?? ""
    )
    let accounts = editing.accounts(hashes.0, hashes.1).joined(separator: ", ")
    try await documents.editFile(#"{"rules": \#(Self.rules), "accounts": [\#(accounts)]}"#)
    #expect(try await registry.history(limit: 1).map(\.did) == [.editFile])
    let session = try await documents.registry().openSession()
    #expect(session == (editing.isKnown ? .loggedIn("ada", by: .username) : .uncertain("ada")))
  }

  private func personal(of store: RacedStore) -> PersonalRegistry {
    PersonalRegistry(
      Registry(
        store: store, throttle: registry.throttle, today: { .ofTests },
        hasher: PasswordHasher(cost: 1), logsLogins: false),
      sessionIn: documents.path)
  }

  @Test("is of the account that was found, also if another had the name just before")
  func raced() async throws {
    try await begin()
    try #require(try await registry.logOut())
    let store = RacedStore(registry.store) {
      _ = try? await rename("ada", to: "adele")
      _ = try? await rename("bob", to: "ada")
    }
    let raced = personal(of: store)
    let account = try await raced.login(Self.request).value
    #expect(account.email?.description == "bob@home.org")
    #expect(try await raced.show().account.name.text == "ada")
  }

  @Test("of a new account is of that account, also if another has got its name just after")
  func racedRegistering() async throws {
    try await begin()
    let store = RacedStore(
      registry.store,
      afterWriting: {
        _ = try? await rename("carol", to: "caroline")
        _ = try? await rename("bob", to: "carol")
      })
    let raced = personal(of: store)
    var values = FieldValues()
    (values[.username], values[.email]) = (.text("carol"), .text("carol@home.org"))
    let account = try await raced.register(values, password: PasswordEntry("secret1")).value
    #expect(account.name.text == "carol")
    #expect(try await registry.account("carol").account?.email?.description == "bob@home.org")
    let shown = try await raced.show().account
    #expect(shown.name.text == "caroline")
    #expect(shown.email?.description == "carol@home.org")
  }

  @Test("of another user, which root uses, makes nobody's own change the caller's", .needsRoot)
  func ofAnotherAsRoot() async throws {
    try await begin()
    _ = try await registry.via(.serve).changePassword(
      Self.request, to: PasswordEntry("another1"))
    let look = try await registry.undo(isDryRun: true)
    #expect(look.ofOwners.isEmpty)
    try #require(chown("\(documents.path)/session.json", 65534, 65534) == 0)
    #expect(try await registry.shown() == "ada")
    await #expect(throws: AccountsError.self) { try await registry.undo() }
    #expect(try await registry.undo(theirs: true, isDryRun: true).ofOwners.map(\.number) == [2])
  }
}
