package import CommandKit

/// The words that the screens of every program have.
package enum KitText {
  package static let space = Phrase("Space")
  package static let upDown = Phrase("Up/Down")
  package static let anyKey = Phrase("any key")
  package static let closes = Phrase("closes this")

  package static let help = Hint("F1", Phrase("help"), isKept: true)
  package static let quit = Hint("^Q", Phrase("quit"), isKept: true)
  package static let toShell = Hint("^Z", Phrase("to the shell; fg returns"))
  package static let redraw = Hint("^L", Phrase("draw the screen again"))
  package static let helpHints = [
    Hint(space, Phrase("more\(as: "the next page")")), Hint(anyKey, closes),
  ]

  package static let keysDropped = Phrase(
    "Keys that you typed too early were dropped; look, and type again.")

  /// The title of the list of keys, which may have several pages.
  static func helpTitle(_ page: Int, of pages: Int) -> Phrase {
    let keys = Phrase("Keys")
    return pages == 1 ? keys : keys + Phrase(same: " \(page)/\(pages)")
  }

  static let more = Phrase("more")
  package static let actions = Phrase("more")
  package static let allActions = Phrase("all actions")
  package static let tellsHelp = Phrase("help for this screen (F1)")
  package static let paletteHints = [
    Hint("Enter", Phrase("run")),
    Hint(upDown, Phrase("choose")), Hint("Esc", closes),
  ]
  static let paletteTitle = Phrase("Actions")
  static let noAction = Phrase("no such action")

  static func tooSmall(_ columns: Int, _ rows: Int) -> Phrase {
    Phrase("Window too small (need \(columns)×\(rows))")
  }
}
