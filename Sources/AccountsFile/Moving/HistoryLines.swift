package import Accounts
import AccountsDocument

/// The lines of a history, without line ends and without the stamps of accounts files.
package struct HistoryLines: Sendable, Hashable {
  package private(set) var lines: [[UInt8]] = []
  /// The numbers of the first and the last change; 0 if there are none.
  package private(set) var (first, last) = (0, 0)

  package init() {}

  package var count: Int { lines.count }

  /// A change; nil if the line cannot be read.
  package func entry(_ index: Int) -> HistoryEntry? { HistoryLine(lines[index])?.entry }

  /// Appends a change if its number is greater than the last; returns whether it is.
  @discardableResult
  package mutating func append(_ entry: HistoryEntry) -> Bool {
    guard let number = entry.number, number > last else { return false }
    if lines.isEmpty { first = number }
    last = number
    lines.append(HistoryLine(entry: entry).bytes().dropLast())
    return true
  }

  /// Renumbers the changes, starting at a number.
  package func renumbered(from first: Int) -> HistoryLines {
    var new = HistoryLines()
    for index in lines.indices {
      guard var entry = entry(index) else { continue }
      entry.number = first + index
      new.append(entry)
    }
    return new
  }
}
