import AccountsFile
import CommandKit
import ScreenKit

/// The changes of an account, or of all accounts, the newest first, and the search in them.
struct HistoryState: Equatable, Sendable {
  /// How many changes are shown at most.
  static let limit = 500

  /// The account whose history was asked for; nil for all of them.
  let account: AccountRef?
  /// As they were read.
  private let all: [ChangeWords]
  /// The changes that the search finds.
  private(set) var changes: [ChangeWords]
  private(set) var search = ListSearch()
  /// Whether there are older changes, which are not shown.
  let hasMore: Bool
  /// The first line in the window, of an account's history.
  var top = 0
  /// The change that is chosen, of all accounts.
  var focus = TableFocus()

  init(of account: AccountRef?, changes: [ChangeWords], hasMore: Bool) {
    (self.account, all, self.changes, self.hasMore) = (account, changes, changes, hasMore)
  }

  var isOfAll: Bool { account == nil }

  /// How many were read.
  var count: Int { all.count }

  /// Says that there is nothing, or more than the window shows.
  var note: Phrase? {
    if all.isEmpty { return ScreenText.noChanges }
    if changes.isEmpty { return search.advice ?? Phrase("no matching changes") }
    return hasMore ? Phrase("Older changes: regapp history.") : nil
  }

  /// Takes a search as it is now. A new one begins at its first change.
  mutating func take(_ new: ListSearch) {
    let isOther = new.text != search.text
    search = new
    guard isOther else { return }
    let finds = search.test
    changes = search.text.isEmpty ? all : all.filter { finds($0.searched) }
    (top, focus) = (0, TableFocus())
  }

  /// The change under the bar; nil if there is none, and in an account's history.
  var chosen: ChangeWords? {
    isOfAll && changes.indices.contains(focus.row) ? changes[focus.row] : nil
  }
}

extension ChangeWords {
  /// The text that a search looks through: who, whom and what, in every language.
  fileprivate var searched: String {
    ([headline] + lines).flatMap { line in Language.allCases.map { line[$0] } }
      .joined(separator: "\n").lowercased()
  }
}

/// The changes that an undo takes back.
enum UndoTarget: Equatable, Sendable {
  /// One change alone, by its number.
  case change(Int)
  /// The newest change of an account that has values, even if it is of others, too.
  case newest(of: AccountRef)
  /// All changes back to the one of a number.
  case downTo(Int)
}

/// Holds a look at an undo before it is done.
struct UndoState: Equatable, Sendable {
  let target: UndoTarget
  /// The changes that are taken back, as they were shown. Nil for the first look at a change of
  /// many accounts, which comes before the result of the undo is known.
  let shown: ShownChanges?
  /// The number of the change, if it is one alone.
  let number: Int?
  /// Whether some of them were made by the owners of accounts, who are named.
  var isOfOwners = false
  /// Whether Enter says yes.
  var choosesYes = false
  /// The changes, the newest first.
  let changes: [ChangeWords]
  /// How many accounts they concern.
  var accounts = 0
  /// The effects on each account, or on many their number.
  let outcome: [ChangeWords]
  /// Conditions to report.
  let notes: [Phrase]
  /// The first line in the window.
  var top = 0

  /// Whether there is nothing to be answered yet.
  var isFirst: Bool { shown == nil }
}
