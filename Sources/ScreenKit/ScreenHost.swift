// ScreenKit: what the screens of regapp and of regapp-albums share.
//
// A `ScreenHost` offers actions, each an `Offer` with its keys; the key line and the list of
// actions are drawn from these. A `Canvas` draws bars, lists (`Table`, `ListBody`, `ListSearch`),
// panels and dialogs in the styles of a `Theme`, which is made of `Tones`.
//
// It knows no accounts and no albums. It reads no keys and writes to no terminal: that is
// Terminal's.

package import CommandKit
package import Terminal

/// The state of a program's screens, with what those of every program have: the actions that they
/// offer, and the list of these, which lies over a screen.
package protocol ScreenHost: ScreenProgram {
  associatedtype Offered: OfferedAction

  /// The actions of this screen alone, in the order of the key line.
  var ownOffers: [Offer<Offered>] { get }
  /// The keys of this screen that are no actions: they move, type and choose.
  var moves: [Hint] { get }
  /// Whether letters are text on this screen.
  var isTyping: Bool { get }
  /// Whether letters search on this screen, so that only capitals act.
  var lettersSearch: Bool { get }
  static var quitHelpText: Phrase { get }
  /// The row in focus of the list of actions that lies over the screen; nil for none.
  var actionList: TableFocus? { get set }
  /// The window, and how many of its rows are above the message and the keys.
  var window: (canvas: Canvas, rows: Int) { get }
  /// Whether actions are done to the same as in another state.
  func concernsSame(as other: Self) -> Bool
}

extension ScreenHost {
  package func concernsSame(as other: Self) -> Bool { true }

  /// Everything that can be done now, in the order of the key line.
  package var offers: [Offer<Offered>] { ownOffers + general }

  private var general: [Offer<Offered>] {
    let (isTyping, lettersSearch) = (isTyping, lettersSearch)
    func keys(_ letter: Character, or key: Key) -> [Key] {
      isTyping ? [key] : [.character(letter), key]
    }
    return [
      Offer(
        .help, keys("?", or: .function(1)), KitText.help.does,
        helpText: Phrase("all actions of this screen (F1)"), isKept: true),
      Offer(
        .quit, lettersSearch ? [.control("q")] : keys("q", or: .control("q")), KitText.quit.does,
        helpText: Self.quitHelpText,
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

  // MARK: The list of actions

  /// Its rows: every action, and then the keys that are none.
  package var help: [Hint] { [Hint](help: offers) + moves }

  /// The key that the screen below the list gets for a key: for Enter that of the action in focus,
  /// and each that the list does not take; nil for none.
  private func keyBelow(_ key: Key, _ focus: TableFocus) -> Key? {
    switch key {
    case .up, .down, .pageUp, .pageDown, .home, .end, .escape: return nil
    case .enter:
      let offers = offers
      guard focus.row < offers.count else { return nil }
      let key = offers[focus.row].keys[0]
      guard lettersSearch, let capital = key.searched?.uppercased().first else { return key }
      return Key.character(capital)
    default: return offer(for: key)?.action == Offered.help ? nil : key
    }
  }

  /// How the program treats a key in the list: as the screen below does, unless the list takes it.
  /// Nil without the list, and for what is no key.
  package func answerInList(to event: InputEvent) -> KeyAnswer? {
    guard let focus = actionList, case .key(let key) = event else { return nil }
    guard let below = keyBelow(key, focus) else { return .acts }
    var screen = self
    screen.actionList = nil
    return screen.answer(to: .key(below))
  }

  /// Applies a key to the list: it moves the focus, or ends the list. Returns the key that the
  /// screen below gets.
  package mutating func applyToList(_ key: Key) -> Key? {
    guard var focus = actionList else { return key }
    let below = keyBelow(key, focus)
    if below == nil {
      let (canvas, height) = window
      let (rows, room) = canvas.actionRows(help, rows: height)
      if focus.move(by: key, rows, room: room) {
        actionList = focus
        return nil
      }
    }
    actionList = nil
    return below
  }

  /// Changes the state without a key. If other actions are offered then, or they are done to
  /// something else, the list is gone, and so are the keys that were typed for it.
  package mutating func offering(
    _ change: (inout Self) -> [LoopAction<Effect>]
  ) -> [LoopAction<Effect>] {
    guard actionList != nil else { return change(&self) }
    let before = self
    let actions = change(&self)
    if actionList != nil, concernsSame(as: before),
      offers.map(\.action) == before.offers.map(\.action)
    {
      return actions
    }
    actionList = nil
    return actions + [.dropKeys]
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
