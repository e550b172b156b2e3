import Accounts
import CommandKit
import ScreenKit
import Terminal

/// The history of an account, or what undo would do, as lines of a window's width, which scroll if
/// there is not enough room.
struct ChangesBody {
  /// The line at the top of the window, which may have become higher since the keys moved.
  private let top: Int
  /// The account's name, above the lines.
  private let name: String
  let body: LinesBody
  /// The answers below the lines, and which of them is marked; nil if nothing is asked.
  private var answers: (names: [Phrase], focus: Int)?

  /// The first row of the lines.
  private static let firstRow = 2

  init(_ history: HistoryState, _ screen: Canvas, rows: Int) {
    let note = history.note.map { [screen.lines($0, screen.theme.faint)] } ?? []
    self.init(
      history.changes.map(screen.lines) + note,
      of: history.account?.name ?? "", top: history.top, screen, rows: rows)
  }

  init(_ undo: UndoState, _ screen: Canvas, rows: Int) {
    let isOne = undo.changes.count == 1
    let theme = screen.theme
    let introduction =
      switch (isOne, undo.accounts) {
      case (true, ...1): Phrase("This change:")
      case (true, _): Phrase("This change of \(undo.accounts, "account"), all of it:")
      default:
        Phrase(
          "\(undo.changes.count, "change") of \(undo.accounts, "account"), whoever made them:")
      }
    let heads = undo.changes.map { screen.lines($0.headline, theme.strong) }
    let outcome = undo.outcome.flatMap { screen.lines(of: $0) }
    let notes = undo.notes.flatMap { screen.lines(Phrase("! \($0)"), .plain) }
    let effect =
      isOne ? Phrase("Undoing it would do this:") : Phrase("Undoing all of them would do this:")
    let whole = [
      screen.lines(introduction, theme.faint) + heads.joined(),
      screen.lines(effect, theme.faint) + outcome, notes,
    ]
    // Nobody is asked about what is not in the window: in a low one what it would do comes first.
    let isLow = rows - Self.answerRows < Self.lowest
    self.init(
      (isLow ? [outcome + notes, Array(heads.joined())] : whole).filter { !$0.isEmpty },
      top: undo.top, screen, rows: rows - Self.answerRows)
    if undo.isFirst { return }
    answers = ([Phrase("undo").title, .keep], undo.choosesYes ? 0 : 1)
  }

  /// The fewest rows in which an introduction leaves room for what an undo would do.
  private static let lowest = 8
  /// The rows of the answers, and of the empty one above them.
  private static let answerRows = 2

  /// - Parameter paragraphs: with an empty line between two of them, if the window is not low.
  private init(
    _ paragraphs: [[Panel.Line]], of name: String = "", top: Int, _ screen: Canvas, rows: Int
  ) {
    let lines = paragraphs.joined(separator: rows >= 14 ? [Panel.Line("", .plain)] : [])
    body = LinesBody(Array(lines), room: rows - Self.firstRow)
    (self.name, self.top) = (name, min(top, body.lastTop))
  }

  func draw(on screen: Canvas, in frame: inout Frame) {
    let column = screen.drawMore(
      above: top > 0, below: top < body.lastTop, end: screen.right, row: 1, in: &frame)
    frame.write(
      name.fitted(columns: column - screen.left), at: Position(column: screen.left, row: 1),
      style: screen.theme.faint)
    frame.write(
      body.lines[top...].prefix(body.room),
      at: Position(column: screen.left, row: Self.firstRow))
    guard let answers else { return }
    let row = Self.firstRow + min(body.room, body.lines.count) + 1
    screen.buttons(
      answers.names.map { $0[screen.language] }, focus: answers.focus,
      at: Position(column: screen.left - 2, row: row), in: &frame)
  }
}

extension Canvas {
  /// The lines of a change.
  func lines(of change: ChangeWords) -> [Panel.Line] {
    lines(change.headline, theme.strong)
      + change.lines.flatMap { lines($0, theme.text, indent: 4) }
  }

  /// A text, wrapped; what follows its first line is indented further.
  fileprivate func lines(_ text: Phrase, _ style: Style, indent: Int = 0) -> [Panel.Line] {
    [Panel.Line](
      text[language], style, columns: contentWidth - indent - 2,
      first: String(repeating: " ", count: indent), rest: String(repeating: " ", count: indent + 2))
  }
}
