import AccountsFile
import CommandKit
import ScreenKit
import Terminal

extension Canvas {
  /// Draws a password that was generated; it is shown nowhere else.
  func draw(_ one: ShownPassword, rows: Int, in frame: inout Frame) {
    frame.cursor = nil
    let lines = [
      Panel.Line(one.told[language], .plain), Panel.Line("", .plain),
      Panel.Line(one.password.text ?? "", theme.strong), Panel.Line("", .plain),
      Panel.Line(Phrase("It is shown only here.")[language], theme.faint),
    ]
    Dialog(Phrase("new password").title[language], [Phrase("[Enter] Close")[language]])
      .draw(lines, on: self, rows: rows, in: &frame)
  }
}
