public import LosslessJSON

/// The place of a problem: a source as its store names it and, in a text, line and column.
public struct Place: Sendable, Hashable {
  /// The store's name for the source, such as a file's path. For people and programs to read.
  public let source: String
  /// The line and the column; nil for the whole source, or one without lines.
  public let position: JSONPlace?

  /// A place in a source, or the source as a whole.
  public init(_ source: String, _ position: JSONPlace? = nil) {
    self.source = source
    self.position = position
  }
}
