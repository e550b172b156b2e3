import CommandKit
package import Terminal

/// A line of the list of actions: a key, with the space behind it, and what it does.
private struct ActionLine {
  let key: String
  let does: String
}

/// The list of a screen's actions.
extension Canvas {
  /// Draws the list over the screen, if it is open: a row for each action, with its key first, of
  /// which one is in focus.
  package func drawActions(of state: some ScreenHost, rows: Int, in frame: inout Frame) {
    guard let focus = state.actionList else { return }
    frame.cursor = nil
    let offers = state.offers
    let texts = lines(of: state.help)
    let list = ListRows(heights: texts.map(\.count))
    let room = min(actionRoom(rows), list.lines)
    let top = focus.visibleTop(list, room: room)
    let widest = texts.joined().map { DisplayWidth.of($0.key) + DisplayWidth.of($0.does) }.max()
    let width = Self.beforeText + (widest ?? 0)
    let bar = list.lines > room ? Self.besideText : 0
    var content = Frame(size: Size(columns: width + bar, rows: room))
    for (index, lines) in texts.enumerated() {
      let first = list.lines(of: index).lowerBound - top
      let isOff = index < offers.count && offers[index].disabledReason != nil
      let own: Style? = index == focus.row ? theme.selection : isOff ? theme.disabled : nil
      if index == focus.row {
        let area = Area(column: 0, row: first, columns: width, rows: lines.count)
        content.fill(area, style: theme.selection)
        content.write(">", at: Position(column: 0, row: first), style: theme.selection)
      }
      for (line, row) in zip(lines, first...) {
        let key = Position(column: Self.beforeText, row: row)
        let does = Position(column: key.column + DisplayWidth.of(line.key), row: row)
        content.write(line.key, at: key, style: own ?? theme.accent)
        content.write(line.does, at: does, style: own ?? .plain)
      }
    }
    scrollBar(
      column: width + 1, row: 0, top: top, room: room, count: list.lines, in: &content)
    place(content, titled: Phrase("Actions")[language], rows: rows, in: &frame)
  }

  /// The rows of the list, and how many of their lines a window shows.
  func actionRows(_ help: [Hint], rows: Int) -> (rows: ListRows, room: Int) {
    (ListRows(heights: lines(of: help).map(\.count)), actionRoom(rows))
  }

  private func actionRoom(_ rows: Int) -> Int { max(1, rows - 2) }

  /// The columns before the text, for the mark of the focus.
  private static let beforeText = 2
  /// The columns beside the text, for the scroll bar.
  private static let besideText = 2
  /// As wide as a list's keys need, each in a line.
  private static let widestText = 110
  /// The columns of the keys if long ones are wrapped.
  private static let narrowestKeys = 12

  /// The lines of each row, in all as few as possible.
  private func lines(of help: [Hint]) -> [[ActionLine]] {
    let border = 4
    let columns = min(
      Self.widestText, size.columns - border - Self.beforeText - Self.besideText)
    let widest = help.map { DisplayWidth.of($0.key[language]) }.max() ?? 0
    return [max(Self.narrowestKeys, columns - 40), Self.narrowestKeys]
      .map { lines(of: help, keys: min(widest, $0), columns: columns) }
      .min { $0.joined().count < $1.joined().count } ?? []
  }

  /// - Parameters:
  ///   - width: the columns of the keys.
  ///   - columns: those of keys and text.
  private func lines(of help: [Hint], keys width: Int, columns: Int) -> [[ActionLine]] {
    help.map { hint in
      let key = hint.key[language].wrapped(columns: width)
      let does = hint.does[language].wrapped(columns: columns - width - 2)
      return (0..<max(key.count, does.count)).map { line in
        let key = line < key.count ? key[line] : ""
        let space = String(repeating: " ", count: width + 2 - DisplayWidth.of(key))
        return ActionLine(key: key + space, does: line < does.count ? does[line] : "")
      }
    }
  }
}
