package import Terminal

extension Frame {
  /// Emphasises all occurrences of words in an area, in any case: the text that was typed to find
  /// it.
  package mutating func emphasize(_ words: [String], in area: Area) {
    let words = words.filter { !$0.isEmpty }
    guard !words.isEmpty else { return }
    for row in area.row..<area.row + area.rows {
      let cells = (area.column..<area.column + area.columns).map {
        self[$0, row].text.lowercased()
      }
      for word in words {
        for start in cells.indices where !cells[start].isEmpty && word.hasPrefix(cells[start]) {
          guard let end = Self.end(of: word, in: cells, from: start) else { continue }
          for column in start..<end { emphasize(area.column + column, row) }
        }
      }
    }
  }

  /// The cell at which a word ends; nil if it does not begin at `start`.
  private static func end(of word: String, in cells: [String], from start: Int) -> Int? {
    var (text, end) = ("", start)
    while end < cells.count, text.utf8.count < word.utf8.count {
      text += cells[end]
      end += 1
    }
    guard text == word else { return nil }
    // The second half of a wide glyph belongs to it.
    while end < cells.count, cells[end].isEmpty { end += 1 }
    return end
  }

  private mutating func emphasize(_ column: Int, _ row: Int) {
    let cell = self[column, row]
    guard !cell.text.isEmpty else { return }
    // Bold and, as what is around it may be bold too, underlined.
    var style = cell.style
    (style.isBold, style.isUnderlined) = (true, true)
    write(cell.text, at: Position(column: column, row: row), style: style)
  }
}
