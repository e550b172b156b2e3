import AccountsSupport
import Foundation
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Any sequence of changes and undos") struct UndoModelTests {
  /// Eight of each, side by side.
  private static let lots = Array(0..<UInt64(8))

  private static func seeds(_ lot: UInt64) -> Range<UInt64> {
    let count = UInt64(rounds(3))
    return lot * count..<(lot + 1) * count
  }

  @Test(
    "gives the values that a plain model has, and undone those of the beginning", arguments: lots)
  func withoutHands(_ lot: UInt64) async throws {
    for seed in Self.seeds(lot) { try await run(seed, hasHands: false) }
  }

  @Test(
    "with hands in the file in between gives them too, or conflicts and overwrites nothing",
    arguments: lots)
  func withHands(_ lot: UInt64) async throws {
    for seed in Self.seeds(lot) { try await run(1000 + seed, hasHands: true) }
  }

  /// How many lists of changes there are.
  private static let lists = rounds(24)

  @Test(
    "each change alone is taken back as in a plain model, or conflicts as there, and comes back",
    arguments: lots)
  func each(_ lot: UInt64) async throws {
    for seed in stride(from: lot, to: UInt64(Self.lists), by: Self.lots.count) {
      let run = UndoModelRun(5000 + seed, hasHands: false)
      await withKnownSteps(of: run, 5000 + seed) { try await run.undoEach(12) }
    }
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
