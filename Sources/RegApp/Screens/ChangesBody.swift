import CommandKit
import ScreenKit
import Terminal

/// The history of an account, or what undo would do, as lines of a window's width, which scroll if
/// there is not enough room.
struct ChangesBody {
  private let top: Int
  /// Whom it concerns, above the lines.
  let name: String
  let body: LinesBody
  /// The lines of each change, and which of them is chosen, where one can be.
  private let changes: [Range<Int>]
  private let focus: Int?

  /// The first row of the lines.
  static let firstRow = 2

  init(_ history: HistoryState, _ screen: Canvas, rows: Int) {
    (top, name) = (history.top, history.name ?? "")
    focus = history.steps.isEmpty ? nil : history.focus
    let style = screen.theme.faint
    let end =
      history.changes.isEmpty
      ? [ScreenText.noChanges] : history.hasMore ? [Phrase("Older changes: regapp history.")] : []
    let writer = Writer(screen: screen, isLoose: rows >= 14)
    let blocks = history.changes.map { writer.lines(of: $0, screen.theme.strong) }
    body = LinesBody(
      writer.paragraphs(blocks + end.map { writer.lines($0, style, indent: 0) }),
      room: rows - Self.firstRow)
    var start = 0
    changes = blocks.map { block in
      defer { start += block.count + (writer.isLoose ? 1 : 0) }
      return start..<start + block.count
    }
  }

  init(_ undo: UndoState, _ screen: Canvas, rows: Int) {
    (top, name, changes, focus) = (undo.top, "", [], nil)
    let isOne = undo.changes.count == 1
    let theme = screen.theme
    let writer = Writer(screen: screen, isLoose: rows >= 14)
    let lines = writer.paragraphs(
      [
        writer.lines(
          isOne
            ? Phrase("The newest change, whoever made it:")
            : Phrase(
              "\(undo.changes.count, "change") of \(undo.accounts, "account"), whoever made them:"),
          theme.faint, indent: 0)
          + undo.changes.flatMap { writer.lines($0.headline, theme.strong, indent: 0) },
        writer.lines(
          isOne
            ? Phrase("Undoing it would do this:") : Phrase("Undoing all of them would do this:"),
          theme.faint, indent: 0)
          + undo.outcome.flatMap { writer.lines(of: $0, theme.strong) },
        undo.notes.flatMap { writer.lines(Phrase("! \($0)"), .plain, indent: 0) },
      ].filter { !$0.isEmpty })
    body = LinesBody(lines, room: rows - Self.firstRow)
  }

  /// The lines of the change that is chosen.
  var chosen: Range<Int> {
    focus.flatMap { changes.indices.contains($0) ? changes[$0] : nil } ?? 0..<0
  }

  /// The line at the top that shows the change that is chosen, of a tall one its beginning.
  var topShowingFocus: Int {
    let low = max(top, chosen.upperBound - body.room)
    return min(min(low, chosen.lowerBound), body.lastTop)
  }

  /// The change so many lines below or above another one; the next one at least.
  func change(from index: Int, lines: Int) -> Int {
    guard changes.indices.contains(index) else { return index }
    let line = changes[index].lowerBound + lines
    return lines > 0
      ? max(index + 1, changes.lastIndex { $0.lowerBound <= line } ?? index)
      : min(index - 1, changes.firstIndex { $0.lowerBound >= line } ?? index)
  }

  /// The line at the top of the window, which may have become higher since the keys moved.
  var first: Int { min(top, body.lastTop) }

  func draw(on screen: Canvas, in frame: inout Frame) {
    let column = screen.drawMore(
      above: first > 0, below: first < body.lastTop, end: screen.right, row: 1, in: &frame)
    frame.write(
      name.fitted(columns: column - screen.left), at: Position(column: screen.left, row: 1),
      style: screen.theme.faint)
    let place = Position(column: screen.left, row: Self.firstRow)
    frame.write(body.lines[first...].prefix(body.room), at: place)
    let row = chosen.lowerBound - first
    guard !chosen.isEmpty, (0..<body.room).contains(row) else { return }
    screen.bar(row: place.row + row, width: screen.contentWidth, in: &frame)
    frame.write(
      body.lines[first + row].text, at: Position(column: place.column, row: place.row + row),
      style: screen.theme.selection)
  }
}

/// Writes changes as lines of a window's width.
private struct Writer {
  let screen: Canvas
  /// Whether there is an empty line between paragraphs.
  let isLoose: Bool

  func lines(of change: ChangeWords, _ style: Style) -> [Panel.Line] {
    lines(change.headline, style, indent: 0)
      + change.lines.flatMap { lines($0, screen.theme.text, indent: 4) }
  }

  /// A text, wrapped; what follows its first line is indented further.
  func lines(_ text: Phrase, _ style: Style, indent: Int) -> [Panel.Line] {
    [Panel.Line](
      text[screen.language], style, columns: screen.contentWidth - indent - 2,
      first: String(repeating: " ", count: indent), rest: String(repeating: " ", count: indent + 2))
  }

  func paragraphs(_ paragraphs: [[Panel.Line]]) -> [Panel.Line] {
    Array(paragraphs.joined(separator: isLoose ? [Panel.Line("", .plain)] : []))
  }
}
