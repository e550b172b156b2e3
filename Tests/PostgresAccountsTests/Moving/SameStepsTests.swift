import PostgresServer
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "A file and a database",
  .needsPostgres, .takesPlace, .patient)
struct SameStepsTests {
  @Test(
    "hold the same accounts and the same history after the same steps",
    // Four of them once came to something else: a name spelt anew, a list with typed passwords, whose
    // session an undo leaves, the order of names that come free.
    arguments: [14, 22, 26, 28] + Array(1...UInt64(rounds(4))))
  func same(seed: UInt64) async throws {
    let run = SameStepsRun(seed, try await TestDatabase())
    do { try await run.run(40) } catch {
      Issue.record("seed \(seed), step \(run.steps.count): \(error)")
    }
    // Many steps do something.
    #expect(run.steps.count { !$0.contains(": refused: ") } >= 10)
  }
}
