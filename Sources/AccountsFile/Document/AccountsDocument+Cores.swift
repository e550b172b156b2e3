import Dispatch
import LosslessJSON
import Synchronization

extension AccountsDocument {
  /// Calls `body` with parts of the rows, on all cores at once if they are many, and returns what came of
  /// the parts in the order of the file.
  func onAllCores<Result: Sendable>(_ body: @Sendable (Range<Int>) -> Result) -> [Result] {
    let count = rows.count
    let parts = (count + Self.rowsOfPart - 1) / Self.rowsOfPart
    // A few rows are not worth a thread.
    guard parts > 1 else { return [body(0..<count)] }
    let results = Mutex<[Result?]>(Array(repeating: nil, count: parts))
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      let start = part * Self.rowsOfPart
      let result = body(start..<min(start + Self.rowsOfPart, count))
      results.withLock { $0[part] = result }
    }
    return results.withLock { $0 }.compactMap(\.self)
  }

  /// The rows of which something may be true, in their order.
  func rows(where mayBe: @Sendable (JSONValue) -> Bool) -> [Int] {
    onAllCores { part in part.filter { mayBe(rows[$0]) } }.flatMap(\.self)
  }

  private static let rowsOfPart = 2_000
}
