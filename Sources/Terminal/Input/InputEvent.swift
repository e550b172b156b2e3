/// An event from the terminal.
package enum InputEvent: Equatable, Sendable {
  case key(Key)
  /// Pasted text: without controls, lines separated by "\n", no trailing line end.
  case paste(String)
  case focusGained
  case focusLost
}
