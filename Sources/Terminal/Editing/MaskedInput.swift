import TextTools

/// Digits that fill a mask, a phone number's or a day's. The text is derived from the digits, so
/// that nothing that is typed, pasted or deleted can break it.
package struct MaskedInput: Equatable, Sendable {
  /// The text, with a `*` for each digit.
  package let mask: String
  /// What people type before the digits, and the mask says already: a country's digits.
  package let prefixes: [String]
  package private(set) var digits: [Character] = []
  /// Between which digits the next one goes.
  package private(set) var caret = 0

  package init(mask: String, prefixes: [String] = []) {
    self.mask = mask
    self.prefixes = prefixes.filter { !$0.isEmpty }
  }

  package var places: Int { mask.count { $0 == "*" } }
  package var isEmpty: Bool { digits.isEmpty }
  package var isComplete: Bool { digits.count == places }

  /// The mask with the digits in it.
  package var text: String {
    var rest = digits[...]
    return String(mask.map { $0 == "*" ? rest.popFirst() ?? "*" : $0 })
  }

  /// Where in the text the next digit goes; behind the last one where all are there.
  package var caretColumn: Int {
    var seen = 0
    for (column, character) in mask.enumerated() where character == "*" {
      if seen == caret { return column }
      seen += 1
    }
    return mask.count
  }

  /// Puts the digits of a text in at the caret. One too many makes room where the digits so far
  /// begin with a prefix: then it was the country that was typed.
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

  /// Begins anew with the digits of a text.
  package mutating func replace(with text: String) {
    digits = []
    caret = 0
    insert(text)
  }

  /// Does what a key says; returns whether it means anything here.
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
