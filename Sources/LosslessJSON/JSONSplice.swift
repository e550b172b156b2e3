/// A change to a text: these bytes in place of those.
public struct JSONSplice: Sendable, Equatable {
  /// What is taken out; empty where something is only put in.
  public let range: Range<Int>
  /// What is put in.
  public let bytes: [UInt8]

  /// A change of one's own. Nothing looks at it before it is applied.
  public init(range: Range<Int>, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}

extension JSONDocument {
  /// The text with all changes made, in order and in pieces, without joining them.
  ///
  /// What stays is slices of ``bytes``, so a small change to a long text copies nothing.
  /// - Parameter splices: in the order of their places, none reaching into another. One that begins
  ///   before the end of its predecessor, or outside the text, is cut to what is left: its bytes are
  ///   put in, and nothing is taken out twice.
  public func pieces(applying splices: [JSONSplice]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var position = 0
    for splice in splices {
      let start = Swift.min(Swift.max(position, splice.range.lowerBound), bytes.count)
      if start > position { pieces.append(bytes[position..<start]) }
      if !splice.bytes.isEmpty { pieces.append(splice.bytes[...]) }
      position = Swift.min(Swift.max(start, splice.range.upperBound), bytes.count)
    }
    if position < bytes.count { pieces.append(bytes[position...]) }
    return pieces
  }

  /// Makes one change and reads the text again, which takes time in proportion to the whole text.
  ///
  /// Handles from before the change are no longer valid. A change after which the text is not JSON
  /// is refused: the document stays as it was. The range is cut to the text, as for
  /// ``pieces(applying:)``.
  public mutating func apply(_ splice: JSONSplice) throws(JSONSyntaxError) {
    let text = Array(pieces(applying: [splice]).joined())
    self = try JSONDocument(parsing: text, surroundings: outline.surroundings.inherited)
  }
}
