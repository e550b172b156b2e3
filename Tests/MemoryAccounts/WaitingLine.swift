import Accounts
import Synchronization

/// A line of tasks that wait until something has changed, and then look again.
final class WaitingLine: Sendable {
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  /// Waits until all are woken. Throws `cancelled` in a task that is cancelled.
  ///
  /// It stays on the caller's actor until it stands in line: what the actor looked at before cannot
  /// change, and nobody be woken, in between.
  func wait(isolation: isolated (any Actor)? = #isolation) async throws(AccountsError) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTooLate = waiting.withLock { waiting in
          // Whoever is cancelled from here on is woken by the handler.
          guard !Task.isCancelled else { return true }
          waiting.append(continuation)
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
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for one in all { one.resume() }
  }
}
