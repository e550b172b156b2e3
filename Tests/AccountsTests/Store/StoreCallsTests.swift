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
