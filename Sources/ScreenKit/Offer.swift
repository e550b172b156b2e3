package import CommandKit
package import Terminal

/// Names an action that a person can do on a screen.
package protocol OfferedAction: Equatable, Sendable {
  static var help: Self { get }
  static var palette: Self { get }
  static var redraw: Self { get }
  static var toShell: Self { get }
  static var quit: Self { get }
  /// Whether it changes something, leads to a change, or ends the program. The palette runs such an
  /// action only by its name.
  var changesSomething: Bool { get }
  /// Other words that people know it by, in small letters.
  var usualWords: [String] { get }
  /// Whether something is gone after it: then only its own name is its name.
  var removesSomething: Bool { get }
}

extension OfferedAction {
  package var usualWords: [String] { [] }
  package var removesSomething: Bool { false }
}

/// An action that a screen offers. The list of a screen's offers is its key line, its help, its
/// palette, and what its keys do.
package struct Offer<Action: OfferedAction>: Equatable, Sendable {
  package let action: Action
  /// The keys that run it; none if only the palette does. Letters are lower-case: see
  /// `Key.command`.
  package let keys: [Key]
  /// Its verb, in a word or two, for the key line and before what the palette says of it.
  package let does: Phrase
  /// The words for the action in the help and the palette.
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

  /// How the first key is called; empty without one.
  package var key: Phrase {
    guard let key = keys.first else { return Phrase(same: "") }
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

  /// The help: every action that has a key.
  package init<Action>(help offers: [Offer<Action>]) {
    self = offers.compactMap { offer in
      let disabledReason = offer.disabledReason.map {
        offer.helpText + Phrase(same: " (") + $0 + Phrase(same: ")")
      }
      return offer.keys.isEmpty ? nil : Hint(offer.key, disabledReason ?? offer.helpText)
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
