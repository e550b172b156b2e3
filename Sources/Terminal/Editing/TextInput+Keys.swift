extension TextInput {
  /// Applies a key to a line of text.
  ///
  /// Characters, arrows, Home, End, Backspace and Delete; with Control: A and E go to the ends, B
  /// and F one grapheme back and forward, H and D are Backspace and Delete, W deletes the word
  /// before the caret, U and K everything before and after it; Left and Right with Control or Alt,
  /// and Alt with B and F, move by words; Delete with Control, and Alt with D, delete the next one.
  /// Y with Control inserts what was deleted last by one of those that delete a word or more. `_`
  /// with Control (which terminals also send for `/`), and Alt with Z, undo: Control with Z stops
  /// the program.
  /// - Returns: false if the key means nothing here.
  package mutating func apply(_ key: Key) -> Bool {
    if key.modifiers.subtracting(.shift).isEmpty { return applyPlain(key.name) }
    switch key {
    case .control("a"): moveCaret(to: 0)
    case .control("e"): moveCaret(to: text.count)
    case .control("b"): moveCaret(to: caret - 1)
    case .control("f"): moveCaret(to: caret + 1)
    case .control("h"): removeBefore()
    case .control("d"): remove(caret..<caret + 1)
    case .control("u"): remove(0..<caret, isKept: true)
    case .control("k"): remove(caret..<max(caret, text.count), isKept: true)
    case .control("w"), Key(.backspace, [.alt]): remove(wordStart..<caret, isKept: true)
    case .alt("d"), Key(.delete, [.control]): remove(caret..<wordEnd, isKept: true)
    case .control("y"): yank()
    case .control("_"), .alt("z"): undo()
    case Key(.left, [.control]), Key(.left, [.alt]), .alt("b"): moveCaret(to: wordStart)
    case Key(.right, [.control]), Key(.right, [.alt]), .alt("f"): moveCaret(to: wordEnd)
    default: return false
    }
    return true
  }

  /// Whether a key means something in a text.
  package static func isBound(_ key: Key) -> Bool {
    var text = TextInput(limit: 1)
    return text.apply(key)
  }

  private mutating func applyPlain(_ name: Key.Name) -> Bool {
    switch name {
    case .character(let character): type(character)
    case .left: moveCaret(to: caret - 1)
    case .right: moveCaret(to: caret + 1)
    case .home: moveCaret(to: 0)
    case .end: moveCaret(to: text.count)
    case .backspace: removeBefore()
    case .delete: remove(caret..<caret + 1)
    default: return false
    }
    return true
  }

  private mutating func removeBefore() { remove(max(0, caret - 1)..<caret) }

  /// The start of the word before the caret, across the spaces after it.
  private var wordStart: Int {
    let before = text.prefix(caret)
    let word = before.reversed().drop(while: \.isWhitespace).drop { !$0.isWhitespace }
    return word.count
  }

  /// The end of the word after the caret, across the spaces before it.
  private var wordEnd: Int {
    let after = text.dropFirst(caret)
    return text.count - after.drop(while: \.isWhitespace).drop { !$0.isWhitespace }.count
  }
}
