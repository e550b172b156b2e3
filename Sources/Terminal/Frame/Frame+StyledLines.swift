extension Frame {
  /// The rows as text that a terminal shows in their styles, for where lines are printed one after
  /// the other. Each ends in plain style, and the spaces at its end are left out.
  package func styledLines(_ colors: ColorDepth) -> [String] {
    styledLines(colors, pictures: .none)
  }

  /// - Parameter pictures: how the terminal was sent those that stand in the frame.
  func styledLines(_ colors: ColorDepth, pictures: PictureProtocol) -> [String] {
    (0..<size.rows).map { row in
      var painter = Painter(colors, pictures)
      let cells = cells[row * size.columns..<(row + 1) * size.columns]
      let end = cells.lastIndex { $0 != Cell() }.map { $0 + 1 } ?? cells.startIndex
      for cell in cells[..<end] { painter.append(cell.text, style: cell.style) }
      painter.append("", style: .plain)
      return String(decoding: painter.bytes, as: UTF8.self)
    }
  }
}
