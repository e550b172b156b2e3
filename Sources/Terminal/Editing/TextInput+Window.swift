import TextTools

extension TextInput {
  /// The visible part of a text in a field.
  package struct Window: Equatable, Sendable {
    /// The text to draw; never wider than the field.
    package var text: String
    /// The column of the caret, inside the field.
    package var caretColumn: Int
    /// Whether there is text to the left of the field.
    package var hidesLeft: Bool
    /// Whether there is text to the right of the field.
    package var hidesRight: Bool
  }

  /// The part of the text to draw in a field of this many columns.
  ///
  /// The caret is always visible; at the end of the text it needs a column of its own. If the text
  /// is too long and the caret is far into it, some of the text after the caret is shown as well.
  /// - Parameter mask: drawn instead of each grapheme.
  package func window(columns: Int, mask: Character? = nil) -> Window {
    let glyphs = text.map { mask.map(String.init) ?? $0.shown }
    guard columns > 0 else {
      return Window(
        text: "", caretColumn: 0, hidesLeft: caret > 0, hidesRight: caret < glyphs.count)
    }
    let widths = glyphs.map { DisplayWidth.of($0) }
    let after = widths[caret...].reduce(0, +)
    // The number of columns before the caret.
    let room = columns - 1 - min(after, columns / 3)
    var start = 0
    var caretColumn = widths[..<caret].reduce(0, +)
    while start < caret, caretColumn > room {
      caretColumn -= widths[start]
      start += 1
    }
    var end = caret
    var width = caretColumn
    while end < glyphs.count, width + widths[end] <= columns {
      width += widths[end]
      end += 1
    }
    return Window(
      text: glyphs[start..<end].joined(), caretColumn: caretColumn, hidesLeft: start > 0,
      hidesRight: end < glyphs.count)
  }
}

extension Character {
  /// The character as a field shows it: what must not be printed is escaped.
  fileprivate var shown: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
    return unicodeScalars.map { $0.isUnprintable ? $0.escaped : String($0) }.joined()
  }
}
