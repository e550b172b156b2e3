import CommandKit
import ScreenKit

/// What was answered to a printed list of accounts.
enum ListAnswer: Equatable {
  case more
  case open(String)
  /// Several accounts, by their names.
  case several([String])
  /// A text, `state:STATE` or `group:GROUP`; empty for all accounts.
  case search(String)
  case action(ScreenAction)
  case unclear(Phrase)

  init(_ answer: String, to rows: AccountRows, _ menu: PlainMenu<ScreenAction>) {
    let answer = String(answer.trimmingPrefix { $0 == " " })
    if answer.isEmpty {
      self = .more
    } else if let offer = menu.offer(named: answer) {
      self = offer.off.map(ListAnswer.unclear) ?? .action(offer.action)
    } else if answer.hasPrefix("/") {
      self = .search(String(answer.dropFirst()))
    } else if answer == "*", rows.count > 0 {
      self = Self.chosen(Array(0..<rows.count), of: rows)
    } else if answer.allSatisfy({ $0.isNumber || ",- ".contains($0) }) {
      let numbers = Self.numbers(answer, of: rows.count)
      self =
        numbers.map { Self.chosen($0.map { $0 - 1 }, of: rows) }
        ?? .unclear(rows.count > 0 ? PlainText.thereAre(rows.count) : ScreenText.nobodyFits)
    } else if let row = rows.row(of: answer) {
      self = Self.chosen([row], of: rows)
    } else if answer.count == 1 {
      // More likely a slip than a text to search for.
      self = .unclear(PlainText.noSuchLetter(answer))
    } else {
      self = .search(answer)
    }
  }

  private static func chosen(_ numbers: [Int], of rows: AccountRows) -> ListAnswer {
    if let off = numbers.lazy.compactMap({ rows.obstacles(of: $0).off(.open) }).first {
      return .unclear(off)
    }
    let names = numbers.map(rows.name(of:))
    return names.count == 1 ? .open(names[0]) : .several(names)
  }

  /// Numbers and ranges of them, as in `1,3-5`, each once; nil if one is out of range.
  private static func numbers(_ text: String, of count: Int) -> [Int]? {
    var numbers: [Int] = []
    for part in text.split(whereSeparator: { ", ".contains($0) }) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard ends.count <= 2, let first = ends.first, let last = ends.last, first >= 1,
        first <= last, last <= count
      else { return nil }
      numbers += first...last
    }
    var seen: Set<Int> = []
    return numbers.isEmpty ? nil : numbers.filter { seen.insert($0).inserted }
  }
}
