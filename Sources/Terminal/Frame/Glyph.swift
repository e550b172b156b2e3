/// How a terminal draws a cell's text.
enum Glyph {
  /// One column, everywhere.
  case narrow
  /// Two columns, everywhere.
  case wide
  /// Terminals disagree: emoji, and clusters of several scalars.
  case unsure

  init(_ text: String) {
    if text.utf8.count == 1 {
      self = .narrow
      return
    }
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex
    else {
      self = .unsure
      return
    }
    let isUnsure =
      !scalar.isSimple
      && ((0x1F000...0x1FFFF).contains(scalar.value) || scalar.properties.isEmoji
        || WideRanges.isRecent(scalar.value))
    self = isUnsure ? .unsure : DisplayWidth.of(scalar) == 2 ? .wide : .narrow
  }
}
