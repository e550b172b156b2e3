import AccountsSupport
import MemoryAccounts
import Synchronization
import Testing

@testable import Accounts

/// Changes that others make to a store.
private typealias Race = @Sendable (MemoryStore) async -> Void

/// A store that others write between a read and the write that follows it.
private final class RacedStore: AccountStore {
  private let store: MemoryStore
  private let races: Mutex<[Race]>

  init(_ store: MemoryStore, _ races: [Race]) {
    self.store = store
    self.races = Mutex(races)
  }

  func rulebook() async -> Rulebook { await store.rulebook() }
  func find(_ lookup: Lookup) async -> LookupResult { await store.find(lookup) }
  func page(_ request: PageRequest) async -> Page { await store.page(request) }

  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    if let race = races.withLock({ $0.popLast() }) { await race(store) }
    return try await store.apply(changes, options)
  }
}

/// A way to set the password `secret2`.
private struct PasswordSetting: CustomTestStringConvertible {
  let testDescription: String
  /// Whether it asks the store for a plan before it writes.
  var looksFirst = false
  let set: @Sendable (Registry) async throws -> [Refusal]

  private static let new = FieldValues(email: "new@b.co")
  private static let password = PasswordEntry("secret2")
  private static var listed: [NewAccount] {
    var values = new
    values.password = "secret2"
    return [NewAccount(values)]
  }

  static let all = [
    Self(testDescription: "register") {
      _ = try await $0.register(new, password: password)
      return []
    },
    Self(testDescription: "register and log in") {
      let personal = PersonalRegistry($0, sessions: MemorySession())
      _ = try await personal.register(new, password: password)
      return []
    },
    Self(testDescription: "edit") {
      _ = try await $0.edit(EditRequest(account: "bob@b.co", password: password))
      return []
    },
    Self(testDescription: "renew") {
      let request = LoginRequest(email: "cid@b.co", password: PasswordEntry("secret1"))
      _ = try await $0.changePassword(request, to: password)
      return []
    },
    Self(testDescription: "import", looksFirst: true) {
      try await $0.importAccounts(listed).value.refusals
    },
    Self(testDescription: "apply", looksFirst: true) {
      try await $0.apply(listed).value.refusals
    },
  ]
}

@Suite("Several accounts that others change meanwhile") struct RacedStoreTests {
  private let store = MemoryStore(Rulebook(name: "suite"), today: { .distantPast })
  private let names = ["ada@b.co", "bob@b.co"]

  private func registry(_ races: [Race]) async -> Registry {
    await store.plant(
      names.map { name in
        var values = FieldValues()
        (values.email, values.password) = (name, "!$y$x")
        return values
      })
    return Registry(
      store: RacedStore(store, races), throttle: MemoryThrottle(), today: { .distantPast },
      hasher: PasswordHasher(cost: 1))
  }

  private func others(_ field: Field, _ value: FieldValue) -> Race {
    { store in
      guard let bob = await store.find(.name(AccountName("bob@b.co"))).accounts.first,
        let id = bob.nameKey
      else { return }
      let edits = [AccountRecord.Change(field, from: bob.values[field], to: value)]
      _ = try? await store.apply([.edit(id, edits, mayBreakRules: true)], WriteOptions())
    }
  }

  @Test("get their groups on top of what the others wrote, however often they do")
  func groups() async throws {
    let registry = await registry([
      others(.groups, .texts(["dev", "old"])), others(.groups, .texts(["dev"])),
    ])
    let done = try await registry.changeGroups(of: names, adding: ["ops"], removing: ["old"])
    #expect(done.value.map(\.account.values.groups) == [["ops"], ["dev", "ops"]])
  }

  @Test("are changed in the end, however often others are faster")
  func endless() async throws {
    let registry = await registry(
      (0..<300).map { others(.groups, .texts(["dev\($0)"])) })
    _ = try await registry.changeGroups(of: names, adding: ["ops"], removing: [])
    #expect(try await registry.list(limit: 9, in: "ops").accounts.count == 2)
  }

  /// A store that says that others were faster, although nothing changes. Without a stamp it
  /// does not tell that.
  private struct StuckStore: AccountStore {
    let store: MemoryStore
    let stamp: StoreStatus.Stamp?

    func rulebook() async -> Rulebook { await store.rulebook() }
    func find(_ lookup: Lookup) async -> LookupResult { await store.find(lookup) }
    func page(_ request: PageRequest) async -> Page { await store.page(request) }
    func status() async -> StoreStatus? {
      stamp.map { StoreStatus(stamp: $0, writeFault: nil) }
    }

    func apply(
      _ changes: [AccountChange], _ options: WriteOptions
    ) async throws(AccountsError) -> Outcome<Applied> {
      let refusals = changes.indices.map { Refusal($0, .conflict([])) }
      return Outcome(
        Applied(
          effects: changes.map { _ in .refused }, accounts: [], changes: [], refusals: refusals))
    }
  }

  @Test(
    "are given up if nothing changes, or after many turns where the store does not tell",
    arguments: [StoreStatus.Stamp("same"), nil])
  func givingUp(stamp: StoreStatus.Stamp?) async throws {
    _ = await registry([])
    let registry = Registry(
      store: StuckStore(store: store, stamp: stamp), throttle: MemoryThrottle(),
      today: { .distantPast }, hasher: PasswordHasher(cost: 1))
    await #expect(throws: AccountsError.keepsChanging(subject: "accounts")) {
      try await registry.changeGroups(of: names, adding: ["ops"], removing: [])
    }
  }

  @Test(
    "go on within a call of their own, for whose turn they do not wait", .timeLimit(.minutes(1)))
  func nested() async throws {
    let registry = await registry([])
    var calls = (outer: 0, inner: 0)
    let value: Int = try await registry.retrying { () throws(AccountsError) in
      calls.outer += 1
      guard calls.outer > 1 else { return nil }
      let value: Int = try await registry.retrying { () throws(AccountsError) in
        calls.inner += 1
        return calls.inner > 1 ? 7 : nil
      }
      return value
    }
    #expect(value == 7 && calls == (2, 2), "\(calls)")
  }

  @Test("are told apart: who got the group from the others meanwhile was not changed")
  func counted() async throws {
    let registry = await registry([others(.groups, .texts(["ops"]))])
    let done = try await registry.changeGroups(of: names, adding: ["ops"], removing: [])
    #expect(done.value.map(\.account.values.groups) == [["ops"], ["ops"]])
    #expect(done.value.map(\.fields) == [[.groups], []])
  }

  @Test("are disabled all the same, for the reason that another one gave first")
  func disabling() async throws {
    let registry = await registry([others(.disabled, .text("left"))])
    let done = try await registry.disable(names)
    #expect(done.value.map { $0.account.values[.disabled] } == [.flag(true), .text("left")])
    #expect(done.value.map(\.fields) == [[.disabled], []])
  }

  @Test("are edited on top of what the others wrote, however often they do")
  func editing() async throws {
    let registry = await registry([
      others(.firstName, .text("Rob")), others(.firstName, .text("Robert")),
    ])
    let edit = EditRequest(account: "bob@b.co", fields: [.firstName: "Bob"])
    #expect(try await registry.edit(edit).account?.firstName?.text == "Bob")
  }

  @Test("are not edited where the field was seen as it is no longer")
  func seen() async throws {
    let registry = await registry([others(.firstName, .text("Rob"))])
    let seen = try await registry.account("bob@b.co")
    let conflict = FieldConflict(field: .firstName, expected: nil, found: "Rob")
    await #expect(throws: AccountsError.conflict([conflict])) {
      try await registry.edit(
        EditRequest(account: "bob@b.co", fields: [.firstName: "Bob"], seen: seen))
    }
  }

  @Test("are not removed if one of them is gone by then")
  func removing() async throws {
    let registry = await registry([removal])
    await #expect(throws: AccountsError.noSuchAccount(name: "bob@b.co")) {
      try await registry.remove(names)
    }
    #expect(try await registry.list(limit: 9).accounts.map(\.values.email) == ["ada@b.co"])
  }

  private let removal: Race = { store in
    let bob = await store.find(.name(AccountName("bob@b.co"))).accounts.first?.nameKey
    if let bob { _ = try? await store.apply([.remove(bob)], WriteOptions()) }
  }

  /// Imports bob while others do something between the look and the write.
  private func importBob(
    _ race: @escaping Race, password: String?, _ onConflict: ImportConflict,
    generates: Bool = false
  ) async throws -> (report: ImportReport, password: String?) {
    var values = FieldValues(email: "bob@b.co")
    values.password = password
    let registry = await registry([race, { _ in }])
    let report = try await registry.importAccounts(
      [NewAccount(values)], onConflict: onConflict, generates: generates
    ).value
    let bob = await store.find(.name(AccountName("bob@b.co"))).accounts.first
    return (report, bob?.values.password)
  }

  @Test(
    "store no plain password of a skipped account, even if its namesake is removed meanwhile",
    arguments: ["secret1", "$6$rounds=999999999$salt$\(String(repeating: "x", count: 86))"])
  func skippedPassword(password: String) async throws {
    let (report, stored) = try await importBob(removal, password: password, .skip)
    #expect(report.skipped == 1 && stored == nil)
  }

  @Test("get the generated password if the account that had one goes, and else keep theirs")
  func generatedPassword() async throws {
    let (report, stored) = try await importBob(removal, password: nil, .replace, generates: true)
    #expect(report.added == 1 && report.generated.count == 1)
    #expect(stored.flatMap { PasswordHash($0) } != nil)
  }

  @Test("keep their password if a generated one is ready when they come")
  func generatedTooLate() async throws {
    _ = await registry([])
    await removal(store)
    let adding: Race = { store in
      var values = FieldValues(email: "bob@b.co")
      values.password = "!$y$theirs"
      await store.plant([values])
    }
    var values = FieldValues(email: "bob@b.co")
    values.lastName = "Ross"
    let registry = Registry(
      store: RacedStore(store, [adding, { _ in }]), throttle: MemoryThrottle(),
      today: { .distantPast }, hasher: PasswordHasher(cost: 1))
    let report = try await registry.importAccounts(
      [NewAccount(values)], onConflict: .replace, generates: true
    ).value
    #expect(report.replaced == 1 && report.generated.isEmpty)
    let bob = await store.find(.name(AccountName("bob@b.co"))).accounts.first
    #expect(bob?.values.password == "!$y$theirs")
  }

  @Test(
    "get no password that the rulebook forbids by the time of the write",
    arguments: PasswordSetting.all)
  private func otherRulebook(setting: PasswordSetting) async throws {
    var strict = Rulebook(name: "suite")
    strict.fields.password.characters = 60
    let tighten: Race = { [strict] store in await store.use(strict) }
    let registry = await registry(setting.looksFirst ? [tighten, { _ in }] : [tighten])
    var cid = FieldValues(email: "cid@b.co")
    cid.password = try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text
    await store.plant([cid])
    let before = try await registry.list(limit: 9).accounts.map(\.values)
    let failure = await error { () async throws in
      for case .invalid(let problems) in try await setting.set(registry).map(\.reason) {
        throw AccountsError.invalid(problems)
      }
    }
    #expect(failure?.problems.map(\.rule) == [.field(.minimumCharacters(60))])
    #expect(try await registry.list(limit: 9).accounts.map(\.values) == before)
  }

  @Test("are not made by a login that the rulebook refuses by the time of the write")
  func loginThatCreates() async throws {
    var creating = Rulebook(name: "suite")
    creating.login.unknown = .create
    await store.use(creating)
    let registry = await registry([{ store in await store.use(Rulebook(name: "suite")) }])
    let personal = PersonalRegistry(registry, sessions: MemorySession())
    await #expect(throws: AccountsError.loginFailed) {
      try await personal.login(
        LoginRequest(email: "new@b.co", password: PasswordEntry("secret1")))
    }
    #expect(try await registry.list(limit: 9).accounts.map(\.values.email) == names)
  }

  @Test("are imported with hashes of the scheme that the rulebook has by the time of the write")
  func otherScheme() async throws {
    var other = Rulebook(name: "suite")
    other.fields.password.hash = .bcrypt
    let registry = await registry([{ [other] in await $0.use(other) }, { _ in }])
    var new = FieldValues(email: "new@b.co")
    new.password = "secret1"
    #expect(try await registry.importAccounts([NewAccount(new)]).value.added == 1)
    let stored = await store.find(.name(AccountName("new@b.co"))).accounts.first?.values.password
    #expect(stored?.hasPrefix("$2b$") == true)
  }

  @Test("are left out of an import by the rulebook that is in force at the write")
  func leftOut() async throws {
    var strict = Rulebook(name: "suite")
    strict.fields.password.characters = 12
    let registry = await registry([{ [strict] in await $0.use(strict) }, { _ in }])
    let accounts = ["secret1", "secret1 and secret2"].enumerated().map { index, password in
      var values = FieldValues(email: "new\(index)@b.co")
      values.password = password
      return NewAccount(values)
    }
    let report = try await registry.importAccounts(accounts, leavesOutRefused: true).value
    #expect(report.effects == [.refused, .added])
    #expect(report.refusals == [Refusal(0, .password(breaks: [.minimumCharacters(12)]))])
    #expect(try await registry.list(limit: 9).accounts.map(\.values.email).last == "new1@b.co")
  }

  @Test("have neither status, history nor logins in a store that has but the four functions")
  func abilities() async throws {
    let registry = await registry([])
    let personal = PersonalRegistry(registry, sessions: MemorySession())
    #expect(await registry.status() == nil)
    #expect(try await registry.lastLogin(of: registry.account("ada@b.co")) == nil)
    await #expect(throws: AccountsError.lacks(.loginRecord)) { try await registry.lastLogins() }
    await #expect(throws: AccountsError.lacks(.history)) { try await registry.history() }
    await #expect(throws: AccountsError.lacks(.history)) { try await registry.undo() }
    await #expect(throws: AccountsError.lacks(.history)) {
      try await registry.forgetHistory(of: "ada@b.co")
    }
    await #expect(throws: AccountsError.nothingToCancel) { try await personal.cancel() }
    // Nor does any of that keep an owner out.
    _ = try await registry.edit(
      EditRequest(account: "ada@b.co", password: PasswordEntry("secret1")))
    _ = try await registry.enable("ada@b.co")
    var notices: [Notice] = []
    _ = try await registry.authenticate(
      LoginRequest(email: "ada@b.co", password: PasswordEntry("secret1"))
    ) { notices.append($0) }
    #expect(notices == [])
  }
}
