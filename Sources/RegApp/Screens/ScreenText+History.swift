import AccountsFile
import CommandKit
import ScreenKit

/// The history of an account, and undo.
extension ScreenText {
  static let history = Phrase("History", ru: "История")
  static let toUndo = Phrase("[U]ndo", ru: "[U] Отменить")
  static let undo = Phrase("Undo", ru: "Отмена изменения")
  static let doUndo = Phrase("[Enter] Undo", ru: "[Enter] Отменить")

  static let newestChanges = Phrase("Last changes", ru: "Последние изменения")
  static let readingDetail = Phrase("reading the account…", ru: "чтение аккаунта…")
  static let log = Phrase("All changes", ru: "Все изменения")
  static func title(_ history: HistoryState) -> Phrase { history.name == nil ? log : Self.history }
  static let isPassedOver = Phrase(
    "Undo passes over this change.", ru: "Это изменение отмена пропускает.")
  static func undoes(_ changes: Int, of accounts: Int) -> Phrase {
    Phrase(
      "\(changes, "change") of \(accounts, "account"), whoever made them:",
      ru: "Изменений: \(changes), аккаунтов: \(accounts); чьи угодно:")
  }
  static let undoingThem = Phrase(
    "Undoing all of them would do this:", ru: "Отмена их всех сделает вот что:")
  static let noChanges = Phrase("No changes are recorded.", ru: "Изменений не записано.")
  static let olderChanges = Phrase(
    "Older changes: regapp history.", ru: "Более старые изменения: regapp history.")
  static let newestChange = Phrase(
    "The newest change, whoever made it:", ru: "Последнее изменение, чьё угодно:")
  static let wouldBecome = Phrase("Undoing it would do this:", ru: "Его отмена сделает вот что:")
  static let movedOn = Phrase(
    "The accounts have changed meanwhile; nothing was undone.",
    ru: "За это время аккаунты изменились; ничего не отменено.")
  static let cannotUndo = Phrase(
    "Cannot undo the newest change:", ru: "Последнее изменение не отменить:")
  static func undone(_ entries: [HistoryEntry]) -> Phrase {
    if entries.count > 3 {
      return Phrase(
        "Undid \(entries.count, "change").", ru: "Отменено изменений: \(entries.count).")
    }
    let changes = entries.map { entry in
      Phrase(same: "\(entry.number ?? 0) (") + entry.summary + Phrase(same: ")")
    }.joined(separator: ", ")
    return Phrase("Undid change \(changes).", ru: "Отменено изменение \(changes).")
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

  /// The same beside the account that it is of: what became of that or, without any, what was done.
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
