/// A picture of the whole screen, cell by cell, and where its cursor stands.
///
/// A frame is a value: it is drawn in memory, and `difference` tells what bytes bring a terminal
/// from one frame to another. A wide glyph always has both its cells.
package struct Frame: Equatable, Sendable {
  /// The size that was asked for, within 0 and `greatestSize`.
  package let size: Size
  /// Where the terminal's cursor stands; it is hidden where this is nil or outside the frame.
  package var cursor: Position?
  /// Row after row.
  var cells: [Cell]
  /// The pictures that were drawn; others may have been drawn over them.
  var pictures: [PlacedPicture] = []

  /// No screen is greater; a terminal that claims so would only cost memory.
  package static let greatestSize = Size(columns: 2048, rows: 1024)

  /// An empty frame: spaces of one style, and no cursor.
  package init(size: Size, style: Style = .plain) {
    self.size = Size(
      columns: min(max(0, size.columns), Self.greatestSize.columns),
      rows: min(max(0, size.rows), Self.greatestSize.rows))
    cells = Array(repeating: Cell(style: style), count: self.size.columns * self.size.rows)
  }

  /// The cell at a place; a plain space where there is none.
  package subscript(column: Int, row: Int) -> Cell {
    guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return Cell() }
    return cells[row * size.columns + column]
  }

  /// A row as text, without the spaces at its end; nothing where there is no such row.
  package func text(row: Int) -> String {
    guard (0..<size.rows).contains(row) else { return "" }
    let row = cells[row * size.columns..<(row + 1) * size.columns]
    let end = row.lastIndex { $0.text != " " }.map { $0 + 1 } ?? row.startIndex
    return row[..<end].map(\.text).joined()
  }

  /// All rows as text, without the spaces at their ends.
  package var lines: [String] { (0..<size.rows).map(text(row:)) }
}
