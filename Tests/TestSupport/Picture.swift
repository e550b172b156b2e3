import Terminal

/// A frame as a golden file keeps it: its text, the look of each cell if it is to show that, and
/// the cursor.
///
/// Looks are those that the terminal is sent: exact colors, the numbers of sixteen, or none.
package struct Picture: Equatable, Sendable {
  package let text: String

  /// - Parameter rows: how many rows from the top are kept; all of them by default.
  package init(_ frame: Frame, colors: ColorDepth, rows: Int? = nil) {
    let rows = rows ?? frame.size.rows
    var legend = Legend(colors)
    let looks = (0..<rows).map { legend.letters(ofRow: $0, in: frame) }
    self.init(
      blocks: [Array(frame.lines.prefix(rows)), looks, legend.lines, [Self.cursor(of: frame)]])
  }

  /// Without the looks.
  package init(textOf frame: Frame, rows: Int) {
    self.init(blocks: [Array(frame.lines.prefix(rows)), [Self.cursor(of: frame)]])
  }

  private static func cursor(of frame: Frame) -> String {
    frame.cursor.map { "cursor \($0.column),\($0.row)" } ?? "cursor hidden"
  }

  /// The last rows of many frames, where the keys are listed. Those that are the same come once,
  /// with their looks and the names of the frames that have them.
  package init(keysOf frames: [(name: String, frame: Frame, rows: Int)], colors: ColorDepth) {
    var legend = Legend(colors)
    var rows: [(keys: ArraySlice<String>, names: [String])] = []
    for (name, frame, count) in frames {
      let last = frame.size.rows - count..<frame.size.rows
      let keys = frame.lines[last] + last.map { legend.letters(ofRow: $0, in: frame) }
      if let index = rows.firstIndex(where: { $0.keys == keys }) {
        rows[index].names.append(name)
      } else {
        rows.append((keys, [name]))
      }
    }
    let lines = rows.flatMap { Array($0.keys) + [$0.names.joined(separator: " ")] }
    self.init(blocks: [lines, legend.lines])
  }

  private init(blocks: [[String]]) {
    text = blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n~~~\n") + "\n"
  }
}

/// The letters that stand for the looks of cells, handed out in the order in which looks appear.
private struct Legend {
  private(set) var lines = [". plain"]
  private let colors: ColorDepth
  private var letters: [String: Character] = ["plain": "."]
  private var unused = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[...]

  init(_ colors: ColorDepth) { self.colors = colors }

  mutating func letters(ofRow row: Int, in frame: Frame) -> String {
    var text = ""
    var last: (style: Style, letter: Character)?
    for column in 0..<frame.size.columns {
      let style = frame[column, row].style
      // Neighbours mostly look alike.
      if style != last?.style { last = (style, letter(of: style)) }
      text.append(last?.letter ?? "?")
    }
    return text
  }

  private mutating func letter(of style: Style) -> Character {
    let words = Self.words(style, colors)
    let letter = letters[words] ?? unused.popFirst() ?? "?"
    if letters.updateValue(letter, forKey: words) == nil { lines.append("\(letter) \(words)") }
    return letter
  }

  private static func words(_ style: Style, _ colors: ColorDepth) -> String {
    var words: [String] = []
    if style.isBold { words.append("bold") }
    if style.isDim { words.append("dim") }
    if style.isUnderlined { words.append("underlined") }
    if style.isReversed { words.append("reversed") }
    if let color = name(of: style.foreground, colors) { words.append(color) }
    if let color = name(of: style.background, colors) { words.append("on \(color)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }

  private static func name(of color: Color, _ colors: ColorDepth) -> String? {
    switch (color, colors) {
    case (.standard, _), (_, .none): return nil
    case (.palette(let number), _), (.shade(_, _, _, let number), .sixteen): return "\(number)"
    case (.shade(let red, let green, let blue, _), _):
      return "#"
        + [red, green, blue].map { byte in
          let digits = String(byte, radix: 16, uppercase: true)
          return byte < 16 ? "0" + digits : digits
        }.joined()
    }
  }
}
