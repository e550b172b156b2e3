import MemoryAccounts
import Synchronization
import Testing

@testable import Accounts

/// A store that notes what is looked for in it.
private actor WatchedStore: AccountStore {
  private let store: MemoryStore
  private(set) var lookups: [Lookup] = []

  init(_ rulebook: Rulebook) { store = MemoryStore(rulebook, today: { .distantPast }) }

  func rulebook() async -> Rulebook { await store.rulebook() }

  func find(_ lookup: Lookup) async -> LookupResult {
    lookups.append(lookup)
    return await store.find(lookup)
  }

  func page(_ request: PageRequest) async -> Page { await store.page(request) }

  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    try await store.apply(changes, options)
  }

}

@Suite("What a registry asks its store and its clock") struct StoreCallsTests {
  private let store = WatchedStore(.register)
  private let email = "ada@example.com"

  private func registry(today: @escaping @Sendable () -> CalendarDay = { .distantPast }) -> Registry
  {
    Registry(
      store: store, throttle: MemoryThrottle(), today: today, hasher: PasswordHasher(cost: 1))
  }

  @Test("a login that makes an account looks for its email once")
  func login() async throws {
    let personal = PersonalRegistry(registry(), sessions: MemorySession())
    let request = LoginRequest(email: email, password: PasswordEntry("secret1"))
    #expect(try await personal.login(request).notices == [.created(name: email)])
    #expect(await store.lookups == [.name(AccountName(email), in: .email)])
  }

  @Test("the day is asked for once in a call, however many accounts it concerns")
  func today() async throws {
    let day = try #require(CalendarDay("2026-06-15"))
    let calls = Mutex(0)
    let registry = registry(today: {
      calls.withLock { $0 += 1 }
      return day
    })
    func count(_ body: () async throws -> Void) async rethrows -> Int {
      calls.withLock { $0 = 0 }
      try await body()
      return calls.withLock(\.self)
    }
    let emails = (0..<3).map { "ada\($0)@example.com" }
    for email in emails {
      let values = FieldValues(email: email)
      #expect(
        try await count {
          _ = try await registry.register(values, password: PasswordEntry("secret1"))
        } == 1)
    }
    let later = try #require(day.adding(days: 9))
    #expect(try await count { _ = try await registry.disable(emails, until: later) } == 1)
    #expect(try await count { _ = try await registry.enable(emails) } == 1)
    let edit = EditRequest(account: emails[0], fields: [.lastName: "King", .phone: .clear])
    #expect(try await count { _ = try await registry.edit(edit) } == 1)
  }
}

@Suite("The accounts of a registry, one after another") struct AccountSequenceTests {
  private let store = MemoryStore(Rulebook(name: "suite"), today: { .distantPast })
  private var registry: Registry {
    Registry(
      store: store, throttle: MemoryThrottle(), today: { .distantPast },
      hasher: PasswordHasher(cost: 1))
  }

  private func plant(_ count: Int) async {
    await store.plant(
      (0..<count).map { number in
        FieldValues(
          email: "n\(number)@b.co", password: "!$y$x",
          groups: number.isMultiple(of: 2) ? ["even"] : [])
      })
  }

  private func emails(_ accounts: AccountSequence) async throws -> [String?] {
    try await accounts.reduce(into: []) { $0.append($1.values.email) }
  }

  /// All accounts in pages of seven.
  private var inSmallPages: AccountSequence {
    AccountSequence { cursor throws(AccountsError) in
      try await registry.list(from: cursor, limit: 7)
    }
  }

  @Test("are all there, once and in order, however many pages they are", arguments: [0, 1, 7, 50])
  func all(count: Int) async throws {
    await plant(count)
    let emails = (0..<count).map { "n\($0)@b.co" }
    #expect(try await self.emails(inSmallPages) == emails)
    #expect(try await self.emails(registry.accounts()) == emails)
  }

  @Test("are those that are asked for")
  func narrowed() async throws {
    await plant(50)
    #expect(try await emails(registry.accounts(holding: "n40@")) == ["n40@b.co"])
    #expect(try await emails(registry.accounts(in: "even")).count == 25)
    #expect(try await emails(registry.accounts(state: .open)) == [])
    #expect(try await emails(registry.accounts(state: .locked)).count == 50)
  }

  @Test("go on behind pages that have none of them")
  func emptyPages() async throws {
    await plant(50)
    let accounts = AccountSequence { cursor throws(AccountsError) in
      var page = try await registry.list(from: cursor, limit: 7)
      page.accounts.removeAll { $0.values.email != "n40@b.co" }
      return page
    }
    #expect(try await emails(accounts) == ["n40@b.co"])
  }

  @Test("are each there once while others are added and removed")
  func changing() async throws {
    await plant(50)
    var found: [String?] = []
    for try await account in inSmallPages {
      if found.isEmpty {
        _ = try await registry.remove("n40@b.co")
        await store.plant([FieldValues(email: "late@b.co", password: "!$y$x")])
      }
      found.append(account.values.email)
    }
    #expect(Set(found).count == found.count)
    let throughout = (0..<50).filter { $0 != 40 }.map { "n\($0)@b.co" }
    #expect(Set(found).isSuperset(of: throughout))
  }

  @Test("end with the store's error, which is of the one type")
  func failing() async {
    let failing = AccountSequence { _ throws(AccountsError) in throw .keepsChanging(subject: "x") }
    await #expect(throws: AccountsError.keepsChanging(subject: "x")) {
      for try await _ in failing {}
    }
  }
}
