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
      let count = check.shown.count
      if let rows = Self.rows(answer, of: count), rows.count == 1 {
        self = .rows(rows)
      } else if answer.hasPrefix("/") {
        self = .search(String(answer.dropFirst()))
      } else if answer.count == 1 || Self.isOfNumbers(answer) {
        self = .unclear(PlainText.thereAre(count))
      } else {
        self = .search(answer)
      }
    case .history(let history) where history.name == nil:
      let row = Int(answer).flatMap { number in
        history.steps.firstIndex { $0.number == number }
      }
      self = row.map { .rows([$0]) } ?? .unclear(PlainText.noSuchChange)
    default: return nil
    }
  }

  private init(_ answer: String, to list: AccountListing) {
    if answer.hasPrefix("/") {
      self = .search(String(answer.dropFirst()))
    } else if answer == "*", list.count > 0 {
      self = .rows(Array(0..<list.count))
    } else if Self.isOfNumbers(answer) {
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

  private static func isOfNumbers(_ answer: String) -> Bool {
    answer.allSatisfy { $0.isNumber || ",- ".contains($0) }
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
