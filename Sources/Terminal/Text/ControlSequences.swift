/// The bytes that take over the terminal and those that restore it. Each is a fixed text, so that a
/// signal handler can write it; none queries the terminal, as a late answer would end up in the
/// shell.
enum ControlSequences {
  /// The alternate screen, bracketed paste, focus events; the cursor is hidden until a frame shows
  /// it.
  static let enter: StaticString = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?25l"

  /// Always everything, whatever was turned on: an unfinished frame (2026), paste, focus, both
  /// mouse modes, styles, wrapping (7), the cursor, and finally the main screen.
  static let leave: StaticString =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Ends a string sequence; does nothing if none was begun.
  static let stringEnd = Array("\u{1B}\\".utf8)
}
