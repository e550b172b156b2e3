import Synchronization
import Testing

@testable import Accounts

@Suite("Turns") struct TurnsTests {
  /// How many turns are held, were held at once at most, and in all.
  private final class Held: Sendable {
    let counts = Mutex((now: 0, most: 0, all: 0))
  }

  @Test("are had by so many at once and no more, and each who waits gets one")
  func bounded() async throws {
    let turns = Turns(2)
    let held = Held()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await turns.take()
          held.counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
          for _ in 0..<20 { await Task.yield() }
          held.counts.withLock { $0.now -= 1 }
          turns.giveBack()
        }
      }
      try await group.waitForAll()
    }
    #expect(held.counts.withLock { $0.most } == 2)
    #expect(held.counts.withLock { $0.all } == 50)
  }

  @Test("are not had by those who are cancelled while they wait, or before")
  func cancelled() async throws {
    let turns = Turns(1)
    try await turns.take()
    let waiting = (0..<20).map { number in
      Task {
        if number % 2 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
        try await turns.take()
      }
    }
    for _ in 0..<100 { await Task.yield() }
    for task in waiting { task.cancel() }
    for task in waiting {
      await #expect(throws: AccountsError.cancelled) { try await task.value }
    }
    turns.giveBack()
    try await turns.take()
  }
}
