/// How a terminal takes pictures that it draws itself.
package enum PictureProtocol: Sendable, CaseIterable {
  /// Not at all, as far as we know.
  case none
  /// kitty's, with placeholders: a picture is sent once, and stands wherever its cells do.
  case kitty
  /// iTerm2's: a file is drawn where the cursor stands, and stays until it is written over.
  case iterm2
}
