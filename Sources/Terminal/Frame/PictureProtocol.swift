/// The protocol for pictures that a terminal draws itself.
package enum PictureProtocol: Sendable, CaseIterable {
  /// None, as far as we know.
  case none
  /// kitty's, with placeholders: a picture is sent once, and appears wherever its cells do.
  case kitty
  /// iTerm2's: a file is drawn at the cursor, and stays until it is overwritten.
  case iterm2
}
