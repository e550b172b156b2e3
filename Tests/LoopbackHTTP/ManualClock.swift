import Albums
import Synchronization
import TestSupport

/// A clock that does not run. A wait of up to ten minutes returns at once and advances it; a longer
/// one lasts until it is woken or cancelled.
package final class ManualClock: Sendable {
  private struct State {
    var now: Int
    package var slept: [Int] = []
    var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state: Mutex<State>

  package init(_ now: Int = 1_000_000) { state = Mutex(State(now: now)) }

  package var now: Int { state.withLock(\.now) }
  /// The short waits so far, in seconds.
  package var slept: [Int] { state.withLock(\.slept) }

  package func advance(_ seconds: Int) { state.withLock { $0.now += seconds } }

  /// Ends the long waits, as soon as there is one.
  package func wake() async throws {
    try await waits(for: "a long wait") {
      let sleepers = self.state.withLock { state in
        defer { state.sleepers = [:] }
        return state.sleepers
      }
      for sleeper in sleepers.values { sleeper.resume() }
      return !sleepers.isEmpty
    }
  }

  package var clock: AlbumsClock {
    AlbumsClock(now: { self.now }, sleep: { try await self.sleep($0) })
  }

  private func sleep(_ duration: Duration) async throws {
    try Task.checkCancellation()
    if duration <= .seconds(600) {
      state.withLock {
        $0.now += Int(duration.components.seconds)
        $0.slept.append(Int(duration.components.seconds))
      }
      return
    }
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.sleepers[id] = continuation
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.resume(throwing: CancellationError())
    }
  }
}
