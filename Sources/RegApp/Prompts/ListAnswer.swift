import CommandKit

/// What was answered to a printed list, besides an action.
enum ListAnswer: Equatable {
  /// Rows, counted from 0.
  case rows([Int])
  /// A text, `state:STATE` or `group:GROUP`; empty for all accounts.
  case search(String)
  case unclear(Phrase)

  /// - Returns: nil where nothing can be chosen.
  init?(_ answer: String, on screen: ScreenState.Screen) {
    switch screen {
    case .accounts(let accounts):
      guard let rows = accounts.rows else { return nil }
      self.init(answer, to: rows)
    case .check(let check):
      let count = check.findings?.all.count ?? 0
      let rows = Self.rows(answer, of: count)
      self = rows?.count == 1 ? .rows(rows ?? []) : .unclear(PlainText.thereAre(count))
    default: return nil
    }
  }

  private init(_ answer: String, to list: AccountListing) {
    if answer.hasPrefix("/") {
      self = .search(String(answer.dropFirst()))
    } else if answer == "*", list.count > 0 {
      self = .rows(Array(0..<list.count))
    } else if answer.allSatisfy({ $0.isNumber || ",- ".contains($0) }) {
      self =
        Self.rows(answer, of: list.count).map(ListAnswer.rows)
        ?? .unclear(list.count > 0 ? PlainText.thereAre(list.count) : ScreenText.nobodyFits)
    } else if let row = list.row(of: answer) {
      self = .rows([row])
    } else if answer.count == 1 {
      // More likely a slip than a text to search for.
      self = .unclear(PlainText.noSuchLetter(answer))
    } else {
      self = .search(answer)
    }
  }

  /// Numbers and ranges of them, as in `1,3-5`, each once; nil if one is out of range.
  private static func rows(_ text: String, of count: Int) -> [Int]? {
    var rows: [Int] = []
    for part in text.split(whereSeparator: { ", ".contains($0) }) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard ends.count <= 2, let first = ends.first, let last = ends.last, first >= 1,
        first <= last, last <= count
      else { return nil }
      rows += (first - 1)..<last
    }
    var seen: Set<Int> = []
    return rows.isEmpty ? nil : rows.filter { seen.insert($0).inserted }
  }
}
