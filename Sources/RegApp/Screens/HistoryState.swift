import AccountsFile
import CommandKit
import ScreenKit

/// The changes of an account, or of all accounts, the newest first.
struct HistoryState: Equatable, Sendable {
  /// How many changes are shown at most.
  static let limit = 500

  /// The account; nil for all of them.
  let name: String?
  let changes: [ChangeWords]
  /// Whether there are older changes, which are not shown.
  let hasMore: Bool
  /// The first line in the window, of an account's history.
  var top = 0
  /// The change that is chosen, of all accounts.
  var focus = TableFocus()

  /// Says that there is nothing, or more than what is shown.
  var note: Phrase? {
    changes.isEmpty
      ? ScreenText.noChanges : hasMore ? Phrase("Older changes: regapp history.") : nil
  }

  /// Up to which change one may undo; nil if none is chosen, and in an account's history.
  var chosen: ChangeWords? {
    name == nil && changes.indices.contains(focus.row) ? changes[focus.row] : nil
  }
}

/// Holds a look at an undo before it is done.
struct UndoState: Equatable, Sendable {
  /// The changes that are taken back, as they were shown.
  let shown: ShownChanges
  /// The number of the oldest one that was asked for; nil for the newest alone.
  var until: Int?
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
}
