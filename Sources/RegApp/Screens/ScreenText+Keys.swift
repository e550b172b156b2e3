import AccountsFile
import CommandKit
import ScreenKit

/// The keys, for the last line of a screen and for the help page.
extension ScreenText {
  static func hints(_ form: Form) -> [Hint] {
    var hints: [Hint] = []
    switch form.focusedRow?.field {
    case .password?:
      let isRevealed = form.focusedRow?.isRevealed == true
      hints.append(
        Hint("^T", isRevealed ? Phrase("hide", ru: "скрыть") : Phrase("show", ru: "показать")))
    case let field? where field.isDate:
      hints.append(Hint(KitText.space, Phrase("calendar", ru: "календарь")))
    case .groups?:
      hints.append(Hint(Phrase("Comma", ru: "Запятая"), Phrase("add", ru: "добавить")))
    default: break
    }
    if form.isEdit {
      hints.append(Hint("^S", Phrase("save", ru: "сохранить")))
      hints.append(Hint("Esc", Phrase("cancel", ru: "отмена")))
    } else {
      let isLast = form.focus + 1 == form.rows.count || form.focusedButton != nil
      hints.append(
        Hint("Enter", isLast ? Phrase("go", ru: "готово") : Phrase("next", ru: "далее")))
      if form.buttons.contains(.toRegistration) {
        hints.append(Hint("^R", Phrase("register", ru: "регистрация")))
      }
      if form.buttons.contains(.toLogin) { hints.append(Hint("Esc", Phrase("login", ru: "вход"))) }
    }
    return hints + [Hint("Tab", Phrase("move", ru: "поле")), KitText.help, KitText.quit]
  }

  private static let quitByLetter = Hint("Q", KitText.quit.does, isKept: true)
  private static let readAgain = Hint("R", Phrase("read again", ru: "перечитать"))

  static func hints(_ profile: ProfileState) -> [Hint] {
    // The bar names B and E: they come last, where room may be lacking.
    var hints = [
      Hint("H", Phrase("history", ru: "история")), undoLook,
    ]
    if profile.openEdit != nil {
      hints.append(Hint("D", Phrase("discard the edit", ru: "отбросить правку")))
    }
    if profile.hasAlbums { hints.append(Hint("A", Phrase("albums", ru: "альбомы"))) }
    return hints + [
      readAgain, Hint("E", Phrase("edit", ru: "правка")), Hint("B", Phrase("back", ru: "назад")),
      KitText.help, quitByLetter,
    ]
  }

  private static let undoLook = Hint("U", Phrase("undo", ru: "отменить"))
  private static let scroll = Hint(KitText.upDown, Phrase("scroll", ru: "прокрутка"))
  private static let back = Hint("Esc", Phrase("back", ru: "назад"))
  static let historyHints = [back, scroll, undoLook, readAgain, KitText.help, quitByLetter]
  static let undoHints = [
    Hint("Enter", Phrase("undo", ru: "отменить")), back, scroll, readAgain, KitText.help,
    quitByLetter,
  ]

  static let calendarHints = [
    Hint("Enter", Phrase("choose", ru: "выбрать")), Hint("Esc", Phrase("keep", ru: "назад")),
    Hint(Phrase("Arrows", ru: "Стрелки"), Phrase("day", ru: "день")),
    Hint("PgUp/PgDn", Phrase("month", ru: "месяц")), Hint("[ ]", Phrase("year", ru: "год")),
  ]
  static let conflictHints = [
    Hint("Enter", Phrase("go on", ru: "дальше")), Hint("M", Phrase("mine", ru: "моё")),
    Hint("T", Phrase("theirs", ru: "чужое")), Hint(KitText.upDown, Phrase("field", ru: "поле")),
    Hint("Esc", Phrase("cancel", ru: "отмена")), Hint("F1", KitText.help.does),
    Hint("^Q", KitText.quit.does),
  ]
  static let brokenHints = [readAgain, KitText.help, quitByLetter]
  static let busyHints = [KitText.help, KitText.quit]
  static let questionHints = [
    Hint(Phrase("Y", ru: "Д"), Phrase("yes", ru: "да")),
    Hint(Phrase("N", ru: "Н"), Phrase("no", ru: "нет")),
  ]

  static let helpLines = [
    Hint(
      Phrase("Tab, Down", ru: "Tab, ↓"),
      Phrase("the next field or button", ru: "следующее поле или кнопка")),
    Hint(
      Phrase("Shift+Tab, Up", ru: "Shift+Tab, ↑"),
      Phrase("the previous one", ru: "предыдущее поле или кнопка")),
    Hint(
      "Enter",
      Phrase(
        "the next field; on the last, or a button: submit",
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
    Hint(KitText.space, Phrase("the calendar, in a date", ru: "календарь (в дате)")),
    Hint(
      Phrase("Comma, Enter", ru: "Запятая, Enter"),
      Phrase(
        "in groups: finish one; Backspace removes the last",
        ru: "в группах: закончить одну; Backspace удаляет последнюю")),
    Hint(
      "[ ], PgUp, PgDn",
      Phrase("in the calendar: a year, a month", ru: "в календаре: год, месяц")),
    Hint("^S, Esc", Phrase("save or cancel an edit", ru: "сохранить или отменить правку")),
    Hint("^R, Esc", Phrase("to registration, to login", ru: "к регистрации, ко входу")),
    Hint(
      "E, B, D, A, R",
      Phrase(
        "on the profile: edit, log out, discard the open edit, albums, read again",
        ru: "в профиле: правка, выход, отмена правки, альбомы, перечитать")),
    Hint(
      "H, U",
      Phrase(
        "on the profile: what was done to the account; undo the newest change, after a look at it",
        ru: "в профиле: что делали с аккаунтом; отменить последнее изменение, сперва показав его")),
    Hint(
      KitText.upDown,
      Phrase(
        "in the history: scroll, as PgUp, PgDn, Home and End",
        ru: "в истории: прокрутка, как и PgUp, PgDn, Home, End")),
    Hint("M, T", Phrase("in a conflict: mine, theirs", ru: "при расхождении: моё, чужое")),
    KitText.redraw,
    KitText.toShell,
    Hint("^Q, ^C", Phrase("quit; nothing is logged out", ru: "выход из программы; сеанс остаётся")),
  ]
}
