/// One place of a frame.
public struct Cell: Hashable, Sendable {
  /// One grapheme; a space where nothing is; nothing in the second half of the wide glyph to the
  /// left.
  public var text: String
  public var style: Style

  public init(text: String = " ", style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether this is the second half of the wide glyph to its left.
  var isSecondHalf: Bool { text.isEmpty }
}
