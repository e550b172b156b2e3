/// A text in pieces, of which those in the middle are made only when they are written: a million new
/// accounts are never in memory as text.
package struct TextPieces: Sequence, Sendable {
  private let before: [ArraySlice<UInt8>]
  /// How many pieces to make, and how each is added to those before.
  var made: (count: Int, make: @Sendable (Int, inout [UInt8]) -> Void) = (0, { _, _ in })
  var after: [ArraySlice<UInt8>] = []

  init(_ pieces: [ArraySlice<UInt8>]) { before = pieces }

  package func makeIterator() -> some IteratorProtocol<ArraySlice<UInt8>> {
    var before = before[...]
    var next = 0
    var after = after[...]
    return AnyIterator {
      if let piece = before.popFirst() { return piece }
      guard next < made.count else { return after.popFirst() }
      // Joined, for fewer and longer writes.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(1 << 17)
      while next < made.count, bytes.count < 1 << 16 {
        made.make(next, &bytes)
        next += 1
      }
      return bytes[...]
    }
  }
}
