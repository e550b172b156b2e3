/// A key press, as far as a terminal reports it.
package struct Key: Hashable, Sendable {
  /// The key, or the character that it types.
  package enum Name: Hashable, Sendable {
    case character(Character)
    case enter, tab, backspace, delete, insert, escape
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  /// Modifiers held down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var name: Name
  /// For a character only Alt and Control: Shift makes it another character.
  package var modifiers: Modifiers

  package init(_ name: Name, _ modifiers: Modifiers = []) {
    self.name = name
    self.modifiers = modifiers
  }
}

extension Key {
  package static let enter = Key(.enter)
  package static let tab = Key(.tab)
  /// Shift+Tab.
  package static let backTab = Key(.tab, .shift)
  package static let backspace = Key(.backspace)
  package static let delete = Key(.delete)
  package static let insert = Key(.insert)
  package static let escape = Key(.escape)
  package static let up = Key(.up)
  package static let down = Key(.down)
  package static let left = Key(.left)
  package static let right = Key(.right)
  package static let home = Key(.home)
  package static let end = Key(.end)
  package static let pageUp = Key(.pageUp)
  package static let pageDown = Key(.pageDown)

  /// A character without modifiers.
  package static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// A character with Control; letters are lower-case.
  package static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }
  /// A character with Alt.
  package static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
  /// The rest of a sequence that stands for no key. It counts as Esc at a question, since its ESC
  /// may have been typed, and as nothing elsewhere.
  package static let brokenEscape = Key(.escape, .alt)
  /// Shift+Tab on Linux's console, or Esc and Tab that came together.
  package static let escapeTab = Key(.tab, .alt)
  /// F1 to F12.
  package static func function(_ number: Int) -> Key { Key(.function(number)) }
}

extension Key {
  /// The key as a command: lower-cased, and with a Russian letter mapped to the Latin one on the
  /// same key, so that the E that a screen names works in either layout.
  package var command: Key {
    guard case .character(let character) = name, let small = character.lowercased().first else {
      return self
    }
    return Key(.character(Self.latin[small] ?? small), modifiers)
  }

  private static let latin = Dictionary(
    zip("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.")
  ) { first, _ in first }
}
