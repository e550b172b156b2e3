package import Terminal

/// The lines that the rows of a list take, one row below the other.
package struct ListRows {
  package let count: Int
  /// The ends of the lines of each row; empty if each row has one line.
  private let ends: [Int]

  package init(_ count: Int) { (self.count, ends) = (count, []) }

  package init(heights: some Sequence<Int>) {
    var end = 0
    ends = heights.map { height in
      end += height
      return end
    }
    count = ends.count
  }

  var lines: Int { ends.last ?? count }

  /// The lines of a row, or of the last one if there is none so far down.
  func lines(of row: Int) -> Range<Int> {
    let row = max(0, min(row, count - 1))
    return ends.isEmpty ? row..<row + 1 : (row == 0 ? 0 : ends[row - 1])..<ends[row]
  }

  /// The row that has a line.
  func row(at line: Int) -> Int {
    ends.isEmpty ? line : ends.firstIndex { $0 > line } ?? count - 1
  }
}

/// A list that scrolls, of which one row has the focus.
package struct TableFocus: Equatable, Sendable {
  /// The row in focus; 0 in an empty list.
  package private(set) var row = 0
  /// The first line of the window.
  private var top = 0

  package init() {}

  /// Moves by a key; returns whether it is a key for moving.
  /// - Parameter room: how many lines the window shows.
  package mutating func move(by key: Key, _ rows: ListRows, room: Int) -> Bool {
    let page = max(1, room - 1)
    let line = rows.lines(of: row).lowerBound
    switch key.command {
    case .up:
      if !scroll(by: -1, rows, room: room) { put(row - 1, rows, room: room) }
    case .down:
      if !scroll(by: 1, rows, room: room) { put(row + 1, rows, room: room) }
    case .pageUp:
      if !scroll(by: -page, rows, room: room) {
        put(min(row - 1, rows.row(at: line - page)), rows, room: room)
      }
    case .pageDown, .character(" "):
      if !scroll(by: page, rows, room: room) {
        put(max(row + 1, rows.row(at: line + page)), rows, room: room)
      }
    case .home: put(0, rows, room: room)
    case .end: put(rows.count - 1, rows, room: room)
    default: return false
    }
    return true
  }

  /// Puts the focus on a row, if there is one, and scrolls as little as shows it.
  package mutating func put(_ new: Int, _ rows: ListRows, room: Int) {
    row = min(max(0, new), max(0, rows.count - 1))
    top = visibleTop(rows, room: room)
  }

  /// Scrolls within a row that is taller than the window; returns false at its end.
  package mutating func scroll(by lines: Int, _ rows: ListRows, room: Int) -> Bool {
    let (focused, shown) = (rows.lines(of: row), visibleTop(rows, room: room))
    let new = min(max(shown + lines, focused.lowerBound), focused.upperBound - room)
    guard focused.count > room, new != shown else { return false }
    top = new
    return true
  }

  /// The first line of a window that shows the focus, of a tall row a part, and wastes no room,
  /// after any change. It begins with a whole row, unless that is taller than the window.
  func visibleTop(_ rows: ListRows, room: Int) -> Int {
    let focused = rows.lines(of: row)
    let (first, last) = (focused.lowerBound, focused.upperBound - room)
    let top = max(0, min(max(top, min(first, last)), max(first, last), rows.lines - room))
    let begun = rows.lines(of: rows.row(at: top))
    guard max(begun.count, focused.count) <= room else { return top }
    return begun.lowerBound >= last ? begun.lowerBound : begun.upperBound
  }
}

/// The columns of a table: what each is called, and how wide it is.
package struct TableColumns {
  package struct Column {
    package let index: Int
    package let start: Int
    package let width: Int
  }

  package let columns: [Column]

  package static let gap = 2
  private static let widestGap = 8

  /// Lays columns out in a width. If there is room, each is as wide as its texts. If there is not,
  /// each may take a fair part, the first by itself half of the width; the least important columns
  /// are left out, and the room that is left widens the most important ones. The last one reaches
  /// to the end.
  /// - Parameters:
  ///   - wanted: the width of the widest text of each column; 0 leaves a column out.
  ///   - order: the columns, the most important first.
  ///   - fair: the most that each column may take while others need room; nil for little.
  package init(wanted: [Int], order: [Int], width: Int, fair: [Int]? = nil) {
    var widths = [Int: Int]()
    var room = width
    for index in order where wanted[index] > 0 {
      let gap = widths.isEmpty ? 0 : Self.gap
      let part = fair?[index] ?? (widths.isEmpty ? width : Self.fair)
      let most = widths.isEmpty && fair == nil ? min(width / 2, part) : part
      let given = min(wanted[index], most, room - gap)
      guard widths.isEmpty || given >= min(wanted[index], Self.narrowest) else { continue }
      widths[index] = given
      room -= given + gap
    }
    for index in order {
      guard let given = widths[index] else { continue }
      let more = min(room, wanted[index] - given)
      widths[index] = given + more
      room -= more
    }
    let spare = widths.isEmpty ? 0 : room / widths.count
    let gap = min(Self.widestGap, Self.gap + max(0, spare))
    var start = 0
    let last = widths.keys.max()
    columns = wanted.indices.compactMap { index in
      guard let given = widths[index] else { return nil }
      defer { start += given + gap }
      return Column(index: index, start: start, width: index == last ? width - start : given)
    }
  }

  /// How wide a column may be while others need room.
  private static let fair = 16
  /// A column that must be narrower than this is left out.
  private static let narrowest = 8
}

extension Canvas {
  /// Draws a scroll bar, if not all rows are shown.
  package func scrollBar(
    column: Int, row: Int, top: Int, room: Int, count: Int, in frame: inout Frame
  ) {
    guard count > room, room > 0 else { return }
    let length = max(1, room * room / count)
    let start = min(top, count - room) * (room - length) / (count - room)
    for index in 0..<room {
      let isThumb = (start..<start + length).contains(index)
      frame.write(
        isThumb ? "┃" : "│", at: Position(column: column, row: row + index),
        style: isThumb ? theme.label : theme.border)
    }
  }
}
