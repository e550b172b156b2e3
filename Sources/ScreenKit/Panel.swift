package import Terminal

/// A box over the screen.
package enum Panel {
  package struct Line {
    package let text: String
    package let style: Style
    package init(_ text: String, _ style: Style) { (self.text, self.style) = (text, style) }
  }

  package static func box(columns: Int, rows: Int, _ style: Style) -> Frame {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    let line = String(repeating: "─", count: max(0, columns - 2))
    frame.write("╭\(line)╮", at: Position(column: 0, row: 0), style: style)
    for row in 1..<max(1, rows - 1) {
      frame.write("│", at: Position(column: 0, row: row), style: style)
      frame.write("│", at: Position(column: columns - 1, row: row), style: style)
    }
    frame.write("╰\(line)╯", at: Position(column: 0, row: rows - 1), style: style)
    return frame
  }
}

extension Canvas {
  /// Draws lines in a box, centred in the rows.
  package func panel(_ lines: [Panel.Line], rows: Int, in frame: inout Frame) {
    let inner = min(
      lines.map { DisplayWidth.of($0.text) }.max() ?? 0, size.columns - 4)
    let count = min(lines.count, rows - 2)
    var box = Panel.box(columns: inner + 4, rows: count + 2, theme.rule)
    for (index, line) in lines.prefix(count).enumerated() {
      box.write(
        line.text.fitted(columns: inner), at: Position(column: 2, row: index + 1),
        style: line.style)
    }
    place(box, rows: rows, in: &frame)
  }

  /// Draws content in a box with a title, centred in the rows.
  package func place(
    _ content: Frame, titled title: String, rows: Int, in frame: inout Frame
  ) {
    var box = Panel.box(
      columns: content.size.columns + 4, rows: content.size.rows + 2, theme.rule)
    let title = " \(title) ".fitted(columns: content.size.columns)
    box.write(title, at: Position(column: 2, row: 0), style: theme.focusedLabel)
    box.place(content, at: Position(column: 2, row: 1))
    place(box, rows: rows, in: &frame)
  }

  package func place(_ box: Frame, rows: Int, in frame: inout Frame) {
    frame.place(
      box,
      at: Position(
        column: (size.columns - box.size.columns) / 2, row: max(0, (rows - box.size.rows) / 2)))
  }
}
