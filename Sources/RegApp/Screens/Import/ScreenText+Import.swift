import AccountsFile
import CommandKit
import Exchange

/// An import, and the look at what it would do.
extension ScreenText {
  static func importTitle(_ purpose: ImportRequest.Purpose) -> Phrase {
    switch purpose {
    case .importing: Phrase("Import", ru: "Импорт")
    case .applying: Phrase("Apply a file", ru: "По файлу")
    }
  }
  static let importPath = Phrase("File:", ru: "Файл:")
  static let importFormat = Phrase("Format:", ru: "Формат:")
  static let importConflict = Phrase("Who exists:", ru: "Кто уже есть:")
  static let importInvalid = Phrase("Problems:", ru: "Ошибки:")
  static let importPasswords = Phrase("No password:", ru: "Нет пароля:")
  static let importWithout = Phrase("Leave out:", ru: "Не брать:")
  static let importColumns = Phrase("Columns:", ru: "Столбцы:")
  static let importUnknown = Phrase("Unknown:", ru: "Незнакомые:")
  static let importDomain = Phrase("Domain:", ru: "Домен:")
  private static let generates = Phrase("generate one", ru: "придумать")
  private static let isProblem = Phrase("is a problem", ru: "это ошибка")
  private static let columnsAreProblem = Phrase(
    "columns are a problem", ru: "столбцы — это ошибка")
  private static let ignoresUnknown = Phrase(
    "columns are left out", ru: "столбцы пропустить")
  static func suchAs(_ example: Phrase) -> Phrase {
    Phrase("such as \(example)", ru: "например \(example)")
  }

  /// What is typed in a row of an import, as an example; nil where something is chosen.
  static func example(
    _ row: ImportState.Row, _ purpose: ImportRequest.Purpose = .importing
  ) -> Phrase? {
    switch row {
    case .path where purpose == .applying: Phrase("~/people.json", ru: "~/люди.json")
    case .path: Phrase("~/people.csv", ru: "~/люди.csv")
    case .without: Phrase(same: "phone,groups")
    case .columns: Phrase(same: "email=Mail,firstName=Vorname")
    case .domain:
      Phrase("example.com, for names without @", ru: "example.com — именам без @")
    case .format, .conflict, .invalid, .passwords, .unknown, .others, .setPasswords, .list: nil
    }
  }
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
    state.choices.map { row in
      let (label, value) = choice(row, state)
      return (row, label, value)
    }
  }

  private static func choice(
    _ row: ImportState.Row, _ state: ImportState
  ) -> (label: Phrase, value: Phrase) {
    let request = state.request
    switch row {
    case .path, .list: return (importPath, Phrase(same: visible(request.path)))
    case .format:
      var guessed = toGuess
      if case .importing(let source)? = state.preview?.source {
        guessed = self.guessed(source.format)
      }
      return (importFormat, request.format.map { Phrase(same: $0.rawValue) } ?? guessed)
    case .conflict: return (importConflict, name(request.onConflict))
    case .invalid: return (importInvalid, request.skipsInvalid ? skipsInvalid : stopsAtInvalid)
    case .passwords: return (importPasswords, request.generates ? generates : isProblem)
    case .without: return (importWithout, Phrase(same: visible(request.without)))
    case .columns: return (importColumns, Phrase(same: visible(request.columns)))
    case .unknown:
      return (importUnknown, request.ignoresUnknown ? ignoresUnknown : columnsAreProblem)
    case .domain: return (importDomain, Phrase(same: visible(request.domain)))
    case .others: return (others, name(request.pruning))
    case .setPasswords:
      return (
        Phrase("Passwords:", ru: "Пароли:"),
        request.setsPasswords
          ? Phrase("the file's for all", ru: "всем из файла")
          : Phrase("only where there is none", ru: "только тем, у кого нет")
      )
    }
  }

  private static let others = Phrase("Not in the file:", ru: "Нет в файле:")

  private static func name(_ pruning: Pruning) -> Phrase {
    switch pruning {
    case .none: Phrase("stays as it is", ru: "остаётся как есть")
    case .limited: Phrase("removed, if not too many", ru: "удалить, если таких не слишком много")
    case .all: Phrase("removed, however many", ru: "удалить, сколько бы ни было")
    }
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
    case .removed: Phrase("remove", ru: "удалится")
    case .skipped: Phrase("keep", ru: "останется")
    }
  }

  static func importHelp(_ purpose: ImportRequest.Purpose) -> Phrase {
    switch purpose {
    case .importing:
      Phrase(
        "Enter shows what would be added, changed and refused; nothing is written before that. Tab "
          + "completes the name of the file.",
        ru:
          "Enter покажет, кто добавится, изменится и почему кто-то не подойдёт; до этого ничего не "
          + "пишется. Tab дополнит имя файла.")
    case .applying:
      Phrase(
        "Enter shows what is to be done so that the accounts are as the file says; nothing is "
          + "written before that. Tab completes the name of the file.",
        ru: "Enter покажет, что нужно сделать, чтобы аккаунты стали такими, как в файле; до этого "
          + "ничего не пишется. Tab дополнит имя файла.")
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
  static let lookFirst = Phrase(
    "Look first at what it would do: Enter.", ru: "Сначала посмотрите, что будет: Enter.")
  static func nothingToImport(_ purpose: ImportRequest.Purpose) -> Phrase {
    switch purpose {
    case .importing: Phrase("There is nothing to import.", ru: "Загружать нечего.")
    case .applying: Phrase("There is nothing to do.", ru: "Делать нечего.")
    }
  }
  static func importIsStopped(_ purpose: ImportRequest.Purpose) -> Phrase {
    switch purpose {
    case .importing:
      Phrase(
        "Mend the file, or leave the accounts with problems out.",
        ru: "Исправьте файл или пропустите аккаунты с ошибками.")
    case .applying: Phrase("Mend the file first.", ru: "Сначала исправьте файл.")
    }
  }
  static func importMovedOn(_ purpose: ImportRequest.Purpose) -> Phrase {
    switch purpose {
    case .importing:
      Phrase(
        "The accounts have changed; nothing was imported. This is how it is now.",
        ru: "Аккаунты изменились, ничего не загружено. Теперь дело обстоит так.")
    case .applying:
      Phrase(
        "The accounts have changed; nothing was done. This is how it is now.",
        ru: "Аккаунты изменились, ничего не сделано. Теперь дело обстоит так.")
    }
  }

  static func sum(of preview: ImportPreview) -> Phrase {
    let counts = [ImportPreview.Kind.added, .replaced, .skipped].map(preview.count)
    let problems = preview.count(.refused)
    if case .applying = preview.source {
      guard problems == 0 else {
        return Phrase(
          "\(problems, "problem"): nothing is done",
          ru: "\(problems, "ошибка", "ошибки", "ошибок"): ничего не сделается")
      }
      let removed = preview.count(.removed)
      return Phrase(
        "\(counts[0]) to create, \(counts[1]) to change, \(removed) to remove",
        ru: "создать \(counts[0]), изменить \(counts[1]), удалить \(removed)")
    }
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
