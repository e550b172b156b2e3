/// A change to a text: new bytes for a range of old ones.
public struct JSONSplice: Sendable, Equatable {
  /// The range to replace; empty to insert only.
  public let range: Range<Int>
  /// The bytes to insert.
  public let bytes: [UInt8]

  /// Makes any change. It is not checked until it is applied.
  public init(range: Range<Int>, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}

extension JSONDocument {
  /// The text with all changes applied, as a list of slices that are not joined.
  ///
  /// Unchanged parts are slices of ``bytes``, so a small change to a long text copies nothing.
  /// - Parameters:
  ///   - splices: sorted by position and not overlapping. An edit that begins before the end of its
  ///     predecessor, or outside the text, is clamped: its bytes are inserted, and nothing is
  ///     removed twice.
  ///   - part: the part of the text to return; nil for all of it.
  public func pieces(
    applying splices: [JSONSplice], in part: Range<Int>? = nil
  ) -> [ArraySlice<UInt8>] {
    let part = (part ?? bytes.indices).clamped(to: bytes.indices)
    let end = part.upperBound
    var pieces: [ArraySlice<UInt8>] = []
    var position = part.lowerBound
    for splice in splices {
      let start = Swift.min(Swift.max(position, splice.range.lowerBound), end)
      if start > position { pieces.append(bytes[position..<start]) }
      if !splice.bytes.isEmpty { pieces.append(splice.bytes[...]) }
      position = Swift.min(Swift.max(start, splice.range.upperBound), end)
    }
    if position < end { pieces.append(bytes[position..<end]) }
    return pieces
  }

  /// The text with all changes applied, parsed again; see ``pieces(applying:in:)``.
  public func applying(_ splices: [JSONSplice]) throws(JSONSyntaxError) -> JSONDocument {
    try JSONDocument(
      parsing: Array(pieces(applying: splices).joined()), dialect: dialect,
      surroundings: outline.surroundings.inherited)
  }

  /// Applies one change and parses the text again, which takes time in proportion to the whole
  /// text.
  ///
  /// Handles from before the change are no longer valid. A change that would make the text invalid
  /// JSON throws and leaves the document as it was. The range is clamped to the text, as for
  /// ``pieces(applying:in:)``.
  public mutating func apply(_ splice: JSONSplice) throws(JSONSyntaxError) {
    self = try applying([splice])
  }
}
