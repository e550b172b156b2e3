import AccountsFile
import CommandKit

/// Texts of the menus and forms that ask line by line.
extension PlainText {
  /// How to answer the questions of a form, and how to leave it.
  static func howTo(_ form: Form) -> Phrase {
    if form.isOfRenewal {
      return Phrase(
        "The password must be changed. The new one is used exactly as typed; an empty line gives up.",
        ru: "Пароль нужно сменить. Новый берётся точно так, как набран; пустая строка — отказ.")
    }
    if form.isOfPassword {
      return Phrase(
        "The password is used exactly as typed; an empty line leaves it as it is.",
        ru: "Пароль берётся точно так, как набран; пустая строка оставит прежний.")
    }
    let words = Phrase(
      "\(back) returns to the previous question, \(cancel) leaves",
      ru: "\(back) — вернуться к прошлому вопросу, \(cancel) — выйти")
    let toMenu =
      form.comesFirst
      ? Phrase(
        ", \(menu) shows what else there is.", ru: ", \(menu) — что ещё можно сделать.")
      : Phrase(same: ".")
    return words + toMenu
  }

  /// How to answer the question for a password.
  static func howToTypePassword(_ form: Form) -> Phrase {
    if form.isEdit {
      return Phrase(
        "A password is used exactly as typed.", ru: "Пароль берётся точно так, как набран.")
    }
    if form.isOfNew {
      return Phrase(
        "A password is used exactly as typed; an empty line offers to generate one, or goes back.",
        ru: "Пароль берётся точно так, как набран; пустая строка — придумать его или вернуться.")
    }
    return Phrase(
      "A password is used exactly as typed; an empty line there goes back.",
      ru: "Пароль берётся точно так, как набран; пустая строка вместо него — назад.")
  }

  static let tryAgain = Phrase(
    "Try again with the same answers, or discard them? [t/d] ",
    ru: "Повторить с теми же ответами или отбросить их? [п/о] ")
  static let generateIt = Phrase("Generate a password?", ru: "Придумать пароль?")
  static let undoIt = Phrase("Undo it?", ru: "Отменить его?")
  static let yesNo = Phrase(" [y/n] ", ru: " [д/н] ")
  /// What the menu before a form says of filling it in.
  static func begins(_ form: Form) -> Phrase {
    if form.isOfPassword { return Phrase("type it", ru: "ввести") }
    return form.comesFirst
      ? Phrase("log in or register", ru: "войти или зарегистрироваться")
      : Phrase("log in", ru: "войти")
  }

  // MARK: The list of accounts

  static let howToList = Phrase(
    "A number or a name opens an account; 1,3-5 changes several, and * all of them.\n"
      + "A text, state:disabled, group:ops, weak or hash:bcrypt searches; / shows all again.\n"
      + "? explains the letters.",
    ru: "Номер или имя открывает аккаунт; 1,3-5 — изменить нескольких, а * — всех.\n"
      + "Текст, state:disabled, group:ops, weak или hash:bcrypt — поиск; / снова покажет всех.\n"
      + "? объяснит буквы.")

  /// Which accounts of how many were printed.
  static func shown(_ rows: Range<Int>, of count: Int) -> Phrase {
    let more =
      rows.upperBound < count
      ? Phrase("; Enter shows more.", ru: "; Enter покажет следующие.") : Phrase(same: ".")
    return Phrase(
      "Accounts \(rows.lowerBound + 1) to \(rows.upperBound) of \(count)",
      ru: "Аккаунты с \(rows.lowerBound + 1) по \(rows.upperBound) из \(count)") + more
  }

  static func thereAre(_ count: Int) -> Phrase {
    Phrase("the numbers are 1 to \(count)", ru: "номера — от 1 до \(count)")
  }

  static func noSuchLetter(_ letter: String) -> Phrase {
    Phrase(
      "unknown action \(visible(letter)); /\(visible(letter)) searches for it",
      ru: "действия \(visible(letter)) нет; /\(visible(letter)) — поиск")
  }

  static let thatWasAll = Phrase("these were the last", ru: "это последние")
  static func chosen(_ names: Phrase) -> Phrase {
    Phrase("Chosen: \(names).", ru: "Выбрано: \(names).")
  }
  static func searched(_ text: String) -> Phrase {
    Phrase("Search: \(visible(text))", ru: "Поиск: \(visible(text))")
  }
  static func sorted(_ order: AccountsQuery.Order) -> Phrase {
    switch order {
    case .key: Phrase("In the order of their names for login.", ru: "По имени для входа.")
    case .name: Phrase("In the order of first and last names.", ru: "По имени и фамилии.")
    case .state: Phrase("In the order of their states.", ru: "По состоянию.")
    }
  }

  static let noReason = Phrase(
    " (Enter gives none, \(cancel) leaves): ", ru: " (Enter — без причины, \(cancel) — выйти): ")
  static let noGroups = Phrase("Enter changes nothing.", ru: "Enter ничего не меняет.")
  static let choose = Phrase("A number, a name, a text, or ", ru: "Номер, имя, текст или ")
  static let areShownOnce = Phrase(
    "They are shown only once:", ru: "Они показываются только один раз:")
  static let shownOnce = Phrase("It is shown only once:", ru: "Он показывается только один раз:")

  // MARK: The file as a whole

  static let chooseProblem = Phrase(
    "The number of a problem edits the file there, a text searches; or ",
    ru: "Номер ошибки откроет файл на ней, текст — поиск; или ")

  static let chooseChange = Phrase(
    "The number of a change undoes it and all newer ones; or ",
    ru: "Номер изменения отменит его и все новее; или ")
  static let noSuchChange = Phrase(
    "no change with this number is shown", ru: "изменения с таким номером здесь нет")

  static func part(_ count: Int, of all: Int) -> Phrase {
    Phrase("\(count) of \(all)", ru: "\(count) из \(all)")
  }

  static func problem(_ finding: CheckFindings.Finding) -> Phrase {
    var words = ScreenText.kind(finding)
    if let line = finding.line {
      words = Phrase("\(words), line \(line)", ru: "\(words), строка \(line)")
    }
    words = words + Phrase(same: ": ") + finding.problem.message
    guard let name = finding.problem.account else { return words }
    return words + Phrase(same: "; ") + ScreenText.account(name)
  }

  static func more(_ rows: Range<Int>, of count: Int) -> Phrase {
    Phrase(
      "\(rows.lowerBound + 1) to \(rows.upperBound) of \(count); Enter shows more.",
      ru: "С \(rows.lowerBound + 1) по \(rows.upperBound) из \(count); Enter покажет следующие.")
  }

  static func progress(_ done: Int, of total: Int) -> Phrase {
    Phrase("\(done) of \(total)", ru: "\(done) из \(total)")
  }

  static func importHelp(_ purpose: ImportRequest.Purpose) -> Phrase {
    switch purpose {
    case .importing:
      Phrase(
        "You see what an import would do before anything is written.",
        ru: "Сначала видно, что сделает импорт; до этого ничего не пишется.")
    case .applying:
      Phrase(
        "You see what is to be done before anything is written.",
        ru: "Сначала видно, что будет сделано; до этого ничего не пишется.")
    }
  }
  static func importPath(_ purpose: ImportRequest.Purpose) -> Phrase {
    switch purpose {
    case .importing:
      Phrase("File to import (Enter leaves): ", ru: "Какой файл загрузить (Enter — выйти): ")
    case .applying:
      Phrase(
        "File that says how accounts are to be (Enter leaves): ",
        ru: "В каком файле сказано, какими быть аккаунтам (Enter — выйти): ")
    }
  }

  /// The question for a text of an import.
  static func importText(_ row: ImportState.Row, _ label: Phrase?) -> Phrase {
    let example = ScreenText.example(row) ?? Phrase(same: "")
    let label = label ?? Phrase(same: "")
    return Phrase(
      "\(label) as in \(example) (Enter keeps, \(clear) clears): ",
      ru: "\(label) например \(example) (Enter оставит, \(clear) сотрёт): ")
  }

  static func row(_ row: ImportPreview.Row, of preview: ImportPreview) -> Phrase {
    let line = row.line.map { Phrase("line \($0), ", ru: "строка \($0), ") } ?? Phrase(same: "")
    return line + ScreenText.name(row.kind) + Phrase(same: ": ") + preview.words(row)
  }
}
