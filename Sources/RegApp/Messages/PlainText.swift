import AccountsFile
import CommandKit
import Terminal

/// Texts of the forms that ask line by line.
enum PlainText {
  static let back = ":back"
  static let cancel = ":cancel"
  static let clear = "-"

  static let password = Phrase("Password: ", ru: "Пароль: ")
  static let again = Phrase("Password again: ", ru: "Пароль ещё раз: ")
  static let repeatMissing = Phrase(
    "type the new password again", ru: "введите новый пароль ещё раз")
  static let passwordsDiffer = Phrase("the two passwords differ", ru: "пароли не совпадают")

  /// How to answer the questions of a form, and how to leave it.
  static func howTo(ofPassword: Bool) -> Phrase {
    if ofPassword {
      return Phrase(
        "The password must be changed. The new one is used exactly as typed; an empty line gives up.",
        ru: "Пароль нужно сменить. Новый берётся точно так, как набран; пустая строка — отказ.")
    }
    return Phrase(
      "\(back) returns to the previous question, \(cancel) leaves.",
      ru: "\(back) — вернуться к прошлому вопросу, \(cancel) — выйти.")
  }

  static let howToTypePassword = Phrase(
    "A password is used exactly as typed.", ru: "Пароль берётся точно так, как набран.")

  static let commands = Phrase(
    "Go on with regapp edit, history, undo, list or logout; regapp help lists all commands.",
    ru: "Дальше: regapp edit, history, undo, list или logout; все команды — в regapp help.")

  /// Says where a copy is that was edited by hand but not installed.
  static func isKept(_ path: String) -> Phrase {
    Phrase(
      "your version is kept in \(visible(path))", ru: "ваша версия осталась в \(visible(path))")
  }
}
