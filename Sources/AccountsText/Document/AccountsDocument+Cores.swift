import LosslessJSON
import TextTools

extension AccountsDocument {
  /// What `body` makes of parts of the rows, in the order of the file.
  func onAllCores<Result: Sendable>(_ body: @Sendable (Range<Int>) -> Result) -> [Result] {
    inParts(rows.count, of: 2_000, body)
  }

  /// The rows of which something may be true, in their order.
  func rows(where mayBe: @Sendable (JSONValue) -> Bool) -> [Int] {
    onAllCores { part in part.filter { mayBe(rows[$0]) } }.flatMap(\.self)
  }
}
