extension String {
  /// The text, padded with trailing spaces to this many characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text, padded with leading zeros to this many characters.
  package func zeroPadded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
