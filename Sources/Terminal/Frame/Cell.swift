/// One cell of a frame.
package struct Cell: Hashable, Sendable {
  /// One grapheme, or a piece of one that is wider than two columns; a space if the cell is empty; "" in the second half of a wide glyph.
  package var text: String
  package var style: Style

  package init(text: String = " ", style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether this is the second half of the wide glyph to its left.
  var isSecondHalf: Bool { text.isEmpty }
}
