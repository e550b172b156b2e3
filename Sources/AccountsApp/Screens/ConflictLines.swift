import AccountsFile
import CommandKit
import ScreenKit

extension ConflictState {
  /// Each field with the value here, the value in the file, and which one to keep.
  func lines(on screen: Canvas) -> [[Panel.Line]] {
    fields.map { field in
      let keeps = keepsMine.contains(field)
      return [Panel.Line(field.label[screen.language], screen.theme.label)]
        + Self.lines(Phrase("yours"), form.mine(field), isChosen: keeps, on: screen)
        + Self.lines(
          Phrase("theirs"), Form.theirs(field, of: theirs), isChosen: !keeps, on: screen)
    }
  }

  /// One side, wrapped: the end of a value may be what differs.
  private static func lines(
    _ side: Phrase, _ value: Phrase, isChosen: Bool, on screen: Canvas
  ) -> [Panel.Line] {
    let text = "\(isChosen ? "(x)" : "( )") \(side[screen.language]): \(value[screen.language])"
    let style = isChosen ? screen.theme.strong : screen.theme.label
    return [Panel.Line](
      text, style, columns: screen.contentWidth - 8, first: "  ", rest: "      ")
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
