import AccountsFile
import CommandKit
import ScreenKit

/// The history of an account, and undo.
extension ScreenText {
  static let history = Phrase("History")
  static let toUndo = Phrase("[U]ndo")
  static let undo = Phrase("Undo")
  static let doUndo = Phrase("[Enter] Undo")

  static let newestChanges = Phrase("Last changes")
  static let readingDetail = Phrase("reading the account…")
  static let log = Phrase("All changes")
  static func title(_ history: HistoryState) -> Phrase { history.name == nil ? log : Self.history }
  static let isPassedOver = Phrase("Undo passes over this change.")
  static func undoes(_ changes: Int, of accounts: Int) -> Phrase {
    Phrase("\(changes, "change") of \(accounts, "account"), whoever made them:")
  }
  static let undoingThem = Phrase("Undoing all of them would do this:")
  static let noChanges = Phrase("No changes are recorded.")
  static let olderChanges = Phrase("Older changes: regapp history.")
  static let newestChange = Phrase("The newest change, whoever made it:")
  static let wouldBecome = Phrase("Undoing it would do this:")
  static let movedOn = Phrase("The accounts have changed meanwhile; nothing was undone.")
  static let cannotUndo = Phrase("Cannot undo the newest change:")
  static func undone(_ entries: [HistoryEntry]) -> Phrase {
    if entries.count > 3 {
      return Phrase("Undid \(entries.count, "change").")
    }
    let changes = entries.map { entry in
      Phrase(same: "\(entry.number ?? 0) (") + entry.summary + Phrase(same: ")")
    }.joined(separator: ", ")
    return Phrase("Undid change \(changes).")
  }

  /// A change, with what it did to the accounts that it holds.
  static func words(
    of entry: HistoryEntry, _ localTime: LocalTime, isOfOne: Bool = true
  ) -> ChangeWords {
    ChangeWords(
      headline: (parts(of: entry, localTime) + [entry.summary + entry.session])
        .joined(separator: " · "),
      lines: entry.details(isOfOne: isOfOne))
  }

  /// A change beside its account: its effects on that account or, if there are none, its summary.
  static func briefly(of entry: HistoryEntry, _ localTime: LocalTime) -> ChangeWords {
    let lines = entry.details(isOfOne: true)
    return ChangeWords(
      headline: parts(of: entry, localTime).joined(separator: " · "),
      lines: lines.isEmpty ? [entry.summary] : lines)
  }

  private static func parts(of entry: HistoryEntry, _ localTime: LocalTime) -> [Phrase] {
    [entry.number.map { "\($0)" }, entry.time.flatMap(localTime.minute), entry.user.map(visible)]
      .compactMap { $0.map { Phrase(same: $0) } }
  }
}
