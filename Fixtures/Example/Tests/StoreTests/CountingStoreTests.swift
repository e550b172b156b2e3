// A store of one's own, and its tests: every promise of a store.

import Accounts
import MemoryAccounts
import StoreSuite
import Testing

/// Counts what is asked of another store, for a program that watches its load.
actor CountingStore: AccountStore {
  private let store: MemoryStore
  private(set) var reads = 0
  private(set) var writes = 0

  init(_ store: MemoryStore) { self.store = store }

  func rulebook() async -> Rulebook { await store.rulebook() }

  func find(_ lookup: Lookup) async -> LookupResult {
    reads += 1
    return await store.find(lookup)
  }

  func page(_ request: PageRequest) async -> Page {
    reads += 1
    return await store.page(request)
  }

  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    writes += 1
    return try await store.apply(changes, options)
  }
}

@Suite("A counting store") struct CountingStoreTests {
  @Test("keeps every promise of a store", arguments: Promise.all)
  func keep(_ promise: Promise) async throws {
    let memory = MemoryStore(Promise.rulebook, today: { dayOfPromises })
    try await promise.keep(
      TestedStore(
        CountingStore(memory), use: { await memory.use($0) }, plant: { await memory.plant($0) }))
  }

  @Test("counts what a registry does")
  func counts() async throws {
    let store = CountingStore(MemoryStore(.register, today: { .distantPast }))
    let registry = Registry(
      store: store, throttle: MemoryThrottle(), today: { .distantPast },
      hasher: PasswordHasher(cost: 1))
    let values = FieldValues(email: "ada@example.com")
    _ = try await registry.register(values, password: PasswordEntry("secret1"))
    #expect(await (store.reads, store.writes) == (1, 1))
  }
}
