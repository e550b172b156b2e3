/// The bytes that take over the terminal and those that restore it. Each is a fixed text, so that a
/// signal handler can write it; none asks the terminal anything, as the answer might end up in the
/// shell.
enum ControlSequences {
  /// The alternate screen, bracketed paste, focus events; the cursor is hidden until a frame shows
  /// it. Without an alternate screen, clearing keeps what was there in the scrollback, if anything
  /// does.
  static let enter: StaticString =
    "\u{1B}[?1049h\u{1B}[2J\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?25l"

  /// Goes to the last row and erases everything up to there. Unlike the usual ways to clear, this
  /// puts nothing into a scrollback, where a password that was shown would stay.
  static let erase: StaticString = "\u{1B}[9999;9999H\u{1B}[1J"

  /// Always everything, even what was never turned on: an unfinished frame (2026), paste, focus,
  /// both mouse modes, styles, wrapping (7), the cursor, the screen, and finally the main screen;
  /// if there is no other, the cursor stays at the start of the last row.
  static let leave: StaticString =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[9999;9999H\u{1B}[1J\r\u{1B}[?1049l"

  /// Turns off what another program may have left on: paste, focus, both mouse modes, styles,
  /// keypad and cursor keys, the hidden cursor, and another screen than the main one, on which
  /// nothing moves.
  static let leaveOther: StaticString =
    "\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?1l\u{1B}>\u{1B}[?25h\u{1B}[?1047l"
}
