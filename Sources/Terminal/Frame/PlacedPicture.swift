/// A picture and where its upper left corner stands.
struct PlacedPicture: Hashable, Sendable {
  let picture: TerminalPicture
  var position: Position

  /// Its cells: where each stands in the frame, and what it holds.
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
  /// The cell in which a piece of it stands.
  func cell(row: Int, column: Int) -> Cell {
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
    let color = Color.shade(red: part(16), green: part(8), blue: part(0), palette: 7)
    return Cell(
      text: Placeholder.text(row: row, column: column), style: Style(foreground: color))
  }
}
