import LosslessJSON
import TextTools

extension AccountsDocument {
  /// What `body` makes of parts of the rows, in the order of the file.
  func onAllCores<Result: Sendable>(_ body: @Sendable (Range<Int>) -> Result) -> [Result] {
    inParts(rows.count, of: 2_000, body)
  }
}
