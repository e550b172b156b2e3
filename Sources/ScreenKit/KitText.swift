package import CommandKit

/// The words that the screens of every program have.
package enum KitText {
  package static let space = Phrase("Space")
  package static let upDown = Phrase("Up/Down")
  package static let anyKey = Phrase("any key")
  package static let closes = Phrase("closes this")
  /// The keys of the list of actions.
  package static let actionHints = [
    Hint("Enter", Phrase("run")), Hint(upDown, Phrase("choose")), Hint("Esc", Phrase("close")),
  ]

  package static let help = Hint("F1", Phrase("help"), isKept: true)
  package static let quit = Hint("^Q", Phrase("quit"), isKept: true)

  package static let keysDropped = Phrase(
    "Keys that you typed too early were dropped: wait a second, then type again."
  )
  /// How to search, for the help of a list.
  package static let letters = Hint(
    Phrase("letters, digits"), Phrase("search; capitals act"))
  package static let endsTyping = Phrase("go to the list")

  /// The position of the bar, as a row of how many, for the head of a list.
  package static func place(_ row: Int, of count: Int, on canvas: Canvas) -> Phrase {
    canvas.isWide
      ? Phrase("row \(row + 1) of \(count)") : Phrase("\(row + 1) of \(count)")
  }

  static let more = Phrase("more")
  /// How many lines of a text are not shown.
  static func moreLines(_ count: Int) -> Phrase { Phrase("… \(count, "more line")") }
}
