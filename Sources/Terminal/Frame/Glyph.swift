/// What a terminal does with the text of a cell.
enum Glyph {
  /// One column, everywhere.
  case narrow
  /// Two columns, everywhere.
  case wide
  /// One column, which a picture fills.
  case picture
  /// Terminals disagree: emoji, and whatever is made of several scalars.
  case unsure

  init(_ text: String) {
    if text.utf8.count == 1 {
      self = .narrow
      return
    }
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex
    else {
      self = scalars.first == Placeholder.character ? .picture : .unsure
      return
    }
    let isUnsure =
      !scalar.isSimple
      && ((0x1F000...0x1FFFF).contains(scalar.value) || scalar.properties.isEmoji)
    self = isUnsure ? .unsure : DisplayWidth.of(scalar) == 2 ? .wide : .narrow
  }
}
