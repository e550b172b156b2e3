import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// A conflict: the value here, the value in the file, and which one to keep.
struct ConflictView {
  let screen: Canvas
  let conflict: ConflictState

  func draw(rows: Int, in frame: inout Frame) {
    let row = rows > 8 ? 2 : 1
    let fields = conflict.fields.indices.map { lines(of: $0) }
    // Scrolls if there is not enough room, so that the focused field is visible.
    var first = conflict.focus
    while first > 0, fields[first - 1...conflict.focus].joined().count <= rows - row { first -= 1 }
    frame.write(
      fields[first...].joined().prefix(max(0, rows - row)),
      at: Position(column: screen.left - 2, row: row))
  }

  private func lines(of index: Int) -> [Panel.Line] {
    let field = conflict.fields[index]
    let isFocused = index == conflict.focus
    let keeps = conflict.keepsMine.contains(field)
    let label = (isFocused ? "> " : "  ") + field.label[screen.language]
    return [Panel.Line(label, isFocused ? screen.theme.title : screen.theme.label)]
      + lines(Phrase("yours"), conflict.form.mine(field), isChosen: keeps)
      + lines(Phrase("theirs"), Form.theirs(field, of: conflict.theirs), isChosen: !keeps)
  }

  /// One side, wrapped: the end of a value may be what differs.
  private func lines(_ side: Phrase, _ value: Phrase, isChosen: Bool) -> [Panel.Line] {
    let text = "\(isChosen ? "(x)" : "( )") \(side[screen.language]): \(value[screen.language])"
    let style = isChosen ? screen.theme.strong : screen.theme.label
    return [Panel.Line](
      text, style, columns: screen.contentWidth - 8, first: "    ", rest: "        ")
  }
}

extension Form {
  /// The typed value, for choosing between both; a password is not shown.
  func mine(_ field: Field) -> Phrase {
    field == .password ? Phrase("what you typed") : Self.shown(self[field])
  }

  static func theirs(_ field: Field, of account: StoredAccount) -> Phrase {
    field == .password ? Phrase("another one") : shown(account[shown: field])
  }

  private static func shown(_ text: String?) -> Phrase {
    text.map { Phrase(same: visible($0)) } ?? Field.noValue
  }
}
