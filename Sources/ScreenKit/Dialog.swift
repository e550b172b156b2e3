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
  private let widest: Int

  /// - Parameter widest: the most columns that it has.
  package init(
    _ title: String, _ buttons: [String], focus: Int = 0, destroys: Bool = false, widest: Int = 64
  ) {
    (self.title, self.focus, self.destroys, self.widest) = (title, focus, destroys, widest)
    self.buttons = buttons.enumerated().map { Self.button($1, isFocused: $0 == focus) }
  }

  fileprivate static func button(_ name: String, isFocused: Bool) -> String {
    isFocused ? "> \(name) <" : "  \(name)  "
  }

  /// The columns that there are for its text.
  package func columns(on screen: Canvas) -> Int { min(screen.contentWidth, widest) - 4 }

  /// The rows that there are for its text in so many rows, which have all buttons first.
  package func room(on screen: Canvas, rows: Int) -> Int {
    max(0, rows - 2 - buttonRows(columns: columns(on: screen)))
  }

  /// Draws it over a screen with a text, and is as wide as that needs. A text that is too long is
  /// cut before the buttons.
  package func draw(
    _ lines: [Panel.Line], on screen: Canvas, rows: Int, in frame: inout Frame
  ) {
    let columns = columns(on: screen)
    let lines = lines.flatMap { [Panel.Line]($0.text, $0.style, columns: columns) }
      .cut(to: room(on: screen, rows: rows), columns: columns, on: screen)
    let texts = lines.map(\.text) + [title, buttons.joined(separator: " ")]
    let width = texts.map { DisplayWidth.of($0) }.max() ?? 0
    var content = Frame(size: Size(columns: min(width, columns), rows: lines.count))
    content.write(lines, at: Position(column: 0, row: 0))
    draw(content, on: screen, rows: rows, in: &frame)
  }

  /// Draws the dialog over a screen with a content, of which `room` rows are shown at most. In a low
  /// window no empty row is between that and the buttons.
  package func draw(_ content: Frame, on screen: Canvas, rows: Int, in frame: inout Frame) {
    let columns = content.size.columns
    let below = buttonRows(columns: columns)
    var text = Frame(
      size: Size(columns: columns, rows: min(content.size.rows, max(0, rows - 2 - below))))
    text.place(content, at: Position(column: 0, row: 0))
    let first = text.size.rows + (text.size.rows + below + 3 <= rows ? 1 : 0)
    var whole = Frame(size: Size(columns: columns, rows: first + below))
    whole.place(text, at: Position(column: 0, row: 0))
    for (index, place) in places(columns: columns).enumerated() {
      let style = index == focus ? screen.theme.focusedButton : screen.theme.accent
      whole.write(
        buttons[index], at: Position(column: place.column, row: first + place.row), style: style)
    }
    screen.place(
      whole, titled: title, rows: rows, border: destroys ? screen.theme.problem : nil,
      in: &frame)
  }

  /// The places of the buttons, in as many rows as they need.
  private func places(columns: Int) -> [Position] {
    var next = Position(column: 0, row: 0)
    return buttons.map { button in
      let width = DisplayWidth.of(button)
      if next.column > 0, next.column + width > columns {
        next = Position(column: 0, row: next.row + 1)
      }
      defer { next.column += width + 1 }
      return next
    }
  }

  private func buttonRows(columns: Int) -> Int { (places(columns: columns).last?.row ?? -1) + 1 }
}
