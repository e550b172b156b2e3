/// The bytes that turn a screen showing one frame into one showing another.
///
/// They come as one drawing that a terminal may show all at once, and leave it with plain style,
/// lines that wrap, and the cursor of the new frame. Each run of changed cells is addressed anew,
/// and so is what follows a glyph whose width terminals may see differently: they may draw such a
/// glyph in their own way, never shift what stands beside it.
/// - Parameter old: what the terminal shows; nil if that is unknown. Then, and where the size is
///   another, the screen is cleared and all is drawn.
/// - Parameter pictures: how the terminal gets the pictures of the new frame. Only for kitty's
/// protocol something is drawn into their cells, else they are left empty.
/// - Returns: nothing, if nothing has changed; only the cursor, if nothing else has.
package func difference(
  from old: Frame?, to new: Frame, colors: ColorDepth, pictures: PictureProtocol = .none
) -> [UInt8] {
  var painter = Painter(colors, pictures)
  if let old, old.size == new.size {
    paint(from: old, to: new, with: &painter)
  } else {
    painter.begin()
    painter.clear()
    paint(from: Frame(size: new.size), to: new, with: &painter)
  }
  if painter.isDrawing {
    painter.end(cursor: new.visibleCursor)
  } else if old?.visibleCursor != new.visibleCursor {
    painter.show(cursor: new.visibleCursor)
  }
  return painter.bytes
}

private func paint(from old: Frame, to new: Frame, with painter: inout Painter) {
  let columns = new.size.columns
  old.cells.withUnsafeBufferPointer { old in
    new.cells.withUnsafeBufferPointer { new in
      var start = 0
      for row in 0..<(columns == 0 ? 0 : new.count / columns) {
        let range = start..<start + columns
        paint(row: row, from: old[range], to: new[range], with: &painter)
        start += columns
      }
    }
  }
}

private typealias Row = Slice<UnsafeBufferPointer<Cell>>

private func paint(row: Int, from old: Row, to new: Row, with painter: inout Painter) {
  // Where a terminal took a glyph for wider than it is, what stands to its right needs repair.
  var mustRepair = false
  for index in new.indices where mustRepair || new[index] != old[index] {
    let cell = new[index]
    if cell.isSecondHalf { continue }
    let glyph = Glyph(cell.text)
    if !painter.isDrawing { painter.begin() }
    painter.draw(
      cell.text, glyph, style: cell.style,
      at: Position(column: index - new.startIndex, row: row))
    if glyph == .unsure { mustRepair = true }
  }
}
