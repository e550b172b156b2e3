extension Frame {
  /// The rows as styled text, for printing line by line. Each ends in plain style, without trailing
  /// spaces.
  package func styledLines(_ colors: ColorDepth) -> [String] {
    (0..<size.rows).map { row in
      var painter = Painter(colors)
      let cells = cells[row * size.columns..<(row + 1) * size.columns]
      let end = cells.lastIndex { $0 != Cell() }.map { $0 + 1 } ?? cells.startIndex
      for cell in cells[..<end] { painter.append(cell.text, style: cell.style) }
      painter.append("", style: .plain)
      return String(decoding: painter.bytes, as: UTF8.self)
    }
  }
}
