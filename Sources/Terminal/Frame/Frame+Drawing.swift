extension Frame {
  /// Draws text in one row.
  ///
  /// It is clipped to the frame and to `columns`. The text is first cleaned by `Printable.cleaned`,
  /// so that no control character reaches a cell; graphemes without width are dropped. A wide glyph
  /// that would be cut becomes a space, and when half of one is overwritten the other half becomes
  /// a space.
  /// - Returns: the columns from the position to the end of the text, or to where it was cut on the
  ///   right; the same whether or not the row and the left part are inside the frame.
  @discardableResult
  package mutating func write(
    _ text: String, at position: Position, style: Style = .plain, limit: Int? = nil
  ) -> Int {
    let start = min(max(position.column, -Self.farAway), Self.farAway)
    let end = min(size.columns, start + min(max(0, limit ?? Self.farAway), Self.farAway))
    guard start < end else { return 0 }
    guard (0..<size.rows).contains(position.row) else {
      return min(DisplayWidth.of(text), end - start)
    }
    var pen = Pen(column: start, end: end, row: position.row * size.columns, style: style)
    if text.unicodeScalars.allSatisfy(\.isSimple) {
      for scalar in text.unicodeScalars where pen.column < end {
        draw(String(scalar), columns: DisplayWidth.of(scalar), with: &pen)
      }
    } else {
      for character in Printable.cleaned(text) where pen.column < end {
        // A character of more than two columns is drawn as a terminal lays it out: piece by piece.
        for piece in DisplayWidth.pieces(of: character) where pen.column < end {
          draw(piece.text, columns: piece.columns, with: &pen)
        }
      }
    }
    if pen.hasDrawn { mendAfter(pen.column, row: pen.row) }
    return pen.column - start
  }

  /// Fills a rectangle, clipped to the frame, with spaces.
  package mutating func fill(_ area: Area, style: Style) {
    let rows = Self.range(area.row, area.rows, within: size.rows)
    let columns = Self.range(area.column, area.columns, within: size.columns)
    guard !rows.isEmpty, !columns.isEmpty else { return }
    for row in rows {
      let start = row * size.columns
      mendBefore(columns.lowerBound, row: start)
      for column in columns { cells[start + column] = Cell(style: style) }
      mendAfter(columns.upperBound, row: start)
    }
  }

  /// Replaces the terminal's own colours wherever they are left.
  package mutating func fillStandard(foreground: Color, background: Color) {
    if foreground == .standard, background == .standard { return }
    for index in cells.indices {
      cells[index].style = cells[index].style.filled(
        foreground: foreground, background: background)
    }
  }

  /// Draws another frame over this one, clipped to it. Its cursor, if visible in both, becomes this
  /// frame's cursor.
  package mutating func place(_ other: Frame, at position: Position) {
    let rows = Self.range(position.row, other.size.rows, within: size.rows)
    let columns = Self.range(position.column, other.size.columns, within: size.columns)
    guard !rows.isEmpty, !columns.isEmpty else { return }
    for row in rows {
      let start = row * size.columns
      let source = (row - position.row) * other.size.columns - position.column
      mendBefore(columns.lowerBound, row: start)
      for column in columns { cells[start + column] = other.cells[source + column] }
      if cells[start + columns.lowerBound].isSecondHalf {
        cells[start + columns.lowerBound].text = " "
      }
      let last = columns.upperBound - 1
      let isCut = last - position.column < other.size.columns - 1
      if isCut, other.cells[source + last + 1].isSecondHalf { cells[start + last].text = " " }
      mendAfter(columns.upperBound, row: start)
    }
    if let cursor = other.visibleCursor {
      let moved = Position(
        column: cursor.column + position.column, row: cursor.row + position.row)
      if columns.contains(moved.column), rows.contains(moved.row) { self.cursor = moved }
    }
  }

  /// The cursor, if it is inside the frame.
  var visibleCursor: Position? {
    guard let cursor, (0..<size.columns).contains(cursor.column),
      (0..<size.rows).contains(cursor.row)
    else { return nil }
    return cursor
  }

  /// Beyond the width of any frame, and small enough not to overflow.
  private static let farAway = 1 << 32

  private static func range(_ start: Int, _ count: Int, within limit: Int) -> Range<Int> {
    let low = min(max(start, -farAway), farAway)
    let high = low + min(max(0, count), farAway)
    let first = min(max(0, low), limit)
    return first..<max(first, min(high, limit))
  }

  /// Call before overwriting from a column on: a wide glyph that loses its second half becomes a
  /// space.
  private mutating func mendBefore(_ column: Int, row: Int) {
    if column > 0, cells[row + column].isSecondHalf { cells[row + column - 1].text = " " }
  }

  /// Call after overwriting up to a column: a second half that lost its glyph becomes a space.
  private mutating func mendAfter(_ column: Int, row: Int) {
    if column < size.columns, cells[row + column].isSecondHalf { cells[row + column].text = " " }
  }

  private struct Pen {
    var column: Int
    let end: Int
    let row: Int
    let style: Style
    var hasDrawn = false
  }

  private mutating func draw(_ text: String, columns: Int, with pen: inout Pen) {
    let column = pen.column
    let next = column + columns
    pen.column = min(next, pen.end)
    if columns == 0 || pen.column <= 0 { return }
    if !pen.hasDrawn { mendBefore(max(0, column), row: pen.row) }
    pen.hasDrawn = true
    if column < 0 || next > pen.end {
      cells[pen.row + max(column, 0)] = Cell(style: pen.style)
    } else {
      cells[pen.row + column] = Cell(text: text, style: pen.style)
      if columns == 2 { cells[pen.row + column + 1] = Cell(text: "", style: pen.style) }
    }
  }
}
