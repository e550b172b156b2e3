package import Terminal

/// A list on a screen: its rows in columns, below the bar and what there is to say of them.
package struct ListBody {
  package struct Cell {
    let text: String
    let style: Style
    let sign: Panel.Line?
    let (isSearched, keepsStyle): (Bool, Bool)

    /// - Parameters:
    ///   - sign: a column before the text, in a style of its own.
    ///   - isSearched: whether the search looks through it.
    ///   - keepsStyle: whether its colour says something, so that a marked row has it too.
    package init(
      _ text: String, _ style: Style, sign: Panel.Line? = nil, isSearched: Bool = true,
      keepsStyle: Bool = false
    ) {
      (self.text, self.style, self.sign) = (text, style, sign)
      (self.isSearched, self.keepsStyle) = (isSearched, keepsStyle)
    }
  }

  /// The rows above the list.
  package static let head = 3
  package let canvas: Canvas
  /// The rows above the message and the keys.
  private let rows: Int
  /// The columns of the list, from the left edge on.
  package var width: Int
  /// The words of the search, in small letters; they are emphasised in the rows.
  package var found: [String] = []

  package init(_ canvas: Canvas, rows: Int) {
    (self.canvas, self.rows, width) = (canvas, rows, canvas.contentWidth)
  }

  /// How many rows of the list there is room for.
  package var room: Int { max(1, rows - Self.head) }

  /// The rows of which the window shows something.
  package func inSight(_ rows: ListRows, _ focus: TableFocus) -> Range<Int> {
    let top = focus.visibleTop(rows, room: room)
    return rows.row(at: top)..<min(rows.count, rows.row(at: top + room - 1) + 1)
  }

  /// Draws as many of the rows as there is room for, in columns.
  /// - Parameters:
  ///   - bar: the style of the row in focus; nil for the usual one.
  ///   - focused: that row, if it is to be seen.
  ///   - whole: its columns, if they are others.
  ///   - cell: what a row has in a column.
  package func draw(
    _ count: Int, _ columns: [TableColumns.Column], _ focus: TableFocus, focused: Int?,
    whole: [TableColumns.Column]? = nil, bar: Style? = nil,
    isMarked: (Int) -> Bool = { _ in false },
    in frame: inout Frame, cell: (_ row: Int, _ column: Int) -> Cell
  ) {
    draw(ListRows(count), focus, focused: focused, bar: bar, isMarked: isMarked, in: &frame) {
      row, place, own, window in
      for column in row == focused ? whole ?? columns : columns {
        let cell = cell(row, column.index)
        // A marked row has one colour, so a coloured cell keeps its weight there.
        let isOwn = own != nil && (row == focused || !cell.keepsStyle)
        func style(_ style: Style) -> Style {
          guard let own else { return style }
          return isOwn ? own : style.bold(like: own)
        }
        var place = place
        place.column += column.start
        if let sign = cell.sign {
          place.column += window.write(sign.text, at: place, style: style(sign.style)) + 1
        }
        let limit = column.width - (cell.sign == nil ? 0 : 2)
        window.write(cell.text.fitted(columns: limit), at: place, style: style(cell.style))
        guard cell.isSearched else { continue }
        window.emphasize(
          found, in: Area(column: place.column, row: place.row, columns: limit, rows: 1))
      }
    }
  }

  /// Draws as much of rows of lines as there is room for.
  package func draw(_ rows: [[Panel.Line]], _ focus: TableFocus, in frame: inout Frame) {
    draw(ListRows(heights: rows.map(\.count)), focus, focused: focus.row, in: &frame) {
      row, place, own, window in
      window.write(rows[row].map { Panel.Line($0.text, own ?? $0.style) }, at: place)
      window.emphasize(
        found,
        in: Area(
          column: place.column, row: place.row, columns: window.size.columns - place.column,
          rows: rows[row].count))
    }
  }

  /// Draws as much of rows of several lines as there is room for.
  /// - Parameter content: draws a row from a place on, in a style of its own if it is in focus.
  package func draw(
    _ rows: ListRows, _ focus: TableFocus, focused: Int?, bar: Style? = nil,
    isMarked: (Int) -> Bool = { _ in false }, in frame: inout Frame,
    content: (_ row: Int, _ place: Position, _ own: Style?, _ window: inout Frame) -> Void
  ) {
    let top = focus.visibleTop(rows, room: room)
    let origin = Position(column: canvas.left - canvas.gutter, row: Self.head)
    var window = Frame(size: Size(columns: canvas.gutter + width, rows: room))
    for row in inSight(rows, focus) {
      let lines = rows.lines(of: row)
      let place = Position(column: canvas.gutter, row: lines.lowerBound - top)
      let bar = row == focused ? bar ?? canvas.theme.selection : nil
      // A marked row is marked whole.
      let own = bar ?? (isMarked(row) ? canvas.theme.marked : nil)
      if let own = bar {
        let start = Position(column: 0, row: place.row)
        window.fill(
          Area(column: 0, row: place.row, columns: window.size.columns, rows: lines.count),
          style: own)
        window.write(">", at: start, style: own)
      }
      if isMarked(row) {
        let mark = Position(column: canvas.gutter / 2, row: place.row)
        window.write("*", at: mark, style: bar ?? canvas.theme.marked)
      }
      content(row, place, own, &window)
    }
    frame.place(window, at: origin)
    canvas.scrollBar(
      column: canvas.left + width, row: Self.head, top: top, room: room, count: rows.lines,
      in: &frame)
  }
}

extension Style {
  /// The style with the weight of another one.
  fileprivate func bold(like other: Style) -> Style {
    var style = self
    style.isBold = other.isBold
    return style
  }
}
