/// A picture and the position of its upper left corner.
struct PlacedPicture: Hashable, Sendable {
  let picture: TerminalPicture
  var position: Position

  /// Its cells: where each is in the frame, and its content.
  var cells: some Sequence<(place: Position, cell: Cell)> {
    let columns = picture.size.columns
    return (0..<picture.size.rows * columns).lazy.map { index in
      let (row, column) = (index / columns, index % columns)
      let place = Position(column: position.column + column, row: position.row + row)
      return (place, picture.cell(row: row, column: column))
    }
  }
}

extension TerminalPicture {
  /// The cell that shows this piece of the picture.
  func cell(row: Int, column: Int) -> Cell {
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
    let color = Color.shade(red: part(16), green: part(8), blue: part(0), palette: 7)
    return Cell(
      text: Placeholder.text(row: row, column: column), style: Style(foreground: color))
  }
}
