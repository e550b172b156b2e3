/// The bytes that take the terminal over and those that give it back. Each is one fixed text, so
/// that a signal handler can write it; none asks the terminal anything, as an answer that comes
/// late would be typed into the shell.
enum ControlSequences {
  /// The other screen, pastes in brackets, news of the focus; the cursor hidden until a frame
  /// shows it.
  static let enter: StaticString = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?25l"

  /// Always all of it, whatever was turned on: a frame that broke off (2026), pastes, focus, both
  /// mouse modes, styles, wrapping (7), the cursor, and at last the main screen.
  static let leave: StaticString =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Ends a sequence that holds a text; where none was begun it does nothing.
  static let stringEnd = Array("\u{1B}\\".utf8)
}
