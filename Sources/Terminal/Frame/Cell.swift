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

  /// The text of a cell that holds one scalar.
  static func text(_ scalar: Unicode.Scalar) -> String {
    scalar.isASCII ? ascii[Int(scalar.value)] : String(scalar)
  }

  /// Made once, as nearly all cells hold one of them.
  private static let ascii: [String] = (0..<0x80).map { String(Unicode.Scalar($0 as UInt8)) }
}
