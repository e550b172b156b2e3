import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// A password that was generated for an account. It is shown nowhere else, so it stays until it was
/// seen. No dump shows it.
struct ShownPassword: Equatable, Sendable, Redacted {
  let name: String
  let password: PasswordText
}

extension Canvas {
  /// Draws a password that was generated; it is shown nowhere else.
  func draw(_ one: ShownPassword, rows: Int, in frame: inout Frame) {
    frame.cursor = nil
    let lines = [
      Panel.Line(ScreenText.passwordSet(one.name)[language], .plain), Panel.Line("", .plain),
      Panel.Line(one.password.text ?? "", theme.strong), Panel.Line("", .plain),
      Panel.Line(ScreenText.onlyHere[language], theme.faint),
    ]
    Dialog(ScreenText.newPassword[language], [ScreenText.toClose[language]])
      .draw(lines, on: self, rows: rows, in: &frame)
  }
}
