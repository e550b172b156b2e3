import CommandKit
import ScreenKit
import Terminal

/// Names the actions on the albums' screens.
enum AlbumsAction: OfferedAction {
  case help, redraw, toShell, quit
  /// Empties the search, goes back to the list, or leaves.
  case back
  /// Searches at once, or opens the album.
  case open
  /// Asks the store again.
  case again
  case person
  /// Shows all albums of the open album's band.
  case band
}

typealias AlbumsOffer = Offer<AlbumsAction>

extension AlbumsState: ScreenHost {
  var ownOffers: [AlbumsOffer] { page.map(pageOffers) ?? listOffers }
  var isTyping: Bool { page == nil && search.isTyping }
  var lettersSearch: Bool { page == nil && !search.isTyping }
  static let quitHelpText = Phrase("quit (^Q, ^C)")
  var moves: [Hint] {
    page == nil
      ? [KitText.letters, Hint(Phrase("Up, Down, PgUp, PgDn"), Phrase("choose an album"))]
      : [Hint(Phrase("Up, Down, PgUp, PgDn, Home, End"), Phrase("go through the songs"))]
  }
  var window: (canvas: Canvas, rows: Int) {
    let layout = AlbumsLayout(self)
    return (layout.canvas, layout.rows)
  }

  /// Whether the list has the albums of a band, from which Esc leads back to the page.
  var isOfBand: Bool { !behind.isEmpty && albumOfBand != nil && search.text == searched }

  private var listOffers: [AlbumsOffer] {
    [
      AlbumsOffer(
        .open, [.enter], search.isTyping ? KitText.endsTyping : Phrase("open"),
        helpText: Phrase("search at once; in the list: open the album")),
      AlbumsOffer(
        .back, [.escape],
        search.text.isEmpty || isOfBand ? AlbumsText.back : Phrase("clear"),
        helpText: Phrase("empty the search, or leave")),
      Self.person, Self.again([.control("r")]),
    ]
  }

  private func pageOffers(_ page: Page) -> [AlbumsOffer] {
    let back = AlbumsOffer(
      .back, [.escape, .left, .character("b"), .backspace], AlbumsText.back,
      helpText: Phrase("back to the list (Left, B)"))
    let band = AlbumsOffer(
      .band, [.character("t")], Phrase("by this band"), helpText: Phrase("all albums of this band"))
    return [back] + (page.artist == nil ? [] : [band]) + [
      Self.person, Self.again([.character("r"), .control("r")]),
    ]
  }

  private static let person = AlbumsOffer(
    .person, [.function(2)], Phrase("me"), helpText: Phrase("who is logged in"))

  private static func again(_ keys: [Key]) -> AlbumsOffer {
    AlbumsOffer(.again, keys, Phrase("again"), helpText: Phrase("ask the store again"))
  }
}
