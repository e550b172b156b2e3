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
  /// Only the bar is wider; on a large screen the content is centred.
  private let greatestWidth: Int

  package init(size: Size, theme: Theme, language: Language, greatestWidth: Int = 76) {
    self.size = size
    self.theme = theme
    self.language = language
    self.greatestWidth = greatestWidth
  }

  /// Whether a window has no room for more than a message: what it does not show must not be changed
  /// by keys.
  package static func isTooSmall(_ size: Size) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

  package var isWide: Bool { size.columns >= Self.wide }
  package var contentWidth: Int { min(greatestWidth, size.columns - 2) }
  package var left: Int { (size.columns - contentWidth) / 2 }

  /// The frame for a window that is too small; nil if it is large enough.
  ///
  /// - Parameter question: shown instead, as it can be answered at any size.
  package func tooSmall(asking question: [Phrase] = []) -> Frame? {
    guard Self.isTooSmall(size) else { return nil }
    var frame = Frame(size: size)
    let words = [KitText.tooSmall(Self.smallest.columns, Self.smallest.rows)]
    let lines = (question.isEmpty ? words : question).flatMap {
      $0[language].wrapped(columns: size.columns)
    }
    let top = max(0, (size.rows - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      center(line, row: top + index, style: .plain, in: &frame)
    }
    return frame
  }

  package func center(_ text: String, row: Int, style: Style, in frame: inout Frame) {
    let text = text.fitted(columns: size.columns)
    let column = (size.columns - DisplayWidth.of(text)) / 2
    frame.write(text, at: Position(column: max(0, column), row: row), style: style)
  }

  /// The bar over a screen: the way back on the left, the way on on the right, and the title
  /// between them if there is room.
  package func bar(
    left: (text: String, isOn: Bool)?, title: String, right: (text: String, isOn: Bool)?,
    in frame: inout Frame
  ) {
    frame.fill(Area(column: 0, row: 0, columns: size.columns, rows: 1), style: theme.bar)
    let side = [left?.text, right?.text].map { DisplayWidth.of($0 ?? "") + 2 }.max() ?? 0
    if DisplayWidth.of(title) <= size.columns - 2 * side {
      center(title, row: 0, style: theme.bar, in: &frame)
    }
    if let left {
      let style = left.isOn ? theme.bar : theme.barOff
      frame.write(left.text, at: Position(column: 2, row: 0), style: style)
    }
    if let right {
      let style = right.isOn ? theme.bar : theme.barOff
      let column = size.columns - 2 - DisplayWidth.of(right.text)
      frame.write(right.text, at: Position(column: column, row: 0), style: style)
    }
  }

  package func rule(row: Int, in frame: inout Frame) {
    let line = String(repeating: "─", count: contentWidth)
    frame.write(line, at: Position(column: left, row: row), style: theme.rule)
  }
}

// MARK: Footer

extension Canvas {
  /// Draws the footer, a message and the keys. Returns how many rows it takes.
  @discardableResult
  package func foot(_ foot: Foot, hints: [Hint], in frame: inout Frame) -> Int {
    let words = words(of: foot)
    let rows = words.count + 1
    for (index, line) in words.enumerated() {
      let position = Position(column: left, row: size.rows - rows + index)
      frame.write(line.text, at: position, style: line.style)
    }
    var column = left
    for hint in fitting(hints) {
      let position = Position(column: column, row: size.rows - 1)
      column += frame.write(hint.key[language], at: position, style: theme.key) + 1
      let words = Position(column: column, row: size.rows - 1)
      column += frame.write(hint.does[language], at: words, style: theme.faint) + 2
    }
    return rows
  }

  package func rows(of foot: Foot) -> Int { words(of: foot).count + 1 }

  private func words(of foot: Foot) -> [Panel.Line] {
    foot.lines(columns: contentWidth - 2, rows: max(1, size.rows / 3), theme, language)
  }

  /// As many keys as there is room for, always including help and quit.
  private func fitting(_ hints: [Hint]) -> [Hint] {
    var hints = hints
    func width(_ hints: [Hint]) -> Int {
      hints.reduce(-2) {
        $0 + DisplayWidth.of($1.key[language]) + DisplayWidth.of($1.does[language]) + 3
      }
    }
    while width(hints) > contentWidth, let drop = hints.lastIndex(where: { !$0.isKept }) {
      hints.remove(at: drop)
    }
    return hints
  }
}

/// The message below a screen.
package enum Foot: Equatable {
  case nothing
  /// Work in progress; the spinner turns with the ticks.
  case busy(Phrase, ticks: Int)
  case word([Phrase])
  case problem([Phrase])
  /// A helpful but unimportant hint.
  case aside(Phrase)

  func lines(
    columns: Int, rows: Int, _ theme: Theme, _ language: Language
  ) -> [Panel.Line] {
    switch self {
    case .nothing: return [Panel.Line("", .plain)]
    case .busy(let words, let ticks):
      let picture = Self.spinner[ticks % Self.spinner.count]
      return [Panel.Line("\(picture) \(words[language]) …".fitted(columns: columns), theme.faint)]
    case .aside(let words):
      return [Panel.Line(words[language].fitted(columns: columns), theme.faint)]
    case .word(let words):
      return Self.lines(words.map { $0[language] }, "· ", .plain, columns, rows, theme)
    case .problem(let words):
      return Self.lines(words.map { $0[language] }, "! ", theme.problem, columns, rows, theme)
    }
  }

  private static func lines(
    _ words: [String], _ mark: String, _ style: Style, _ columns: Int, _ rows: Int, _ theme: Theme
  ) -> [Panel.Line] {
    let lines = words.flatMap { line in
      line.wrapped(columns: columns).enumerated().map { index, part in
        Panel.Line((index == 0 ? mark : "  ") + part, style)
      }
    }
    return lines.count <= rows ? lines : lines.prefix(rows - 1) + [Panel.Line("  …", theme.faint)]
  }

  private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
}
