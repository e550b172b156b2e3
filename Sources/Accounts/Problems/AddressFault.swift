/// Why a text is not an address.
public enum AddressFault: Sendable, Hashable {
  /// White space in it.
  case space
  /// A character that is not ASCII.
  case notASCII(Character)
  /// No `@`.
  case noAt
  /// More than one `@`.
  case secondAt
  /// Nothing before the `@`.
  case nothingBeforeAt
  /// A character before the `@` that a dot-atom cannot have.
  case characterBeforeAt(Character)
  /// A dot at the start or end of the part before the `@`, or two in a row.
  case dotBeforeAt
  /// Nothing after the `@`.
  case nothingAfterAt
  /// No dot after the `@`.
  case noDotAfterAt
  /// An empty label: a dot at the start or end of the host, or two in a row.
  case emptyLabel
  /// A character in the host that is not a letter, digit or hyphen.
  case characterInHost(Character)
  /// A label that begins or ends with a hyphen.
  case hyphenAtLabelEdge
  /// A last label of one character.
  case shortLastLabel
  /// A last label without a letter, as in `a@192.168.0.10`.
  case lastLabelWithoutLetter
  /// A part that is too long.
  case tooLong(part: Part, maximum: Int)

  /// The parts of an address whose length is bounded (RFC 5321, 4.5.3.1).
  public enum Part: Sendable, Hashable { case whole, beforeAt, label }
}
