import CommandKit
package import Terminal

/// A box with its title in the border, on a ground of its own.
package enum Panel {
  package struct Line {
    package let text: String
    package let style: Style
    package init(_ text: String, _ style: Style) { (self.text, self.style) = (text, style) }
  }

  /// An empty box.
  /// - Parameter border: the style of the border and the title; nil for the usual ones.
  package static func box(
    _ title: String, columns: Int, rows: Int, _ theme: Theme, border: Style? = nil
  ) -> Frame {
    let edge = border ?? theme.border
    var frame = Frame(size: Size(columns: columns, rows: rows))
    let line = String(repeating: "─", count: max(0, columns - 2))
    frame.write("╭\(line)╮", at: Position(column: 0, row: 0), style: edge)
    for row in 1..<max(1, rows - 1) {
      frame.write("│", at: Position(column: 0, row: row), style: edge)
      frame.write("│", at: Position(column: columns - 1, row: row), style: edge)
    }
    frame.write("╰\(line)╯", at: Position(column: 0, row: rows - 1), style: edge)
    if !title.isEmpty, columns > 6 {
      let title = " \(title.fitted(columns: columns - 6)) "
      frame.write(title, at: Position(column: 2, row: 0), style: border ?? theme.title)
    }
    return frame
  }
}

extension [Panel.Line] {
  /// The lines of a text.
  /// - Parameters:
  ///   - columns: of the text, besides what each line begins with.
  ///   - first: before the first line.
  ///   - rest: before the others.
  package init(
    _ text: String, _ style: Style, columns: Int, first: String = "", rest: String = ""
  ) {
    self = text.wrapped(columns: columns).enumerated().map { index, part in
      Panel.Line((index == 0 ? first : rest) + part, style)
    }
  }

  /// As many of the lines as there are rows for. If those are not all, the end of the last row says
  /// how many are not shown.
  package func cut(to rows: Int, columns: Int, on screen: Canvas) -> [Panel.Line] {
    guard count > rows, rows > 0 else { return Array(prefix(Swift.max(0, rows))) }
    let shown = rows == 1 ? 1 : rows - 1
    let more = KitText.moreLines(count - shown)[screen.language]
    guard rows == 1 else {
      return prefix(shown) + [Panel.Line(more, screen.theme.faint)]
    }
    let room = columns - DisplayWidth.of(more) - 1
    let first = self[0].text
    let part =
      DisplayWidth.of(first) <= room ? first : String(first.fitted(columns: room + 1).dropLast())
    return [Panel.Line("\(part) \(more)", self[0].style)]
  }
}

extension Frame {
  /// Writes lines below one another.
  package mutating func write(_ lines: some Collection<Panel.Line>, at place: Position) {
    for (line, row) in zip(lines, place.row...) {
      write(line.text, at: Position(column: place.column, row: row), style: line.style)
    }
  }
}

extension Canvas {
  /// The columns between a panel's border and its text.
  package var padding: Int { size.columns < 60 ? 1 : 2 }

  /// Draws lines in a box, centred in the rows.
  package func panel(_ lines: [Panel.Line], rows: Int, in frame: inout Frame) {
    let edges = 2 * (padding + 1)
    let widest = lines.map { DisplayWidth.of($0.text) }.max() ?? 0
    let inner = min(widest, size.columns - edges)
    // Air above and below the text, if there is room.
    let air = lines.count + 4 <= rows && size.rows >= 16 ? 1 : 0
    let count = min(lines.count, rows - 2)
    var box = Panel.box("", columns: inner + edges, rows: count + 2 + 2 * air, theme)
    box.write(
      lines.prefix(count).map { Panel.Line($0.text.fitted(columns: inner), $0.style) },
      at: Position(column: padding + 1, row: 1 + air))
    place(box, rows: rows, in: &frame)
  }

  /// Draws content in a box with a title, centred in the rows.
  /// - Parameter border: see `Panel.box`.
  package func place(
    _ content: Frame, titled title: String, rows: Int, border: Style? = nil, in frame: inout Frame
  ) {
    var box = Panel.box(
      title, columns: content.size.columns + 4, rows: content.size.rows + 2, theme,
      border: border)
    box.place(content, at: Position(column: 2, row: 1))
    place(box, rows: rows, in: &frame)
  }

  private func place(_ box: Frame, rows: Int, in frame: inout Frame) {
    put(
      box,
      at: Position(
        column: (size.columns - box.size.columns) / 2, row: max(0, (rows - box.size.rows) / 2)),
      in: &frame)
  }

  /// Draws a box, or anything else on a panel's ground.
  package func put(_ box: Frame, at position: Position, in frame: inout Frame) {
    var box = box
    box.fillStandard(foreground: theme.panel.foreground, background: theme.panel.background)
    frame.place(box, at: position)
  }
}
