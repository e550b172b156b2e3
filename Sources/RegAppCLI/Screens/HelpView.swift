import Terminal

/// All keys, over whatever is on the screen, in as many pages as the window needs.
package struct HelpView {
  private let screen: Canvas
  private let keys: [ScreenText.Hint]
  private let page: Int

  package init(_ screen: Canvas, _ keys: [ScreenText.Hint], page: Int) {
    self.screen = screen
    self.keys = keys
    self.page = page
  }

  package func draw(rows: Int, in frame: inout Frame) {
    let room = max(1, rows - 3)
    let lines = lines
    let pages = (lines.count + room - 1) / room
    let first = page % pages * room
    let title = ScreenText.helpTitle(page % pages + 1, of: pages)[screen.language]
    screen.panel(
      [Panel.Line(title, screen.theme.focusedLabel)]
        + lines[first..<min(first + room, lines.count)].map { Panel.Line($0, .plain) },
      rows: rows, in: &frame)
  }

  /// The keys with what they do beside them, in as many lines as that takes.
  private var lines: [String] {
    let language = screen.language
    let width = (keys.map { DisplayWidth.of($0.key[language]) }.max() ?? 0) + 2
    let columns = min(screen.contentWidth, screen.size.columns - 4) - width
    return keys.flatMap { hint in
      hint.does[language].wrapped(columns: columns).enumerated().map { index, part in
        let head = index == 0 ? hint.key[language] : ""
        return head + String(repeating: " ", count: width - DisplayWidth.of(head)) + part
      }
    }
  }
}
