import AccountsSupport
import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Any sequence of changes and undos") struct UndoModelTests {
  /// Eight of each, side by side.
  private static let lots = Array(0..<UInt64(8))

  @Test(
    "gives the values that a plain model has, and undone those of the beginning", arguments: lots)
  func withoutHands(_ lot: UInt64) async throws {
    for seed in lot * 12..<lot * 12 + 12 { try await run(seed, hasHands: false) }
  }

  @Test(
    "with hands in the file in between gives them too, or conflicts and overwrites nothing",
    arguments: lots)
  func withHands(_ lot: UInt64) async throws {
    for seed in lot * 12..<lot * 12 + 12 { try await run(1000 + seed, hasHands: true) }
  }

  private func run(_ seed: UInt64, hasHands: Bool) async throws {
    let run = UndoModelRun(seed, hasHands: hasHands)
    await withKnownSteps(of: run, seed) { try await run.run(20) }
  }

  /// Says in which sequence something went wrong, and ends that.
  private func withKnownSteps(
    of run: UndoModelRun, _ seed: UInt64, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
    } catch {
      let steps = run.steps.joined(separator: "\n  ")
      Issue.record("seed \(seed): \(error)\n  \(steps)")
    }
  }
}
