package import Terminal

extension Canvas {
  /// Draws buttons in a row, of which Enter presses the focused one.
  package func buttons(
    _ names: [String], focus: Int, at place: Position, in frame: inout Frame
  ) {
    var place = place
    for (index, name) in names.enumerated() {
      let text = Dialog.button(name, isFocused: index == focus)
      let style = index == focus ? theme.focusedButton : theme.accent
      place.column += frame.write(text, at: place, style: style) + 1
    }
  }
}

/// Draws a box over a screen: its title in the border, a text or a field, and the buttons, of which
/// Enter presses the focused one.
package struct Dialog {
  private let title: String
  private let buttons: [String]
  private let focus: Int
  /// Whether it is about destroying something, which the border shows.
  private let destroys: Bool

  package init(_ title: String, _ buttons: [String], focus: Int = 0, destroys: Bool = false) {
    (self.title, self.focus, self.destroys) = (title, focus, destroys)
    self.buttons = buttons.enumerated().map { Self.button($1, isFocused: $0 == focus) }
  }

  fileprivate static func button(_ name: String, isFocused: Bool) -> String {
    isFocused ? "> \(name) <" : "  \(name)  "
  }

  /// The columns that there are for its text.
  package static func columns(on screen: Canvas) -> Int { min(screen.contentWidth, 64) - 4 }

  /// Draws it over a screen with a text, and is as wide as that needs.
  package func draw(
    _ lines: [Panel.Line], on screen: Canvas, rows: Int, in frame: inout Frame
  ) {
    let lines = lines.flatMap {
      [Panel.Line]($0.text, $0.style, columns: Self.columns(on: screen))
    }
    let texts = lines.map(\.text) + [title, buttons.joined(separator: " ")]
    let width = texts.map { DisplayWidth.of($0) }.max() ?? 0
    var content = Frame(
      size: Size(columns: min(width, Self.columns(on: screen)), rows: lines.count))
    content.write(lines, at: Position(column: 0, row: 0))
    draw(content, on: screen, rows: rows, in: &frame)
  }

  /// Draws the dialog over a screen with a content. In a low window the buttons, which the key line
  /// repeats, have less room, or none.
  package func draw(_ content: Frame, on screen: Canvas, rows: Int, in frame: inout Frame) {
    var places: [Position] = []
    var next = Position(column: 0, row: content.size.rows)
    if content.size.rows + 4 <= rows { next.row += 1 }
    for button in buttons {
      let width = DisplayWidth.of(button)
      if next.column > 0, next.column + width > content.size.columns {
        next = Position(column: 0, row: next.row + 1)
      }
      places.append(next)
      next.column += width + 1
    }
    let height = min(next.row + 1, max(content.size.rows, rows - 2))
    var whole = Frame(size: Size(columns: content.size.columns, rows: height))
    whole.place(content, at: Position(column: 0, row: 0))
    for (index, place) in places.enumerated() {
      let style = index == focus ? screen.theme.focusedButton : screen.theme.accent
      whole.write(buttons[index], at: place, style: style)
    }
    screen.place(
      whole, titled: title, rows: rows, border: destroys ? screen.theme.problem : nil,
      in: &frame)
  }
}
