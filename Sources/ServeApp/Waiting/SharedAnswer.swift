import Synchronization

/// Does work once for all who ask for the same while it is being done.
///
/// It is done in a task of its own, which is cancelled once all have gone who wait for it.
final class SharedAnswer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Waiting = CheckedContinuation<(value: Value, isOwn: Bool)?, Never>

  private struct Work {
    /// The one who asked first.
    let first: UInt64
    var waiting: [UInt64: Waiting] = [:]
    var task: Task<Void, Never>?
  }

  private struct State {
    var works: [Key: Work] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The value of the work, and whether this call asked first; nil if the caller was cancelled.
  func value(
    for key: Key, _ work: @escaping @Sendable () async -> Value
  ) async -> (value: Value, isOwn: Bool)? {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.withLock { state in
          // A caller that is cancelled from here on is found by `leave`.
          guard !Task.isCancelled else { return false }
          if state.works[key] == nil {
            state.works[key] = Work(first: id)
            state.works[key]?.task = Task { self.end(key, of: id, with: await work()) }
          }
          state.works[key]?.waiting[id] = continuation
          return true
        }
        if !isWaiting { continuation.resume(returning: nil) }
      }
    } onCancel: {
      leave(key, id)
    }
  }

  /// How many wait, and how many of them for the work of others: tests wait for it.
  var asking: Int { state.withLock { $0.works.values.reduce(0) { $0 + $1.waiting.count } } }
  var joined: Int { state.withLock { $0.works.values.reduce(0) { $0 + $1.waiting.count - 1 } } }

  private func end(_ key: Key, of first: UInt64, with value: Value) {
    let waiting = state.withLock { state in
      // All may have gone, and others may have asked since.
      state.works[key]?.first == first ? state.works.removeValue(forKey: key)?.waiting : nil
    }
    for (id, continuation) in waiting ?? [:] {
      continuation.resume(returning: (value, id == first))
    }
  }

  private func leave(_ key: Key, _ id: UInt64) {
    let (continuation, abandoned) = state.withLock { state in
      let continuation = state.works[key]?.waiting.removeValue(forKey: id)
      let isAbandoned = continuation != nil && state.works[key]?.waiting.isEmpty == true
      return (continuation, isAbandoned ? state.works.removeValue(forKey: key)?.task : nil)
    }
    abandoned?.cancel()
    continuation?.resume(returning: nil)
  }
}
