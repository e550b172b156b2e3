// ScreenKit: what the screens of regapp and of regapp-albums share.
//
// A `ScreenHost` offers actions, each an `Offer` with its keys; help, key line and `Palette` are
// drawn from these. A `Canvas` draws bars, lists (`Table`, `ListBody`, `ListSearch`), panels and
// dialogs in the styles of a `Theme`, which is made of `Tones`.
//
// It knows no accounts and no albums. It reads no keys and writes to no terminal: that is
// Terminal's.

package import CommandKit
package import Terminal

/// The state of a program's screens, with what those of every program have: the actions that they
/// offer, and the guides to these, which lie over a screen: the palette and the help.
package protocol ScreenHost {
  associatedtype Offered: OfferedAction

  /// The actions of this screen alone, in the order of the key line.
  var ownOffers: [Offer<Offered>] { get }
  /// Whether letters are text on this screen.
  var isTyping: Bool { get }
  /// Whether letters search on this screen, so that only capitals act.
  var lettersSearch: Bool { get }
  static var quitHelpText: Phrase { get }
  var palette: ActionPalette? { get set }
  /// The help page over the screen, counted on without wrapping; nil for none.
  var helpPage: Int? { get set }
}

extension ScreenHost {
  /// Everything that can be done now, in the order of the key line.
  package var offers: [Offer<Offered>] { ownOffers + general }

  private var general: [Offer<Offered>] {
    let (isTyping, lettersSearch) = (isTyping, lettersSearch)
    func keys(_ letters: Character..., or key: Key) -> [Key] {
      isTyping ? [key] : letters.map(Key.character) + [key]
    }
    return [
      Offer(
        .help, keys("?", or: .function(1)), KitText.help.does,
        helpText: Phrase("help for this screen (F1)")),
      Offer(
        .quit, lettersSearch ? [.control("q")] : keys("q", or: .control("q")), KitText.quit.does,
        helpText: Self.quitHelpText,
        isKept: true),
      Offer(
        .palette, keys(":", ";", or: .control("p")), Phrase("more"),
        helpText: Phrase("all actions"),
        isKept: true),
      Offer(
        .redraw, [.control("l")], Phrase("redraw"), helpText: Phrase("draw the screen again"),
        isKept: nil),
      Offer(
        .toShell, [.control("z")], Phrase("shell"), helpText: Phrase("to the shell; fg returns"),
        isKept: nil),
    ]
  }

  /// The offer that a key runs.
  package func offer(for key: Key) -> Offer<Offered>? {
    let isTyping = isTyping
    if lettersSearch, key.searched?.isUppercase == false { return nil }
    return offers.first { $0.keys.contains(key) || !isTyping && $0.keys.contains(key.command) }
  }

  /// Whether a guide lies over the screen.
  package var hasGuide: Bool { palette != nil || helpPage != nil }

  /// - Parameter hasPages: whether the help has several pages.
  package func guideHints(hasPages: Bool) -> [Hint] {
    palette == nil
      ? (hasPages ? [Hint(KitText.space, Phrase("more\(as: "the next page")"))] : [])
        + [Hint(KitText.anyKey, KitText.closes)]
      : [
        Hint("Enter", Phrase("run")), Hint(KitText.upDown, Phrase("choose")),
        Hint("Esc", KitText.closes),
      ]
  }

  /// Applies a key to the guide over the screen. Returns the offer that it runs.
  package mutating func guide(_ key: Key) -> Offer<Offered>? {
    guard var palette else {
      helpPage = [.character(" "), .down, .pageDown].contains(key) ? helpPage.map { $0 + 1 } : nil
      return nil
    }
    let offer = palette.apply(key, to: offers)
    self.palette = offer == nil && ![.escape, .control("p")].contains(key) ? palette : nil
    return offer
  }

  /// Changes what is offered without a key: no row of the palette becomes another action.
  package mutating func offering<Result>(_ change: (inout Self) -> Result) -> Result {
    let before = offers.map(\.action)
    defer { if palette != nil, offers.map(\.action) != before { palette = nil } }
    return change(&self)
  }
}

extension Canvas {
  /// Draws the guide that lies over a screen, if one does.
  package func drawGuide(
    of state: some ScreenHost, help: [Hint], rows: Int, in frame: inout Frame
  ) {
    if let palette = state.palette {
      draw(palette, of: state.offers, rows: rows, in: &frame)
    } else if let page = state.helpPage {
      frame.cursor = nil
      draw(help: help, page: page, rows: rows, in: &frame)
    }
  }
}

/// Converts the outcome of the screens into a return or an error.
package func end(as outcome: LoopOutcome) throws {
  switch outcome {
  case .finished: return
  case .interrupted(let signal): throw ProgramEnd(signal: signal)
  case .inputClosed: throw ProgramEnd(code: .hungUp)
  }
}
