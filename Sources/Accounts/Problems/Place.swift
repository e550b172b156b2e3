public import LosslessJSON

/// Where something is: in what, under the name that its store gives it, and, in a text, at which
/// line and column.
public struct Place: Sendable, Hashable {
  /// What the store calls it: a file's path, say. It is for people and programs to read.
  public let source: String
  /// The line and the column; nil for the whole, or if there are no lines.
  public let position: JSONPlace?

  /// A place in a source, or the source as a whole.
  public init(_ source: String, _ position: JSONPlace? = nil) {
    self.source = source
    self.position = position
  }
}
