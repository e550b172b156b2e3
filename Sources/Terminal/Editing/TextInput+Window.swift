extension TextInput {
  /// The part of a text that is drawn in a field.
  package struct Window: Equatable, Sendable {
    /// What to draw; it takes no more columns than the field has.
    package var text: String
    /// The column of the caret, inside the field.
    package var caretColumn: Int
    /// Whether there is text to the left of the field.
    package var hidesLeft: Bool
    /// Whether there is text to the right of the field.
    package var hidesRight: Bool

    package init(text: String, caretColumn: Int, hidesLeft: Bool, hidesRight: Bool) {
      self.text = text
      self.caretColumn = caretColumn
      self.hidesLeft = hidesLeft
      self.hidesRight = hidesRight
    }
  }

  /// What to draw of the text in so many columns.
  ///
  /// The caret is always inside; at the end of the text it needs a column of its own. Where the text
  /// is too long and the caret is far in it, some of what follows the caret is shown as well.
  /// - Parameter mask: drawn instead of each grapheme.
  package func window(columns: Int, mask: Character? = nil) -> Window {
    let glyphs = mask.map { Array(repeating: $0, count: text.count) } ?? Array(text)
    guard columns > 0 else {
      return Window(
        text: "", caretColumn: 0, hidesLeft: caret > 0, hidesRight: caret < glyphs.count)
    }
    let widths = glyphs.map { DisplayWidth.of($0) }
    let after = widths[caret...].reduce(0, +)
    // As many columns may stand before the caret.
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
      text: String(glyphs[start..<end]), caretColumn: caretColumn, hidesLeft: start > 0,
      hidesRight: end < glyphs.count)
  }
}
