import AccountsFile
import CommandKit
import Exchange

/// An import, and the look at what it would do.
extension ScreenText {
  static let importTitle = Phrase("Import", ru: "Импорт")
  static let importPath = Phrase("File:", ru: "Файл:")
  static let importFormat = Phrase("Format:", ru: "Формат:")
  static let importConflict = Phrase("Who exists:", ru: "Кто уже есть:")
  static let importInvalid = Phrase("Problems:", ru: "Ошибки:")
  private static let toGuess = Phrase("guessed", ru: "определится сам")
  private static let skipsInvalid = Phrase(
    "leave those accounts out", ru: "пропустить эти аккаунты")
  private static let stopsAtInvalid = Phrase("import nothing", ru: "не загружать ничего")

  private static func guessed(_ format: ExchangeFormat) -> Phrase {
    Phrase("\(format.rawValue) (guessed)", ru: "\(format.rawValue) (определён)")
  }

  /// The file and the choices of an import: what each is called, and what was chosen.
  static func choices(
    of state: ImportState
  ) -> [(row: ImportState.Row, label: Phrase, value: Phrase)] {
    let request = state.request
    let format = request.format.map { Phrase(same: $0.rawValue) }
    let guessed = state.preview.map { self.guessed($0.source.format) } ?? toGuess
    return [
      (.path, importPath, Phrase(same: visible(request.path))),
      (.format, importFormat, format ?? guessed),
      (.conflict, importConflict, name(request.onConflict)),
      (.invalid, importInvalid, request.skipsInvalid ? skipsInvalid : stopsAtInvalid),
    ]
  }

  static func name(_ conflict: ImportConflict) -> Phrase {
    switch conflict {
    case .fail: Phrase("is a problem", ru: "это ошибка")
    case .skip: Phrase("stays as it is", ru: "остаётся как есть")
    case .replace: Phrase("gets what the file says", ru: "получает то, что в файле")
    }
  }

  static func name(_ kind: ImportPreview.Kind) -> Phrase {
    switch kind {
    case .refused: Phrase("problem", ru: "ошибка")
    case .added: Phrase("add", ru: "новый")
    case .replaced: Phrase("change", ru: "изменится")
    case .skipped: Phrase("keep", ru: "останется")
    }
  }

  /// Passwords that were generated are a matter of the command.
  static let importHelp = Phrase(
    "Enter shows what would be added, changed and refused; nothing is written before that. Accounts "
      + "without a password need the command: regapp import --generate.",
    ru: "Enter покажет, кто добавится, изменится и почему кто-то не подойдёт; до этого ничего не "
      + "пишется. Аккаунтам без пароля нужна команда regapp import --generate.")
  static let nameFile = Phrase("Name a file.", ru: "Укажите файл.")
  static let lookFirst = Phrase(
    "Look first at what it would do: Enter.", ru: "Сначала посмотрите, что будет: Enter.")
  static let nothingToImport = Phrase("There is nothing to import.", ru: "Загружать нечего.")
  static let importIsStopped = Phrase(
    "Mend the file, or leave the accounts with problems out.",
    ru: "Исправьте файл или пропустите аккаунты с ошибками.")
  static let importMovedOn = Phrase(
    "The accounts have changed; nothing was imported. This is how it is now.",
    ru: "Аккаунты изменились, ничего не загружено. Теперь дело обстоит так.")

  static func sum(of preview: ImportPreview) -> Phrase {
    let counts = [ImportPreview.Kind.added, .replaced, .skipped].map(preview.count)
    let problems = preview.count(.refused)
    let sum = Phrase(
      "\(counts[0]) to add, \(counts[1]) to change, \(counts[2]) to keep",
      ru: "новых \(counts[0]), изменится \(counts[1]), останется \(counts[2])")
    guard problems > 0 else { return sum }
    let stopped =
      preview.isStopped
      ? Phrase(": nothing is imported", ru: ": ничего не загрузится") : Phrase(same: "")
    return Phrase(
      "\(problems, "problem")\(stopped); \(sum)",
      ru: "\(problems, "ошибка", "ошибки", "ошибок")\(stopped); \(sum)")
  }

  static func imported(_ report: ImportReport) -> Phrase {
    Phrase(
      "Added \(report.added, "account"), changed \(report.replaced), kept \(report.skipped).",
      ru: "Добавлено аккаунтов: \(report.added), изменено: \(report.replaced), "
        + "осталось как было: \(report.skipped).")
  }

  static func leftOut(_ problems: Int) -> Phrase {
    Phrase(
      "Accounts with problems were left out (\(problems, "problem")).",
      ru: "Аккаунты с ошибками пропущены (ошибок: \(problems)).")
  }
}
