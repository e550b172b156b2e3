import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// A conflict: the value here, the value in the file, and which one to keep.
struct ConflictView {
  let screen: Canvas
  let conflict: ConflictState

  func draw(rows: Int, in frame: inout Frame) {
    screen.bar(left: nil, title: ScreenText.conflictTitle[screen.language], right: nil, in: &frame)
    // Scrolls if there is not enough room, so that the focused field is visible.
    let each = 3
    let room = max(1, (rows - 1) / each)
    let first = max(0, conflict.focus - room + 1)
    var row = rows > 8 ? 2 : 1
    for index in conflict.fields.indices.dropFirst(first) where row + 2 < rows + 1 {
      draw(index, row: row, in: &frame)
      row += each
    }
  }

  private func draw(_ index: Int, row: Int, in frame: inout Frame) {
    let field = conflict.fields[index]
    let isFocused = index == conflict.focus
    let theme = screen.theme
    frame.write(
      (isFocused ? "> " : "  ") + field.label[screen.language],
      at: Position(column: screen.left, row: row),
      style: isFocused ? theme.focusedLabel : theme.label)
    let keeps = conflict.keepsMine.contains(field)
    let mine = field == .password ? ScreenText.typedHere : shown(conflict.form[field])
    let theirs = field == .password ? ScreenText.anotherOne : shown(conflict.theirs[field])
    draw(ScreenText.mine, mine, isChosen: keeps, row: row + 1, in: &frame)
    draw(ScreenText.theirs, theirs, isChosen: !keeps, row: row + 2, in: &frame)
  }

  private func shown(_ text: String?) -> Phrase {
    text.map { Phrase(same: visible($0)) } ?? Field.noValue
  }

  private func draw(
    _ side: Phrase, _ value: Phrase, isChosen: Bool, row: Int, in frame: inout Frame
  ) {
    let text = "\(isChosen ? "(x)" : "( )") \(side[screen.language]): \(value[screen.language])"
    frame.write(
      text.fitted(columns: screen.contentWidth - 4),
      at: Position(column: screen.left + 4, row: row),
      style: isChosen ? screen.theme.focusedLabel : screen.theme.faint)
  }
}
