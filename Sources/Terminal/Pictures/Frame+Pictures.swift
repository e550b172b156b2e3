extension Frame {
  /// Draws a picture, clipped to the frame. Later drawing covers it.
  ///
  /// If the terminal cannot show it, or does not have it yet, its cells are empty.
  package mutating func place(_ picture: TerminalPicture, at position: Position) {
    var other = Frame(size: picture.size)
    let placed = PlacedPicture(picture: picture, position: Position(column: 0, row: 0))
    for (index, piece) in placed.cells.enumerated() { other.cells[index] = piece.cell }
    other.pictures = [placed]
    place(other, at: position)
  }

  /// Whether any part of a picture is visible.
  func shows(_ placed: PlacedPicture) -> Bool {
    placed.cells.contains { self[$0.place.column, $0.place.row] == $0.cell }
  }

  /// Whether all of a picture is visible.
  func showsAll(of placed: PlacedPicture) -> Bool {
    placed.cells.allSatisfy { self[$0.place.column, $0.place.row] == $0.cell }
  }

  /// Empties the visible cells of a picture.
  mutating func hide(_ placed: PlacedPicture) {
    for (place, cell) in placed.cells where self[place.column, place.row] == cell {
      cells[place.row * size.columns + place.column] = Cell()
    }
    pictures.removeAll { $0 == placed }
  }
}
