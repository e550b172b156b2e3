/// What came from the terminal.
package enum InputEvent: Equatable, Sendable {
  case key(Key)
  /// A text that was pasted: without controls, its lines ended by "\n", and none after the last.
  case paste(String)
  case focusGained
  case focusLost
}
