import AccountsFile
import CommandKit
import Terminal

/// What a screen shows, as lines; of a list, a page.
struct PlainPage: Equatable {
  /// How many rows of a list are printed at once.
  private static let length = 20
  /// How many changes of an account are printed.
  private static let changes = 20

  /// What goes to stdout.
  private(set) var text = ""
  /// What is said of it.
  private(set) var words: [Phrase] = []
  /// The rows of the list that are printed.
  private(set) var rows = 0..<0
  /// Whether the text is sentences, and no table or profile.
  private(set) var isOfSentences = false
  /// How many rows the list has.
  private(set) var count = 0

  init() {}

  /// - Parameter first: the first row of the page, of a list.
  init(_ state: ScreenState, from first: Int, _ language: Language) {
    if let broken = state.broken {
      words = broken.map { Phrase(same: "! ") + $0 }
      return
    }
    switch state.screen {
    case .opening, .form, .conflict: break
    case .profile(let profile): text = profile.text.words(language, .plain)
    case .history(let history) where history.name == nil: print(history, from: first, language)
    case .history(let history): print(lines(of: history), language)
    case .undo(let undo): print(lines(of: undo), language)
    case .accounts(let accounts): print(accounts, from: first, language)
    case .check(let check):
      if let findings = check.findings { print(check, findings, from: first, language) }
    case .importing(let state):
      if let preview = state.preview { print(preview, from: first, language) }
    }
  }

  private mutating func print(_ lines: [Phrase], _ language: Language) {
    text = lines.map { $0[language] + "\n" }.joined()
    isOfSentences = true
  }

  /// The page that begins at a row; at the first one if that is not there any more.
  private mutating func turn(to first: Int, of count: Int) {
    let first = first < count ? first : 0
    (rows, self.count) = (first..<min(first + Self.length, count), count)
  }

  // MARK: Screens

  private func lines(of history: HistoryState) -> [Phrase] {
    let hasMore = history.hasMore || history.changes.count > Self.changes
    let end = hasMore ? [ScreenText.olderChanges] : []
    return history.changes.isEmpty
      ? [ScreenText.noChanges]
      : history.changes.prefix(Self.changes).flatMap(\.indented) + end
  }

  /// A page of all changes, each with its own number.
  private mutating func print(
    _ history: HistoryState, from first: Int, _ language: Language
  ) {
    turn(to: first, of: history.changes.count)
    print(history.changes[rows].flatMap(\.indented), language)
    if count == 0 { words = [ScreenText.noChanges] }
    words += more.isEmpty && history.hasMore ? [ScreenText.olderChanges] : more
  }

  private func lines(of undo: UndoState) -> [Phrase] {
    let isOne = undo.changes.count == 1
    return [
      isOne ? ScreenText.newestChange : ScreenText.undoes(undo.changes.count, of: undo.accounts)
    ]
      + undo.changes.map(\.headline) + [isOne ? ScreenText.wouldBecome : ScreenText.undoingThem]
      + undo.outcome.flatMap(\.indented) + undo.notes.map { Phrase(same: "! ") + $0 }
  }

  /// On each line a number, by which an account can be chosen, and what `list` prints.
  private mutating func print(
    _ accounts: AccountsState, from first: Int, _ language: Language
  ) {
    guard let list = accounts.rows else { return }
    turn(to: first, of: list.count)
    if !accounts.query.typed.isEmpty { words.append(PlainText.searched(accounts.query.typed)) }
    guard count > 0 else { return words.append(accounts.whyEmpty) }
    if accounts.order != .key { words.append(PlainText.sorted(accounts.order)) }
    words.append(PlainText.shown(rows, of: count))
    let names = rows.map { row in
      let name = list.name(of: row)
      return name.isEmpty ? list.rulebook.key.missing[language] : name
    }
    let width = names.map(DisplayWidth.of).max() ?? 0
    let digits = "\(rows.upperBound)".count
    for (row, name) in zip(rows, names) {
      let state = list.state(of: row) == .open ? "" : "[\(list.text(.state, of: row))]"
      let rest = [list.text(.name, of: row), list.text(.groups, of: row), state]
        .filter { !$0.isEmpty }
      let number = "\(row + 1)"
      let indent = String(repeating: " ", count: digits - number.count)
      let gap = rest.isEmpty ? 0 : width - DisplayWidth.of(name)
      let parts = [indent + number, name + String(repeating: " ", count: gap)] + rest
      text += parts.joined(separator: "  ") + "\n"
    }
  }

  private mutating func print(
    _ check: CheckState, _ findings: CheckFindings, from first: Int, _ language: Language
  ) {
    turn(to: first, of: check.shown.count)
    print(rows.map { Phrase(same: "\($0 + 1)  ") + PlainText.problem(check.shown[$0]) }, language)
    if !check.input.text.isEmpty { words.append(PlainText.searched(check.input.text)) }
    if check.isOfErrors { words.append(ScreenText.onlyErrors.title + Phrase(same: ".")) }
    if count == 0 {
      words.append(findings.all.isEmpty ? ScreenText.allIsWell : ScreenText.noProblemFits)
    }
    if check.isNarrowed { words.append(PlainText.part(count, of: findings.all.count)) }
    words += [findings.sum] + more
  }

  private mutating func print(
    _ preview: ImportPreview, from first: Int, _ language: Language
  ) {
    turn(to: first, of: preview.rows.count)
    print(preview.rows[rows].map { PlainText.row($0, of: preview) }, language)
    words = (rows.lowerBound == 0 ? preview.notes : []) + [ScreenText.sum(of: preview)] + more
  }

  private var more: [Phrase] { rows.upperBound < count ? [PlainText.more(rows, of: count)] : [] }
}

extension ChangeWords {
  fileprivate var indented: [Phrase] { [headline] + lines.map { Phrase(same: "    ") + $0 } }
}
