import CommandKit
import ScreenKit
import Terminal

/// Names the actions on the albums' screens.
enum AlbumsAction: OfferedAction {
  case help, palette, redraw, toShell, quit
  /// Empties the search, goes back to the list, or leaves.
  case back
  /// Searches at once, or opens the album.
  case open
  /// Asks the store again.
  case again
  case person

  var changesSomething: Bool { false }
}

typealias AlbumsOffer = Offer<AlbumsAction>

extension AlbumsState {
  /// Everything that can be done now, in the order of the key line.
  var offers: [AlbumsOffer] { (page == nil ? listOffers : Self.pageOffers) + general }

  /// The offer that a key runs. In the list letters are text.
  func offer(for key: Key) -> AlbumsOffer? {
    offers.first { $0.keys.contains(key) || page != nil && $0.keys.contains(key.command) }
  }

  private var listOffers: [AlbumsOffer] {
    [
      AlbumsOffer(
        .open, [.enter], Phrase(same: "Enter"), Phrase("open"),
        tells: Phrase("search at once; open the album")),
      AlbumsOffer(
        .back, [.escape], Phrase(same: "Esc"),
        query.text.isEmpty ? AlbumsText.back : Phrase("clear"),
        tells: Phrase("empty the search, or leave")),
      Self.person, Self.again([.control("r")], "^R"),
    ]
  }

  private static let pageOffers = [
    AlbumsOffer(
      .back, [.escape, .left, .character("b"), .backspace], Phrase(same: "Esc"), AlbumsText.back,
      tells: Phrase("back to the list (Left, B)")),
    person, again([.character("r"), .control("r")], "R"),
  ]

  private static let person = AlbumsOffer(
    .person, [.function(2)], Phrase(same: "F2"), Phrase("me"),
    tells: Phrase("who is logged in"))

  private static func again(_ keys: [Key], _ key: String) -> AlbumsOffer {
    AlbumsOffer(
      .again, keys, Phrase(same: key), Phrase("again"),
      tells: Phrase("ask the store again"))
  }

  /// As on the screens of accounts.
  private var general: [AlbumsOffer] {
    let isTyping = page == nil
    return [
      AlbumsOffer(
        .help, isTyping ? [.function(1)] : [.character("?"), .function(1)],
        Phrase(same: isTyping ? "F1" : "?"), KitText.help.does, tells: KitText.tellsHelp),
      AlbumsOffer(
        .quit, isTyping ? [.control("q")] : [.character("q"), .control("q")],
        Phrase(same: isTyping ? "^Q" : "Q"), KitText.quit.does,
        tells: Phrase("quit (^Q, ^C)"), isKept: true),
      AlbumsOffer(
        .palette, isTyping ? [.control("p")] : [.character(":"), .character(";"), .control("p")],
        Phrase(same: isTyping ? "^P" : ":"), KitText.actions, tells: KitText.allActions,
        isKept: true),
      AlbumsOffer(.redraw, [.control("l")], Phrase(same: "^L"), KitText.redraw.does, isKept: nil),
      AlbumsOffer(.toShell, [.control("z")], Phrase(same: "^Z"), KitText.toShell.does, isKept: nil),
    ]
  }
}
