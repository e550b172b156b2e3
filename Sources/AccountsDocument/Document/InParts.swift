import Dispatch
import Synchronization

/// Makes a value for each part of a count, on all processors at once, while the calling thread
/// waits; returns the values in order.
package func inParts<Value: Sendable>(
  _ count: Int, of size: Int, _ make: @Sendable (Range<Int>) -> Value
) -> [Value] {
  // A single account should not start a thread.
  guard count > size else { return count > 0 ? [make(0..<count)] : [] }
  let made = Mutex([Value?](repeating: nil, count: (count + size - 1) / size))
  DispatchQueue.concurrentPerform(iterations: (count + size - 1) / size) { part in
    let value = make(part * size..<min((part + 1) * size, count))
    made.withLock { $0[part] = value }
  }
  return made.withLock { $0 }.compactMap(\.self)
}

extension AccountsDocument {
  /// Calls `body` with parts of the rows on all cores; returns the results in the order of the
  /// file.
  func onAllCores<Result: Sendable>(_ body: @Sendable (Range<Int>) -> Result) -> [Result] {
    inParts(rows.count, of: 2_000, body)
  }
}
