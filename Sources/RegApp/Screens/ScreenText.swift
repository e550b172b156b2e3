import AccountsFile
import CommandKit

enum ScreenText {
  // MARK: Titles and buttons

  static func title(_ form: Form) -> Phrase {
    switch form.purpose {
    case .logIn: form.rulebook.registersAtLogin ? register : logIn
    case .renew: Phrase("New password", ru: "Новый пароль")
    case .register: form.isOfOther ? add : register
    case .edit where form.isOfPassword:
      Phrase(
        "New password of \(visible(form.accountName ?? ""))",
        ru: "Новый пароль: \(visible(form.accountName ?? ""))")
    case .edit: Phrase("Edit", ru: "Правка")
    }
  }

  static let add = Phrase("Add an account", ru: "Новый аккаунт")
  private static let register = Phrase("Register", ru: "Регистрация")
  private static let logIn = Phrase("Login", ru: "Вход")

  /// Says that the login creates the account that it does not find.
  static func createsAccount(_ key: Field) -> Phrase {
    key == .email
      ? Phrase(
        "An email that is not known yet gets an account.",
        ru: "Для незнакомого адреса создаётся аккаунт.")
      : Phrase(
        "A name that is not known yet gets an account.",
        ru: "Для незнакомого имени создаётся аккаунт.")
  }

  static let userInfo = Phrase("User Info", ru: "Профиль")
  static let toLeave = Phrase("back", ru: "назад")
  static let cancel = Phrase("Cancel", ru: "Отмена")
  static let save = Phrase("Save", ru: "Сохранить")
  /// Where a profile leads, each with its key.
  static let toBack = Phrase("[B]ack", ru: "[B] Назад")
  static let toEdit = Phrase("[E]dit", ru: "[E] Изменить")

  static func name(_ button: Form.Button, of form: Form) -> Phrase {
    switch (button, form.purpose) {
    case (.submit, .logIn), (.submit, .renew): Phrase("LOGIN", ru: "ВОЙТИ")
    case (.submit, .register) where form.isOfOther: Phrase("ADD", ru: "ДОБАВИТЬ")
    case (.submit, .register): Phrase("REGISTER", ru: "ЗАРЕГИСТРИРОВАТЬСЯ")
    case (.submit, .edit): save
    case (.toRegistration, _): Phrase("Sign in / Register", ru: "Регистрация")
    case (.toLogin, _): logIn
    case (.cancel, _): cancel
    }
  }

  static let atNextLogin = Phrase("at the next login", ru: "при следующем входе")
  /// Why a login asks for a new password.
  static let mustChange = Phrase(
    "The password must be changed: choose a new one.",
    ru: "Пароль нужно сменить: придумайте новый.")
  static let spaceToggles = Phrase(
    "Space sets it and takes it away.", ru: "Пробел ставит и снимает.")

  static func isOff(_ form: Form, _ reason: Phrase) -> Phrase {
    Phrase("\(name(.submit, of: form)) is off: \(reason)", ru: "Пока нельзя — \(reason)")
  }

  // MARK: Fields

  /// A date, with a letter for each digit that is not typed yet.
  static let dateForm = Phrase("YYYY-MM-DD", ru: "ГГГГ-ММ-ДД")
  static let unchanged = Phrase("unchanged", ru: "без изменений")
  static let toBeGenerated = Phrase("will be generated", ru: "будет придуман")
  static let isGeneratedLater = Phrase(
    "The password will be generated, and shown once the account is there. ^G: type it after all.",
    ru: "Пароль будет придуман и показан, как только аккаунт появится. ^G — всё же ввести самому.")
  /// The label of the second field of a new password.
  static let again = Phrase("Again:", ru: "Ещё раз:")
  static let typeAgain = Phrase(
    "The same password again, so that no slip of a finger locks you out.",
    ru: "Тот же пароль ещё раз, чтобы опечатка не закрыла вам вход.")
  static let emptyKeeps = Phrase(
    "Left empty, the password stays as it is.", ru: "Если оставить пустым, пароль не изменится.")

  static func optional(_ form: Phrase) -> Phrase {
    Phrase("\(form). May be left empty.", ru: "\(form). Можно не заполнять.")
  }

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

  static func item(_ rule: FieldRule) -> Phrase {
    switch rule {
    case .maximumCharacters(let count):
      Phrase("at most \(count)", ru: "не больше \(count)")
    case .bcryptBytes: item(.maximumBytes(HashScheme.bcrypt.maximumBytes))
    case .maximumBytes(let count):
      Phrase("at most \(count) bytes", ru: "не больше \(count) байт")
    case .notOnBlocklist: Phrase("not a common one", ru: "не из известных")
    case .notOwnNames: Phrase("not your own names", ru: "не из ваших имён")
    case .minimumCharacters(let count): atLeast(.characters(count))
    case .minimumLetters(let count): atLeast(.letters(count))
    case .minimumDigits(let count): atLeast(.digits(count))
    case .minimumLowercase(let count): atLeast(.lowercaseLetters(count))
    case .minimumUppercase(let count): atLeast(.uppercaseLetters(count))
    case .onlyLettersAndDigits:
      Phrase("letters and digits only", ru: "только буквы и цифры")
    default: rule.message(of: Field.password.name)
    }
  }

  private static func atLeast(_ amount: Phrase) -> Phrase {
    Phrase("\(amount)", ru: "от \(amount)")
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

  // MARK: Questions

  /// What is asked, in paragraphs.
  static func lines(of question: ScreenState.Question) -> [Phrase] {
    switch question {
    case .logOut: [Phrase("Log out? The account stays.", ru: "Выйти из аккаунта? Он останется.")]
    case .dropDraft: [Phrase("Discard the open edit?", ru: "Отбросить открытую правку?")]
    case .leave: [Phrase("Discard what you typed?", ru: "Отбросить введённое?")]
    case .remove(let accounts): [removes(accounts.map(\.name))]
    case .enable(let accounts): [enables(accounts.map(\.name))]
    case .mustChange(let accounts): [renews(accounts.map(\.name))]
    case .seal:
      [
        Phrase(
          "Hash every typed password? What was typed cannot be brought back.",
          ru: "Захешировать все пароли, вписанные открытым текстом? Текст уже не вернуть.")
      ]
    }
  }

  static func title(_ question: ScreenState.Question) -> Phrase {
    switch question {
    case .logOut: Phrase("Log out", ru: "Выход")
    case .dropDraft, .leave: Phrase("Discard", ru: "Отказ от правки")
    case .remove: Phrase("Remove", ru: "Удаление")
    case .enable: Phrase("Enable", ru: "Включение")
    case .mustChange: Phrase("Password change", ru: "Смена пароля")
    case .seal: Phrase("Hash passwords", ru: "Хеширование паролей")
    }
  }

  /// The buttons of a question, with their letters.
  static func buttons(of question: ScreenState.Question) -> (yes: Phrase, no: Phrase) {
    let yes =
      switch question {
      case .logOut: Phrase("Log out", ru: "Выйти")
      case .dropDraft, .leave: Phrase("Discard", ru: "Отбросить")
      case .remove: Phrase("Remove", ru: "Удалить")
      case .enable: Phrase("Enable", ru: "Включить")
      case .mustChange: Phrase("Require", ru: "Потребовать")
      case .seal: Phrase("Hash", ru: "Захешировать")
      }
    let no =
      switch question {
      case .dropDraft, .leave, .remove: Phrase("Keep", ru: "Оставить")
      case .logOut, .enable, .mustChange, .seal: cancel
      }
    return (
      Phrase("[Y] ", ru: "[Д] ") + yes, Phrase("[N] ", ru: "[Н] ") + no
    )
  }

  /// The same for a window too small for buttons.
  static func answers(to question: ScreenState.Question) -> Phrase {
    switch question {
    case .remove: yesByLetter
    case .leave(.program): yesToQuit
    case .logOut, .dropDraft, .leave, .enable, .mustChange, .seal: yesNo
    }
  }

  private static let yesNo = Phrase(
    "[Y, Enter] yes   [N, Esc] no", ru: "[Д, Enter] да   [Н, Esc] нет")

  /// Ctrl+C is answered at once, so that no question keeps anyone in.
  private static let yesToQuit = Phrase(
    "[Y, Enter, ^C] yes   [N, Esc] no", ru: "[Д, Enter, ^C] да   [Н, Esc] нет")

  // MARK: Albums

  static let noAlbums = Phrase(
    "regapp-albums was not found: install the Debian package regapp-albums, or build it.",
    ru: "Программа regapp-albums не найдена: установите пакет Debian regapp-albums или соберите её."
  )

  static func albumsEnded(_ code: Int32) -> Phrase {
    Phrase(
      "regapp-albums exited with code \(code).",
      ru: "Программа regapp-albums завершилась с кодом \(code).")
  }

  // MARK: Conflicts

  static let conflictTitle = Phrase("Changed on both sides", ru: "Изменено с обеих сторон")
  static let mine = Phrase("yours", ru: "ваше")
  static let theirs = Phrase("theirs", ru: "чужое")
  /// Shown instead of passwords.
  static let typedHere = Phrase("what you typed", ru: "тот, что вы ввели")
  static let anotherOne = Phrase("another one", ru: "другой")

  // MARK: The accounts cannot be used

  static let brokenTitle = Phrase("The accounts cannot be used", ru: "Аккаунты недоступны")
  static let mend = Phrase(
    "Put that right, then read them again. Nothing was changed.",
    ru: "Исправьте это и перечитайте их. Ничего не изменено.")

  static let opening = Phrase("reading the accounts", ru: "чтение аккаунтов")
  static let more = Phrase("more", ru: "ещё")
}
