import Synchronization

/// A number of places for those who use something together: whoever comes when all are taken waits
/// for the first that is left, in the order in which they came.
package final class Places: Sendable {
  private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

  package init(_ count: Int) { state = Mutex((count, [])) }

  package func take<Value>(_ work: () async throws -> Value) async throws -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
    defer { leave() }
    return try await work()
  }

  /// The place goes to the one who has waited longest.
  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
