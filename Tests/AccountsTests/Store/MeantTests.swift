import Accounts
import AccountsSupport
import MemoryAccounts
import StoreSuite
import TestSupport
import Testing

@Suite("Who is meant, in memory") struct MeantTests {
  private func answers(_ histories: Int, isGuarded: Bool) async throws -> MeantRun.Answers {
    var all = MeantRun.Answers()
    for seed in 0..<histories {
      let store = MemoryStore(
        Promise.rulebook, today: { dayOfPromises }, letsIDsCount: !isGuarded)
      let registry = Registry(store: store, throttle: MemoryThrottle(), today: { dayOfPromises })
      var run = MeantRun(registry, seed: UInt64(seed)) { accounts in
        await store.replant(accounts)
      }
      try await run.run()
      all.add(run.answers)
      if isGuarded { #expect(run.answers.wrong == 0, "seed \(seed)") }
    }
    return all
  }

  @Test("is never somebody else after random commands and hands, but by the file's own word")
  func random() async throws {
    let answers = try await answers(rounds(500), isGuarded: true)
    #expect(answers.right > 0 && answers.nobody > 0 && answers.refused > 0 && answers.byTheFile > 0)
  }

  @Test("is somebody else at times where a rename may make an id count, so that the run can tell")
  func unguarded() async throws {
    #expect(try await answers(500, isGuarded: false).wrong > 0)
  }
}
