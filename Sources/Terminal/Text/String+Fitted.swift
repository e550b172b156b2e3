extension String {
  /// The text if it fits into this many columns; otherwise its beginning and "…".
  package func fitted(columns: Int) -> String {
    // A text never has more columns than bytes.
    if utf8.count <= columns || DisplayWidth.of(self) <= columns { return self }
    guard columns > 0 else { return "" }
    var result = ""
    var width = 0
    for character in self {
      width += DisplayWidth.of(character)
      if width > columns - 1 { break }
      result.append(character)
    }
    return result + "…"
  }
}
