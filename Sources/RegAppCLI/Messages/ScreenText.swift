import Accounts

/// The words of the screens.
package enum ScreenText {
  // MARK: Titles and buttons

  static func title(_ form: Form) -> Phrase {
    switch form.purpose {
    case .logIn: form.rulebook.registersAtLogin ? register : logIn
    case .register: register
    case .edit: Phrase("Edit", ru: "Правка")
    }
  }

  private static let register = Phrase("Register", ru: "Регистрация")
  private static let logIn = Phrase("Login", ru: "Вход")

  static let userInfo = Phrase("User Info", ru: "Профиль")
  static let cancel = Phrase("Cancel", ru: "Отмена")
  static let save = Phrase("Save", ru: "Сохранить")
  /// What leads from a profile, each with its key.
  static let toBack = Phrase("[B]ack", ru: "[B] Назад")
  static let toEdit = Phrase("[E]dit", ru: "[E] Изменить")
  static let toAlbums = Phrase("[A]lbums", ru: "[A] Альбомы")

  static func name(_ button: Form.Button, of form: Form) -> Phrase {
    switch (button, form.purpose) {
    case (.submit, .logIn): Phrase("LOGIN", ru: "ВОЙТИ")
    case (.submit, .register): Phrase("REGISTER", ru: "ЗАРЕГИСТРИРОВАТЬСЯ")
    case (.submit, .edit): save
    case (.toRegistration, _): Phrase("Sign in / Register", ru: "Регистрация")
    case (.toLogin, _): logIn
    case (.cancel, _): cancel
    }
  }

  /// Why a button cannot be pressed.
  static func isOff(_ form: Form, _ reason: Phrase) -> Phrase {
    Phrase("\(name(.submit, of: form)) is off: \(reason)", ru: "Пока нельзя — \(reason)")
  }

  // MARK: Fields

  /// A day, a letter for each digit that is not typed yet.
  static let dateForm = Phrase("YYYY-MM-DD", ru: "ГГГГ-ММ-ДД")
  static let unchanged = Phrase("unchanged", ru: "без изменений")
  static let strength = Phrase("Strength:", ru: "Надёжность:")

  static func words(_ strength: PasswordStrength) -> Phrase {
    switch strength {
    case .veryWeak: Phrase("very weak", ru: "плохая")
    case .weak: Phrase("weak", ru: "низкая")
    case .fair: Phrase("fair", ru: "средняя")
    case .strong: Phrase("strong", ru: "высокая")
    case .veryStrong: Phrase("very strong", ru: "отличная")
    }
  }

  /// A rule of a password as a line of a list to be ticked off.
  static func item(_ rule: Rule) -> Phrase {
    switch rule {
    case .minimumCharacters(let count):
      Phrase("\(count, "character")", ru: "\(count, "символ", "символа", "символов")")
    case .minimumLetters(let count):
      Phrase("\(count, "letter")", ru: "\(count, "буква", "буквы", "букв")")
    case .minimumDigits(let count):
      Phrase("\(count, "digit")", ru: "\(count, "цифра", "цифры", "цифр")")
    case .minimumLowercase(let count):
      Phrase(
        "\(count, "lower-case letter")",
        ru: "\(count, "строчная буква", "строчные буквы", "строчных букв")")
    case .minimumUppercase(let count):
      Phrase(
        "\(count, "upper-case letter")",
        ru: "\(count, "заглавная буква", "заглавные буквы", "заглавных букв")")
    case .onlyLettersAndDigits:
      Phrase("letters and digits only", ru: "только буквы и цифры")
    default: rule.message(of: Field.password.name)
    }
  }

  static func age(_ age: Int) -> Phrase {
    Phrase("age \(age)", ru: "\(age, "год", "года", "лет")")
  }

  // MARK: The calendar

  static func month(_ day: CalendarDay) -> Phrase {
    let month = months[day.month - 1]
    return Phrase("\(month) \(day.year)", ru: "\(month) \(day.year)")
  }

  private static let months = [
    Phrase("January", ru: "Январь"), Phrase("February", ru: "Февраль"),
    Phrase("March", ru: "Март"), Phrase("April", ru: "Апрель"), Phrase("May", ru: "Май"),
    Phrase("June", ru: "Июнь"), Phrase("July", ru: "Июль"), Phrase("August", ru: "Август"),
    Phrase("September", ru: "Сентябрь"), Phrase("October", ru: "Октябрь"),
    Phrase("November", ru: "Ноябрь"), Phrase("December", ru: "Декабрь"),
  ]

  static let weekdays = [
    Phrase("Mo", ru: "Пн"), Phrase("Tu", ru: "Вт"), Phrase("We", ru: "Ср"), Phrase("Th", ru: "Чт"),
    Phrase("Fr", ru: "Пт"), Phrase("Sa", ru: "Сб"), Phrase("Su", ru: "Вс"),
  ]

  static func bounds(_ range: ClosedRange<CalendarDay>) -> Phrase {
    let (first, last) = (range.lowerBound, range.upperBound)
    return Phrase("from \(first) to \(last)", ru: "с \(first) по \(last)")
  }

  static func typed(_ text: String) -> Phrase { Phrase("typed: \(text)", ru: "введено: \(text)") }

  // MARK: Keys

  /// A key, or several that belong together, and what it does.
  package struct Hint: Equatable, Sendable {
    let key: Phrase
    let does: Phrase
    /// Whether it stays where there is no room for all.
    let isKept: Bool

    package init(_ key: Phrase, _ does: Phrase, isKept: Bool = false) {
      (self.key, self.does, self.isKept) = (key, does, isKept)
    }

    /// A key that is called the same in every language.
    package init(_ key: String, _ does: Phrase, isKept: Bool = false) {
      self.init(Phrase(same: key), does, isKept: isKept)
    }
  }

  static let space = Phrase("Space", ru: "Пробел")
  package static let upDown = Phrase("Up/Down", ru: "↑/↓")
  package static let anyKey = Phrase("any key", ru: "любая клавиша")
  package static let closes = Phrase("closes this", ru: "закрыть")

  static func hints(_ form: Form) -> [Hint] {
    var hints: [Hint] = []
    switch form.focusedRow?.field {
    case .password?:
      let isRevealed = form.focusedRow?.isRevealed == true
      hints.append(
        Hint("^T", isRevealed ? Phrase("hide", ru: "скрыть") : Phrase("show", ru: "показать")))
    case .birthDate?: hints.append(Hint(space, Phrase("calendar", ru: "календарь")))
    default: break
    }
    if case .edit = form.purpose {
      hints.append(Hint("^S", Phrase("save", ru: "сохранить")))
      hints.append(Hint("Esc", Phrase("cancel", ru: "отмена")))
    } else {
      let isLast = form.focus + 1 == form.rows.count || form.focusedButton != nil
      hints.append(
        Hint("Enter", isLast ? Phrase("go", ru: "готово") : Phrase("next", ru: "далее")))
      if form.buttons.contains(.toRegistration) {
        hints.append(Hint("^R", Phrase("register", ru: "регистрация")))
      }
      if form.buttons.contains(.toLogin) { hints.append(Hint("^L", Phrase("login", ru: "вход"))) }
    }
    return hints + [Hint("Tab", Phrase("move", ru: "поле")), help, quit]
  }

  package static let help = Hint("F1", Phrase("help", ru: "справка"), isKept: true)
  package static let quit = Hint("^Q", Phrase("quit", ru: "выход"), isKept: true)
  private static let quitByLetter = Hint("Q", quit.does, isKept: true)
  private static let readAgain = Hint("R", Phrase("read again", ru: "перечитать"))

  static func hints(_ profile: ProfileState) -> [Hint] {
    var hints = [
      Hint("E", Phrase("edit", ru: "правка")), Hint("B", Phrase("back", ru: "назад")),
    ]
    if profile.hasAlbums { hints.append(Hint("A", Phrase("albums", ru: "альбомы"))) }
    return hints + [readAgain, help, quitByLetter]
  }

  static let calendarHints = [
    Hint("Enter", Phrase("choose", ru: "выбрать")), Hint("Esc", Phrase("keep", ru: "назад")),
    Hint(Phrase("Arrows", ru: "Стрелки"), Phrase("day", ru: "день")),
    Hint("PgUp/PgDn", Phrase("month", ru: "месяц")), Hint("[ ]", Phrase("year", ru: "год")),
  ]
  static let conflictHints = [
    Hint("Enter", Phrase("go on", ru: "дальше")), Hint("M", Phrase("mine", ru: "моё")),
    Hint("T", Phrase("theirs", ru: "из файла")), Hint(upDown, Phrase("field", ru: "поле")),
  ]
  static let brokenHints = [readAgain, help, quitByLetter]
  static let questionHints = [
    Hint(Phrase("Y", ru: "Д"), Phrase("yes", ru: "да")),
    Hint(Phrase("N", ru: "Н"), Phrase("no", ru: "нет")),
  ]

  /// The head of the keys, of which there may be several pages.
  static func helpTitle(_ page: Int, of pages: Int) -> Phrase {
    let keys = Phrase("Keys", ru: "Клавиши")
    return pages == 1 ? keys : keys + Phrase(same: " \(page)/\(pages)")
  }

  static let helpLines = [
    Hint(
      Phrase("Tab, Down", ru: "Tab, ↓"),
      Phrase("the next field or button", ru: "следующее поле или кнопка")),
    Hint(
      Phrase("Shift+Tab, Up", ru: "Shift+Tab, ↑"),
      Phrase("the one before", ru: "предыдущее поле или кнопка")),
    Hint(
      "Enter",
      Phrase(
        "the next field; on the last, or a button: do it",
        ru: "следующее поле; на последнем или на кнопке — выполнить")),
    Hint(
      Phrase("Left, Right", ru: "←, →"),
      Phrase(
        "in the text; Home and End to its ends", ru: "по тексту; Home и End — в начало и конец")),
    Hint(
      "^U, ^W, ^K",
      Phrase(
        "delete to the start, a word, to the end", ru: "удалить до начала, слово, до конца")),
    Hint("^T", Phrase("show or hide the password", ru: "показать или скрыть пароль")),
    Hint(space, Phrase("the calendar, in a birth date", ru: "календарь (в дате рождения)")),
    Hint(
      "[ ], PgUp, PgDn",
      Phrase("in the calendar: a year, a month", ru: "в календаре: год, месяц")),
    Hint("^S, Esc", Phrase("save or cancel an edit", ru: "сохранить или отменить правку")),
    Hint("^R, ^L", Phrase("to registration, to login", ru: "к регистрации, ко входу")),
    toShell,
    Hint("^Q, ^C", Phrase("quit; nothing is logged out", ru: "выход из программы; сеанс остаётся")),
  ]
  package static let toShell = Hint(
    "^Z", Phrase("to the shell; fg comes back", ru: "в командную строку; fg вернёт сюда"))
  package static let helpHints = [
    Hint(space, Phrase("more", ru: "дальше")), Hint(anyKey, closes),
  ]

  // MARK: Questions

  static func question(_ question: ScreenState.Question) -> Phrase {
    switch question {
    case .logOut: Phrase("Log out? The account stays.", ru: "Выйти из аккаунта? Он останется.")
    case .dropChanges: Phrase("Drop your changes?", ru: "Отбросить изменения?")
    }
  }

  static let yesNo = Phrase("[Y] yes   [N] no", ru: "[Д] да   [Н] нет")

  // MARK: What happened

  static func busy(_ busy: ScreenState.Busy) -> Phrase {
    switch busy {
    case .loggingIn: Phrase("logging in", ru: "вход")
    case .registering: Phrase("making the account", ru: "создание аккаунта")
    case .saving: Phrase("saving", ru: "сохранение")
    case .loggingOut: Phrase("logging out", ru: "выход из аккаунта")
    case .reading: opening
    }
  }

  static let changedInFile = Phrase(
    "The file was changed meanwhile; this is what it says now.",
    ru: "За это время файл изменился; вот что в нём теперь.")
  static func otherAccount(_ email: String) -> Phrase {
    Phrase(
      "The file opens another account now; what you typed for \(visible(email)) was not saved.",
      ru: "Файл теперь открывает другой аккаунт; введённое для \(visible(email)) не сохранено.")
  }
  static let nothingChanged = Phrase("Nothing to change.", ru: "Менять нечего.")
  static let chosen = Phrase(
    "Chosen; save when you are ready.", ru: "Выбрано; сохраните, когда будете готовы.")
  static let severalFit = Phrase(
    "Several people share this name and password: give the email too.",
    ru: "Такие имя и пароль у нескольких человек: укажите и эл. почту.")
  static let nobodyRegistered = Phrase(
    "Nobody is registered yet: register the first one.",
    ru: "Никто ещё не зарегистрирован: зарегистрируйтесь первым.")

  static func saved(_ edit: Edit) -> Phrase {
    let names = edit.fields.map(\.name).joined(separator: ", ")
    return Phrase("Saved: \(names).", ru: "Сохранено: \(names).")
  }

  static func words(of notices: [Notice]) -> [Phrase] {
    notices.map { notice in
      switch notice {
      case .created(let email):
        Phrase("Created account \(visible(email)).", ru: "Создан аккаунт \(visible(email)).")
      case .notSealed(let error):
        Phrase(
          "The password in the file could not be made a hash: \(reason(error))",
          ru: "Захешировать пароль в файле не удалось: \(reason(error))")
      case .editNotCarried(let error):
        Phrase(
          "The open edit still holds the old password: \(reason(error))",
          ru: "В открытой правке остался прежний пароль: \(reason(error))")
      case .mayNotSurvivePowerCut:
        Phrase(
          "Written, but it may not survive a power cut.",
          ru: "Записано, но может не пережить отключения питания.")
      }
    }
  }

  static func uncounted(_ error: AccountsError) -> Phrase {
    Phrase(
      "Failed logins are not counted here: \(reason(error))",
      ru: "Неудачные попытки входа здесь не считаются: \(reason(error))")
  }

  static func editUnknown(_ error: AccountsError) -> Phrase {
    Phrase(
      "It cannot be told whether an edit is open: \(reason(error))",
      ru: "Неизвестно, есть ли открытая правка: \(reason(error))")
  }

  private static func reason(_ error: AccountsError) -> Phrase {
    lines(of: error).first ?? Phrase(same: "")
  }

  /// An error as the screens tell it: its lines, each problem of a file with its place.
  static func lines(of error: AccountsError) -> [Phrase] {
    let text = ErrorText(error)
    guard let placed = text.placed else {
      switch error {
      case .disk, .conflict: return text.lines + (text.hint.map { [$0] } ?? [])
      default: return text.lines
      }
    }
    return placed.problems.map { problem in
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      return Phrase(same: "\(visible(placed.path))\(place): ") + problem.message
    }
  }

  /// Why nobody is logged in; nothing where there is nothing strange about it.
  static func reason(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook) -> [Phrase] {
    switch reason {
    case .nobodyRegistered: rulebook.registersAtLogin ? [] : [nobodyRegistered]
    case .neverLoggedIn, .loggedOut: []
    case .accountGone, .sessionBroken: ErrorText(.notLoggedIn(reason)).lines
    }
  }

  // MARK: Albums

  static let noAlbums = Phrase(
    "regapp-albums is not there: build it with swift build, or install it beside regapp.",
    ru:
      "Программа regapp-albums не найдена: соберите её (swift build) или установите рядом с regapp."
  )

  static func albumsEnded(_ code: Int32) -> Phrase {
    Phrase(
      "regapp-albums ended with \(code).",
      ru: "Программа regapp-albums завершилась с кодом \(code).")
  }

  // MARK: Conflicts

  static let conflictTitle = Phrase("Changed on both sides", ru: "Изменено с обеих сторон")
  static let mine = Phrase("yours", ru: "ваше")
  static let theirs = Phrase("in the file", ru: "в файле")
  /// What stands for the passwords.
  static let typedHere = Phrase("what you typed", ru: "тот, что вы ввели")
  static let anotherOne = Phrase("another one", ru: "другой")

  // MARK: The file cannot be used

  static let brokenTitle = Phrase("The accounts cannot be used", ru: "Аккаунты недоступны")
  static let mend = Phrase(
    "Mend the file, then read it again. It was not written.",
    ru: "Исправьте файл и перечитайте его. Он остался как был.")

  static func tooSmall(_ columns: Int, _ rows: Int) -> Phrase {
    Phrase(
      "Window too small (need \(columns)×\(rows))",
      ru: "Окно слишком мало (нужно \(columns)×\(rows))")
  }
  static let opening = Phrase("reading the accounts", ru: "чтение аккаунтов")
  static let more = Phrase("more", ru: "ещё")
}
