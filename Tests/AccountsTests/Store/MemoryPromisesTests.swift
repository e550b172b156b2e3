import Accounts
import MemoryAccounts
import StoreSuite
import Synchronization
import Testing

@Suite("Accounts in memory") struct MemoryPromisesTests {
  @Test(
    "keep every promise of a store",
    arguments: Promise.all + Promise.history + Promise.hostile + Promise.logins + Promise.sessions)
  func keep(_ promise: Promise) async throws {
    let days = Atomic(20_000)
    let store = MemoryStore(
      Promise.rulebook, today: { dayOfPromises },
      now: { days.load(ordering: .relaxed) * 86_400 })
    try await promise.keep(
      TestedStore(
        store, use: { await store.use($0) }, plant: { await store.plant($0) },
        pass: { days.add($0, ordering: .relaxed) }, replant: { await store.replant($0) }))
  }

  @Test("keep every promise of a session store", arguments: SessionPromise.all)
  func keep(_ promise: SessionPromise) async throws { try await promise.keep(MemorySession()) }

  @Test("keep every promise of a throttle", arguments: ThrottlePromise.all)
  func keep(_ promise: ThrottlePromise) async throws { try await promise.keep(MemoryThrottle()) }
}
