package import Terminal

extension Canvas {
  /// Draws the text that narrows a list.
  /// - Parameter form: what can be typed, while nothing is.
  package func draw(
    _ search: ListSearch, form: String = "", width: Int, row: Int, in frame: inout Frame
  ) {
    let isOn = search.isTyping
    let slash = Position(column: left - 2, row: row)
    frame.write("/", at: slash, style: isOn ? theme.accent : theme.faint)
    let field = Position(column: left, row: row)
    frame.field(search.input, at: field, columns: width, theme, isOn: isOn, form: form)
  }
}

extension Frame {
  /// Draws a text field. The column before the text belongs to it.
  /// - Parameters:
  ///   - isOn: whether keys go into it.
  ///   - form: what can be typed, while nothing is.
  ///   - margin: how many columns behind the text belong to it.
  ///   - mask: what each character is shown as; nil for itself.
  package mutating func field(
    _ input: TextInput, at place: Position, columns: Int, _ theme: Theme, isOn: Bool = true,
    form: String = "", margin: Int = 0, mask: Character? = nil
  ) {
    let style = isOn ? theme.focusedField : theme.field
    fill(
      Area(column: place.column - 1, row: place.row, columns: columns + 1 + margin, rows: 1),
      style: style)
    if input.text.isEmpty {
      let hint = isOn ? theme.focusedPlaceholder : theme.placeholder
      write(form.fitted(columns: columns), at: place, style: hint)
    }
    let window = input.window(columns: columns, mask: mask)
    write(window.text, at: place, style: style)
    for (mark, isShown, offset) in [
      ("<", window.hidesLeft, -1), (">", window.hidesRight && margin > 0, columns),
    ] where isShown {
      write(mark, at: Position(column: place.column + offset, row: place.row), style: style)
    }
    if isOn { cursor = Position(column: place.column + window.caretColumn, row: place.row) }
  }
}
