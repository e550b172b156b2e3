/// The contents of the whole screen, cell by cell, and the position of the cursor.
///
/// A frame is a value: it is drawn in memory, and `difference` computes the bytes that turn one
/// frame into another. A wide glyph always has both its cells.
package struct Frame: Equatable, Sendable {
  /// The requested size, clamped to 0...`greatestSize`.
  package let size: Size
  /// The cursor's position; hidden if nil or outside the frame.
  package var cursor: Position?
  /// Row after row.
  var cells: [Cell]

  /// The largest screen; a terminal that reports a larger one would only cost memory.
  package static let greatestSize = Size(columns: 2048, rows: 1024)

  /// An empty frame: plain spaces, without a cursor.
  package init(size: Size) {
    self.size = Size(
      columns: min(max(0, size.columns), Self.greatestSize.columns),
      rows: min(max(0, size.rows), Self.greatestSize.rows))
    cells = Array(repeating: Cell(), count: self.size.columns * self.size.rows)
  }

  /// The cell at a position; a plain space outside the frame.
  package subscript(column: Int, row: Int) -> Cell {
    guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return Cell() }
    return cells[row * size.columns + column]
  }

  /// A row as text, without trailing spaces; empty if there is no such row.
  package func text(row: Int) -> String {
    guard (0..<size.rows).contains(row) else { return "" }
    let row = cells[row * size.columns..<(row + 1) * size.columns]
    let end = row.lastIndex { $0.text != " " }.map { $0 + 1 } ?? row.startIndex
    return row[..<end].map(\.text).joined()
  }

  /// All rows as text, without trailing spaces.
  package var lines: [String] { (0..<size.rows).map(text(row:)) }
}

/// One cell of a frame.
package struct Cell: Hashable, Sendable {
  /// One grapheme, or a piece of one that is wider than two columns. A space if the cell is empty;
  /// "" in the second half of a wide glyph.
  package var text: String
  package var style: Style

  package init(text: String = " ", style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether this is the second half of the wide glyph to its left.
  var isSecondHalf: Bool { text.isEmpty }
}
