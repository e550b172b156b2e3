/// A line of a file as it is shown below a problem in it, and a caret below the place.
package struct QuotedLine: Sendable, Hashable {
  /// Safe to print, and not wider than a terminal.
  package let text: String
  /// How many columns are before the caret.
  package let caret: Int

  package init(_ text: String, caret: Int) {
    self.text = text
    self.caret = caret
  }

  /// How far both lines are indented.
  package static let indentation = 2

  /// Both lines, without a line end behind the last one.
  package func text(_ palette: Palette) -> String {
    let indentation = String(repeating: " ", count: Self.indentation)
    return indentation + text + "\n" + indentation + String(repeating: " ", count: caret)
      + palette.error("^")
  }
}
