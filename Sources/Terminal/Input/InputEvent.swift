/// An event from the terminal.
package enum InputEvent: Equatable, Sendable {
  case key(Key)
  /// Pasted text, exactly as it arrived, controls and line ends included; U+FFFD replaces what is
  /// not UTF-8.
  case paste(String)
  case focusGained
  case focusLost
}
