import AccountsFile
import CommandKit
import LosslessJSON
import ScreenKit
import Terminal

/// Everything that is wrong with the accounts, as it was read last.
struct CheckState: Equatable, Sendable {
  /// nil before the first read, and if the last one failed.
  private(set) var findings: CheckFindings?
  /// Why the accounts could not be checked.
  private(set) var fault: [Phrase] = []
  private(set) var shown: [CheckFindings.Finding] = []
  /// How wide the texts of the places and the accounts are, of all problems so far: nothing moves.
  private(set) var (placeWidth, accountWidth) = (0, 0)
  /// The text that narrows them.
  private(set) var search = ListSearch()
  /// Whether warnings are left out.
  private(set) var isOfErrors = false
  var focus = TableFocus()
  /// Whether the accounts are being read.
  var isReading = false
  /// Whether the accounts were changed here since.
  var isOutdated = false

  /// Whether there is nothing yet that a key could be about.
  var isWaiting: Bool { isReading && (findings == nil || isOutdated) }

  /// The problem in focus.
  var focused: CheckFindings.Finding? {
    shown.indices.contains(focus.row) ? shown[focus.row] : nil
  }

  /// Takes a search as it is now. A new one begins at its first problem.
  mutating func take(_ new: ListSearch, room: Int) {
    let isOther = new.text != search.text
    search = new
    guard isOther else { return }
    choose(room: room)
    if search.isTyping { focus = TableFocus() }
  }

  /// Leaves warnings out, or shows them again.
  mutating func toggleErrors(room: Int) {
    isOfErrors.toggle()
    choose(room: room)
  }

  /// Chooses again what is shown, with the focus on the same problem if it is among them.
  private mutating func choose(room: Int, else row: Int = 0) {
    let (old, finds) = (focused, search.test)
    shown =
      findings?.all.filter { finding in
        (finding.isError || !isOfErrors) && finds(finding.text)
      } ?? []
    let same = old.flatMap { old in shown.firstIndex { $0.isSame(as: old) } }
    focus.put(same ?? row, ListRows(shown.count), room: room)
  }

  /// Shows why nothing was found out.
  mutating func show(_ fault: [Phrase]) {
    (findings, shown, self.fault, isReading) = (nil, [], fault, false)
  }

  /// Shows what was found, with the focus on the same problem if it is still there.
  mutating func show(_ new: CheckFindings, room: Int) {
    (findings, fault, isOutdated) = (new, [], false)
    for finding in new.all.prefix(2_000) {
      placeWidth = max(placeWidth, DisplayWidth.of(finding.place))
      accountWidth = max(accountWidth, DisplayWidth.of(visible(finding.problem.account ?? "")))
    }
    choose(room: room, else: focus.row)
  }
}

/// Problems and warnings, in the order of the file.
struct CheckFindings: Equatable, Sendable {
  struct Finding: Equatable, Sendable {
    let problem: Problem
    let isError: Bool
    /// Whether it is in what was checked, and not beside it.
    let isInside: Bool

    /// The line of what was checked; nil if it has none.
    var line: Int? { isInside ? problem.place?.position?.line : nil }

    /// Its line and column; empty if it has none.
    let place: String

    /// The text that a search looks through.
    let text: String

    init(problem: Problem, isError: Bool, isInside: Bool, _ language: Language) {
      (self.problem, self.isError, self.isInside) = (problem, isError, isInside)
      let position = isInside ? problem.place?.position : nil
      place = position.map { "\($0.line):\($0.column)" } ?? ""
      text = [problem.account, problem.message[language], place].compactMap(\.self)
        .joined(separator: "\n").lowercased()
    }

    /// Whether it is of the same account, wherever that is by now.
    func isSame(as other: Finding) -> Bool {
      problem.subject == other.problem.subject && problem.rule == other.problem.rule
        && problem.account == other.problem.account
        && (problem.account != nil || problem.place == other.problem.place)
    }
  }

  /// The store's name for its accounts.
  let source: String
  let all: [Finding]
  let sum: Phrase

  /// - Parameter language: that in which they are searched.
  init(_ report: CheckReport, _ language: Language = .english) {
    source = report.source
    func findings(_ problems: [Problem], isError: Bool = false, isInside: Bool = true) -> [Finding]
    {
      problems.map { Finding(problem: $0, isError: isError, isInside: isInside, language) }
    }
    let inside = findings(report.errors, isError: true) + findings(report.warnings)
    let beside = findings(report.beside, isInside: false)
    all = inside.sorted { Self.place($0) < Self.place($1) } + beside
    let hashes = Commands.hashes(of: report).map { Phrase(same: "; ") + $0 }
    sum = Commands.sum(of: report) + (hashes ?? Phrase(same: ""))
  }

  private static func place(_ finding: Finding) -> (Int, Int) {
    finding.problem.place?.position.map { ($0.line, $0.column) } ?? (0, 0)
  }
}
