package import Terminal

/// Draws a box over a screen: its title in the border, a text or a field, and the buttons, of
/// which Enter presses the one that is drawn as focused.
package struct Dialog {
  package struct Button {
    let text: String
    let isFocused: Bool

    package init(_ text: String, isFocused: Bool = false) {
      (self.text, self.isFocused) = (text, isFocused)
    }

    fileprivate var shown: String { isFocused ? "> \(text) <" : "  \(text)  " }
  }

  private let title: String
  private let buttons: [Button]
  /// Whether it is about destroying something, which the border shows.
  private let destroys: Bool

  package init(_ title: String, _ buttons: [Button], destroys: Bool = false) {
    (self.title, self.buttons, self.destroys) = (title, buttons, destroys)
  }

  /// The columns that there are for its text.
  package static func columns(on screen: Canvas) -> Int { min(screen.contentWidth, 64) - 4 }

  /// Draws it over a screen with a text, and is as wide as that needs.
  package func draw(
    _ lines: [Panel.Line], on screen: Canvas, rows: Int, in frame: inout Frame
  ) {
    let lines = lines.flatMap { line in
      line.text.wrapped(columns: Self.columns(on: screen)).map { Panel.Line($0, line.style) }
    }
    let texts = lines.map(\.text) + [title, buttons.map(\.shown).joined(separator: " ")]
    let width = texts.map { DisplayWidth.of($0) }.max() ?? 0
    var content = Frame(
      size: Size(columns: min(width, Self.columns(on: screen)), rows: lines.count))
    for (row, line) in lines.enumerated() {
      content.write(line.text, at: Position(column: 0, row: row), style: line.style)
    }
    draw(content, on: screen, rows: rows, in: &frame)
  }

  /// Draws it over a screen with a content. In a low window the buttons, which the key line repeats,
  /// have less room, or none.
  package func draw(_ content: Frame, on screen: Canvas, rows: Int, in frame: inout Frame) {
    var places: [Position] = []
    var next = Position(column: 0, row: content.size.rows)
    if content.size.rows + 4 <= rows { next.row += 1 }
    for button in buttons {
      let width = DisplayWidth.of(button.shown)
      if next.column > 0, next.column + width > content.size.columns {
        next = Position(column: 0, row: next.row + 1)
      }
      places.append(next)
      next.column += width + 1
    }
    let height = min(next.row + 1, max(content.size.rows, rows - 2))
    var whole = Frame(size: Size(columns: content.size.columns, rows: height))
    whole.place(content, at: Position(column: 0, row: 0))
    for (button, place) in zip(buttons, places) {
      let style = button.isFocused ? screen.theme.focusedButton : screen.theme.accent
      whole.write(button.shown, at: place, style: style)
    }
    screen.place(
      whole, titled: title, rows: rows, border: destroys ? screen.theme.problem : nil,
      in: &frame)
  }
}
