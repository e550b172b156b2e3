import AccountsFile
import CommandKit
import Terminal

/// Texts of the forms that ask line by line.
enum PlainText {
  static let back = ":back"
  static let cancel = ":cancel"
  static let clear = "-"

  static let howTo = Phrase(
    "\(back) returns to the previous question, \(cancel) or the end of input leaves.\n"
      + "A password is used exactly as typed.",
    ru: "\(back) — вернуться к прошлому вопросу, \(cancel) или конец ввода — выйти.\n"
      + "Пароль берётся точно так, как набран.")
  static let password = Phrase("Password: ", ru: "Пароль: ")
  static let again = Phrase("Password again: ", ru: "Пароль ещё раз: ")
  static let repeatMissing = Phrase(
    "type the new password again", ru: "введите новый пароль ещё раз")
  static let passwordsDiffer = Phrase("the two passwords differ", ru: "пароли не совпадают")

  /// The question which of two values to keep.
  static func choice(_ field: Field, _ mine: Phrase, _ theirs: Phrase) -> Phrase {
    Phrase(
      "\(field.title): keep mine (\(mine)) or theirs (\(theirs))? [m/t] ",
      ru: "\(field.title): оставить моё (\(mine)) или чужое (\(theirs))? [м/ч] "
    ).map { $0.wrapped(columns: 78).joined(separator: "\n") }
  }

  /// Says where a copy is that was edited by hand but not installed.
  static func isKept(_ path: String) -> Phrase {
    Phrase(
      "your version is kept in \(visible(path))", ru: "ваша версия осталась в \(visible(path))")
  }

  static let tryAgain = Phrase(
    "Try again with the same answers, or discard them? [t/d] ",
    ru: "Повторить с теми же ответами или отбросить их? [п/о] ")
  static let profileMenu = Phrase(
    "Edit, history, undo, log out or quit? [e/h/u/l/q] ",
    ru: "Изменить, история, отменить, выйти из аккаунта или закрыть? [и/с/о/в/з] ")
  static let albumsMenu = Phrase(
    "Edit, albums, history, undo, log out or quit? [e/a/h/u/l/q] ",
    ru: "Изменить, альбомы, история, отменить, выйти из аккаунта или закрыть? [и/а/с/о/в/з] ")
  static let undoMenu = Phrase("Undo it? [y/n] ", ru: "Отменить его? [д/н] ")
  static let loginMenu = Phrase(
    "Log in, register or quit? [l/r/q] ", ru: "Войти, зарегистрироваться или закрыть? [в/р/з] ")
}
