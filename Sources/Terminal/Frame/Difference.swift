/// The bytes that turn a screen showing one frame into one showing another.
///
/// They leave plain style, line wrapping on, and the new frame's cursor. Each run of changed cells
/// is positioned again, and so is what follows a glyph whose width terminals disagree about: a
/// terminal may draw such a glyph in its own way, but cannot shift its neighbours.
/// - Parameter old: what the terminal shows; nil if unknown. If it is nil or the size differs, the
///   screen is cleared and everything is drawn.
/// - Parameter isSynchronized: whether the terminal can show them as one update.
/// - Returns: nothing if nothing changed; only the cursor if nothing else did.
package func difference(
  from old: Frame?, to new: Frame, colors: ColorDepth, isSynchronized: Bool = true
) -> [UInt8] {
  var painter = Painter(colors, isSynchronized: isSynchronized)
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

/// The bytes that ask the terminal, which shows a frame, where the cursor is once it was put to a
/// place: it answers when it has drawn what came before.
func cursorQuestion(at place: Position, in frame: Frame) -> [UInt8] {
  var painter = Painter(.none)
  painter.ask(at: place)
  if let cursor = frame.visibleCursor { painter.show(cursor: cursor) }
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
  // A terminal that drew a glyph wider than expected needs repair to its right.
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
