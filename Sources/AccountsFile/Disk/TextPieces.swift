/// A stretch of a new text.
package enum TextPiece: Sendable {
  /// These bytes.
  case bytes(ArraySlice<UInt8>)
  /// The bytes of a range of an open file, which are never in memory as a whole.
  case copy(Range<Int>, from: Int32)
}

/// A text in pieces, of which those in the middle are made only when they are written: a million new
/// accounts are never in memory as text.
package struct TextPieces: Sequence, Sendable {
  private let before: [TextPiece]
  /// How many pieces to make, and how each is added to those before.
  var made: (count: Int, make: @Sendable (Int, inout [UInt8]) -> Void) = (0, { _, _ in })
  var after: [ArraySlice<UInt8>] = []

  init(_ pieces: [ArraySlice<UInt8>]) { self.init(pieces.map { .bytes($0) }) }

  init(_ pieces: [TextPiece]) { before = pieces }

  /// All of it, of a text that copies nothing from a file.
  var inMemory: [UInt8] {
    var all: [UInt8] = []
    for case .bytes(let bytes) in self { all += bytes }
    return all
  }

  package func makeIterator() -> some IteratorProtocol<TextPiece> {
    var before = before[...]
    var next = 0
    var after = after[...]
    return AnyIterator {
      if let piece = before.popFirst() { return piece }
      guard next < made.count else { return after.popFirst().map { .bytes($0) } }
      // Joined, for fewer and longer writes.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(1 << 17)
      while next < made.count, bytes.count < 1 << 16 {
        made.make(next, &bytes)
        next += 1
      }
      return .bytes(bytes[...])
    }
  }
}
