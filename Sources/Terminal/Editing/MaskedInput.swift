import TextTools

/// Digits that fill a mask, of a phone number or a date. The text is derived from the digits, so
/// that typing, pasting and deleting cannot break it.
package struct MaskedInput: Equatable, Sendable {
  /// The text, with a `*` for each digit.
  package let mask: String
  /// The country's digits: people may type them first although the mask has them.
  package let prefixes: [String]
  package private(set) var digits: [Character] = []
  /// The index at which the next digit is inserted.
  package private(set) var caret = 0

  package init(mask: String, prefixes: [String] = []) {
    self.mask = mask
    self.prefixes = prefixes.filter { !$0.isEmpty }
  }

  package var places: Int { mask.count { $0 == "*" } }
  package var isEmpty: Bool { digits.isEmpty }
  package var isComplete: Bool { digits.count == places }

  /// The mask filled with the digits.
  package var text: String {
    var rest = digits[...]
    return String(mask.map { $0 == "*" ? rest.popFirst() ?? "*" : $0 })
  }

  /// The column where the next digit goes; after the last one if all are there.
  package var caretColumn: Int {
    var seen = 0
    for (column, character) in mask.enumerated() where character == "*" {
      if seen == caret { return column }
      seen += 1
    }
    return mask.count
  }

  /// Inserts the digits of a text at the caret. If there is one too many and the digits begin with
  /// a prefix, the prefix is dropped: the country was typed.
  package mutating func insert(_ text: String) {
    for character in text where character.asciiValue?.isASCIIDigit == true {
      if isComplete {
        guard let prefix = prefixes.first(where: { digits.starts(with: $0) }) else { return }
        digits.removeFirst(prefix.count)
        caret = max(0, caret - prefix.count)
      }
      digits.insert(character, at: caret)
      caret += 1
    }
  }

  /// Replaces everything with the digits of a text.
  package mutating func replace(with text: String) {
    digits = []
    caret = 0
    insert(text)
  }

  /// Applies a key; returns whether it means anything here.
  package mutating func apply(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): caret = max(0, caret - 1)
    case .right, .control("f"): caret = min(digits.count, caret + 1)
    case .home, .control("a"): caret = 0
    case .end, .control("e"): caret = digits.count
    case .backspace, .control("h"):
      guard caret > 0 else { return true }
      caret -= 1
      digits.remove(at: caret)
    case .delete, .control("d"):
      if caret < digits.count { digits.remove(at: caret) }
    case .control("u"), .control("w"):
      digits.removeFirst(caret)
      caret = 0
    case .control("k"): digits.removeSubrange(caret...)
    default:
      guard case .character(let character) = key.name, key.modifiers.isSubset(of: .shift) else {
        return false
      }
      insert(String(character))
    }
    return true
  }
}
