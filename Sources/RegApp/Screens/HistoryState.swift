import CommandKit

/// The changes of an account, the newest first.
struct HistoryState: Equatable, Sendable {
  /// How many changes are shown at most.
  static let limit = 500

  /// The account.
  let name: String
  let changes: [ChangeWords]
  /// Whether there are older changes, which are not shown.
  let hasMore: Bool
  /// The first line in the window.
  var top = 0
}

/// What taking back the newest change would do.
struct UndoState: Equatable, Sendable {
  /// The change's number.
  let number: Int
  let change: ChangeWords
  /// What would become of each account, or of how many.
  let outcome: [ChangeWords]
  /// Conditions to report.
  let notes: [Phrase]
  /// The first line in the window.
  var top = 0
}
