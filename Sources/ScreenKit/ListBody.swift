package import Terminal

/// A list on a screen: its rows in columns, below the bar and what there is to say of them, and the
/// whole of the row in focus, beside the list or below it.
package struct ListBody {
  package struct Cell {
    let text: String
    let style: Style
    let sign: Panel.Line?
    let isAtEnd: Bool

    /// - Parameters:
    ///   - sign: a column before the text, in a style of its own.
    ///   - isAtEnd: whether the text stands at the right end of the column.
    package init(_ text: String, _ style: Style, sign: Panel.Line? = nil, isAtEnd: Bool = false) {
      (self.text, self.style, self.sign, self.isAtEnd) = (text, style, sign, isAtEnd)
    }
  }

  /// The rows above the list.
  package static let head = 3
  package let canvas: Canvas
  /// The rows above the message and the keys.
  private let rows: Int
  /// The columns of the list, from the left edge on.
  package var width: Int
  private let isBeside: Bool
  /// The rows below the list.
  private let below: Int

  /// - Parameters:
  ///   - below: how many rows the whole of the row in focus may have below the list.
  ///   - isBeside: whether it is beside the list instead.
  package init(_ canvas: Canvas, rows: Int, below: Int = 0, isBeside: Bool = false) {
    (self.canvas, self.rows, self.isBeside) = (canvas, rows, isBeside)
    self.below = isBeside || below == 0 ? 0 : max(2, min(below, rows / 3))
    width = isBeside ? canvas.contentWidth * 3 / 5 : canvas.contentWidth
  }

  /// How many rows of the list there is room for.
  package var room: Int { max(1, rows - Self.head - below) }

  /// Draws the source of the list, and the sum of what is in it in up to so many lines.
  package func drawHead(_ source: String, _ sum: [String], lines: Int = 1, in frame: inout Frame) {
    let width = DisplayWidth.of(sum.joined(separator: " "))
    var place = Position(column: canvas.left, row: 1)
    let written = frame.write(
      source.fitted(columns: max(0, canvas.contentWidth - width - 2)), at: place,
      style: canvas.theme.faint)
    if written > 0 { place.column += written + 2 }
    frame.write(sum.prefix(lines).map { Panel.Line($0, canvas.theme.strong) }, at: place)
  }

  /// Draws as many of the rows as there is room for.
  /// - Parameters:
  ///   - bar: the style of the row in focus; nil for the usual one.
  ///   - focused: that row, if it is to be seen.
  ///   - isWrapped: whether all lines of a row are shown, if there is room for those of all rows.
  ///   - cell: what a row has in a column.
  package func draw(
    _ count: Int, _ columns: [TableColumns.Column], _ focus: TableFocus, focused: Int?,
    bar: Style? = nil, isWrapped: Bool = false, isMarked: (Int) -> Bool = { _ in false },
    in frame: inout Frame, cell: (_ row: Int, _ column: Int) -> Cell
  ) {
    let top = focus.visibleTop(count: count, room: room)
    let cells = (top..<max(top, min(top + room, count))).map { row in
      columns.map { cell(row, $0.index) }
    }
    let heights = cells.map { row in
      guard isWrapped, let column = columns.last, let cell = row.last else { return 1 }
      return cell.text.wrapped(columns: column.width).count
    }
    let isWhole = isWrapped && cells.count == count && heights.reduce(0, +) <= room
    var line = Self.head
    for (index, cells) in cells.enumerated() {
      let height = isWhole ? heights[index] : 1
      let own = top + index == focused ? bar ?? canvas.theme.selection : nil
      if let own { canvas.bar(row: line, rows: height, width: width, style: own, in: &frame) }
      if isMarked(top + index) {
        let mark = Position(column: canvas.left - canvas.gutter / 2, row: line)
        frame.write("*", at: mark, style: own ?? canvas.theme.marked)
      }
      for (column, cell) in zip(columns, cells) {
        var place = Position(column: canvas.left + column.start, row: line)
        if let sign = cell.sign {
          place.column += frame.write(sign.text, at: place, style: own ?? sign.style) + 1
        }
        let limit = column.width - (cell.sign == nil ? 0 : 2)
        if cell.isAtEnd { place.column += max(0, limit - DisplayWidth.of(cell.text)) }
        let parts = isWhole ? cell.text.wrapped(columns: limit) : [cell.text]
        frame.write(
          parts.prefix(height).map { Panel.Line($0.fitted(columns: limit), own ?? cell.style) },
          at: place)
      }
      line += height
    }
    canvas.scrollBar(
      column: canvas.left + width, row: Self.head, top: top, room: room, count: count, in: &frame)
  }

  /// Draws the whole of the row in focus.
  package func drawWhole(_ texts: [(String, Style)], in frame: inout Frame) {
    let place = Position(
      column: canvas.left + (isBeside ? width + 3 : 0),
      row: isBeside ? Self.head : rows - below + 1)
    if !isBeside { canvas.rule(row: place.row - 1, in: &frame) }
    let lines = texts.flatMap {
      [Panel.Line]($0, $1, columns: canvas.right - place.column)
    }
    frame.write(lines.prefix(max(0, rows - place.row)), at: place)
  }
}
