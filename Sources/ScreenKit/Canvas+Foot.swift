package import CommandKit
package import Terminal

/// The last rows of a screen: a message, which has its place even while there is none, and the
/// keys.
extension Canvas {
  /// Draws them. Returns how many rows they take.
  /// - Parameter keyRows: the rows that the keys have at least.
  @discardableResult
  package func foot(
    _ foot: Foot, hints: [Hint], keyRows: Int = 0, in frame: inout Frame
  ) -> Int {
    let rows = rows(of: foot, hints: hints, keyRows: keyRows)
    // The mark before a message is beside the left edge.
    frame.write(message(of: foot), at: Position(column: left - 2, row: size.rows - rows))
    let lines = keyLines(hints)
    var keys = Frame(size: Size(columns: size.columns, rows: lines.count))
    for (row, line) in lines.enumerated() {
      var column = left
      for hint in line {
        let key = Position(column: column, row: row)
        column +=
          keys.write(hint.key[language], at: key, style: theme.accent) + (hint.isLabel ? 0 : 1)
        let does = Position(column: column, row: row)
        column += keys.write(hint.does[language], at: does, style: theme.label) + Self.keyGap
      }
    }
    put(keys, at: Position(column: 0, row: size.rows - max(keyRows, lines.count)), in: &frame)
    return rows
  }

  package func rows(of foot: Foot, hints: [Hint], keyRows: Int = 0) -> Int {
    max(messageRows, message(of: foot).count) + max(keyRows, self.keyRows(hints))
  }

  package func keyRows(_ hints: [Hint]) -> Int { keyLines(hints).count }

  /// The rows that a message usually needs. The rows above do not move when it comes or goes.
  private var messageRows: Int { isWide || size.rows < 16 ? 1 : 2 }

  private func message(of foot: Foot) -> [Panel.Line] {
    foot.lines(columns: contentWidth, rows: max(1, size.rows / 3), theme, language)
  }

  private static let keyGap = 2
  /// How many keys are listed: as many as can be read at a glance. The list of actions has all.
  private static let mostKeys = 7

  /// The keys, in as many rows as they need, but not in more than a sixth of the window, nor one or
  /// two alone in a row: the last ones that need not be kept are left out then.
  private func keyLines(_ hints: [Hint]) -> [[Hint]] {
    var hints = hints
    let greatest = max(1, size.rows / 6)
    var lines = wrapped(hints)
    while hints.count(where: { !$0.isLabel }) > Self.mostKeys || lines.count > greatest
      || lines.count > 1 && lines[lines.count - 1].count <= 2,
      let drop = hints.lastIndex(where: { !$0.isKept })
    {
      hints.remove(at: drop)
      lines = wrapped(hints)
    }
    return lines
  }

  private func wrapped(_ hints: [Hint]) -> [[Hint]] {
    var lines: [[Hint]] = [[]]
    var width = 0
    for hint in hints {
      let does = hint.isLabel ? 0 : 1 + DisplayWidth.of(hint.does[language])
      let own = DisplayWidth.of(hint.key[language]) + does
      if width > 0, width + own > contentWidth + rightMargin {
        lines.append([])
        width = 0
      }
      lines[lines.count - 1].append(hint)
      width += own + Self.keyGap
    }
    return lines
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
      return [
        Panel.Line(
          "\(Self.spinner(ticks)) \(words[language]) …".fitted(columns: columns), theme.faint)
      ]
    case .aside(let words):
      return [Panel.Line("  " + words[language].fitted(columns: columns), theme.faint)]
    case .word(let words):
      return Self.lines(words.map { $0[language] }, "· ", theme.strong, columns, rows, theme)
    case .problem(let words):
      return Self.lines(words.map { $0[language] }, "! ", theme.problem, columns, rows, theme)
    }
  }

  private static func lines(
    _ words: [String], _ mark: String, _ style: Style, _ columns: Int, _ rows: Int, _ theme: Theme
  ) -> [Panel.Line] {
    let lines = words.flatMap {
      [Panel.Line]($0, style, columns: columns, first: mark, rest: "  ")
    }
    return lines.count <= rows ? lines : lines.prefix(rows - 1) + [Panel.Line("  …", theme.faint)]
  }

  /// The sign of work in progress after so many ticks.
  package static func spinner(_ ticks: Int) -> String { spinner[ticks % spinner.count] }

  private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
}
