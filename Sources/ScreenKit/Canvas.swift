package import CommandKit
package import Terminal

/// The window that screens draw in: its size, theme, and common parts.
package struct Canvas {
  /// The smallest window in which more than a message is drawn.
  package static let smallest = Size(columns: 40, rows: 10)
  /// From this width on, labels are beside their fields.
  private static let wide = 80
  package let size: Size
  package let theme: Theme
  package let language: Language
  /// The columns of the widest content. A larger window is used from the left.
  private static let greatestWidth = 120

  /// Whether the font has signs besides letters and lines. That of a console, which has sixteen
  /// colours, may have none.
  package let hasSigns: Bool

  package init(size: Size, theme: Theme, language: Language, hasSigns: Bool = true) {
    self.size = size
    self.theme = theme
    self.language = language
    self.hasSigns = hasSigns
  }

  /// Whether a window has no room for more than a message. Keys must not change anything that it
  /// does not show.
  package static func isTooSmall(_ size: Size) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

  package var isWide: Bool { size.columns >= Self.wide }
  /// Whether there is room for a panel beside the content.
  package var isSplit: Bool { Self.isSplit(size) }
  /// Whether there is room for more columns of a table.
  package static func isBroad(_ size: Size) -> Bool { size.columns >= 200 }
  package static func isSplit(_ size: Size) -> Bool { size.columns >= 120 && size.rows >= 20 }

  /// The columns before the left edge, for the marks of the focus and of marked rows.
  package var gutter: Int { isWide ? 4 : 2 }
  var rightMargin: Int { isWide ? 2 : 1 }
  package var contentWidth: Int { min(Self.greatestWidth, size.columns - gutter - rightMargin) }
  /// The left edge: where the title, the content, the message and the keys begin.
  package var left: Int { gutter }
  /// The first column after the content.
  package var right: Int { left + contentWidth }

  /// The frame for a window that is too small; nil if it is large enough.
  ///
  /// - Parameters:
  ///   - question: shown instead, as it can be answered at any size that has room for its answers.
  ///   - answers: all of them are shown, and as much of the question as there is room for.
  package func tooSmall(asking question: [Phrase] = [], answers: Phrase? = nil) -> Frame? {
    guard Self.isTooSmall(size) else { return nil }
    var frame = Frame(size: size)
    let words = Phrase("Window too small (need \(Self.smallest.columns)×\(Self.smallest.rows))")
    let below = answers.map(lines) ?? []
    let lines =
      question.isEmpty
      ? lines(words)
      : question.flatMap(lines)
        .cut(to: size.rows - below.count, columns: size.columns, on: self) + below
    let top = max(0, (size.rows - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      let column = (size.columns - DisplayWidth.of(line.text)) / 2
      frame.write(line.text, at: Position(column: max(0, column), row: top + index))
    }
    return frame
  }

  /// Whether a window that is too small has room for all answers below a line of the question.
  package func hasRoom(forAnswers answers: Phrase) -> Bool {
    size.columns > 0 && lines(answers).count < size.rows
  }

  private func lines(_ phrase: Phrase) -> [Panel.Line] {
    [Panel.Line](phrase[language], .plain, columns: size.columns)
  }

  /// The first row: where one is, a line to the right edge, and at its end what there is to say of
  /// that, and keys that lead on.
  /// - Parameter path: the title, after those of the screens it was reached through.
  package func bar(
    _ path: [String], status: String = "", keys: [(text: String, isOn: Bool)] = [],
    in frame: inout Frame
  ) {
    // The keys are cut before the title, which says where one is.
    let others = keys.map(\.text).dropLast() + [status, path.last ?? ""]
    let room = contentWidth - others.reduce(0) { $0 + DisplayWidth.of($1) + 2 }
    let keys = keys.enumerated().map { index, key in
      (text: index + 1 < keys.count ? key.text : key.text.fitted(columns: max(8, room)), key.isOn)
    }
    let ends =
      (status.isEmpty ? [] : [Panel.Line(status, theme.label)])
      + keys.map { Panel.Line($0.text, $0.1 ? theme.accent : theme.disabled) }
    let width = ends.reduce(0) { $0 + DisplayWidth.of($1.text) + 2 }
    let end = drawTitle(path, room: max(0, contentWidth - width), in: &frame) + 1
    var column = right - max(0, width - 2)
    let line = String(repeating: "─", count: max(0, column - (ends.isEmpty ? 0 : 1) - end))
    frame.write(line, at: Position(column: end, row: 0), style: theme.border)
    for end in ends {
      column += frame.write(end.text, at: Position(column: column, row: 0), style: end.style) + 2
    }
  }

  /// Draws as much of the path as there is room for, its end first. Returns the column after it.
  private func drawTitle(_ path: [String], room: Int, in frame: inout Frame) -> Int {
    let title = (path.last ?? "").fitted(columns: room)
    var before = path.dropLast()
    func width() -> Int { before.reduce(DisplayWidth.of(title)) { $0 + DisplayWidth.of($1) + 3 } }
    while !before.isEmpty, width() > room { before.removeFirst() }
    var column = left
    for name in before {
      let place = Position(column: column, row: 0)
      column += frame.write("\(name) › ", at: place, style: theme.label)
    }
    return column
      + frame.write(title, at: Position(column: column, row: 0), style: theme.title)
  }

  /// Writes a text from the left edge on.
  package func line(_ text: String, row: Int, style: Style, in frame: inout Frame) {
    frame.write(
      text.fitted(columns: contentWidth), at: Position(column: left, row: row), style: style)
  }
}
