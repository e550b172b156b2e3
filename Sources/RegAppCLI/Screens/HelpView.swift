import Terminal

/// All keys, over whatever is on the screen.
struct HelpView {
  let screen: ScreenView
  init(_ screen: ScreenView) { self.screen = screen }

  func draw(rows: Int, in frame: inout Frame) {
    let width = ScreenText.helpLines.map { DisplayWidth.of($0.0) }.max() ?? 0
    let lines = ScreenText.helpLines.map { key, does in
      let gap = String(repeating: " ", count: width - DisplayWidth.of(key) + 2)
      return Panel.Line(key + gap + does, .plain)
    }
    let title = [
      Panel.Line(ScreenText.helpTitle + " · " + ScreenText.anyKey, screen.theme.focusedLabel)
    ]
    screen.panel(title + lines, rows: rows, in: &frame)
  }
}
