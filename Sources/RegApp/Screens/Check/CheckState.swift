import AccountsFile
import CommandKit
import LosslessJSON
import ScreenKit
import Terminal

/// Everything that is wrong with the accounts, as it was read last.
struct CheckState: Equatable, Sendable {
  /// nil before the first read.
  private(set) var findings: CheckFindings?
  var focus = TableFocus()
  /// Whether the accounts are being read.
  var isReading = false
  /// Whether the accounts were changed here since.
  var isOutdated = false

  /// Whether there is nothing yet that a key could be about.
  var isWaiting: Bool { isReading && (findings == nil || isOutdated) }

  /// The problem in focus.
  var focused: CheckFindings.Finding? {
    guard let findings, findings.all.indices.contains(focus.row) else { return nil }
    return findings.all[focus.row]
  }

  /// Shows what was found, with the focus on the same problem if it is still there.
  mutating func show(_ new: CheckFindings, room: Int) {
    let old = focused
    let row = old.flatMap { old in new.all.firstIndex { $0.isSame(as: old) } } ?? focus.row
    (findings, isOutdated) = (new, false)
    focus.put(row, count: new.all.count, room: room)
  }
}

/// Problems and warnings, in the order of the file.
struct CheckFindings: Equatable, Sendable {
  struct Finding: Equatable, Sendable {
    let problem: Problem
    let isError: Bool
    /// Whether it is in what was checked, and not beside it.
    let isInside: Bool

    /// The line of what was checked; nil where it has none.
    var line: Int? { isInside ? problem.place?.position?.line : nil }

    /// Whether it is of the same account, wherever that is by now.
    func isSame(as other: Finding) -> Bool {
      problem.subject == other.problem.subject && problem.rule == other.problem.rule
        && problem.account == other.problem.account
        && (problem.account != nil || problem.place == other.problem.place)
    }
  }

  /// What was checked, as the store calls it.
  let source: String
  let all: [Finding]
  let sum: Phrase

  init(_ report: CheckReport) {
    source = report.source
    let inside =
      report.errors.map { Finding(problem: $0, isError: true, isInside: true) }
      + report.warnings.map { Finding(problem: $0, isError: false, isInside: true) }
    let beside = report.beside.map { Finding(problem: $0, isError: false, isInside: false) }
    all = inside.sorted { Self.place($0) < Self.place($1) } + beside
    sum = ScreenText.sum(of: report)
  }

  private static func place(_ finding: Finding) -> (Int, Int) {
    finding.problem.place?.position.map { ($0.line, $0.column) } ?? (0, 0)
  }
}
