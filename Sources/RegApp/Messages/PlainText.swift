import AccountsFile
import CommandKit
import Terminal

/// Texts of the forms that ask line by line.
enum PlainText {
  static let back = ":back"
  static let cancel = ":cancel"
  static let clear = "-"

  static let menu = ":menu"

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
}
