package import CommandKit

/// The words that the screens of every program have.
package enum KitText {
  package static let space = Phrase("Space", ru: "Пробел")
  package static let upDown = Phrase("Up/Down", ru: "↑/↓")
  package static let anyKey = Phrase("any key", ru: "любая клавиша")
  package static let closes = Phrase("closes this", ru: "закрыть")

  package static let help = Hint("F1", Phrase("help", ru: "справка"), isKept: true)
  package static let quit = Hint("^Q", Phrase("quit", ru: "выход"), isKept: true)
  package static let toShell = Hint(
    "^Z", Phrase("to the shell; fg returns", ru: "в командную строку; fg вернёт сюда"))
  package static let redraw = Hint(
    "^L", Phrase("draw the screen again", ru: "перерисовать экран"))
  package static let helpHints = [
    Hint(space, Phrase("more", ru: "дальше")), Hint(anyKey, closes),
  ]

  package static let keysDropped = Phrase(
    "Keys that you typed too early were dropped; look, and type again.",
    ru: "Клавиши нажаты слишком рано и отброшены; посмотрите и нажмите снова.")

  /// The title of the list of keys, which may have several pages.
  static func helpTitle(_ page: Int, of pages: Int) -> Phrase {
    let keys = Phrase("Keys", ru: "Клавиши")
    return pages == 1 ? keys : keys + Phrase(same: " \(page)/\(pages)")
  }

  package static let actions = Phrase("more", ru: "ещё")
  package static let allActions = Phrase("all actions", ru: "все действия")
  package static let tellsHelp = Phrase(
    "help for this screen (F1)", ru: "справка по этому экрану (F1)")
  package static let paletteHints = [
    Hint("Enter", Phrase("run", ru: "выполнить")),
    Hint(upDown, Phrase("choose", ru: "выбрать")), Hint("Esc", closes),
  ]
  static let paletteTitle = Phrase("Actions", ru: "Действия")
  static let noAction = Phrase("no such action", ru: "такого действия нет")

  static func tooSmall(_ columns: Int, _ rows: Int) -> Phrase {
    Phrase(
      "Window too small (need \(columns)×\(rows))",
      ru: "Окно слишком мало (нужно \(columns)×\(rows))")
  }
}
