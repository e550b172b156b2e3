import Synchronization

/// Does work once for all who ask for the same while it is being done.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let waiting = Mutex<[Key: [CheckedContinuation<Value?, Never>]]>([:])

  /// The value of the work, and whether this call did it.
  func value(
    for key: Key, _ work: () async -> Value
  ) async -> (value: Value, isOwn: Bool) {
    let isFirst = waiting.withLock { waiting in
      if waiting[key] != nil { return false }
      waiting[key] = []
      return true
    }
    guard isFirst else {
      if let value = await join(key) { return (value, false) }
      // It has just ended.
      return (await work(), true)
    }
    let value = await work()
    let joined = waiting.withLock { $0.removeValue(forKey: key) ?? [] }
    for continuation in joined { continuation.resume(returning: value) }
    return (value, true)
  }

  /// How many wait for the work of others.
  var joined: Int { waiting.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  private func join(_ key: Key) async -> Value? {
    await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
      let isOver = waiting.withLock { waiting in
        guard waiting[key] != nil else { return true }
        waiting[key]?.append(continuation)
        return false
      }
      if isOver { continuation.resume(returning: nil) }
    }
  }
}
