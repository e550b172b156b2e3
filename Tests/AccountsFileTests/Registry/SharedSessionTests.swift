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
  private static let gone = AccountsError.notLoggedIn(.accountGone(name: "ada"))
  /// The id that Ada gets when she logs in.
  private static let id = NumberedIDs.id(1)

  /// - Parameter isShared: whether the directory is a group's.
  private func write(isShared: Bool = true) throws {
    let accounts = ["ada", "bob"].map { hashed("\($0)@home.org", #", "username": "\#($0)""#) }
    try documents.write(
      #"{"rules": \#(Self.rules), "accounts": [\#(accounts.joined(separator: ", "))]}"#)
    if isShared { try #require(chmod(documents.path, 0o2770) == 0) }
  }

  private func begin(isShared: Bool = true) async throws {
    try write(isShared: isShared)
    _ = try await registry.login(Self.request)
  }

  private func rename(_ name: String, to new: String) async throws {
    _ = try await colleague.edit(
      EditRequest(account: name, fields: [.username: FieldSetting(new)]))
  }

  private func registerAnother(_ name: String) async throws {
    var values = FieldValues()
    (values.username, values.email) = (name, "other@home.org")
    _ = try await colleague.register(values, password: PasswordEntry("secret2"))
  }

  /// Changes a name of Ada, and nothing else of her.
  private func renameByHand(to new: String) throws {
    try documents.byHand(#""username": "ada""#, #""username": "\#(new)""#)
  }

  private func expectGone(_ comment: Comment? = nil) async {
    await #expect(throws: Self.gone, comment) { try await documents.registry().shown() }
  }

  @Test("is of its account under another name, and of nobody who gets the name")
  func exchanged() async throws {
    try await begin()
    let session = try documents.text(of: "session.json")
    #expect(session == "{\"username\": \"ada\", \"id\": \"\(Self.id)\"}\n")
    try await rename("ada", to: "adele")
    try await rename("bob", to: "ada")
    #expect(try await registry.shown() == "adele")
    #expect(try documents.text(of: "session.json") == session)
    try await registry.edit([.firstName: "A"])
    let newest = try #require(try await registry.history(limit: 1).first)
    #expect(newest.by == "adele" && newest.byID == Self.id)
    // Also an edit of its own name, which its file shows then.
    try await registry.edit([.username: "eve"])
    #expect(try await registry.shown() == "eve")
    #expect(
      try documents.text(of: "session.json")
        == "{\"username\": \"eve\", \"id\": \"\(Self.id)\"}\n")
    _ = try await registry.remove("ada")
    #expect(try await registry.shown() == "eve")
  }

  @Test("is over when its account is removed, also where another gets the name")
  func removed() async throws {
    try await begin()
    _ = try await colleague.remove("ada")
    try await registerAnother("ada")
    await expectGone()
    // The account itself comes back.
    _ = try await colleague.undo(2)
    #expect(try await registry.shown() == "ada")
    _ = try await registry.remove("ada")
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
  }

  @Test("goes by no name without an id, and in a directory of one's own it does")
  func withoutID() async throws {
    for isShared in [false, true] {
      try await begin(isShared: isShared)
      for session in [
        #"{"username": "ada"}"#, #"{"username": "ada", "since": {"change": 1, "accounts": "0"}}"#,
      ] {
        try documents.write(session, to: "session.json")
        if isShared {
          await expectGone()
        } else {
          #expect(try await documents.registry().shown() == "ada")
        }
      }
    }
    _ = try await registry.login(Self.request)
    #expect(try await registry.shown() == "ada")
  }

  @Test("asks no history", arguments: ["", nil])
  func withoutHistory(_ text: String?) async throws {
    try await begin()
    try await rename("ada", to: "adele")
    try documents.byHand("bob@home.org", "b@home.org")
    if let text {
      try documents.write(text, to: "history.jsonl")
    } else {
      try FileManager.default.removeItem(atPath: documents.path(of: "history.jsonl"))
    }
    #expect(try await documents.registry().shown() == "adele")
  }

  @Test("ends where a hand renamed its account, until the id counts again")
  func renamedByHand() async throws {
    try await begin()
    try renameByHand(to: "zoe")
    await expectGone()
    let session = try documents.text(of: "session.json")
    let request = LoginRequest(name: "zoe", password: PasswordEntry("secret1"))
    let refused = AccountsError.idDoesNotCount(name: "zoe", id: Self.id)
    await #expect(throws: refused) { try await registry.login(request) }
    #expect(try documents.text(of: "session.json") == session)
    try FileManager.default.removeItem(atPath: documents.path(of: "session.json"))
    await #expect(throws: refused) { try await registry.login(request) }
    #expect(!documents.exists("session.json"))
    // As the error says.
    var edit = EditRequest(account: "zoe")
    edit.id = .given(Self.id)
    _ = try await colleague.edit(edit)
    _ = try await registry.login(request)
    #expect(try await registry.shown() == "zoe")
  }

  @Test("does not begin where the account of a copied block has the id")
  func copied() async throws {
    try await begin()
    try documents.byHand(
      #""username": "bob""#, #""username": "bob", "id": "ada \#(Self.id)""#)
    #expect(try await registry.shown() == "ada")
    await #expect(throws: AccountsError.idDoesNotCount(name: "bob")) {
      try await registry.login(LoginRequest(name: "bob", password: PasswordEntry("secret1")))
    }
    #expect(try await registry.shown() == "ada")
  }

  @Test("does not begin where no id can be written; in a directory of one's own it has the name")
  func readOnly() async throws {
    for isShared in [true, false] {
      try write(isShared: isShared)
      let failing = FailingCalls()
      failing.fail("rename accounts.json", with: EROFS)
      let broken = documents.registry(calls: failing.calls)
      if isShared {
        let failure = await error { try await broken.login(Self.request) }
        guard case .idDoesNotCount(name: "ada", id: nil, .store(let fault)?) = failure else {
          Issue.record("\(String(describing: failure))")
          return
        }
        #expect(fault.onDisk?.reason == .errno(EROFS))
        #expect(!documents.exists("session.json"))
        chmod(documents.path, 0o700)
      } else {
        _ = try await broken.login(Self.request)
        #expect(try documents.text(of: "session.json") == "{\"username\": \"ada\"}\n")
        #expect(try await registry.shown() == "ada")
      }
    }
  }

  struct Editing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Who is logged in then; nil if nobody is.
    var shown: String?
    /// The accounts from the ids of ada and bob.
    let accounts: @Sendable (_ ada: String, _ bob: String) -> [String]
  }

  private static func account(_ name: String, _ id: String) -> String {
    hashed("\(name)@home.org", #", "username": "\#(name)", "id": "\#(id)""#)
  }

  static let editings = [
    Editing(testDescription: "names are exchanged") { [account("bob", $0), account("ada", $1)] },
    Editing(testDescription: "ids are exchanged") { [account("ada", $1), account("bob", $0)] },
    Editing(testDescription: "its block is another's by name and password") {
      [account("zoe", $0), account("bob", $1)]
    },
    Editing(testDescription: "another has both, and it is gone") { [account("ada", $1)] },
    Editing(testDescription: "its line is taken out") { [hashedAlone("ada"), account("bob", $1)] },
    Editing(testDescription: "its name and that in its id are others", shown: "zoe") {
      [account("zoe", $0.replacing("ada", with: "zoe")), account("bob", $1)]
    },
    Editing(testDescription: "another block has its id, for its name", shown: "ada") {
      ada, _ in
      [account("ada", ada), account("bob", ada)]
    },
  ]

  private static func hashedAlone(_ name: String) -> String {
    hashed("\(name)@home.org", #", "username": "\#(name)""#)
  }

  @Test("is of the account at which its id counts after an edit by hand", arguments: editings)
  func edited(_ editing: Editing) async throws {
    try await begin()
    _ = try await colleague.edit(EditRequest(account: "bob", fields: [.firstName: "B"]))
    let id = try #require(try await registry.account("bob").id)
    let accounts = editing.accounts("ada \(Self.id)", "bob \(id)").joined(separator: ", ")
    try await documents.editFile(#"{"rules": \#(Self.rules), "accounts": [\#(accounts)]}"#)
    guard let name = editing.shown else { return await expectGone() }
    #expect(try await documents.registry().shown() == name)
  }

  // MARK: Drafts

  @Test("has a draft that follows its account to another name", arguments: [true, false])
  func draftRenamed(_ isShared: Bool) async throws {
    try await begin(isShared: isShared)
    try await registry.draft([.firstName: "D"])
    let draft = try documents.text(of: "edit.json")
    #expect(draft.contains("\"id\": \"\(Self.id)\""))
    try await rename("ada", to: "adele")
    try await registerAnother("ada")
    #expect(try await registry.show("adele").openDraft?.name == "adele")
    #expect(try await registry.show("ada").openDraft == nil)
    #expect(try documents.text(of: "edit.json") == draft)
    #expect(try await registry.save().account?.name.text == "adele")
    #expect(try await registry.value(.firstName, of: "adele") == "D")
    #expect(try await registry.value(.firstName, of: "ada") == nil)
    #expect(!documents.exists("edit.json"))
  }

  @Test("has a draft that ends with its account", arguments: [true, false])
  func draftRemoved(_ isShared: Bool) async throws {
    try await begin(isShared: isShared)
    try await registry.draft([.firstName: "D"])
    _ = try await colleague.remove("ada")
    #expect(documents.exists("edit.json"))
    await #expect(throws: AccountsError.noSuchAccount(name: "ada")) { try await registry.save() }
    #expect(!documents.exists("edit.json"))
    await #expect(throws: AccountsError.nothingToSave) { try await registry.save() }
  }

  @Test("has a draft that nobody else gets with the name", arguments: [true, false])
  func draftReplaced(_ isShared: Bool) async throws {
    try await begin(isShared: isShared)
    try await registry.draft([.firstName: "D"])
    _ = try await colleague.remove("ada")
    try await registerAnother("ada")
    let (bytes, draft) = (try documents.bytes(), try documents.bytes(of: "edit.json"))
    await #expect(throws: AccountsError.notMeant(["ada"])) { try await registry.save() }
    await #expect(throws: AccountsError.otherEditOpen(name: "ada")) {
      try await registry.draft([.firstName: "E"], of: "ada")
    }
    #expect(try documents.bytes() == bytes && documents.bytes(of: "edit.json") == draft)
    _ = try await registry.cancel()
    await #expect(throws: AccountsError.nothingToSave) { try await registry.save() }
  }

  @Test("has a draft that waits where a hand renamed its account", arguments: [true, false])
  func draftRenamedByHand(_ isShared: Bool) async throws {
    try await begin(isShared: isShared)
    try await registry.draft([.firstName: "D"])
    try renameByHand(to: "zoe")
    let (bytes, draft) = (try documents.bytes(), try documents.bytes(of: "edit.json"))
    let refused = AccountsError.idDoesNotCount(name: "zoe", id: Self.id)
    await #expect(throws: refused) { try await registry.save() }
    await #expect(throws: refused) {
      try await registry.draft([.firstName: "E"], of: "zoe")
    }
    #expect(try documents.bytes() == bytes && documents.bytes(of: "edit.json") == draft)
    try documents.byHand("\"ada \(Self.id)\"", "\"zoe \(Self.id)\"")
    #expect(try await registry.save().account?.name.text == "zoe")
  }

  // MARK: Races

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
