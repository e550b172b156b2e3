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
  /// Only the bar and the keys are wider; on a very large screen the content is centred.
  private let greatestWidth: Int
  package static let usualWidth = 160

  package init(size: Size, theme: Theme, language: Language, greatestWidth: Int = usualWidth) {
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
  /// Whether there is room for a panel beside the content.
  package var isSplit: Bool { size.columns >= 120 && size.rows >= 20 }
  package var contentWidth: Int { min(greatestWidth, size.columns - (isWide ? 4 : 2)) }
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
      let style = left.isOn ? theme.barKey : theme.barOff
      frame.write(left.text, at: Position(column: 2, row: 0), style: style)
    }
    if let right {
      let style = right.isOn ? theme.barKey : theme.barOff
      let column = size.columns - 2 - DisplayWidth.of(right.text)
      frame.write(right.text, at: Position(column: column, row: 0), style: style)
    }
  }

  package func rule(row: Int, in frame: inout Frame) {
    let line = String(repeating: "─", count: contentWidth)
    frame.write(line, at: Position(column: left, row: row), style: theme.border)
  }
}
