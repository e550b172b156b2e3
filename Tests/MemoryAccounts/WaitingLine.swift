import Accounts
import Synchronization

/// A line of tasks that wait until something has changed, and then look again.
final class WaitingLine: Sendable {
  private struct State {
    var wakes = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// How often all have been woken. A call that may have to wait asks before looking.
  var wakes: Int { state.withLock { $0.wakes } }

  /// Waits until all are woken, unless they have been since the caller asked for `wakes`: between
  /// its look and its place in line, it may leave its actor. Throws `cancelled` in a task that is
  /// cancelled.
  func wait(after wakes: Int) async throws(AccountsError) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTooLate = state.withLock { state in
          // A task that is cancelled from here on is woken by the handler.
          guard state.wakes == wakes, !Task.isCancelled else { return true }
          state.waiting.append(continuation)
          return false
        }
        if isTooLate { continuation.resume() }
      }
    } onCancel: {
      wakeAll()
    }
    if Task.isCancelled { throw .cancelled }
  }

  func wakeAll() {
    let all = state.withLock { state in
      state.wakes += 1
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in all { one.resume() }
  }
}
