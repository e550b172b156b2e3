package import Terminal

/// Draws the parts that all lists have: the bar of the row in focus, and the text that narrows.
extension Canvas {
  /// Draws the bar of the row in focus, before its texts.
  /// - Parameters:
  ///   - rows: how many rows of the window it has.
  ///   - width: the columns of the list, from the left edge on.
  ///   - style: nil for the usual one.
  package func bar(
    row: Int, rows: Int = 1, width: Int, style: Style? = nil, in frame: inout Frame
  ) {
    let (start, style) = (left - gutter, style ?? theme.selection)
    frame.fill(Area(column: start, row: row, columns: gutter + width, rows: rows), style: style)
    frame.write(">", at: Position(column: start, row: row), style: style)
  }

  /// Draws the text that narrows a list.
  /// - Parameters:
  ///   - isOn: whether keys go into it.
  ///   - form: what can be typed, while nothing is.
  package func search(
    _ input: TextInput, isOn: Bool, form: String = "", width: Int, row: Int, in frame: inout Frame
  ) {
    let slash = Position(column: left - 2, row: row)
    frame.write("/", at: slash, style: isOn ? theme.accent : theme.faint)
    let field = Position(column: left, row: row)
    frame.field(input, at: field, columns: width, theme, isOn: isOn, form: form)
  }
}

extension Frame {
  /// Draws a text field. The column before the text belongs to it.
  /// - Parameters:
  ///   - isOn: whether keys go into it.
  ///   - form: what can be typed, while nothing is.
  ///   - margin: how many columns behind the text belong to it.
  package mutating func field(
    _ input: TextInput, at place: Position, columns: Int, _ theme: Theme, isOn: Bool = true,
    form: String = "", margin: Int = 0
  ) {
    let style = isOn ? theme.focusedField : theme.field
    fill(
      Area(column: place.column - 1, row: place.row, columns: columns + 1 + margin, rows: 1),
      style: style)
    if input.text.isEmpty {
      let hint = isOn ? theme.focusedPlaceholder : theme.placeholder
      write(form, at: place, style: hint, limit: columns)
    }
    let window = input.window(columns: columns)
    write(window.text, at: place, style: style)
    if isOn { cursor = Position(column: place.column + window.caretColumn, row: place.row) }
  }
}
