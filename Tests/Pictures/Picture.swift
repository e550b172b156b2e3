import Terminal

/// A frame as a file keeps it: what can be read, how each cell looks, and where the cursor stands.
///
/// Looks are told as the terminal gets them: by exact colours, by the numbers of sixteen, or by none.
package struct Picture: Equatable, Sendable {
  package let text: String

  package init(_ frame: Frame, colors: ColorDepth) {
    var letters: [String: Character] = ["plain": "."]
    var legend = [". plain"]
    var unused = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[...]
    let styles = (0..<frame.size.rows).map { row in
      String(
        (0..<frame.size.columns).map { column in
          let words = Self.words(frame[column, row].style, colors)
          if let letter = letters[words] { return letter }
          let letter = unused.popFirst() ?? "?"
          letters[words] = letter
          legend.append("\(letter) \(words)")
          return letter
        })
    }
    let cursor = frame.cursor.map { "cursor \($0.column),\($0.row)" } ?? "cursor hidden"
    let blocks = [frame.lines, styles, legend, [cursor]].map { $0.joined(separator: "\n") }
    text = blocks.joined(separator: "\n~~~\n") + "\n"
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
