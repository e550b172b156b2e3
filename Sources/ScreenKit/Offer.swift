package import CommandKit
package import Terminal

/// Names an action that a person can do on a screen.
package protocol OfferedAction: Equatable, Sendable {
  static var help: Self { get }
  static var redraw: Self { get }
  static var toShell: Self { get }
  static var quit: Self { get }
}

/// An action that a screen offers. The list of a screen's offers is its key line, its list of
/// actions, and what its keys do.
package struct Offer<Action: OfferedAction>: Equatable, Sendable {
  package let action: Action
  /// The keys that run it, at least one: the screens name the first. Letters are lower-case: see
  /// `Key.command`.
  package let keys: [Key]
  /// Its verb, in a word or two, for the key line.
  package let does: Phrase
  /// The words for the action in the list of actions.
  package let helpText: Phrase
  /// Why it cannot be done now; nil if it can.
  package let disabledReason: Phrase?
  /// Whether the key line keeps it when there is no room for all; nil if it never shows it.
  package let isKept: Bool?

  package init(
    _ action: Action, _ keys: [Key], _ does: Phrase, helpText: Phrase? = nil,
    disabledReason: Phrase? = nil,
    isKept: Bool? = false
  ) {
    (self.action, self.keys, self.does) = (action, keys, does)
    (self.helpText, self.disabledReason, self.isKept) = (helpText ?? does, disabledReason, isKept)
  }

  /// An action with a letter.
  package init(
    _ action: Action, _ letter: Character, _ does: Phrase, helpText: Phrase? = nil,
    disabledReason: Phrase? = nil, isKept: Bool? = false
  ) {
    self.init(
      action, [.character(letter)], does, helpText: helpText, disabledReason: disabledReason,
      isKept: isKept)
  }

  /// How the first key is called.
  package var key: Phrase {
    let key = keys[0]
    return switch key.name {
    case .character(" "): KitText.space
    case .character(let letter):
      Phrase(same: (key.modifiers == .control ? "^" : "") + letter.uppercased())
    case .function(let number): Phrase(same: "F\(number)")
    case .enter: Phrase(same: "Enter")
    case .escape: Phrase(same: "Esc")
    default: Phrase(same: "\(key.name)")
    }
  }
}

extension [Hint] {
  /// The key line: without what is off or too long for it.
  package init<Action>(keyLine offers: [Offer<Action>]) {
    self = offers.compactMap { offer in
      guard offer.disabledReason == nil, let isKept = offer.isKept else { return nil }
      return Hint(offer.key, offer.does, isKept: isKept)
    }
  }

  /// The list of actions: each with why it cannot be done now.
  init<Action>(help offers: [Offer<Action>]) {
    self = offers.map { offer in
      let reason = offer.disabledReason.map { Phrase(same: ": ") + $0 } ?? Phrase(same: "")
      return Hint(offer.key, offer.helpText + reason)
    }
  }
}

/// A key, or several that belong together, and what it does.
package struct Hint: Equatable, Sendable {
  package let key: Phrase
  package let does: Phrase
  /// Whether it stays when there is no room for all.
  package let isKept: Bool
  /// Whether it is a label for the keys behind it, which says whom they concern.
  package let isLabel: Bool

  package init(_ key: Phrase, _ does: Phrase, isKept: Bool = false) {
    (self.key, self.does, self.isKept, isLabel) = (key, does, isKept, false)
  }

  /// A label that says whom the keys behind it concern.
  package init(label: Phrase) {
    (key, does, isKept, isLabel) = (label, Phrase(same: ""), true, true)
  }

  /// A key with the same name in every language.
  package init(_ key: String, _ does: Phrase, isKept: Bool = false) {
    self.init(Phrase(same: key), does, isKept: isKept)
  }
}
