import TextTools

package enum TextPiece: Sendable {
  case bytes(ArraySlice<UInt8>)
  /// A range of an open file, never in memory as a whole.
  case copy(Range<Int>, from: Int32)
}

/// A text in pieces. The pieces in the middle are made while they are written: a million new
/// accounts are never in memory as text.
package struct TextPieces: Sequence, Sendable {
  private let before: [TextPiece]
  /// The number of pieces to make, and a function that appends some of them.
  package var made: (count: Int, make: @Sendable (Range<Int>, inout [UInt8]) -> Void) = (
    0, { _, _ in }
  )
  var after: [ArraySlice<UInt8>] = []

  package init(_ pieces: [ArraySlice<UInt8>]) { self.init(pieces.map { .bytes($0) }) }

  package init(_ pieces: [TextPiece]) { before = pieces }

  /// All bytes; for a text that copies nothing from a file.
  var inMemory: [UInt8] {
    var all: [UInt8] = []
    for case .bytes(let bytes) in self { all += bytes }
    return all
  }

  package func makeIterator() -> some IteratorProtocol<TextPiece> {
    var before = before[...]
    var ready: ArraySlice<[UInt8]> = []
    var next = 0
    var after = after[...]
    return AnyIterator {
      if let piece = before.popFirst() { return piece }
      if ready.isEmpty, next < made.count {
        let (start, make) = (next, made.make)
        next = Swift.min(next + 4096, made.count)
        // Joined, for fewer and longer writes.
        ready =
          inParts(next - start, of: 256) { part in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(1 << 16)
            make(start + part.lowerBound..<start + part.upperBound, &bytes)
            return bytes
          }[...]
      }
      return (ready.popFirst()?[...] ?? after.popFirst()).map { .bytes($0) }
    }
  }
}
