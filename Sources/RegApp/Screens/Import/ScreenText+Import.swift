import AccountsFile
import CommandKit

/// An import, and the look at what it would do.
extension ScreenText {
  static let `import` = Phrase("Import", ru: "Импорт")
  static let otherChoices = Phrase(
    "Choices: regapp import FILE --help", ru: "Варианты: regapp import FILE --help")

  static func name(_ kind: ImportPreview.Kind) -> Phrase {
    switch kind {
    case .hint: Phrase("hint", ru: "совет")
    case .warning: Phrase("warning", ru: "внимание")
    case .problem: Phrase("problem", ru: "ошибка")
    case .added: Phrase("add", ru: "новый")
    }
  }

  static let nothingBeginsSo = Phrase(
    "No file begins like that.", ru: "Ни один файл так не начинается.")

  /// The names with which a path may go on, as many as can be read at a glance.
  static func mayBe(_ names: [String]) -> Phrase {
    let shown = Phrase(same: names.prefix(20).map(visible).joined(separator: "  "))
    let more = names.count - 20
    return more > 0 ? shown + Phrase(" and \(more) more", ru: " и ещё \(more)") : shown
  }
  static let nameFile = Phrase("Name a file.", ru: "Укажите файл.")
  static let nothingToImport = Phrase("There is nothing to import.", ru: "Загружать нечего.")
  static let importIsStopped = Phrase(
    "Fix the file and press R, or import it with the command.",
    ru: "Исправьте файл и нажмите R или загрузите его командой.")
  static let importMovedOn = Phrase(
    "The accounts have changed; nothing was imported. This is how it is now.",
    ru: "Аккаунты изменились, ничего не загружено. Теперь дело обстоит так.")

  static func sum(of preview: ImportPreview) -> Phrase {
    let (problems, added) = (preview.count(.problem), preview.count(.added))
    guard problems > 0 else {
      return Phrase("\(added, "account") to add", ru: "новых аккаунтов: \(added)")
    }
    return Phrase(
      "\(problems, "problem"): nothing is imported",
      ru: "\(problems, "ошибка", "ошибки", "ошибок"): ничего не загрузится")
  }
}
