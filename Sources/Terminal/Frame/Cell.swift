/// One cell of a frame.
public struct Cell: Hashable, Sendable {
  /// One grapheme; a space if the cell is empty; "" in the second half of a wide glyph.
  public var text: String
  public var style: Style

  public init(text: String = " ", style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether this is the second half of the wide glyph to its left.
  var isSecondHalf: Bool { text.isEmpty }
}
