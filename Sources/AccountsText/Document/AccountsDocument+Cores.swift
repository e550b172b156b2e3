import LosslessJSON
import TextTools

extension AccountsDocument {
  /// Calls `body` with parts of the rows on all cores; returns the results in the order of the
  /// file.
  func onAllCores<Result: Sendable>(_ body: @Sendable (Range<Int>) -> Result) -> [Result] {
    inParts(rows.count, of: 2_000, body)
  }
}
