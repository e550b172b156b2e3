import Terminal

/// All keys, over whatever is on the screen, in as many pages as the window needs.
package struct HelpView {
  private let screen: Canvas
  private let keys: [(String, String)]
  private let page: Int

  package init(_ screen: Canvas, _ keys: [(String, String)], page: Int) {
    self.screen = screen
    self.keys = keys
    self.page = page
  }

  package func draw(rows: Int, in frame: inout Frame) {
    let room = max(1, rows - 3)
    let lines = lines
    let pages = (lines.count + room - 1) / room
    let first = page % pages * room
    let title = ScreenText.helpTitle(page % pages + 1, of: pages)
    screen.panel(
      [Panel.Line(title, screen.theme.focusedLabel)]
        + lines[first..<min(first + room, lines.count)].map { Panel.Line($0, .plain) },
      rows: rows, in: &frame)
  }

  /// The keys with what they do beside them, in as many lines as that takes.
  private var lines: [String] {
    let width = (keys.map { DisplayWidth.of($0.0) }.max() ?? 0) + 2
    let columns = min(screen.contentWidth, screen.size.columns - 4) - width
    return keys.flatMap { key, does in
      does.wrapped(columns: columns).enumerated().map { index, part in
        let head = index == 0 ? key : ""
        return head + String(repeating: " ", count: width - DisplayWidth.of(head)) + part
      }
    }
  }
}
