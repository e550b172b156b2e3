extension TextInput {
  /// Applies a key to a line of text.
  ///
  /// Characters, arrows, Home, End, Backspace and Delete; with Control: A and E go to the ends, B
  /// and F one grapheme back and forward, H and D are Backspace and Delete, W deletes the word
  /// before the caret, U and K everything before and after it; Left and Right with Control or Alt,
  /// and Alt with B and F, move by words; Delete with Control, and Alt with D, delete the next one.
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
    case .control("u"): remove(0..<caret)
    case .control("k"): remove(caret..<max(caret, text.count))
    case .control("w"), Key(.backspace, [.alt]): remove(wordStart..<caret)
    case .alt("d"), Key(.delete, [.control]): remove(caret..<wordEnd)
    case Key(.left, [.control]), Key(.left, [.alt]), .alt("b"): moveCaret(to: wordStart)
    case Key(.right, [.control]), Key(.right, [.alt]), .alt("f"): moveCaret(to: wordEnd)
    default: return false
    }
    return true
  }

  private mutating func applyPlain(_ name: Key.Name) -> Bool {
    switch name {
    case .character(let character): insert(String(character))
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
