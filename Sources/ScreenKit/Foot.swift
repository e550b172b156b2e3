package import CommandKit
import Terminal

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
