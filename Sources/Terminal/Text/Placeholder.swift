/// The text of a cell in which a terminal draws a piece of a picture: a private character, and
/// marks for the picture's row and column. The cell's colour identifies the picture.
///
/// Only pictures have such cells: in text the character is never printed.
enum Placeholder {
  static let character: Unicode.Scalar = "\u{10EEEE}"

  /// The marks by index, as kitty's protocol defines them; it defines more.
  static let marks: [Unicode.Scalar] = [
    "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}",
    "\u{346}", "\u{34A}", "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}",
    "\u{35B}", "\u{363}", "\u{364}", "\u{365}", "\u{366}", "\u{367}", "\u{368}", "\u{369}",
    "\u{36A}", "\u{36B}", "\u{36C}", "\u{36D}", "\u{36E}", "\u{36F}",
  ]

  static func text(row: Int, column: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(character)
    text.append(marks[row])
    text.append(marks[column])
    return String(text)
  }
}
