import CommandKit
package import Terminal

/// Lines on a screen, which scroll if the window has no room for all of them.
package struct LinesBody {
  package let lines: [Panel.Line]
  /// How many lines there is room for.
  package let room: Int

  package init(_ lines: [Panel.Line], room: Int) {
    (self.lines, self.room) = (lines, max(1, room))
  }

  /// The highest line that may be scrolled to the top.
  package var lastTop: Int { max(0, lines.count - room) }

  /// The line at the top after a key.
  package func top(after key: Key, from top: Int) -> Int {
    let moved =
      switch key.command {
      case .up: top - 1
      case .down: top + 1
      case .pageUp: top - room
      case .pageDown, .character(" "): top + room
      case .home: 0
      case .end: lastTop
      default: top
      }
    return min(max(0, moved), lastTop)
  }
}

extension Canvas {
  /// Draws the hint where to scroll, up to a column, if there are more lines than the window shows.
  /// Returns the column where the hint begins.
  @discardableResult
  package func drawMore(
    above: Bool = false, below: Bool = false, end: Int, row: Int, in frame: inout Frame
  ) -> Int {
    let more = more(above: above, below: below).map { " " + $0 } ?? ""
    let column = end - DisplayWidth.of(more)
    frame.write(more, at: Position(column: column, row: row), style: theme.faint)
    return column
  }

  /// The directions in which there is more to see; nil if there is none.
  package func more(above: Bool, below: Bool) -> String? {
    let marks = (above ? "↑" : "") + (below ? "↓" : "")
    return marks.isEmpty ? nil : "\(marks) \(KitText.more[language])"
  }
}
