extension String {
  /// How many characters it has, as `count` says.
  package var characterCount: Int { utf8.span.isPlain ? utf8.span.scalarCount : count }

  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  package func zeroPadded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
